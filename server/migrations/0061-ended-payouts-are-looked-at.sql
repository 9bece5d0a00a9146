-- What failed, or was called lost, is asked about for a week as well.
drop index payout_paid_at;
create index payout_ended_at on payout (updated_at) where state in ('succeeded', 'failed');
