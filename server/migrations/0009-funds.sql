-- Money that enters and leaves the platform: top-ups, cash-outs, sellers' debts, cash bookings, bank statements, suspense, reconciliation.
-- The ledger holds the entries; a row of these tables is the reason for each entry set. Amounts are whole rupiah; banks also count sen (numeric).
-- Lock order of a top-up: evidence (bank row, or payment and then its payment request), suspense money, ticket, member, wallet.
-- Lock order of a cash-out: member, cash-out, payout, debt, wallet.

-- Tickets are top-ups and cash-outs. They share one sequence, because an administrator's decision names a ticket by its number alone.
create sequence ticket_id;

-- Bookings by administrators: cash transfers, adjustments and corrections share one sequence.
create sequence money_act_id;

-- — Bank accounts and payment methods

-- Accounts of members, for cash-outs. A row is one account for ever: another number is another row, and a removed account is archived.
create table bank_account (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  bank_code text not null check (bank_code in ('01', '02', '04', '05')),
  account_no text not null,
  -- As the member wrote it.
  account_name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  -- Owner's name as the bank gives it. Null although `bank_said_at` is set: the bank does not know the account.
  bank_says text,
  bank_said_at timestamptz
);
create unique index bank_account_once on bank_account (member_id, bank_code, account_no) where archived_at is null;

-- Ways to top up. `cash_code` is the cash account that receives the money: a bank, or 06 for all payments at the payment provider (ADR 0088).
create table payment_method (
  id smallint primary key,
  name text not null,
  description text not null,
  logo text not null default '',
  channel text not null check (channel in ('transfer', 'va', 'card', 'qris')),
  cash_code text not null references system_account (code),
  -- Account that members transfer to. A transfer method without a number is not offered.
  account_no text not null default '',
  account_name text not null default '',
  fee_flat bigint not null default 0 check (fee_flat >= 0),
  fee_basis_points integer not null default 0 check (fee_basis_points between 0 and 1000),
  enabled boolean not null default true,
  sort_order smallint not null,
  updated_at timestamptz not null default now()
);

insert into payment_method (id, name, description, logo, channel, cash_code, sort_order) values
  (1, 'BCA', 'Transfer ke rekening BCA', '/methods/bca.svg', 'transfer', '01', 1),
  (5, 'MANDIRI', 'Transfer ke rekening MANDIRI', '/methods/mandiri.svg', 'transfer', '05', 2),
  (4, 'BRI', 'Transfer ke rekening BRI', '/methods/bri.svg', 'transfer', '04', 3),
  (2, 'BNI', 'Transfer ke rekening BNI', '/methods/bni.svg', 'transfer', '02', 4),
  (7, 'VA-BRI', 'Virtual account BRI', '/methods/va-bri.svg', 'va', '06', 5),
  (6, 'KARTU', 'Kartu kredit atau debit', '/methods/kartu.svg', 'card', '06', 6),
  (8, 'QRIS', 'Scan QRIS dari aplikasi apa saja', '/methods/qris.svg', 'qris', '06', 7);

-- — Top-ups

