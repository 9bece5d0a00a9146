-- Finished purchases number 1 to :stored for statements, one every :apart seconds up to now: each with its hold and its settlement in the books. Every
-- buyer has as many as the others; every seller is in a :sellers th of all. The same price for all, so that running balances follow
-- from the number alone.
select pg_temp.set_indexes_aside('{entry, purchase, attempt}');

insert into purchase (id, buyer_id, seller_id, offer_id, product_id, price, transactionrc, version, channel, created_at, updated_at,
  reffclient, product_code, target, serialnumber, description)
select n, :first + n % :buyers, n % :sellers + 1, n % :sellers + 1, 1, :price, 1, 2, 1, at, at + interval '2 seconds',
  'h' || n, 'S1', '0812' || lpad((n * 7919 % 100000000)::text, 8, '0'), 'SN' || n, 'SUKSES'
from generate_series(1, :stored::bigint) n, lateral (select now() - (:stored - n) * :apart * interval '1 second' as at) moment;

insert into attempt (id, purchase_id, seller_id, offer_id, price, number, state, asks, took_ms, due_at, sent_at, created_at, updated_at, message)
select n, n, n % :sellers + 1, n % :sellers + 1, :price, 1, 4, 1, 900, at, at, at, at, 'SUKSES'
from generate_series(1, :stored::bigint) n, lateral (select now() - (:stored - n) * :apart * interval '1 second' as at) moment;

insert into entry (set_id, leg, account_id, amount, balance_after, event, reference, at)
select :first_set + 2 * n + (side > 2)::integer, (side - 1) % 2 + 1,
  case side when 1 then :first + n % :buyers when 4 then n % :sellers + 1 else -1 end,
  case when side in (1, 3) then -:price else :price end,
  case side when 1 then :deposit - :price * ((n - 1) / :buyers + 1) when 4 then :price * ((n - 1) / :sellers + 1) end,
  case when side <= 2 then 'purchase.held' else 'purchase.settled' end::ledger_event, n,
  now() - (:stored - n) * :apart * interval '1 second'
from generate_series(1, :stored::bigint) n, generate_series(1, 4) side;

select pg_temp.build_indexes();

update wallet set balance = balance + given.amount
from (select account_id, sum(amount) as amount from entry where account_id > 0 and set_id > :first_set group by account_id) given
where wallet.member_id = given.account_id;
-- The first sets are the buyers' deposits of long ago.
alter table entry disable trigger user;
update entry set at = now() - (:stored + 1) * :apart * interval '1 second' where set_id < :first_set;
alter table entry enable trigger user;
select setval('purchase_id', :stored + 1), setval('attempt_id', :stored + 1), setval('entry_set_id', :first_set + 2 * :stored + 2);
vacuum (analyze);
