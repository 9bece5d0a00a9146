-- Catalogue: operators, categories, brands, products, sellers' servers, offers and prices, and the history of price changes.
-- Products, offers, special prices, operators and sellers' servers are cached tables: an order finds its price and seller in memory.
-- Their rows are archived or closed, never deleted, because old purchases refer to them.
-- Prices are whole rupiah.

-- — Operators, categories and brands

-- The operator of a mobile number is that of the longest prefix. Writers check under the lock of cache_version that no two operators
-- share a prefix.
create table operator (
  -- Stored with brands, never renamed.
  code text primary key check (code ~ '^[A-Z0-9]{2,10}$'),
  name text not null unique,
  prefixes text[] not null check (cardinality(prefixes) > 0),
  updated_at timestamptz not null default now(),
  version bigint not null default 0
);
create trigger cache_bump before insert or update on operator for each statement execute function bump_cache_version();
create trigger cache_stamp before insert or update on operator for each row execute function stamp_cache_version();

-- XL, Axis and Smartfren belong to one company, but each has its own numbers, pulsa and packages.
insert into operator (code, name, prefixes) values
  ('TSEL', 'Telkomsel', '{0811,0812,0813,0821,0822,0823,0851,0852,0853}'),
  ('BYU', 'by.U', '{085154,085155,085156,085157,085158}'),
  ('ISAT', 'Indosat (IM3)', '{0814,0815,0816,0855,0856,0857,0858}'),
  ('XL', 'XL', '{0817,0818,0819,0859,0877,0878}'),
  ('AXIS', 'Axis', '{0831,0832,0833,0837,0838}'),
  ('TRI', 'Tri', '{0895,0896,0897,0898,0899}'),
  ('SMART', 'Smartfren', '{0881,0882,0883,0884,0885,0886,0887,0888,0889}');

-- The cache stores columns of brand and category with each product. A change there writes the products anew, so that their versions change.
-- Triggers before the statement lock cache_version first, in the same order as every writer of a cached table.
create function touch_products_of_brand() returns trigger language plpgsql as $$
begin
  update product set version = version where brand_id = new.id;
  return null;
end $$;

create function touch_products_of_category() returns trigger language plpgsql as $$
begin
  update product set version = version where category_id = new.id;
  return null;
end $$;

create table category (
  id bigint generated always as identity primary key,
  name text not null unique,
  image text,
  updated_at timestamptz not null default now()
);
create trigger cache_bump before update of name on category for each statement execute function bump_cache_version();
create trigger category_moves_products after update of name on category for each row execute function touch_products_of_category();

create table brand_group (
  id bigint generated always as identity primary key,
  name text not null unique,
  logo text,
  category_id bigint not null references category,
  active boolean not null default true,
  -- Optimistic lock: of two administrators who change a group at once, the second one is refused.
  updated_at timestamptz not null default now()
);

create table brand (
  id bigint generated always as identity primary key,
  name text not null,
  logo text,
  category_id bigint not null references category,
  brand_group_id bigint references brand_group,
  -- A target must be a number of this operator; null accepts every target.
  operator text,
  -- Mobile numbers, digits and meter numbers lose spaces and dashes; `text`, such as a game id, stays as it is.
  target_kind text not null default 'text',
  active boolean not null default true,
  updated_at timestamptz not null default now(),
  unique (category_id, name),
  constraint brand_operator_fkey foreign key (operator) references operator,
  constraint brand_target_kind_check check (target_kind in ('mobile', 'digits', 'meter', 'text'))
);
create index brand_search on brand using gin (name gin_trgm_ops);
create trigger cache_bump before update of name, logo, operator, target_kind, active on brand
  for each statement execute function bump_cache_version();
create trigger brand_moves_products after update of name, logo, operator, target_kind, active on brand
  for each row execute function touch_products_of_brand();

-- — Products

