-- How a stock was counted, as changes: with what its sales took, it is what is left (ledger/proof/sales.ts). Sales write none, since they touch
-- neither a row's birth nor `counted_at`.
create table stock_count (
  id bigint generated always as identity primary key,
  offer_id bigint not null,
  change bigint not null,
  at timestamptz not null default clock_timestamp()
);
create index stock_count_of_offer on stock_count (offer_id, at);

alter table offer_stock add column counted_at timestamptz;

create function count_stock() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into stock_count (offer_id, change, at) values (new.offer_id, new.remaining, new.since);
  elsif new.remaining <> old.remaining then
    insert into stock_count (offer_id, change) values (new.offer_id, new.remaining - old.remaining);
  end if;
  return null;
end $$;
create trigger stock_is_counted after insert on offer_stock for each row execute function count_stock();
create trigger stock_is_counted_anew after update of counted_at on offer_stock for each row execute function count_stock();

-- What is paid at the payment provider lies there, however it is paid, and payouts are paid from there: one account for one place. Virtual accounts were booked at a
-- bank. What was credited so far stays where it was booked; the provider's settlement to a bank is a transfer of cash. A ticket that expired may still be paid late.
update payment_method set cash_code = '06' where channel <> 'transfer';
update deposit set cash_code = '06' where channel <> 'transfer' and (state in (0, 1) or (state = 4 and approved_at is null));
