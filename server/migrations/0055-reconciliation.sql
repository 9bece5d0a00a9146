-- What banks and sellers say is laid beside the books, day by day; what differs stays until somebody ends it.

-- What a seller sold and was refunded on a day of the books. Entries never change, so neither do these sums; they are kept with the day (book_day).
create table seller_day (
  day date not null,
  seller_id bigint not null,
  sales integer not null check (sales >= 0),
  -- What buyers paid: sold = paid + fee + recovered.
  sold bigint not null,
  fee bigint not null,
  -- Kept for what the seller owed from earlier refunds.
  recovered bigint not null,
  paid bigint not null,
  refunds integer not null check (refunds >= 0),
  -- What buyers got back, and what of it the seller's balance did not cover.
  refunded bigint not null,
  uncovered bigint not null,
  primary key (day, seller_id),
  constraint seller_day_adds_up check (sold = paid + fee + recovered)
);
create index seller_day_of_seller on seller_day (seller_id, day);

insert into seller_day (day, seller_id, sales, sold, fee, recovered, paid, refunds, refunded, uncovered)
select book.day, attempt.seller_id,
  count(*) filter (where event = 'purchase.settled' and account_id = -1),
  coalesce(-sum(amount) filter (where event = 'purchase.settled' and account_id = -1), 0),
  coalesce(sum(amount) filter (where event = 'purchase.settled' and account_id = -4), 0),
  coalesce(sum(amount) filter (where event = 'purchase.settled' and account_id = -7), 0),
  coalesce(sum(amount) filter (where event = 'purchase.settled' and account_id > 0), 0),
  count(*) filter (where event = 'purchase.refunded' and account_id > 0 and amount > 0),
  coalesce(sum(amount) filter (where event = 'purchase.refunded' and account_id > 0 and amount > 0), 0),
  coalesce(-sum(amount) filter (where event = 'purchase.refunded' and account_id = -7), 0)
from (select day, first_set, lead(first_set) over (order by day) as beyond from book_day) book
join entry on entry.set_id >= book.first_set and entry.set_id < book.beyond
join attempt on attempt.id = entry.reference
where event in ('purchase.settled', 'purchase.refunded')
group by 1, 2;

-- A seller's own list of a day.
create table seller_report (
  id bigint generated always as identity primary key,
  seller_id bigint not null references member (id),
  day date not null,
  -- As it was uploaded.
  content bytea not null,
  sha256 bytea not null,
  rows integer not null,
  uploaded_by bigint not null references member (id),
  created_at timestamptz not null default now()
);
create unique index seller_report_once on seller_report (seller_id, day, sha256);
create index seller_report_by_day on seller_report (day, seller_id);

create table seller_report_row (
  report_id bigint not null references seller_report (id),
  line integer not null,
  seller_id bigint not null,
  reference text not null,
  number text not null,
  price bigint not null check (price >= 0),
  state smallint not null check (state in (0, 1, 2)),
  primary key (report_id, line)
);
-- An order of just before midnight stands in the list of the next day.
create index seller_report_reference on seller_report_row (seller_id, reference);

create table reconciliation_run (
  id bigint generated always as identity primary key,
  -- The last day that was looked at.
  until_day date not null,
  at timestamptz not null default now()
);

create table reconciliation_difference (
  id bigint generated always as identity primary key,
  scope text not null check (scope in ('bank', 'seller')),
  -- The code of the bank, or the number of the seller.
  key text not null,
  day date not null,
  kind text not null
    check (kind in ('not_in_books', 'waits', 'not_in_bank', 'no_statement', 'balance', 'not_at_seller', 'not_in_lapak', 'price', 'status', 'twice')),
  reference text not null,
  -- By the books, and by the other side, which counts sen.
  ours numeric(20,2),
  theirs numeric(20,2),
  detail text not null,
  -- Whose money it is, where it is a member's: who is both does not end it.
  member_id bigint references member (id),
  seen_at timestamptz not null default now(),
  -- False: it was not found again.
  still boolean not null default true,
  ended_at timestamptz,
  ended_by bigint references member (id),
  ended_reason text,
  constraint difference_ended_whole check ((ended_at is null) = (ended_by is null) and (ended_at is null) = (ended_reason is null)),
  -- What differs in the same way is the same difference, however often it is found; with another sum it is another one.
  constraint difference_once unique nulls not distinct (scope, key, day, kind, reference, ours, theirs)
);
create index difference_open on reconciliation_difference (day, id) where ended_at is null;
create index difference_by_day on reconciliation_difference (day, id);

-- Rows of a day long ago that came since the last time.
create index statement_by_arrival on bank_statement (created_at);

create trigger seller_day_append_only before update or delete or truncate on seller_day for each statement execute function refuse_change();
create trigger seller_report_append_only before update or delete or truncate on seller_report for each statement execute function refuse_change();
create trigger seller_report_row_append_only before update or delete or truncate on seller_report_row
  for each statement execute function refuse_change();
create trigger reconciliation_run_append_only before update or delete or truncate on reconciliation_run
  for each statement execute function refuse_change();
