-- Administrators order categories and hide them, and fill an empty catalogue with the starter catalogue.

-- Categories with the same number are in the order of their ids, as all were before.
alter table category add column sort_order integer not null default 0;
-- A hidden category is missing in the lists of buyers and sellers. Its products are sold nevertheless.
alter table category add column active boolean not null default true;

-- The cache orders products by their category.
drop trigger cache_bump on category;
create trigger cache_bump before update of name, sort_order on category for each statement execute function bump_cache_version();
drop trigger category_moves_products on category;
create trigger category_moves_products after update of name, sort_order on category
  for each row execute function touch_products_of_category();

-- Entries of the starter catalogue that were added, or found under the same name, each with its row. An entry is never added a second time, so what
-- administrators renamed, moved or deleted stays so. No foreign key: the row of a deleted category is gone, and its entry stays.
create table starter_entry (
  kind text not null check (kind in ('category', 'brand_group', 'brand', 'product')),
  key text not null,
  row_id bigint not null,
  primary key (kind, key)
);
