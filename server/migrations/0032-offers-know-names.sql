-- The seller's code by which its server tells whose number a target is; null where it cannot.
alter table offer add column check_code text check (check_code <> '');
