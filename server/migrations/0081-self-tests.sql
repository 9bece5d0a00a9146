-- A seller's server is brought to ten situations by orders that are none: no purchase, no attempt, no money.
create table self_test_run (
  id bigint generated always as identity primary key,
  seller_id bigint not null references member (id),
  started_at timestamptz not null default now(),
  ended_at timestamptz
);
-- One at a time.
create unique index self_test_under_way on self_test_run (seller_id) where ended_at is null;
create index self_test_of_seller on self_test_run (seller_id, id);
create index self_test_by_time on self_test_run (started_at);

create table self_test_situation (
  run_id bigint not null references self_test_run (id) on delete cascade,
  -- Its place in the run, from 1; the reference of its order ends in it.
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
  verdict text check (verdict in ('passed', 'attention', 'failed', 'untestable')),
  advice text not null default '',
  primary key (run_id, nth)
);

-- What was said, as it was said, with secrets hidden.
create table self_test_step (
  run_id bigint not null,
  nth smallint not null,
  step smallint not null,
  source text not null check (source in ('order', 'status', 'report')),
  at timestamptz not null default now(),
  request text not null,
  answer text not null,
  understood text not null,
  serial_number text,
  follows text not null,
  took_ms integer,
  primary key (run_id, nth, step),
  foreign key (run_id, nth) references self_test_situation (run_id, nth) on delete cascade
);

-- Reports that came and were not read yet.
create table self_test_report (
  id bigint generated always as identity primary key,
  run_id bigint not null,
  nth smallint not null,
  query text not null,
  body text not null,
  foreign key (run_id, nth) references self_test_situation (run_id, nth) on delete cascade
);
create index self_test_report_of on self_test_report (run_id, nth, id);
