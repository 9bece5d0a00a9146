-- What a feed says of a stored row now, where it said another sum or day before. Nothing is booked by it: a person decides, so there is one row for each
-- row of a bank, with the newest version. `ledger:check` looks for money that was credited twice among what was credited since this migration.
create table statement_change (
  statement_id bigint primary key references bank_statement (id),
  feed text not null,
  -- Zero if the feed says that there was no such movement.
  amount numeric(20,2) not null,
  -- Midnight in Jakarta if the feed gives only the day (`has_time` false).
  happened_at timestamptz not null,
  has_time boolean not null,
  -- How often the feed said something else than before.
  times integer not null default 1 check (times > 0),
  reported_at timestamptz not null default now()
);
-- Days that are to be compared again.
create index statement_change_by_time on statement_change (reported_at);
