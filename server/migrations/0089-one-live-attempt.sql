-- Fewer index entries for each order (docs/decisions/0051-which-index-is-for-what.md).

-- A purchase has at most one live attempt, which an index said until now (dropped beside orders by 0092). Its first one needs no look: attempt_trail lets there be one first. Whatever else begins to
-- live does so after the one before it has ended, under the lock of its purchase; so what ended and never lives again need not be in an
-- index of the living, which every order paid for twice.
create function attempt_one_live() returns trigger language plpgsql as $$
begin
  perform from purchase where id = new.purchase_id for update;
  if exists (select from attempt where purchase_id = new.purchase_id and id <> new.id and state <= 3)
    or new.number <> 1 and not exists (select from attempt where purchase_id = new.purchase_id and number = new.number - 1) then
    raise exception 'purchase % would have an attempt beside a live one', new.purchase_id
      using errcode = 'unique_violation', constraint = 'attempt_one_live';
  end if;
  return null;
end $$;
create trigger attempt_one_live_opened after insert on attempt for each row
  when (new.number <> 1 and new.state <= 3) execute function attempt_one_live();
create trigger attempt_one_live_changed after update of state, purchase_id, number on attempt for each row
  when (new.state <= 3 and (old.state > 3 or new.number <> old.number or new.purchase_id <> old.purchase_id)) execute function attempt_one_live();

-- No two entries of these are equal, so that looking for equal ones before a page is split finds nothing.
alter index purchase_buyer set (deduplicate_items = off);
alter index purchase_seller set (deduplicate_items = off);
alter index entry_statement set (deduplicate_items = off);
