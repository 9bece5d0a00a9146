-- Numbers that members buy for again and again, by name. They are people's numbers: they go when their member leaves. Members themselves are
-- never deleted.
create table favourite (
  id bigint generated always as identity primary key,
  member_id bigint not null,
  name text not null check (name <> ''),
  -- As an order of the product, or of none, keeps it.
  target text not null,
  -- What is usually bought for it.
  product_id bigint references product,
  created_at timestamptz not null default now(),
  constraint favourite_once unique nulls not distinct (member_id, target, product_id)
);
