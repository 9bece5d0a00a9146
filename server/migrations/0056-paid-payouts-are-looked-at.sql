-- What the provider paid is asked about for a week.
create index payout_paid_at on payout (updated_at) where state = 'succeeded';
