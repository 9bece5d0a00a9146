-- Which no the provider gave to a question that it has not answered otherwise since: what is said about it follows from this, and not from the text.
alter table gateway_ask add column refusal text check (refusal in ('duplicate', 'unknown', 'other'));
update gateway_ask set refusal = split_part(error, ':', 1)
  where state in ('refused', 'unknown') and split_part(error, ':', 1) in ('duplicate', 'unknown', 'other');
