-- What banks say: each row of their statements once, however often a feed or a file tells it.

create table statement_file (
  id bigint generated always as identity primary key,
  bank_code text not null references house_account (code),
  -- As it was uploaded: what was read from it can be read again.
  content bytea not null,
  sha256 bytea not null,
  format text not null,
  rows integer not null,
  added integer not null,
  uploaded_by bigint not null references member (id),
  created_at timestamptz not null default now()
);
create unique index statement_file_once on statement_file (sha256);
create trigger statement_file_append_only before update or delete or truncate on statement_file for each statement execute function refuse_change();

create table bank_statement (
  id bigint generated always as identity primary key,
  bank_code text not null references house_account (code),
  account_no text not null,
  -- Midnight in Jakarta where the bank tells days only.
  happened_at timestamptz not null,
  has_time boolean not null,
  -- Banks count sen; positive came in.
  amount numeric(20,2) not null check (amount <> 0),
  description text not null,
  reff text not null,
  -- After the row, where the bank tells it.
  balance numeric(20,2),
  -- Who told it first: a feed by its name, or a file by its format.
  source text not null,
  file_id bigint references statement_file (id),
  -- Of all that the source says. Equal rows of one source are told apart by the how-manyth they are.
  fingerprint bytea not null,
  nth smallint not null check (nth >= 1),
  explained text not null default 'new'
    check (explained in ('new', 'deposit', 'cash_out', 'cash_transfer', 'correction', 'unmatched', 'noted')),
  explained_id bigint,
  explained_at timestamptz,
  -- Null where the program found it out.
  explained_by bigint references member (id),
  -- Null until the row was looked at.
  why text,
  created_at timestamptz not null default now(),
  constraint statement_explained_whole check (
    (explained_at is null) = (explained in ('new', 'unmatched'))
    and (explained_id is not null) = (explained in ('deposit', 'cash_out', 'cash_transfer', 'correction'))
    and (explained = 'new' or why is not null)
  )
);
-- What feeds call a row, led by the name of the feed: each has a name of its own for it.
create table statement_name (
  bank_code text not null references house_account (code),
  name text not null,
  statement_id bigint not null references bank_statement (id),
  primary key (bank_code, name)
);
create index statement_name_of_row on statement_name (statement_id);
create unique index statement_once on bank_statement (fingerprint, nth);
-- A ticket has one row; what moves between banks has one at each, and what came back one each way.
create unique index statement_explains_once on bank_statement (explained, explained_id, (amount > 0)) where explained_id is not null;
create index statement_by_day on bank_statement (bank_code, happened_at, id);
create index statement_by_time on bank_statement (happened_at, id);
create index statement_not_looked_at on bank_statement (id) where why is null;

alter table unmatched_money add column statement_id bigint references bank_statement (id);
create unique index unmatched_of_statement on unmatched_money (statement_id) where closed_at is null;

-- What one administrator gave away alone within a day has a limit.
create index unmatched_closed_by on unmatched_money (closed_by, closed_at) where closed_how = 'assigned';

-- Paid and moved sums are looked for by what the bank's row says.
create index cash_out_paid_sum on cash_out (paid_from, amount) where paid_at is not null;
create index cash_transfer_sum on cash_transfer (amount);

alter table pending_decision
  drop constraint pending_decision_kind_check,
  add constraint pending_decision_kind_check check (kind in ('purchase.force', 'setting.change', 'cash.move', 'unmatched.assign'));