create table top_up (
  id bigint primary key default nextval('ticket_id'),
  member_id bigint not null references member (id),
  method_id smallint not null references payment_method (id),
  -- Copied from the method, so that a changed method does not move money that is booked.
  channel text not null check (channel in ('transfer', 'va', 'card', 'qris')),
  cash_code text not null references system_account (code),
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  -- Unique code: makes the sum of a transfer unique among the open tickets of its bank. 0: none.
  code smallint not null default 0 check (code between 0 and 999),
  -- The sum to be paid.
  nominal bigint not null check (nominal = amount + fee + code),
  -- 0 imported, not decided; 1 waiting; 2 approved; 3 rejected; 4 cancelled. A cancelled ticket with `approved_at` was approved and taken back.
  state smallint not null default 1 check (state between 0 and 4),
  -- The sum that was paid, and the part that the member's wallet was credited with: without the fee.
  received bigint check (received > 0),
  credited bigint check (credited > 0),
  -- The member's own reference.
  reffclient text,
  -- Picture that the member uploaded as proof of payment; it credits nothing.
  proof text,
  proof_at timestamptz,
  -- Evidence: bank row, payment at the provider, approval by hand, suspense money assigned to this ticket, or an opening balance.
  how text check (how in ('statement', 'gateway', 'admin', 'assigned', 'opening')),
  approved_at timestamptz,
  approved_by bigint references member (id),
  approved_description text,
  ended_at timestamptz,
  ended_by bigint references member (id),
  ended_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Null for a ticket that was created from received money, without a request of the member.
  expires_at timestamptz,
  -- Account of the platform that was shown to the payer. Tickets keep it, because the method may change. Empty for other channels.
  account_no text not null default '',
  account_name text not null default '',
  -- Newest ticket credited from an overlapping payment of another sum to the member's virtual account.
  -- The administrator who approved this ticket by hand has seen that ticket and confirmed that the money differs.
  beside bigint references top_up (id),
  constraint top_up_credited_without_fee check (credited = received - fee),
  constraint top_up_approved_whole check (num_nulls(received, credited, how, approved_at) in (0, 4)),
  constraint top_up_state_matches_approval check (case when state = 2 then approved_at is not null when state < 4 then approved_at is null else true end)
);
-- Prevents two open transfers of one sum at one bank, however many tickets are created at once, so that a bank row matches one ticket at most.
create unique index top_up_sum_open on top_up (cash_code, nominal) where state in (0, 1) and channel = 'transfer';
-- The same for a member's virtual account.
create unique index top_up_va_open on top_up (member_id, nominal) where state in (0, 1) and channel = 'va';
create unique index top_up_reference on top_up (member_id, reffclient) where reffclient is not null;
create index top_up_of_member on top_up (member_id, id);
-- Choice of unique codes, and tickets of a bank row's sum.
create index top_up_of_sum on top_up (cash_code, nominal, id);
create index top_up_expiring on top_up (expires_at) where state in (0, 1);
-- Administrators' lists by state, by day, and by cash account. The first ticket, by time, also marks the beginning of matching.
create index top_up_by_state on top_up (state, id);
create index top_up_by_time on top_up (created_at);
-- Whether an account is or was shown to payers, and so belongs to the platform.
create index top_up_of_account on top_up (cash_code, account_no) where account_no <> '';
-- Suggestions for a bank row: approved tickets of its bank and sum.
create index top_up_of_received on top_up (cash_code, received, id) where state = 2;
create index top_up_by_cash on top_up (cash_code, state, id);
-- Refreshes administrators' lists.
create trigger top_up_published after insert or update on top_up for each statement execute function notify_tickets();

-- — Payment provider: top-ups by card, QRIS and virtual account (ADR 0038)

-- Payment requests. A request is committed before the provider is asked; without an answer it is queried by its reference.
create table payment_request (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('invoice', 'qris', 'va')),
  member_id bigint not null references member (id),
  -- Null for a virtual account: it belongs to the member, not to a ticket.
  top_up_id bigint references top_up (id),
  -- The platform's name of the request at the provider.
  reference text not null unique,
  -- Null for a virtual account, which takes any sum.
  amount bigint check (amount > 0),
  -- 'new' not sent; 'asking' committed before sending: if its process is gone, the provider is queried as for 'unknown', before it is asked again.
  -- 'open' can be paid; 'paid' a payment arrived, of whatever sum.
  state text not null default 'new' check (state in ('new', 'asking', 'unknown', 'open', 'paid', 'expired', 'refused')),
  provider_id text,
  -- The payer needs one of the three: page of a card payment, QRIS code, number of the virtual account.
  url text,
  qr text,
  account_no text,
  -- Next query of the provider; null if nothing remains to be queried.
  due_at timestamptz default now(),
  error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Picture of the QRIS code, drawn once so that reading a ticket does not draw it.
  qr_drawn text,
  -- The provider's refusal, until it answers otherwise. Messages to the member depend on this code, not on the text of `error`.
  refusal text check (refusal in ('duplicate', 'unknown', 'other')),
  constraint payment_request_of_top_up check ((kind = 'va') = (top_up_id is null)),
  constraint payment_request_amount check ((kind = 'va') = (amount is null))
);
-- One request per ticket and one virtual account per member, however many calls run at once.
create unique index payment_request_once on payment_request (top_up_id) where top_up_id is not null;
create unique index payment_request_account_once on payment_request (member_id) where kind = 'va';
create index payment_request_due on payment_request (due_at) where due_at is not null;

