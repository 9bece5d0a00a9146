-- Finished transactions for the lists: :stored of them, one every :apart seconds up to now, so that the last days look the
-- same whatever is stored before them. Buyers, products, sellers and a failure in twenty follow from a hash of the number.
-- Beside the purchases only their attempts, which the dashboard counts, of the last year: lists read nothing else.
select pg_temp.set_indexes_aside('{purchase,attempt}');

insert into purchase (id, buyer_id, seller_id, offer_id, product_id, price, transactionrc, version, channel, created_at, updated_at,
  reffclient, product_code, target, serialnumber, description)
select n, :first + spread % :buyers, spread / 7 % :sellers + 1, spread / 7 % :sellers + 1, spread / 31 % :products + 1, :price,
  case when spread / 101 % 20 = 0 then 2 else 1 end, 2, 1, at, at + interval '2 seconds',
  'h' || n, 'S' || spread / 31 % :products + 1, '0812' || lpad((n * 7919 % 100000000)::text, 8, '0'), 'SN' || n, 'SUKSES'
from generate_series(1, :stored::bigint) n,
  lateral (select hashint8(n)::bigint + 2147483648 as spread, now() - (:stored - n) * :apart * interval '1 second' as at) drawn;

insert into attempt (id, purchase_id, seller_id, offer_id, price, number, state, asks, took_ms, due_at, sent_at, created_at, updated_at)
select id, id, seller_id, offer_id, price, 1, case transactionrc when 1 then 4 else 5 end, 0, 1500, created_at, created_at, created_at, updated_at
from purchase where created_at > now() - interval '370 days';

select pg_temp.build_indexes();
select setval('purchase_id', :stored + 1);
vacuum (analyze) purchase, attempt;
