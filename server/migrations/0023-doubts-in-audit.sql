-- Since this migration, the audit records which rows of a bank are reversals, which may be the same as another row, and each sum or day that a feed says
-- otherwise: what holds money back has its witness there, and `ledger:check` compares it.
comment on column bank_statement.is_reversal is 'A source reports that the bank takes a credit back: a negative credit of a feed, or a word of the text';
