-- What the names of shops look like (features/shop-names/skeleton.ts), so that no two look the same.
create table shop_name (
  skeleton text primary key,
  member_id bigint not null unique references member
);
