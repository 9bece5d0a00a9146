-- A member that leaves takes out all that it has, and its account is closed. When its bank sends the money back, this says whose account that was.
alter table cash_out add column closed_account_at timestamptz;
