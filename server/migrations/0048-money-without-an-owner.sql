-- What one administrator decided alone is counted in alone_decision, whatever it was about.
drop index cash_transfer_alone;
drop index cash_correction_alone;
drop index unmatched_closed_by;

-- A payment waits again when its ticket is taken back.
drop index unmatched_payment_once;
create unique index unmatched_payment_once on unmatched_money (gateway_payment_id) where closed_at is null;
