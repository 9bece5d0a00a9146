-- Ledger: double entry. Every change of a balance is one append-only set of entries that sums to zero. A row of another area demands each set.
-- Amounts are whole rupiah, credit positive. Wallets (money that the platform owes members), money in flight and fee income grow by credit.
-- Cash and receivables are assets: the amount that the platform holds is the negative of their sum.
-- Account ids: a wallet has the positive id of its member, a system account a negative id. Lock order: members, then wallets by id.

-- — System accounts

create table system_account (
  id bigint primary key check (id < 0),
  code text not null unique,
  kind text not null check (kind in ('asset', 'liability', 'income', 'expense')),
  name text not null
);

-- The same ids as in `ledger/chart.ts`. Cash accounts are -100 minus their code.
insert into system_account (id, code, kind, name) values
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

-- — Wallets

-- Narrow rows, half-filled pages and no index on the balance, so that the wallet of a busy buyer is updated in place, thousands of times a second.
create table wallet (
  member_id bigint primary key,
  balance bigint not null default 0 constraint wallet_not_negative check (balance >= 0),
  -- Whether the member is blocked or closed (status 0). Postings read it under the lock of the wallet, which they hold in any case (ADR 0087).
  shut boolean not null default false,
  foreign key (member_id) references member
) with (fillfactor = 50);
-- For the administrators' list of money in shut accounts.
create index wallet_shut on wallet (member_id) where shut;

-- A trigger keeps `shut`, so that no writer of a member can forget it. The member's row is locked before the wallet.
create function wallet_follows_member() returns trigger language plpgsql as $$
begin
  update wallet set shut = new.status = 0 where member_id = new.id;
  return null;
end $$;

create trigger wallet_follows_member after update of status on member
  for each row when ((old.status = 0) <> (new.status = 0)) execute function wallet_follows_member();

-- — Entries

create type ledger_event as enum (
  'deposit.approved', 'deposit.cancelled',
  'purchase.held', 'purchase.released', 'purchase.settled', 'purchase.refunded',
  'cash_out.requested', 'cash_out.paid', 'cash_out.rejected', 'cash_out.returned',
  'cash.transferred', 'adjustment.booked', 'unmatched.received', 'unmatched.released', 'cash.corrected', 'debt.settled'
);

-- Numbers of sets, drawn under the locks of the wallets: their order is the history of each wallet.
create sequence entry_set_id;

-- One row per side (leg) of a set. Sets have no header row (ADR 0009).
create table entry (
  set_id bigint not null,
  leg smallint not null,
  -- No foreign key: either a wallet or a system account.
  account_id bigint not null check (account_id <> 0),
  amount bigint not null check (amount <> 0),
  -- Balance of the wallet after this entry. System accounts have none, because all sales would wait for that one row.
  balance_after bigint check ((account_id > 0) = (balance_after is not null)),
  event ledger_event not null,
  -- Id of the row that demands the set. No foreign key: the event decides on the table, such as attempt, top_up or cash_out.
  reference bigint not null,
  at timestamptz not null default now(),
  primary key (set_id, leg)
);
-- Prevents a second set of an event and reference, also by two transactions at once.
create unique index entry_once on entry (reference, event) where leg = 1;
-- For statements of wallets. No two keys are equal, so a search for duplicates before a page split would find nothing.
create index entry_statement on entry (account_id, set_id) with (deduplicate_items = off) where account_id > 0;
-- For movements of cash accounts (below -100) and of seller receivable (-7), which a seller's earnings since the newest ledger_day need.
-- One index for both, because every order evaluates the condition of each index (ADR 0050). Only orders of sellers with a debt write an entry here.
create index entry_of_assets on entry (account_id, set_id) where account_id < -6;

-- Every posting pays for the zero check. sum() of bigint computes in numeric, with a new state per set;
-- this aggregate computes in bigint. An overflow, which no set of whole rupiah comes near, is an error.
create aggregate sum_within_bigint(bigint) (sfunc = int8pl, stype = bigint, parallel = safe, combinefunc = int8pl);

create function entry_sets_balance() returns trigger language plpgsql as $$
declare broken bigint;
begin
  select set_id into broken from added group by set_id having sum_within_bigint(amount) <> 0 limit 1;
  if found then
    raise exception 'entry set % does not sum to zero', broken using errcode = 'integrity_constraint_violation', constraint = 'entry_sets_balance';
  end if;
  return null;
end $$;

