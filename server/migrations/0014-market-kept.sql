-- The sums of a day over all buyers, sellers and products, so that sums that ask for none of them read a row per day and state.
create table purchase_day_total (
  day date not null,
  transactionrc smallint not null check (transactionrc in (1, 2)),
  purchases bigint not null,
  amount bigint not null,
  primary key (day, transactionrc)
);
insert into purchase_day_total (day, transactionrc, purchases, amount)
select day, transactionrc, sum(purchases), sum(amount) from purchase_day group by day, transactionrc;

-- Products carry what brand and category say in memory, so these move their versions. The clock is locked before the rows, as
-- by every write of a mirrored table.
create function touch_products_of_brand() returns trigger language plpgsql as $$
begin
  update product set version = version where brand_id = new.id;
  return null;
end $$;
create trigger mirror_bump before update of name, logo, operator, target_kind, active on brand
  for each statement execute function bump_mirror_clock();
create trigger brand_moves_products after update of name, logo, operator, target_kind, active on brand
  for each row execute function touch_products_of_brand();

create function touch_products_of_category() returns trigger language plpgsql as $$
begin
  update product set version = version where category_id = new.id;
  return null;
end $$;
create trigger mirror_bump before update of name on category for each statement execute function bump_mirror_clock();
create trigger category_moves_products after update of name on category for each row execute function touch_products_of_category();

-- Null when nothing was sold or failed within the measured days: mirrored rows are never deleted.
alter table offer_quality alter success_basis_points drop not null;
