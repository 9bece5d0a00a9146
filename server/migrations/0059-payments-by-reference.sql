-- What came for a ticket is looked for by the reference that was paid.
create index gateway_payment_reference on gateway_payment (reference);
