-- The main job. A purchase is one wish of a buyer; an attempt is one order at one seller for it.

-- Without a cache: lists show the newest first by id, and cached numbers of several connections would interleave.
create sequence purchase_id;
create sequence attempt_id;

create table purchase (
  id bigint primary key,
  buyer_id bigint not null,
  seller_id bigint not null,
  offer_id bigint not null,
  product_id bigint not null,
  inquiry_id bigint,
  price bigint not null check (price > 0),
  -- Stamped when accepted: what the house takes from the seller when this sale succeeds.
  fee bigint not null default 0 check (fee >= 0),
  amount bigint,
  maxprice bigint,
  counter smallint not null default 1,
  transactionrc smallint not null default 0 check (transactionrc in (0, 1, 2)),
  version integer not null default 1,
  channel smallint not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  refunded_at timestamptz,
  reffclient text not null,
  product_code text not null,
  target text not null,
  serialnumber text,
  description text,
  callback_url text
) with (fillfactor = 80);

-- A used reference is that order for ever.
create unique index purchase_reference on purchase (buyer_id, reffclient);
create index purchase_buyer on purchase (buyer_id, id);
create index purchase_seller on purchase (seller_id, id);

-- 0 queued, 1 sending, 2 waiting (the seller said pending), 3 unknown; final: 4 success, 5 failed, 6 unsent.
create table attempt (
  id bigint primary key,
  purchase_id bigint not null,
  seller_id bigint not null,
  offer_id bigint not null,
  price bigint not null,
  number smallint not null,
  state smallint not null default 0 check (state between 0 and 6),
  asks smallint not null default 0,
  claimed_by integer,
  took_ms integer,
  due_at timestamptz not null default now(),
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  supplier_reference text,
  message text
) with (fillfactor = 70);

create unique index attempt_trail on attempt (purchase_id, number);
-- At most one live order at a seller per purchase.
create unique index attempt_one_live on attempt (purchase_id) where state <= 3;
create index attempt_due on attempt (seller_id, due_at) where state <= 3;

-- What was said to and by the seller's server, word for word (secrets redacted).
create table exchange (
  attempt_id bigint not null,
  kind text not null check (kind in ('order', 'status', 'report', 'force')),
  state text not null,
  took_ms integer,
  at timestamptz not null default now(),
  request text not null,
  answer text not null
);
create index exchange_attempt on exchange (attempt_id);

-- Product, target and counter lately ordered by a buyer: the guard against probable doubles.
create table recent_order (
  key bigint primary key,
  purchase_id bigint not null,
  until timestamptz not null
) with (fillfactor = 70);

-- Cast to text one by one, because `bigint || text` is only stable and would keep the function from being inlined.
create function recent_order_key(buyer bigint, product bigint, target text, counter smallint) returns bigint
  language sql immutable parallel safe
  return hashtextextended(buyer::text || '.' || product::text || '.' || counter::text || '.' || target, 7);

-- Two processes accepted the same probable double at once: the later batch starts over and sees the earlier one.
create function refuse_race() returns boolean language plpgsql as $$
begin
  raise exception 'lost a race for a recent order' using errcode = 'serialization_failure';
end $$;

create table inquiry (
  id bigint generated always as identity primary key,
  token text not null unique,
  buyer_id bigint not null references member,
  product_id bigint not null references product,
  offer_id bigint not null references offer,
  target text not null,
  customer_name text not null,
  period text not null,
  bill bigint not null check (bill > 0),
  admin_fee bigint not null check (admin_fee >= 0),
  price bigint not null check (price > 0),
  supplier_reference text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  purchase_id bigint
);

create table purchase_alert (
  id bigint generated always as identity primary key,
  purchase_id bigint not null,
  attempt_id bigint not null,
  kind text not null check (kind in ('unknown_too_long', 'contradiction', 'status_too_old')),
  message text not null,
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  unique (attempt_id, kind)
);

-- What sellers owe the house after refunds that their balance did not cover; taken from their next sales.
create table seller_debt (
  seller_id bigint primary key references member,
  amount bigint not null check (amount >= 0)
);

-- Who changed a purchase by hand, and why.
create table purchase_force (
  id bigint generated always as identity primary key,
  purchase_id bigint not null,
  member_id bigint not null references member,
  from_state smallint not null,
  to_state smallint not null,
  description text,
  at timestamptz not null default now()
);

-- Workers prove that they live by holding an advisory lock on their number; a claim of a dead one is free at once.
create sequence worker_number as integer;
