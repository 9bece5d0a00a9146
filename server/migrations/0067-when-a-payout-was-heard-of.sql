-- When the provider last told something of a payout under way that can be believed; null as long as it has told nothing.
alter table payout add column heard_at timestamptz;
update payout set heard_at = updated_at where state = 'waits';