-- A set has to be inserted by one statement.
create trigger entry_sets_balance after insert on entry referencing new table as added
  for each statement execute function entry_sets_balance();
create trigger entry_append_only before update or delete or truncate on entry for each statement execute function refuse_change();

-- — Days

-- First set number of each day in Asia/Jakarta, stored once it can no longer change. A day is a range of set numbers (ADR 0013):
-- no set is in two days or in none. One row per day, without gaps. All days before the newest are summed in wallet_day and seller_day.
create table ledger_day (
  day date primary key,
  first_set bigint not null check (first_set >= 0)
);
create trigger ledger_day_append_only before update or delete or truncate on ledger_day for each statement execute function refuse_change();

-- First set number whose entries are not older than the moment, by binary search; null if all entries are older.
-- `at` is the start of the transaction, which draws its number up to a minute later; the 1,000 numbers before cover a clock that was set back.
-- Without sequential scans, because a plan made for a small table would read all entries of a large one.
create function entry_set_at(moment timestamptz) returns bigint language plpgsql stable strict parallel safe set enable_seqscan = off as $$
declare
  low bigint;
  high bigint;
  probe record;
begin
  select min(set_id), max(set_id) + 1 into low, high from entry;
  while low < high loop
    select set_id, at into probe from entry where set_id >= low + (high - low) / 2 order by set_id, leg limit 1;
    if probe.at is null or probe.at >= moment - interval '1 minute' then
      high := low + (high - low) / 2;
    else
      low := probe.set_id + 1;
    end if;
  end loop;
  return (select set_id from entry where set_id >= low - 1000 and at >= moment order by set_id limit 1);
end $$;

-- First set number of any day, stored or not; greater than all numbers if every entry is older.
create function ledger_day_begins(asked date) returns bigint language sql stable strict parallel safe
  return coalesce(
    (select first_set from ledger_day where day = asked),
    entry_set_at(asked::timestamp at time zone 'Asia/Jakarta'),
    9223372036854775807
  );

-- — Sums

-- Movements of a wallet on a day. A day without movements has no row.
create table wallet_day (
  member_id bigint not null,
  day date not null,
  entries_in integer not null check (entries_in >= 0),
  entries_out integer not null check (entries_out >= 0),
  paid_in bigint not null check (paid_in >= 0),
  paid_out bigint not null check (paid_out >= 0),
  primary key (member_id, day)
);
create trigger wallet_day_append_only before update or delete or truncate on wallet_day for each statement execute function refuse_change();

-- Sales and refunds of a seller on a day. Entries never change, so the sums never change; they are written together with ledger_day.
create table seller_day (
  day date not null,
  seller_id bigint not null,
  sales integer not null check (sales >= 0),
  -- Paid by buyers: sold = fee + recovered + paid.
  sold bigint not null,
  fee bigint not null,
  -- Kept for the seller's debt from earlier refunds.
  recovered bigint not null,
  -- Credited to the seller.
  paid bigint not null,
  refunds integer not null check (refunds >= 0),
  -- Given back to buyers, and the part of it that the seller's balance did not cover.
  refunded bigint not null,
  uncovered bigint not null,
  -- A refund gives the seller the fee of the sale back, also on a later day. No default: a program that does not know the column must fail
  -- instead of storing a day without it.
  fee_returned bigint not null,
  primary key (day, seller_id),
  constraint seller_day_adds_up check (sold = paid + fee + recovered),
  constraint seller_day_gives_back check (fee_returned between 0 and refunded)
);
create index seller_day_of_seller on seller_day (seller_id, day);
create trigger seller_day_append_only before update or delete or truncate on seller_day for each statement execute function refuse_change();

-- Balances of all system accounts after a set, so that they are not summed from the first entry. Written every few minutes;
-- of older days only the last checkpoint remains.
create table account_checkpoint (
  account_id bigint not null references system_account (id),
  set_id bigint not null,
  balance bigint not null,
  -- The set first, because current balances begin with the newest checkpoint of all accounts.
  primary key (set_id, account_id)
);
-- For the balance of one account before a given set.
create index account_checkpoint_of_account on account_checkpoint (account_id, set_id);

-- — Verification

-- Result of each verification of the ledger by the daily job or at the request of an administrator.
create table ledger_check (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  took_ms integer not null check (took_ms >= 0),
  rules integer not null,
  breaches jsonb not null
);
create trigger ledger_check_append_only before update or delete or truncate on ledger_check for each statement execute function refuse_change();
