-- Brand groups are changed by administrators, of whom the second is told that the first was there.
alter table brand_group add column updated_at timestamptz not null default now();

-- A code that a seller ever offered is never another product's, so offers that ended count too.
create index offer_product_ever on offer (product_id);
drop index offer_product;
alter index offer_product_ever rename to offer_product;
