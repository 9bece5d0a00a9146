-- Of a hundred sales of an offer in the last days, how many were disputed, in hundredths; null before there were sales.
alter table offer_quality add column dispute_basis_points integer;
