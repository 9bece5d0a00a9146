-- Money that comes in and goes out: tickets of members, what banks and the payment provider tell, what administrators book.
-- Every entry of the books that is not of a sale is demanded by a row of these tables, leg by leg (ledger/proof/transfers.ts).

alter type ledger_event add value 'unmatched.received';
alter type ledger_event add value 'unmatched.released';
alter type ledger_event add value 'cash.corrected';

-- One for both kinds of tickets: an administrator's decision names a ticket by its number only.
create sequence ticket_id;

create table payment_method (
  id smallint primary key,
  name text not null,
  description text not null,
  logo text not null default '',
  channel text not null check (channel in ('transfer', 'va', 'card', 'qris')),
  cash_code text not null references house_account (code),
  -- Where to transfer to; without a number the method is not offered.
  account_no text not null default '',
  account_name text not null default '',
  fee_flat bigint not null default 0 check (fee_flat >= 0),
  fee_basis_points integer not null default 0 check (fee_basis_points between 0 and 1000),
  enabled boolean not null default true,
  sort_order smallint not null,
  updated_at timestamptz not null default now()
);

insert into payment_method (id, name, description, channel, cash_code, sort_order) values
  (1, 'BCA', 'Transfer ke rekening BCA', 'transfer', '01', 1),
  (5, 'MANDIRI', 'Transfer ke rekening MANDIRI', 'transfer', '05', 2),
  (4, 'BRI', 'Transfer ke rekening BRI', 'transfer', '04', 3),
  (2, 'BNI', 'Transfer ke rekening BNI', 'transfer', '02', 4),
  (7, 'VA-BRI', 'Virtual account BRI', 'va', '04', 5),
  (6, 'KARTU', 'Kartu kredit atau debit', 'card', '06', 6),
  (8, 'QRIS', 'Scan QRIS dari aplikasi apa saja', 'qris', '06', 7);

create table deposit (
  id bigint primary key default nextval('ticket_id'),
  member_id bigint not null references member (id),
  method_id smallint not null references payment_method (id),
  -- As the method was then: one that changes does not move old money.
  channel text not null check (channel in ('transfer', 'va', 'card', 'qris')),
  cash_code text not null references house_account (code),
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  -- What makes the sum of a transfer its own.
  code smallint not null default 0 check (code between 0 and 999),
  nominal bigint not null check (nominal = amount + fee + code),
  -- 0 imported and not looked at, 1 waits, 2 approved, 3 rejected, 4 cancelled; an approved one that was cancelled keeps `approved_at`.
  state smallint not null default 1 check (state between 0 and 4),
  -- What came; the member gets it without the fee.
  received bigint check (received > 0),
  credited bigint check (credited > 0),
  reffclient text,
  proof text,
  proof_at timestamptz,
  how text check (how in ('statement', 'gateway', 'admin', 'assigned', 'opening')),
  approved_at timestamptz,
  approved_by bigint references member (id),
  approved_description text,
  ended_at timestamptz,
  ended_by bigint references member (id),
  ended_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz,
  constraint deposit_credits_what_came check (credited = received - fee),
  constraint deposit_approved_whole check (num_nulls(received, credited, how, approved_at) in (0, 4)),
  constraint deposit_stands_as_approved check (case when state = 2 then approved_at is not null when state < 4 then approved_at is null else true end)
);
-- Two open transfers never share bank and sum: a row of the bank's statement names one ticket.
create unique index deposit_sum_open on deposit (cash_code, nominal) where state in (0, 1) and channel = 'transfer';
create unique index deposit_va_open on deposit (member_id, nominal) where state in (0, 1) and channel = 'va';
create unique index deposit_reference on deposit (member_id, reffclient) where reffclient is not null;
create index deposit_of_member on deposit (member_id, id);
create index deposit_of_sum on deposit (cash_code, nominal, id);
create index deposit_expiring on deposit (expires_at) where state in (0, 1);
create index deposit_by_state on deposit (state, id);
create index deposit_by_time on deposit (created_at);

