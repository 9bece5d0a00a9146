-- Lists of money stay fast however many rows there are, and whatever was known of the tables when their questions were planned.

-- What a row of a bank may be is looked for by bank and sum.
create index deposit_of_received on deposit (cash_code, received, id) where state = 2;
create index cash_correction_sum on cash_correction (cash_code, amount, id);

-- Tickets of one account in one state.
create index deposit_by_cash on deposit (cash_code, state, id);
create index cash_out_by_bank on cash_out (bank_code, state, id);

-- Rows of banks by their words, by their sum, and by what they turned out to be; of the last, what is not known yet was one part.
create index statement_words on bank_statement using gin (description gin_trgm_ops, reff gin_trgm_ops);
create index statement_by_sum on bank_statement (amount, id);
drop index statement_unknown;
create index statement_by_explained on bank_statement (explained, happened_at, id);
