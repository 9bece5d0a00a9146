-- Indexes of large tables, and sums of days that are over, made while orders are taken (decision 0050).

-- Members whose documents wait or were decided, and those whose shop has hours.
create index concurrently member_applications on member (admin_confirmation, id) where admin_confirmation > 0;
create index concurrently member_with_hours on member (id) where shop_hours is not null;

-- Administrators look for members by a part of an e-mail or phone (a name has its index), and for the few that are not active.
create index concurrently member_words on member using gin (email gin_trgm_ops, phone gin_trgm_ops);
create index concurrently member_not_active on member (status, id) where status < 2;
create index concurrently member_role_members on member_role (role_id, member_id);

-- Orders that never left for their seller; most went on to another one, and their purchase with them.
create index concurrently attempt_unsent on attempt (seller_id, id) where state = 6;

-- The newest success of a seller, which its page asks for every few seconds, however many of its orders failed since.
create index concurrently attempt_succeeded on attempt (seller_id, updated_at) where state = 4;

-- What an offer cost within a day, by which a fall is measured; of thousands of offers at once (of a million changes 44 ms instead of 580).
create index concurrently offer_change_price on offer_change (offer_id, at) where kind = 'price';

-- A code that a seller ever offered is never another product's, so offers that ended count too.
create index concurrently offer_product_ever on offer (product_id);
drop index concurrently if exists offer_product;

-- Each day by itself, so that no transaction is as long as the history, and one that is broken off loses a day.
do $$
declare
  summed record;
  ids record;
begin
  for summed in
    select day, day::timestamp at time zone 'Asia/Jakarta' as from_at, (day + 1)::timestamp at time zone 'Asia/Jakarta' as until_at
    from purchase_day_summed where not exists (select from seller_purchase_day done where done.day = purchase_day_summed.day)
    order by day
  loop
    select * into ids from purchase_ids(summed.from_at, summed.until_at);
    insert into seller_purchase_day (day, seller_id, ended, succeeded, sold, amount)
    select summed.day, attempt.seller_id, count(*), count(*) filter (where attempt.state = 4),
      count(*) filter (where attempt.state = 4 and purchase.transactionrc = 1),
      coalesce(sum(purchase.price) filter (where attempt.state = 4 and purchase.transactionrc = 1), 0)
    from purchase join attempt on attempt.purchase_id = purchase.id
    where purchase.id >= ids.first and purchase.id < ids.beyond and attempt.purchase_id >= ids.first and attempt.purchase_id < ids.beyond
      and purchase.created_at >= summed.from_at and purchase.created_at < summed.until_at
      and attempt.state in (4, 5) and not (attempt.buyers_fault and purchase.transactionrc <> 1)
    group by attempt.seller_id
    on conflict do nothing;
    commit;
  end loop;
end $$;
