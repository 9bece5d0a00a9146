-- Brand groups are changed by administrators, of whom the second is told that the first was there.
alter table brand_group add column updated_at timestamptz not null default now();

-- A code that a seller ever offered is never another product's, so offers that ended count too.
create index offer_product_ever on offer (product_id);
drop index offer_product;
alter index offer_product_ever rename to offer_product;

-- An order is placed by the version of its offer. What an administrator changes of how a product is ordered moves that of its offers, so
-- that no order is placed by what was true before, whichever process takes it. They are few, and changed seldom.
create function touch_offers_of_product() returns trigger language plpgsql as $$
begin
  update offer set version = version where product_id = new.id and archived_at is null;
  return null;
end $$;
create trigger product_moves_offers after update of active, type, denom, brand_id on product for each row
  when ((old.active, old.type, old.denom, old.brand_id) is distinct from (new.active, new.type, new.denom, new.brand_id))
  execute function touch_offers_of_product();

create function touch_offers_of_brand() returns trigger language plpgsql as $$
begin
  update offer set version = version where product_id in (select id from product where brand_id = new.id) and archived_at is null;
  return null;
end $$;
create trigger brand_moves_offers after update of active, operator, target_kind on brand for each row
  when ((old.active, old.operator, old.target_kind) is distinct from (new.active, new.operator, new.target_kind))
  execute function touch_offers_of_brand();