-- Payments that the provider has reported, by callback or by query. A job moves the money of each stored payment.
create table gateway_payment (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('invoice', 'qris', 'va')),
  provider_payment_id text not null,
  -- No foreign key: a payment of an unknown request goes to suspense.
  reference text not null,
  amount bigint not null check (amount > 0),
  paid_at timestamptz,
  -- Only fields that may be stored: no card data, no accounts of third parties.
  facts jsonb not null,
  -- 'credited' to a ticket at once; 'unmatched': its money went to suspense.
  state text not null default 'new' check (state in ('new', 'credited', 'unmatched')),
  top_up_id bigint references top_up (id),
  created_at timestamptz not null default now(),
  -- A payment is stored once, even if callback and query report it at the same time.
  constraint gateway_payment_once unique (kind, provider_payment_id),
  constraint gateway_payment_credited_to_a_ticket check ((state = 'credited') = (top_up_id is not null))
);
create unique index gateway_payment_of_ticket on gateway_payment (top_up_id) where top_up_id is not null;
-- Payments whose money has not been moved yet.
create index gateway_payment_new on gateway_payment (created_at) where state = 'new';
-- Payments of a request.
create index gateway_payment_reference on gateway_payment (reference);

-- — Cash-outs

create table cash_out (
  id bigint primary key default nextval('ticket_id'),
  member_id bigint not null references member (id),
  -- Copied from the bank account at the time of the request, so that the record of the payee stays true.
  bank_code text not null,
  account_no text not null,
  account_name text not null,
  amount bigint not null check (amount > 0),
  -- Case: why a member without sales takes money out. 1 a wrong transfer, 2 leaving the platform.
  kasus smallint check (kasus in (1, 2)),
  -- 0 waiting; 1 in process; 2 paid; 3 rejected; 4 withdrawn by the member, or paid and returned by the bank.
  state smallint not null default 0 check (state between 0 and 4),
  -- The member's own reference.
  reffclient text,
  paid_from text references system_account (code),
  -- 'provider': by a payout.
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
  -- When this cash-out closed the account of a leaving member. Money that arrives afterwards reopens such an account.
  closed_account_at timestamptz,
  -- Owner's name as the bank had given it at the time of the request. A payout names this owner, if it is known.
  bank_says text,
  constraint cash_out_paid_whole check (num_nulls(paid_from, paid_how, paid_at) in (0, 3)),
  constraint cash_out_state_matches_payment check (
    case when state = 2 then paid_at is not null when state < 4 then paid_at is null else (paid_at is null) = (returned_at is null) end
  ),
  constraint cash_out_returned_ended check (returned_at is null or state = 4)
);
-- One open cash-out per member, however many requests arrive at once.
create unique index cash_out_open on cash_out (member_id) where state in (0, 1);
create unique index cash_out_reference on cash_out (member_id, reffclient) where reffclient is not null;
create index cash_out_of_member on cash_out (member_id, id);
-- Administrators' lists by state, by day, and by the member's bank.
create index cash_out_by_state on cash_out (state, id);
create index cash_out_by_time on cash_out (created_at);
-- Matching of bank rows: paid cash-outs of a bank and sum.
create index cash_out_paid_sum on cash_out (paid_from, amount) where paid_at is not null;
create index cash_out_by_bank on cash_out (bank_code, state, id);
create trigger cash_out_published after insert or update on cash_out for each statement execute function notify_tickets();

