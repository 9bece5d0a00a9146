-- Orders of test keys. Nothing is held, sent or sold; the last digit of the target decides what comes of them.
create table sandbox_order (
  id bigint generated always as identity,
  buyer_id bigint not null references member,
  reffclient text not null,
  product_code text not null,
  target text not null,
  counter smallint not null,
  amount bigint,
  price bigint not null,
  created_at timestamptz not null default now(),
  primary key (buyer_id, reffclient)
);
