-- What each feed says of a stored row now: one row for each feed, so that a feed that takes its word back, or changes only the day, leaves the other
-- sum that another feed goes on to say. Few rows are ever restated, so the index is built at once. An older process that still runs finds no constraint
-- for its `on conflict (statement_id)`: it refuses a delivery that restates a row, whole, and the feed sends it again, to a process of this version.
alter table statement_change drop constraint statement_change_pkey, add primary key (statement_id, feed);
-- Since this migration, `ledger:check` looks across channels for money that was credited twice, and repeats what must hold before a row pays by itself.