-- Payments of cash-outs by the payment provider (ADR 0038). A payout that may have left is never sent again; a failed one may be followed by another.
create table payout (
  id bigint generated always as identity primary key,
  cash_out_id bigint not null references cash_out (id),
  number smallint not null check (number > 0),
  -- The platform's name of the payout; the provider pays one name once.
  reference text not null unique,
  amount bigint not null check (amount > 0),
  -- 'new' may be sent: nothing has left, or it provably did not. 'asking' is committed before sending: if its process is gone, the payout is
  -- queried as for 'unknown'. 'waits' the provider has accepted it. 'reversed' it was paid, and the bank returned the money.
  state text not null default 'new' check (state in ('new', 'asking', 'unknown', 'waits', 'succeeded', 'failed', 'reversed')),
  -- Times that it was sent, five at most.
  sends smallint not null default 0,
  provider_id text,
  failure text,
  asked_by bigint not null references member (id),
  reason text not null,
  -- Since when the provider has answered each query with "unknown reference"; after an hour a person may call the payout lost.
  missing_since timestamptz,
  -- Next query of the provider while the payout is live. The first minute is left to the job that is queued with the row.
  due_at timestamptz default now() + interval '1 minute',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Next daily query of an ended payout; null after a week. An overdue query is made up for, so a stopped worker misses nothing.
  look_at timestamptz,
  -- Last credible answer about a live payout; null before the first one. After days of silence a person may call the payout lost.
  heard_at timestamptz,
  constraint payout_number unique (cash_out_id, number),
  constraint payout_due_until_it_ends check ((due_at is null) = (state in ('succeeded', 'failed', 'reversed')))
);
-- Prevent a second payment: one live payout per cash-out, and one that paid, however many requests run at once.
create unique index payout_live on payout (cash_out_id) where state in ('new', 'asking', 'unknown', 'waits');
create unique index payout_paid on payout (cash_out_id) where state in ('succeeded', 'reversed');
create index payout_due on payout (due_at) where due_at is not null;
create index payout_look on payout (look_at) where look_at is not null;
create trigger payout_published after insert or update on payout for each statement execute function notify_tickets();

-- — Debts of sellers (ADR 0087)

-- Debts from refunds that the seller's balance did not cover. They are paid out of next sales, and before money leaves the balance.
-- A row with amount 0 is created to be locked: debts are locked before wallets, also if nothing is owed yet.
create table seller_debt (
  seller_id bigint primary key references member,
  amount bigint not null check (amount >= 0)
);

-- Debts that were paid out of the balance. Payments out of sales are entries of the sale.
create table debt_settlement (
  id bigint generated always as identity primary key,
  seller_id bigint not null references member,
  amount bigint not null check (amount > 0),
  -- A cash-out was about to leave, a cash-out came back, the seller's role ended, or the account was shut.
  cause text not null check (cause in ('cash_out', 'cash_out_back', 'selling_ended', 'account_shut')),
  created_at timestamptz not null default now()
);
create index debt_settlement_of_seller on debt_settlement (seller_id);
create trigger debt_settlement_append_only before update or delete or truncate on debt_settlement for each statement execute function refuse_change();

-- — Bookings by administrators
-- `second_by` approved it (ADR 0024), null if one administrator sufficed. A `reffclient` makes a repeated request the same booking.

-- Between two cash accounts of the platform.
create table cash_transfer (
  id bigint primary key default nextval('money_act_id'),
  from_code text not null references system_account (code),
  to_code text not null references system_account (code),
  amount bigint not null check (amount > 0),
  reffclient text unique,
  reason text not null,
  asked_by bigint references member (id),
  second_by bigint references member (id),
  created_at timestamptz not null default now(),
  constraint cash_transfer_between_two check (from_code <> to_code),
  constraint cash_transfer_by_two check (second_by <> asked_by)
);
-- Matching of bank rows by sum.
create index cash_transfer_sum on cash_transfer (amount);
create trigger cash_transfer_append_only before update or delete or truncate on cash_transfer for each statement execute function refuse_change();
-- Bookings change the figures of administrators' pages as tickets do, so they refresh these pages too.
create trigger cash_transfer_published after insert on cash_transfer for each statement execute function notify_tickets();

-- Change of one member's balance; positive credits. It takes two administrators, neither of them the member.
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
create trigger adjustment_append_only before update or delete or truncate on adjustment for each statement execute function refuse_change();
create trigger adjustment_published after insert on adjustment for each statement execute function notify_tickets();

