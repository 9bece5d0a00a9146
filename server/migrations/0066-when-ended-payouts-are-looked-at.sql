-- When an ended payout is looked at next; null once its week is over. Nothing is missed where no worker runs at its hour.
alter table payout add column look_at timestamptz;
update payout
set look_at = updated_at + interval '1 day' * (1 + floor(extract(epoch from now() - updated_at) / 86400))
where state in ('succeeded', 'failed') and updated_at > now() - interval '7 days';
drop index payout_ended_at;
create index payout_look on payout (look_at) where look_at is not null;