create table product (
  id bigint generated always as identity primary key,
  code text not null unique check (code = upper(code)),
  name text not null,
  description text,
  -- 0 prepaid, 1 bill, 2 open denomination.
  type smallint not null default 0 check (type in (0, 1, 2)),
  -- In rupiah: the amount of an open denomination is a multiple of it.
  denom bigint not null default 10 check (denom > 0),
  brand_id bigint not null references brand,
  category_id bigint not null references category,
  image text,
  active boolean not null default true,
  updated_at timestamptz not null default now(),
  version bigint not null default 0,
  -- The good is a code that the buyer types in (PLN token, voucher), so a success without a serial number is not a delivery.
  is_code boolean not null default false
);
create index product_version on product (version);
create index product_brand on product (brand_id);
create index product_search on product using gin ((code || ' ' || name) gin_trgm_ops);
create trigger cache_bump before insert or update on product for each statement execute function bump_cache_version();
create trigger cache_stamp before insert or update on product for each row execute function stamp_cache_version();

-- — Sellers' servers and shops

create table seller_api (
  seller_id bigint primary key references member,
  -- Protocol: 1 IRS, 2 OtomaX, 3 plain HTTP GET.
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
  -- For so many hours the server recognises a reference. A repeated order is safe only within them.
  remembers_hours integer not null default 24,
  report_addresses text not null default '',
  -- Secret part of the address to which the server sends reports.
  report_path text not null unique,
  tested_at timestamptz,
  -- Circuit breaker: orders in a row that did not reach the server before the last suspension, and the end of the suspension.
  failures integer not null default 0,
  circuit_open_until timestamptz,
  version bigint not null default 0,
  -- Since when orders go to this server and account; null if there was no other. Older attempts are never checked here,
  -- because a server that does not know their reference would take the question for a new order.
  server_since timestamptz,
  circuit_open_since timestamptz,
  -- When a suspension was ended early, by hand or by a test. For ten minutes, or until an order reaches the server, the next failure suspends it
  -- at once.
  circuit_reset_at timestamptz
);
create index seller_api_version on seller_api (version);
create trigger cache_bump before insert or update on seller_api for each statement execute function bump_cache_version();
create trigger cache_stamp before insert or update on seller_api for each row execute function stamp_cache_version();

-- Shops that an administrator closed: only an administrator opens them. Without a row the seller opens and closes its shop.
create table shop_closure (
  seller_id bigint primary key references member,
  reason text not null,
  closed_by bigint not null references member,
  closed_at timestamptz not null default now()
);

-- — Offers and special prices

create table offer (
  id bigint generated always as identity primary key,
  seller_id bigint not null references member,
  product_id bigint not null references product,
  supplier_code text not null,
  buy_price bigint not null default 0 check (buy_price >= 0),
  -- Prepaid: the price. Bill: the seller's admin fee. Open denomination: the seller's margin.
  sell_price bigint not null check (sell_price >= 0),
  promo_price bigint check (promo_price >= 0),
  open boolean not null default true,
  -- The seller's server has trouble with this product.
  disturbed boolean not null default false,
  -- Whether orders reserve stock in offer_stock.
  stocked boolean not null default false,
  -- Daily pause, Asia/Jakarta; it may span midnight.
  cutoff_from time,
  cutoff_to time,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version bigint not null default 0,
  -- The seller's code of an inquiry for the name of a target's owner; null if its server has none.
  check_code text check (check_code <> ''),
  -- Beginning of supplier_code, and the code before with its own beginning; null if there was no other. A check of an attempt repeats the code
  -- of its order, because a server takes another code for a new order.
  code_since timestamptz,
  former_code text,
  former_code_since timestamptz,
  check ((cutoff_from is null) = (cutoff_to is null)),
  constraint offer_former_code_whole check ((former_code is null) = (code_since is null))
);
create unique index offer_once on offer (seller_id, product_id) where archived_at is null;
create index offer_version on offer (version);
create index offer_seller on offer (seller_id) where archived_at is null;
create index offer_with_cutoff on offer (id) where cutoff_from is not null and archived_at is null;
-- Archived offers included: the code of a product that was ever offered never changes.
create index offer_product_ever on offer (product_id);
create trigger cache_bump before insert or update on offer for each statement execute function bump_cache_version();
create trigger cache_stamp before insert or update on offer for each row execute function stamp_cache_version();

