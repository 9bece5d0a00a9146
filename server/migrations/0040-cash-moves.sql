-- What moves between cash accounts, corrects one, or corrects a member's balance can wait for a second administrator.
alter table pending_decision
  drop constraint pending_decision_kind_check,
  add constraint pending_decision_kind_check check (kind in ('purchase.force', 'setting.change', 'cash.move'));

-- What an administrator booked alone within a day has a limit.
create index cash_transfer_alone on cash_transfer (asked_by, created_at) where second_by is null;
create index cash_correction_alone on cash_correction (asked_by, created_at) where second_by is null;

-- Every look at all of the books, and what it found.
create table book_proof (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  took_ms integer not null check (took_ms >= 0),
  rules integer not null,
  breaches jsonb not null
);
create trigger book_proof_append_only before update or delete or truncate on book_proof for each statement execute function refuse_change();
