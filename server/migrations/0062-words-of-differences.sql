-- What differed is looked for by its words, among all that ever did.
create index difference_words on reconciliation_difference using gin (reference gin_trgm_ops, detail gin_trgm_ops);
