-- Finished transactions for the lists: :stored of them, one every :apart seconds up to now, so that the last days look the
-- same whatever is stored before them. Buyers, products, sellers and a failure in twenty follow from a hash of the number.
-- Only the purchases, because lists read nothing else; indexes are built afterwards, which is faster.
set maintenance_work_mem = '512MB';
set max_parallel_maintenance_workers = 2;
set synchronous_commit = off;
create temporary table built_later as
select indexname, indexdef from pg_indexes where tablename = 'purchase' and indexname <> 'purchase_pkey';
do $$
declare
  name text;
begin
  for name in select indexname from built_later loop
    execute format('drop index %I', name);
  end loop;
end $$;

insert into purchase (id, buyer_id, seller_id, offer_id, product_id, price, transactionrc, version, channel, created_at, updated_at,
  reffclient, product_code, target, serialnumber, description)
select n, :first + spread % :buyers, spread / 7 % :sellers + 1, spread / 7 % :sellers + 1, spread / 31 % :products + 1, :price,
  case when spread / 101 % 20 = 0 then 2 else 1 end, 2, 1, at, at + interval '2 seconds',
  'h' || n, 'S' || spread / 31 % :products + 1, '0812' || lpad((n * 7919 % 100000000)::text, 8, '0'), 'SN' || n, 'SUKSES'
from generate_series(1, :stored::bigint) n,
  lateral (select hashint8(n)::bigint + 2147483648 as spread, now() - (:stored - n) * :apart * interval '1 second' as at) drawn;

do $$
declare
  definition text;
begin
  for definition in select indexdef from built_later loop
    execute definition;
  end loop;
end $$;
select setval('purchase_id', :stored + 1);
vacuum (analyze) purchase;