-- Aligns a cash account with the bank; positive: the account holds more than the books. `kind` is the income or expense behind it.
create table cash_correction (
  id bigint primary key default nextval('money_act_id'),
  cash_code text not null references system_account (code),
  amount bigint not null check (amount <> 0),
  kind text not null check (kind in ('bank_fee', 'gateway_cost', 'interest', 'tax', 'rounding', 'loss')),
  reffclient text unique,
  reason text not null,
  asked_by bigint references member (id),
  second_by bigint references member (id),
  created_at timestamptz not null default now(),
  constraint cash_correction_by_two check (second_by <> asked_by)
);
-- Suggestions for a bank row.
create index cash_correction_sum on cash_correction (cash_code, amount, id);
create trigger cash_correction_append_only before update or delete or truncate on cash_correction for each statement execute function refuse_change();
create trigger cash_correction_published after insert on cash_correction for each statement execute function notify_tickets();

-- — Bank statements
-- Each row of a bank is stored once, although feeds and files report it repeatedly. Personal data is erased after a retention period.

-- Permits one change of a row that is otherwise append-only: erasing `content`.
create function only_forget_content() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.content = '' and to_jsonb(new) - 'content' = to_jsonb(old) - 'content' then
    return new;
  end if;
  raise exception '% only forgets', tg_table_name using errcode = 'integrity_constraint_violation', constraint = 'append_only';
end $$;

create table statement_file (
  id bigint generated always as identity primary key,
  bank_code text not null references system_account (code),
  -- The uploaded bytes, as evidence of the rows; empty after the retention period. The hash stays, so the file is recognised for ever.
  content bytea not null,
  sha256 bytea not null,
  format text not null,
  -- Rows in the file, and those that were not known before.
  rows integer not null,
  added integer not null,
  uploaded_by bigint not null references member (id),
  created_at timestamptz not null default now()
);
-- Without the bank: the same file is refused for another bank too, also if both uploads run at once.
create unique index statement_file_once on statement_file (sha256);
create trigger statement_file_only_forgets before update or delete on statement_file for each row execute function only_forget_content();
create trigger statement_file_stays before truncate on statement_file for each statement execute function only_forget_content();

-- Column mappings that administrators confirmed for files with an unknown header. The newest mapping of a header counts.
create table statement_mapping (
  id bigint generated always as identity primary key,
  bank_code text not null references system_account (code),
  columns text[] not null,
  roles text[] not null check (cardinality(roles) = cardinality(columns)),
  -- Decimal separator.
  number text not null check (number in ('dot', 'comma')),
  created_by bigint not null references member,
  created_at timestamptz not null default now()
);
create index statement_mapping_of_bank on statement_mapping (bank_code, id);
create trigger statement_mapping_append_only before update or delete or truncate on statement_mapping
  for each statement execute function refuse_change();

