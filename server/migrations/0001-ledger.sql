-- The books. Every change of a balance is one balanced, append-only set of entries.
--
-- Amounts are whole rupiah, credit positive. A wallet (what the house owes a member) grows by credit; so do the money in
-- flight and fee income. Cash and receivables are assets: what the house holds is the negative of their sum.
-- Wallets have positive account ids (the member's id), house accounts negative ones.

create type ledger_event as enum (
  'deposit.approved', 'deposit.cancelled',
  'purchase.held', 'purchase.released', 'purchase.settled', 'purchase.refunded',
  'cash_out.requested', 'cash_out.paid', 'cash_out.rejected', 'cash_out.returned',
  'cash.transferred', 'adjustment.booked'
);

create table house_account (
  id bigint primary key check (id < 0),
  code text not null unique,
  kind text not null check (kind in ('asset', 'liability', 'income', 'expense')),
  name text not null
);

insert into house_account (id, code, kind, name) values
  (-1, 'sales_in_flight', 'liability', 'Penjualan berjalan'),
  (-2, 'cash_outs_in_flight', 'liability', 'Penarikan berjalan'),
  (-3, 'unmatched_deposits', 'liability', 'Deposit belum dikenali'),
  (-4, 'fee_income', 'income', 'Pendapatan biaya'),
  (-5, 'gateway_cost', 'expense', 'Biaya gateway'),
  (-6, 'adjustments', 'expense', 'Penyesuaian'),
  (-7, 'seller_receivable', 'asset', 'Piutang suplier'),
  (-101, '01', 'asset', 'BCA'),
  (-102, '02', 'asset', 'BNI'),
  (-104, '04', 'asset', 'BRI'),
  (-105, '05', 'asset', 'MANDIRI'),
  (-106, '06', 'asset', 'KARTU');

-- Narrow, no further indexes, half-filled pages: the row of a busy buyer is updated thousands of times a second in place.
create table wallet (
  member_id bigint primary key,
  balance bigint not null default 0 constraint wallet_not_negative check (balance >= 0)
) with (fillfactor = 50);

create sequence entry_set_id;

create table entry (
  set_id bigint not null,
  leg smallint not null,
  account_id bigint not null check (account_id <> 0),
  amount bigint not null check (amount <> 0),
  -- The wallet's balance after this entry; house accounts have no running balance, because one shared row would queue every sale.
  balance_after bigint check ((account_id > 0) = (balance_after is not null)),
  event ledger_event not null,
  reference bigint not null,
  at timestamptz not null default now(),
  primary key (set_id, leg)
);

-- The same business event is never booked twice.
create unique index entry_once on entry (reference, event) where leg = 1;
create index entry_statement on entry (account_id, set_id) where account_id > 0;

create function entry_sets_balance() returns trigger language plpgsql as $$
declare broken bigint;
begin
  select set_id into broken from added group by set_id having sum(amount) <> 0 limit 1;
  if found then
    raise exception 'entry set % does not sum to zero', broken using errcode = 'integrity_constraint_violation', constraint = 'entry_sets_balance';
  end if;
  return null;
end $$;
create trigger entry_sets_balance after insert on entry referencing new table as added for each statement execute function entry_sets_balance();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append only', tg_table_name using errcode = 'integrity_constraint_violation', constraint = 'append_only';
end $$;
create trigger entry_append_only before update or delete or truncate on entry for each statement execute function refuse_change();
