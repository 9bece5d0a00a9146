-- The stock that a seller saw in its last preview of a change that says one: what is sold until it is carried out counts (decision 0043).
create table seen_stock (
  seller_id bigint primary key references member,
  offer_ids bigint[] not null,
  remaining bigint[] not null check (cardinality(remaining) = cardinality(offer_ids))
);
