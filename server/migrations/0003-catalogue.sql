-- What is sold, by whom, for how much, and to whom. Rows are archived, never deleted: processes mirror these tables by
-- version, and old purchases keep pointing at them.

create table category (
  id bigint generated always as identity primary key,
  name text not null unique,
  image text,
  updated_at timestamptz not null default now()
);

create table brand_group (
  id bigint generated always as identity primary key,
  name text not null unique,
  logo text,
  category_id bigint not null references category,
  active boolean not null default true
);

create table brand (
  id bigint generated always as identity primary key,
  name text not null,
  logo text,
  category_id bigint not null references category,
  brand_group_id bigint references brand_group,
  -- Operator code that a target must belong to, see operators.ts; null takes any target.
  operator text,
  -- How a target is written: mobile numbers and meter numbers lose spaces and dashes, game ids stay as they are.
  target_kind text not null default 'text' check (target_kind in ('mobile', 'digits', 'text')),
  active boolean not null default true,
  updated_at timestamptz not null default now(),
  unique (category_id, name)
);

create table product (
  id bigint generated always as identity primary key,
  code text not null unique check (code = upper(code)),
  name text not null,
  description text,
  type smallint not null default 0 check (type in (0, 1, 2)),
  denom bigint not null default 10 check (denom > 0),
  brand_id bigint not null references brand,
  category_id bigint not null references category,
  image text,
  active boolean not null default true,
  updated_at timestamptz not null default now(),
  version bigint not null default 0
);
create index product_version on product (version);
create index product_brand on product (brand_id);

create table offer (
  id bigint generated always as identity primary key,
  seller_id bigint not null references member,
  product_id bigint not null references product,
  supplier_code text not null,
  buy_price bigint not null default 0 check (buy_price >= 0),
  -- Prepaid: the price. Bills: the seller's admin fee. Open denominations: the seller's margin.
  sell_price bigint not null check (sell_price >= 0),
  promo_price bigint check (promo_price >= 0),
  open boolean not null default true,
  disturbed boolean not null default false,
  -- Whether offer_stock limits it; orders of such offers reserve there.
  stocked boolean not null default false,
  -- A daily window without sales, Asia/Jakarta; it may span midnight.
  cutoff_from time,
  cutoff_to time,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version bigint not null default 0,
  check ((cutoff_from is null) = (cutoff_to is null))
);
create unique index offer_once on offer (seller_id, product_id) where archived_at is null;
create index offer_product on offer (product_id) where archived_at is null;
create index offer_version on offer (version);

-- Only offers with a limited stock have a row. Apart from the offer, because every sale changes it and nothing mirrors it.
create table offer_stock (
  offer_id bigint primary key references offer,
  remaining bigint not null constraint stock_not_negative check (remaining >= 0)
) with (fillfactor = 50);

create table special_price (
  id bigint generated always as identity primary key,
  offer_id bigint not null references offer,
  buyer_id bigint not null references member,
  price bigint not null check (price > 0),
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  version bigint not null default 0
);
create unique index special_price_once on special_price (offer_id, buyer_id) where archived_at is null;
create index special_price_version on special_price (version);

create table mapping (
  id bigint generated always as identity primary key,
  buyer_id bigint not null references member,
  product_id bigint not null references product,
  offer_id bigint not null references offer,
  priority integer not null check (priority between 1 and 999),
  active boolean not null default true,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  version bigint not null default 0
);
create unique index mapping_once on mapping (buyer_id, offer_id) where archived_at is null;
create unique index mapping_priority on mapping (buyer_id, product_id, priority) where archived_at is null;
create index mapping_version on mapping (version);

create table seller_api (
  seller_id bigint primary key references member,
  kind smallint not null check (kind in (1, 2, 3)),
  api_url text not null,
  user_id text not null default 'PA0001',
  username text not null default '',
  pin bytea,
  password bytea,
  templates jsonb not null default '{}',
  patterns jsonb not null default '{}',
  timeout_ms integer not null default 30000,
  max_in_flight integer not null default 20,
  -- How long the seller's server remembers a reference: asking by sending again is safe only within it.
  remembers_hours integer not null default 24,
  report_addresses text not null default '',
  -- The unguessable part of the address that this seller's server reports to.
  report_path text not null unique,
  tested_at timestamptz,
  -- The breaker: failures in a row, and until when orders route round this seller.
  failures integer not null default 0,
  rested_until timestamptz,
  version bigint not null default 0
);
create index seller_api_version on seller_api (version);

-- Measured over 7 days by the worker; a routing order and a fact for buyers.
create table offer_quality (
  offer_id bigint primary key references offer,
  seller_id bigint not null references member,
  sales bigint not null,
  success_basis_points integer not null,
  median_ms integer,
  measured_at timestamptz not null default now(),
  version bigint not null default 0
);
create index offer_quality_version on offer_quality (version);

do $$
declare mirrored text;
begin
  foreach mirrored in array array['product', 'offer', 'special_price', 'mapping', 'seller_api', 'offer_quality'] loop
    execute format('create trigger mirror_bump before insert or update on %I for each statement execute function bump_mirror_clock()', mirrored);
    execute format('create trigger mirror_stamp before insert or update on %I for each row execute function stamp_mirror_version()', mirrored);
  end loop;
end $$;

-- A special price changes what an order costs, so it moves the offer's version: an order priced before it is priced again.
create function touch_offer() returns trigger language plpgsql as $$
begin
  update offer set updated_at = now() where id = new.offer_id;
  return null;
end $$;
create trigger special_price_moves_offer after insert or update on special_price for each row execute function touch_offer();
