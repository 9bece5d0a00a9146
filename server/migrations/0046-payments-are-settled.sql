-- A code is drawn when the provider gives it, not at every look at its ticket.
alter table gateway_ask add column qr_drawn text;

-- Payments that nobody has given to anybody yet.
create index gateway_payment_new on gateway_payment (created_at) where state = 'new';
