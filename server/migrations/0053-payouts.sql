-- Cash-outs that the payment provider pays. A payout is asked for once; one that failed for certain may be followed by another.

create table payout (
  id bigint generated always as identity primary key,
  cash_out_id bigint not null references cash_out (id),
  number smallint not null check (number > 0),
  -- Our name for it at the provider, which pays one name once.
  reference text not null unique,
  amount bigint not null check (amount > 0),
  -- 'asking' is written before the provider is asked: found by another process it is like 'unknown', asked about and never asked again.
  -- 'new' may be sent: nothing has left, or what was sent provably did not. 'reversed': paid, and sent back by the bank.
  state text not null default 'new' check (state in ('new', 'asking', 'unknown', 'waits', 'succeeded', 'failed', 'reversed')),
  sends smallint not null default 0,
  provider_id text,
  failure text,
  asked_by bigint not null references member (id),
  reason text not null,
  -- Since when the provider has said that it does not know it.
  missing_since timestamptz,
  -- When the provider is asked next; null when it has said how it ended.
  due_at timestamptz default now() + interval '1 minute',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint payout_number unique (cash_out_id, number),
  constraint payout_due_until_it_ends check ((due_at is null) = (state in ('succeeded', 'failed', 'reversed')))
);
-- One at a time, and one that was paid, however many ask.
create unique index payout_live on payout (cash_out_id) where state in ('new', 'asking', 'unknown', 'waits');
create unique index payout_paid on payout (cash_out_id) where state in ('succeeded', 'reversed');
create index payout_due on payout (due_at) where due_at is not null;

create trigger payout_told after insert or update on payout for each statement execute function tell_tickets();
