-- Whether the feed reported the row as a credit that the bank took back (a negative credit). Such a debit is explained by a person only. Rows that were
-- stored before are not known to be such; the words of their text still tell.
alter table bank_statement add column is_reversal boolean not null default false;
