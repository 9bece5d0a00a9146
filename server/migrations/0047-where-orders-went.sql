-- A question about an order goes where the order went, with the code that it went with: another server, or another product, takes it for a new one.

-- Since when orders go to this server; null as long as there was no other.
alter table seller_api add column server_since timestamptz;

-- Since when an offer is ordered by its code, and the one before with its own beginning; null as long as there was no other.
alter table offer
  add column code_since timestamptz,
  add column former_code text,
  add column former_code_since timestamptz,
  add constraint offer_former_code_whole check ((former_code is null) = (code_since is null));
