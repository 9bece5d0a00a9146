-- What only a file says is the word of who uploaded it; a feed that tells the row as well makes it the bank's.
alter table bank_statement add column confirmed_at timestamptz;

-- Another teller told a row of this sum some days apart, or with another balance. It is not booked until somebody says that they are two.
alter table bank_statement add column maybe_same_as bigint references bank_statement (id);

-- Rows that are looked at again.
create index statement_unknown on bank_statement (happened_at, id) where explained = 'new';

-- Who took money out of the books may have been wrong: it waits again, by a row of its own.
alter table unmatched_money
  drop constraint unmatched_money_closed_how_check,
  add constraint unmatched_money_closed_how_check check (closed_how in ('assigned', 'explained', 'undone'));
