-- What the payment provider is asked for, and the money that it says it got.

create table gateway_ask (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('invoice', 'qris', 'va')),
  member_id bigint not null references member (id),
  -- An account of the member's own is of no ticket.
  deposit_id bigint references deposit (id),
  -- Our name for it at the provider.
  reference text not null unique,
  amount bigint check (amount > 0),
  -- 'asking' is written before the provider is asked: found by another process it is like 'unknown', and asked about before it is asked again.
  -- 'paid': a payment came, of whatever sum.
  state text not null default 'new' check (state in ('new', 'asking', 'unknown', 'open', 'paid', 'expired', 'refused')),
  provider_id text,
  url text,
  qr text,
  account_no text,
  -- When the provider is asked next; null when there is nothing more to ask.
  due_at timestamptz default now(),
  error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint gateway_ask_of_ticket check ((kind = 'va') = (deposit_id is null)),
  constraint gateway_ask_amount check ((kind = 'va') = (amount is null))
);
create unique index gateway_ask_once on gateway_ask (deposit_id) where deposit_id is not null;
-- One account per member, until there is a second bank that gives them.
create unique index gateway_account_once on gateway_ask (member_id) where kind = 'va';
create index gateway_ask_due on gateway_ask (due_at) where due_at is not null;

create table gateway_payment (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('invoice', 'qris', 'va')),
  -- The provider's number of the payment.
  provider_payment_id text not null,
  reference text not null,
  amount bigint not null check (amount > 0),
  paid_at timestamptz,
  -- Fields that may be kept: none of cards, none of strangers' accounts.
  facts jsonb not null,
  -- 'unmatched': it waits as money without an owner.
  state text not null default 'new' check (state in ('new', 'credited', 'unmatched')),
  deposit_id bigint references deposit (id),
  created_at timestamptz not null default now(),
  constraint gateway_payment_once unique (kind, provider_payment_id),
  constraint gateway_payment_credited_to_a_ticket check ((state = 'credited') = (deposit_id is not null))
);
create unique index gateway_payment_of_ticket on gateway_payment (deposit_id) where deposit_id is not null;

alter table unmatched_money add column gateway_payment_id bigint references gateway_payment (id);
create unique index unmatched_payment_once on unmatched_money (gateway_payment_id) where gateway_payment_id is not null;
