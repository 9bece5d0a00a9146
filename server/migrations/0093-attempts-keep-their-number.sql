-- What 0089 demands of attempts counts on their numbers being without a gap, so these are demanded too: an attempt that is not the
-- first one follows another, living or not, and none changes its number or its purchase. What is deleted, or written with triggers
-- off, only `ledger:check` sees. The lock of the purchase shows what another transaction wrote only where a statement sees what was
-- committed before it began.
create or replace function attempt_one_live() returns trigger language plpgsql as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'attempts begin to live in transactions that see what others have written'
      using errcode = 'invalid_transaction_state', constraint = 'attempt_one_live';
  end if;
  perform from purchase where id = new.purchase_id for update;
  if new.state <= 3 and exists (select from attempt where purchase_id = new.purchase_id and id <> new.id and state <= 3)
    or new.number <> 1 and not exists (select from attempt where purchase_id = new.purchase_id and number = new.number - 1) then
    raise exception 'purchase % would have an attempt beside a live one', new.purchase_id
      using errcode = 'unique_violation', constraint = 'attempt_one_live';
  end if;
  return null;
end $$;
drop trigger attempt_one_live_opened on attempt;
create trigger attempt_one_live_opened after insert on attempt for each row
  when (new.number <> 1) execute function attempt_one_live();
drop trigger attempt_one_live_changed on attempt;
create trigger attempt_one_live_changed after update of state on attempt for each row
  when (new.state <= 3 and old.state > 3) execute function attempt_one_live();

create function attempt_keeps_its_place() returns trigger language plpgsql as $$
begin
  raise exception 'attempt % would change its number or its purchase', old.id
    using errcode = 'integrity_constraint_violation', constraint = 'attempt_keeps_its_place';
end $$;
create trigger attempt_keeps_its_place before update of purchase_id, number on attempt for each row
  when (new.number <> old.number or new.purchase_id <> old.purchase_id) execute function attempt_keeps_its_place();

-- Left by a form of 0084 that some databases had (docs/decisions/0050-migrations-beside-orders.md).
drop trigger if exists product_moves_offers on product;
drop trigger if exists brand_moves_offers on brand;
