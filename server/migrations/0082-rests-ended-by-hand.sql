-- For a short while, until the seller's server is reached, its next failure rests it again at once.
alter table seller_api add column rest_ended_at timestamptz;
