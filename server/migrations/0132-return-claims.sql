-- Beside the dispute of the first day a buyer claims a return within some days. Of each kind one per purchase, and one at a time.
alter table dispute add column kind text not null default 'dispute' check (kind in ('dispute', 'return'));
