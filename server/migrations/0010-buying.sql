-- What buyers find and compare by: forgiving search, reviews, measured sellers, price history, banners, and sums per day.

create extension if not exists pg_trgm;
create index product_search on product using gin ((code || ' ' || name) gin_trgm_ops);
create index brand_search on brand using gin (name gin_trgm_ops);
create index member_search on member using gin (name gin_trgm_ops);
create index offer_seller on offer (seller_id) where archived_at is null;

-- One review per buyer and seller, by buyers with a successful purchase.
create table review (
  id bigint generated always as identity primary key,
  buyer_id bigint not null references member,
  seller_id bigint not null references member,
  stars smallint not null check (stars between 1 and 5),
  comment text not null,
  reply text,
  replied_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (seller_id, buyer_id)
);

-- Sums of the reviews, kept in the transaction that writes one, so that lists of sellers count nothing.
create table seller_rating (
  seller_id bigint primary key references member,
  reviews bigint not null check (reviews >= 0),
  stars bigint not null
);

-- Measured by the worker over 7 days, from attempts.
create table seller_quality (
  seller_id bigint primary key references member,
  sales bigint not null,
  success_basis_points integer not null,
  median_ms integer,
  measured_at timestamptz not null default now()
);

-- Every change of what buyers pay or whether they can buy, kept for ever; told to the buyers who have the offer in their list.
create table offer_change (
  id bigint generated always as identity primary key,
  offer_id bigint not null references offer,
  -- Null for everybody; a special price concerns one buyer.
  buyer_id bigint references member,
  kind text not null check (kind in ('price', 'open', 'closed', 'removed', 'special')),
  sell_price_before bigint,
  sell_price bigint,
  promo_price_before bigint,
  promo_price bigint,
  special_price_before bigint,
  special_price bigint,
  at timestamptz not null default now(),
  told_at timestamptz
);
create index offer_change_offer on offer_change (offer_id, id);
create index offer_change_untold on offer_change (id) where told_at is null;

-- Whether price changes are sent to the buyer's callback address.
alter table member add column price_news boolean not null default false;

create table banner (
  id bigint generated always as identity primary key,
  image text not null,
  caption text not null,
  -- The last day it is shown, Asia/Jakarta; null is for ever.
  expires_on date,
  sort_order integer not null default 0,
  active boolean not null default true,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Optional second lock on orders from the web page.
create table transaction_pin (
  member_id bigint primary key references member,
  pin_hash text not null,
  created_at timestamptz not null default now()
);

-- Purchases summed per day (Asia/Jakarta) for days that are over and have nothing pending; other days are counted
-- directly. A refund takes its day out again until it is summed anew.
create table purchase_day (
  buyer_id bigint not null,
  seller_id bigint not null,
  product_id bigint not null,
  day date not null,
  transactionrc smallint not null,
  purchases bigint not null,
  amount bigint not null,
  primary key (buyer_id, day, seller_id, product_id, transactionrc)
);
create index purchase_day_seller on purchase_day (seller_id, day);
create index purchase_day_day on purchase_day (day);

create table purchase_day_summed (
  day date primary key,
  summed_at timestamptz not null default now()
);