create table bank_statement (
  id bigint generated always as identity primary key,
  bank_code text not null references system_account (code),
  account_no text not null,
  -- Midnight in Jakarta if the source gives only the day (`has_time` false).
  happened_at timestamptz not null,
  has_time boolean not null,
  -- Positive is money in.
  amount numeric(20,2) not null check (amount <> 0),
  -- Names the payer; empty after the retention period of an explained row.
  description text not null,
  reff text not null,
  -- Balance after the row, if the source gives it.
  balance numeric(20,2),
  -- First source of the row: name of a feed, or format of a file.
  source text not null,
  -- Set if the first source was a file.
  file_id bigint references statement_file (id),
  -- Hash of all that the source reports. Equal rows of one source differ by `nth`.
  fingerprint bytea not null,
  nth smallint not null check (nth >= 1),
  -- 'new' unexplained; 'unmatched' in suspense; 'noted' no money of the platform; otherwise `explained_id` is the ticket or booking.
  explained text not null default 'new'
    check (explained in ('new', 'deposit', 'cash_out', 'cash_transfer', 'correction', 'unmatched', 'noted')),
  -- No foreign key: it refers to the table that `explained` names.
  explained_id bigint,
  explained_at timestamptz,
  -- Null if the program explained it.
  explained_by bigint references member (id),
  -- Reason of the explanation; null until the row is first matched.
  why text,
  created_at timestamptz not null default now(),
  -- When a feed confirmed a row of a file. Until then the row counts as its uploader's decision.
  confirmed_at timestamptz,
  -- Row of another source with the same sum, some days apart or with another balance. Nothing is booked until a person decides that both are real.
  maybe_same_as bigint references bank_statement (id),
  constraint statement_explained_whole check (
      (explained_at is null) = (explained in ('new', 'unmatched'))
      and (explained_id is not null) = (explained in ('deposit', 'cash_out', 'cash_transfer', 'correction'))
      and (explained = 'new' or why is not null)
    )
);
create unique index statement_once on bank_statement (fingerprint, nth);
-- One row per ticket or booking and direction: a cash transfer has a row at both banks, a returned cash-out has one out and one in.
create unique index statement_explains_once on bank_statement (explained, explained_id, (amount > 0)) where explained_id is not null;
-- Comparison of deliveries with stored rows, and reconciliation of a day.
create index statement_by_day on bank_statement (bank_code, happened_at, id);
-- Administrators' list by day, over all banks.
create index statement_by_time on bank_statement (happened_at, id);
-- Rows to be matched.
create index statement_not_looked_at on bank_statement (id) where why is null;
-- Rows that arrived since the last reconciliation, whatever their day; last delivery of each bank.
create index statement_by_arrival on bank_statement (created_at);
-- Rows whose description is to be erased.
create index statement_named on bank_statement (happened_at) where description <> '' and explained not in ('new', 'unmatched');
-- Administrators' search by text and by sum, and list by explanation.
create index statement_words on bank_statement using gin (description gin_trgm_ops, reff gin_trgm_ops);
create index statement_by_sum on bank_statement (amount, id);
create index statement_by_explained on bank_statement (explained, happened_at, id);

-- The feeds' own names of rows, prefixed by the name of the feed. A row may have one name per feed.
create table statement_name (
  bank_code text not null references system_account (code),
  name text not null,
  statement_id bigint not null references bank_statement (id),
  primary key (bank_code, name)
);
create index statement_name_of_row on statement_name (statement_id);

-- — Suspense

-- Money without a known owner, shown by a bank row or by a payment at the provider. The books hold it apart until an administrator or the program
-- assigns it to a ticket or explains it.
create table suspense_item (
  id bigint generated always as identity primary key,
  cash_code text not null references system_account (code),
  amount bigint not null check (amount > 0),
  opened_at timestamptz not null default now(),
  closed_at timestamptz,
  closed_how text,
  -- Null if the program closed it.
  closed_by bigint references member (id),
  top_up_id bigint references top_up (id),
  reason text,
  -- Exactly one of the two is set.
  gateway_payment_id bigint references gateway_payment (id),
  statement_id bigint references bank_statement (id),
  constraint suspense_item_closed_whole check ((closed_at is null) = (closed_how is null)),
  constraint suspense_item_assigned_to_top_up check ((closed_how = 'assigned') = (top_up_id is not null) or closed_how is null),
  -- 'assigned' to a ticket; 'explained': booked otherwise, or not the platform's money; 'undone': the explanation was wrong, and a new row waits.
  constraint suspense_item_closed_how_check check (closed_how in ('assigned', 'explained', 'undone'))
);
-- Open money of a sum: choice of unique codes, and tickets whose money has arrived.
create index suspense_item_open on suspense_item (cash_code, amount) where closed_at is null;
-- A ticket takes suspense money once.
create unique index suspense_item_of_top_up on suspense_item (top_up_id) where top_up_id is not null;
-- A bank row or payment waits once at a time, but may wait again after its ticket is taken back or its explanation undone.
create unique index suspense_item_of_statement on suspense_item (statement_id) where closed_at is null;
create unique index suspense_item_of_payment on suspense_item (gateway_payment_id) where closed_at is null;

-- — Reconciliation
-- Statements of banks and lists of sellers are compared with the books, day by day (Asia/Jakarta). It books nothing; people end differences.

-- Permits one change of a row that is otherwise append-only: erasing `number`, which identifies a customer.
create function only_forget_number() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.number = '' and to_jsonb(new) - 'number' = to_jsonb(old) - 'number' then
    return new;
  end if;
  raise exception '% only forgets', tg_table_name using errcode = 'integrity_constraint_violation', constraint = 'append_only';
