-- Selling: reviews of sellers, the stock in previews of bulk changes, documents of seller applications, and self-tests of sellers' servers.
-- A buyer has one review per seller. Documents are evidence: they never change, and nobody deletes them within a year.
-- A self-test sends test orders to the seller's server, but creates no purchase, no attempt and no ledger entry.
-- Offers and prices are in the catalogue, stock and purchases in ordering.

-- — Reviews

-- Written by buyers with a successful purchase at the seller. A later review of the same buyer replaces the earlier one.
create table review (
  id bigint generated always as identity primary key,
  buyer_id bigint not null references member,
  seller_id bigint not null references member,
  stars smallint not null check (stars between 1 and 5),
  comment text not null,
  reply text,
  replied_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (seller_id, buyer_id)
);

-- Sums over the reviews of a seller, so that lists of sellers count nothing. A review locks this row first and updates it in its transaction.
create table seller_rating (
  seller_id bigint primary key references member,
  reviews bigint not null check (reviews >= 0),
  stars bigint not null
);

-- — Bulk changes of offers

-- Stock in the seller's last preview of a bulk change that sets stock. Execution applies the difference, so that sales since the preview count.
-- Both arrays have the same order. The row is deleted when the change is executed or stock is set in another way.
create table previewed_stock (
  seller_id bigint primary key references member,
  offer_ids bigint[] not null,
  remaining bigint[] not null check (cardinality(remaining) = cardinality(offer_ids))
);

-- — Seller applications

-- The setting sellerApplications.documentsKeptDays decides when documents are deleted; this trigger refuses it before 365 days.
create function keep_document() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.sent_at < now() - interval '365 days' then return old; end if;
  raise exception '% is append only', tg_table_name using errcode = 'integrity_constraint_violation', constraint = 'append_only';
end $$;

-- Every submission of documents, unchanged. Later submissions never replace the documents by which a member was approved as a seller.
create table seller_document (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  -- Addresses of uploaded pictures: identity card and tax card.
  ktp text not null,
  npwp text,
  sent_at timestamptz not null default now()
);
create index seller_document_of_member on seller_document (member_id, id desc);
-- Retention.
create index seller_document_by_time on seller_document (sent_at);
create trigger seller_document_kept before update or delete on seller_document for each row execute function keep_document();
create trigger seller_document_not_emptied before truncate on seller_document for each statement execute function keep_document();

-- — Self-test

-- One self-test of a seller's server through ten situations. Only a seller's last run is kept.
create table self_test_run (
  id bigint generated always as identity primary key,
  seller_id bigint not null references member (id),
  started_at timestamptz not null default now(),
  ended_at timestamptz
);
-- At most one open run per seller, also when two are started at once.
create unique index self_test_under_way on self_test_run (seller_id) where ended_at is null;
create index self_test_of_seller on self_test_run (seller_id, id);
-- Retention, and open runs of processes that died.
create index self_test_by_time on self_test_run (started_at);

create table self_test_situation (
  run_id bigint not null references self_test_run (id) on delete cascade,
  -- Position in the run, from 1. The reference of the test order ends in it.
  nth smallint not null,
  situation text not null check (
    situation in (
      'success', 'failure', 'pending', 'late', 'double', 'contradicting', 'slow', 'garbage', 'status-after-success', 'status-unknown'
    )
  ),
  product_code text not null,
  target text not null,
  reference text not null,
  begun_at timestamptz,
  -- 'untestable': the server was not brought into the situation.
  verdict text check (verdict in ('passed', 'attention', 'failed', 'untestable')),
  advice text not null default '',
  primary key (run_id, nth)
);

-- Every exchange with the seller's server, verbatim except for redacted secrets.
create table self_test_step (
  run_id bigint not null,
  nth smallint not null,
  step smallint not null,
  -- The answer to the order, the answer to a status request, or a report, which has no request.
  source text not null check (source in ('order', 'status', 'report')),
  at timestamptz not null default now(),
  request text not null,
  answer text not null,
  -- The state that Lapak read from the answer, and its effect on a real purchase.
  understood text not null,
  serial_number text,
  follows text not null,
  took_ms integer,
  primary key (run_id, nth, step),
  foreign key (run_id, nth) references self_test_situation (run_id, nth) on delete cascade
);

-- Queue of received reports. The process of the run reads and deletes them.
create table self_test_report (
  id bigint generated always as identity primary key,
  run_id bigint not null,
  nth smallint not null,
  query text not null,
  body text not null,
  foreign key (run_id, nth) references self_test_situation (run_id, nth) on delete cascade
);
create index self_test_report_of on self_test_report (run_id, nth, id);