create table cash_out (
  id bigint primary key default nextval('ticket_id'),
  member_id bigint not null references member (id),
  -- The account as it was when it was asked for: what was paid to whom stays true.
  bank_code text not null,
  account_no text not null,
  account_name text not null,
  amount bigint not null check (amount > 0),
  -- Why a buyer takes money out: 1 a wrong transfer, 2 leaving.
  kasus smallint check (kasus in (1, 2)),
  -- 0 waits, 1 is processed, 2 paid, 3 rejected, 4 withdrawn by its owner, or paid and returned by the bank.
  state smallint not null default 0 check (state between 0 and 4),
  reffclient text,
  paid_from text references house_account (code),
  paid_how text check (paid_how in ('hand', 'provider')),
  paid_at timestamptz,
  processed_at timestamptz,
  processed_by bigint references member (id),
  approved_by bigint references member (id),
  approved_description text,
  returned_at timestamptz,
  returned_by bigint references member (id),
  returned_reason text,
  ended_at timestamptz,
  ended_by bigint references member (id),
  ended_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint cash_out_paid_whole check (num_nulls(paid_from, paid_how, paid_at) in (0, 3)),
  constraint cash_out_stands_as_paid check (case when state = 2 then paid_at is not null when state < 4 then paid_at is null else (paid_at is null) = (returned_at is null) end),
  constraint cash_out_returned_ended check (returned_at is null or state = 4)
);
-- One under way per member, however many ask at once.
create unique index cash_out_open on cash_out (member_id) where state in (0, 1);
create unique index cash_out_reference on cash_out (member_id, reffclient) where reffclient is not null;
create index cash_out_of_member on cash_out (member_id, id);
create index cash_out_by_state on cash_out (state, id);
create index cash_out_by_time on cash_out (created_at);

-- Money that came and belongs to nobody yet. It waits in the books until an administrator says whose it is, or what it was.
create table unmatched_money (
  id bigint generated always as identity primary key,
  cash_code text not null references house_account (code),
  amount bigint not null check (amount > 0),
  opened_at timestamptz not null default now(),
  closed_at timestamptz,
  closed_how text check (closed_how in ('assigned', 'explained')),
  closed_by bigint references member (id),
  deposit_id bigint references deposit (id),
  reason text,
  constraint unmatched_closed_whole check ((closed_at is null) = (closed_how is null)),
  constraint unmatched_assigned_to_a_ticket check ((closed_how = 'assigned') = (deposit_id is not null) or closed_how is null)
);
create index unmatched_open on unmatched_money (cash_code, amount) where closed_at is null;

-- What administrators book. One sequence, so that what waits for a second one has its number already.
create sequence money_act_id;

create table cash_transfer (
  id bigint primary key default nextval('money_act_id'),
  from_code text not null references house_account (code),
  to_code text not null references house_account (code),
  amount bigint not null check (amount > 0),
  reffclient text unique,
  reason text not null,
  asked_by bigint references member (id),
  second_by bigint references member (id),
  created_at timestamptz not null default now(),
  constraint cash_transfer_between_two check (from_code <> to_code),
  constraint cash_transfer_by_two check (second_by <> asked_by)
);

-- A correction of one member's balance; positive gives.
create table adjustment (
  id bigint primary key default nextval('money_act_id'),
  member_id bigint not null references member (id),
  amount bigint not null check (amount <> 0),
  reffclient text unique,
  reason text not null,
  asked_by bigint references member (id),
  second_by bigint references member (id),
  created_at timestamptz not null default now(),
  constraint adjustment_by_two check (second_by <> asked_by and asked_by <> member_id and second_by <> member_id)
);

-- What a cash account holds more (positive) or less than the books said, against the kind of income or expense that it was.
create table cash_correction (
  id bigint primary key default nextval('money_act_id'),
  cash_code text not null references house_account (code),
  amount bigint not null check (amount <> 0),
  kind text not null check (kind in ('bank_fee', 'gateway_cost', 'interest', 'tax', 'rounding', 'loss')),
  reffclient text unique,
  reason text not null,
  asked_by bigint references member (id),
  second_by bigint references member (id),
  created_at timestamptz not null default now(),
  constraint cash_correction_by_two check (second_by <> asked_by)
);

create trigger cash_transfer_append_only before update or delete or truncate on cash_transfer for each statement execute function refuse_change();
create trigger adjustment_append_only before update or delete or truncate on adjustment for each statement execute function refuse_change();
create trigger cash_correction_append_only before update or delete or truncate on cash_correction for each statement execute function refuse_change();

-- Money whose tickets were never written: what opened the balances of members before tickets existed. Each becomes a ticket of its own,
-- with the number that the entry has.
insert into deposit (id, member_id, method_id, channel, cash_code, amount, fee, nominal, state, received, credited, how, approved_at, created_at, updated_at)
select approved.reference, approved.account_id, method.id, 'transfer', method.cash_code, approved.amount, 0, approved.amount,
  case when exists (select from entry undone where undone.event = 'deposit.cancelled' and undone.reference = approved.reference) then 4 else 2 end,
  approved.amount, approved.amount, 'opening', approved.at, approved.at, approved.at
from entry approved
join entry paid on paid.set_id = approved.set_id and paid.account_id < 0
join house_account on house_account.id = paid.account_id
join payment_method method on method.cash_code = house_account.code and method.channel = 'transfer'
where approved.event = 'deposit.approved' and approved.account_id > 0;
select setval('ticket_id', coalesce((select max(reference) from entry where event in ('deposit.approved', 'cash_out.requested') and reference > 0), 0) + 1, false);