end $$;

-- A seller's own list of a day's orders. A day may have several files; the newest one that lists an order counts.
create table seller_report (
  id bigint generated always as identity primary key,
  seller_id bigint not null references member (id),
  day date not null,
  -- The uploaded bytes; empty after the retention period.
  content bytea not null,
  sha256 bytea not null,
  rows integer not null,
  uploaded_by bigint not null references member (id),
  created_at timestamptz not null default now()
);
create unique index seller_report_once on seller_report (seller_id, day, sha256);
create index seller_report_by_day on seller_report (day, seller_id);
-- Files to be erased.
create index seller_report_kept on seller_report (created_at) where content <> '';
create trigger seller_report_only_forgets before update or delete on seller_report for each row execute function only_forget_content();
create trigger seller_report_stays before truncate on seller_report for each statement execute function only_forget_content();

create table seller_report_row (
  report_id bigint not null references seller_report (id),
  line integer not null,
  -- Copied from the report for the index by reference.
  seller_id bigint not null,
  -- The platform's reference of the attempt at the seller.
  reference text not null,
  -- The customer's number; empty after the retention period.
  number text not null,
  price bigint not null check (price >= 0),
  -- 0 pending; 1 success; 2 failed.
  state smallint not null check (state in (0, 1, 2)),
  primary key (report_id, line)
);
-- By reference over all days, because a list may show an order from just before midnight on the next day.
create index seller_report_reference on seller_report_row (seller_id, reference);
create trigger seller_report_row_only_forgets before update or delete on seller_report_row for each row execute function only_forget_number();
create trigger seller_report_row_stays before truncate on seller_report_row for each statement execute function only_forget_number();

-- Runs that compared every day. A run that failed at a day has no row.
create table reconciliation_run (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- A run may miss rows that arrive while it runs, so the next run includes all rows since its beginning. Null: the next run includes all rows.
  began_at timestamptz
);
create trigger reconciliation_run_append_only before update or delete or truncate on reconciliation_run
  for each statement execute function refuse_change();

create table reconciliation_difference (
  id bigint generated always as identity primary key,
  scope text not null check (scope in ('bank', 'seller')),
  -- Code of the bank, or id of the seller.
  key text not null,
  day date not null,
  -- Of a bank, 'not_in_books' to 'balance' ('waits': the money is in suspense). Of a seller, 'not_at_seller' to 'twice'.
  kind text not null
    check (kind in ('not_in_books', 'waits', 'not_in_bank', 'no_statement', 'balance', 'not_at_seller', 'not_in_lapak', 'price', 'status', 'twice')),
  reference text not null,
  -- Sum in the books, and sum at the bank or seller; null if that side has nothing.
  ours numeric(20,2),
  theirs numeric(20,2),
  detail text not null,
  -- Owner of the money, if it is a member: an administrator does not end a difference about own money.
  member_id bigint references member (id),
  seen_at timestamptz not null default now(),
  -- False: the last comparison did not find it again. It stays open until a person ends it.
  still boolean not null default true,
  ended_at timestamptz,
  ended_by bigint references member (id),
  ended_reason text,
  constraint difference_ended_whole check ((ended_at is null) = (ended_by is null) and (ended_at is null) = (ended_reason is null)),
  -- Repeated comparisons find the same difference; with another sum it is another difference.
  constraint difference_once unique nulls not distinct (scope, key, day, kind, reference, ours, theirs)
);
create index difference_open on reconciliation_difference (day, id) where ended_at is null;
create index difference_by_day on reconciliation_difference (day, id);
-- Search by text, ended differences included.
create index difference_words on reconciliation_difference using gin (reference gin_trgm_ops, detail gin_trgm_ops);

-- Last successful comparison of each bank day. Rows that arrived after `at` are not compared yet.
create table compared_bank_day (
  bank_code text not null,
  day date not null,
  at timestamptz not null default now(),
  -- Differences beyond the number that is listed per day and kind.
  left_out integer not null default 0 check (left_out >= 0),
  primary key (bank_code, day)
);