-- A special price changes the price of an order, so it changes the version of its offer: an order with an older price is priced again.
create function touch_offer() returns trigger language plpgsql as $$
begin
  update offer set updated_at = now() where id = new.offer_id;
  return null;
end $$;

-- Price of one seller for one buyer.
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
create index special_price_buyer on special_price (buyer_id);
create trigger special_price_moves_offer after insert or update on special_price for each row execute function touch_offer();
create trigger cache_bump before insert or update on special_price for each statement execute function bump_cache_version();
create trigger cache_stamp before insert or update on special_price for each row execute function stamp_cache_version();

-- Members that a seller found by a whole e-mail address or phone number. For a day it may give them a special price.
create table buyer_found (
  seller_id bigint not null references member,
  member_id bigint not null references member,
  at timestamptz not null default now(),
  primary key (seller_id, member_id)
);

-- — Price changes

-- Every change of a price or of availability, published to buyers with the offer in their buying list. Old rows are deleted.
create table offer_change (
  id bigint generated always as identity primary key,
  offer_id bigint references offer,
  -- The buyer of a special price; null concerns all buyers.
  buyer_id bigint references member,
  kind text not null,
  sell_price_before bigint,
  sell_price bigint,
  promo_price_before bigint,
  promo_price bigint,
  special_price_before bigint,
  special_price bigint,
  at timestamptz not null default now(),
  -- Null until published.
  notified_at timestamptz,
  -- A whole shop that opens or closes is one row with its seller, instead of one row per offer.
  seller_id bigint references member,
  constraint offer_change_kind_check check (kind in (
      'price', 'open', 'closed', 'removed', 'special',
      'disturbed', 'restored', 'cut_off', 'cut_off_over', 'sold_out', 'in_stock', 'shop_open', 'shop_closed'
    )),
  constraint offer_change_of_offer_or_shop check (
      (offer_id is null) = (kind in ('shop_open', 'shop_closed')) and (seller_id is null) = (offer_id is not null)
    )
);
create index offer_change_offer on offer_change (offer_id, id);
create index offer_change_untold on offer_change (id) where notified_at is null;
-- For the special price that a buyer had at a change: its next change has it as the price before.
create index offer_change_buyer on offer_change (offer_id, buyer_id, id) where buyer_id is not null;
create index offer_change_shop on offer_change (seller_id, id) where seller_id is not null;
-- For the prices of thousands of offers within a day, from which a price cut is measured (of 1,000,000 changes 44 ms, without it 580 ms).
create index offer_change_price on offer_change (offer_id, at) where kind = 'price';

-- Offers whose cut-off or lack of stock is published. A job compares them with the current state and publishes the differences.
create table offer_pause (
  offer_id bigint not null references offer,
  kind text not null check (kind in ('cut_off', 'sold_out')),
  since timestamptz not null default now(),
  primary key (offer_id, kind)
);

-- The same for shops outside their opening hours.
create table shop_pause (
  seller_id bigint primary key references member,
  since timestamptz not null default now()
);

-- — Favourites

-- Numbers that a member buys for again and again, under a name. They are personal data, deleted when the member closes its account.
create table favourite (
  id bigint generated always as identity primary key,
  -- No foreign key, because members are never deleted.
  member_id bigint not null,
  name text not null check (name <> ''),
  -- In the spelling of an order of the product, or of an order without a product.
  target text not null,
  -- Usual product for the target.
  product_id bigint references product,
  created_at timestamptz not null default now(),
  constraint favourite_once unique nulls not distinct (member_id, target, product_id)
);
