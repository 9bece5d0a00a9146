-- Which days of a bank were laid beside the books, and when: what came since is not compared yet, and a run that failed at a day says nothing of it.
create table compared_bank_day (
  bank_code text not null,
  day date not null,
  at timestamptz not null default now(),
  primary key (bank_code, day)
);

-- Rows that came while a run took its time may not have been looked at. Earlier runs did not keep when they began, so the next one looks at all rows.
alter table reconciliation_run drop column until_day, add column began_at timestamptz;
