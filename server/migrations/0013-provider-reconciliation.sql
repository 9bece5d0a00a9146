-- Reconciliation of the payment provider: its transactions and its balance, day by day (Asia/Jakarta), against cash account 06.

-- Transactions as the provider lists them. It changes status and fee of a transaction later; each change is a new version, and the newest one counts.
create table provider_transaction (
  provider text not null check (provider in ('xendit')),
  transaction_id text not null,
  version smallint not null check (version > 0),
  -- The provider's id of the payment or payout.
  product_id text not null,
  reference text not null,
  -- The provider's word, such as PAYMENT or WITHDRAWAL.
  type text not null,
  direction text not null check (direction in ('in', 'out')),
  status text not null check (status in ('pending', 'success', 'failed', 'reversed')),
  amount numeric(20,2) not null check (amount >= 0),
  -- Null until the provider has charged it.
  fee numeric(20,2) check (fee >= 0),
  happened_at timestamptz not null,
  -- Since when the money is part of the balance; null if it is not settled.
  settles_at timestamptz,
  -- When the provider was asked. An older answer never makes a newer version.
  seen_at timestamptz not null,
  primary key (provider, transaction_id, version)
);
create index provider_transaction_by_time on provider_transaction (happened_at);
create index provider_transaction_reference on provider_transaction (reference);
create trigger provider_transaction_append_only before update or delete or truncate on provider_transaction
  for each statement execute function refuse_change();

-- Last successful comparison of each day.
create table compared_provider_day (
  provider text not null check (provider in ('xendit')),
  day date not null,
  at timestamptz not null default now(),
  left_out integer not null default 0 check (left_out >= 0),
  -- Fees of the day's transactions.
  fee numeric(20,2) not null check (fee >= 0),
  -- Balance at the end of the day, and the part of its difference to the books that nothing explains. Both as the first comparison found them, since
  -- what was under way at that time cannot be told later. `rest` is null where several installations share the account.
  balance numeric(20,2) not null,
  rest numeric(20,2),
  primary key (provider, day)
);

alter table reconciliation_difference
  drop constraint reconciliation_difference_scope_check,
  drop constraint reconciliation_difference_kind_check,
  add constraint reconciliation_difference_scope_check check (scope in ('bank', 'seller', 'provider')) not valid,
  add constraint reconciliation_difference_kind_check
    check (kind in ('not_in_books', 'waits', 'not_in_bank', 'no_statement', 'balance', 'not_at_seller', 'not_in_lapak', 'price', 'status', 'twice',
      'not_at_provider', 'amount', 'fee', 'provider_balance')) not valid;
