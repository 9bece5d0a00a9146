-- What sellers owe is asked for beside the money at banks: whoever looks at its earnings would else read all that was booked since midnight. One
-- index for both, since orders pay for the condition of each (docs/decisions/0051-which-index-is-for-what.md); only orders of sellers who owe move any of them.
create index concurrently entry_of_assets on entry (account_id, set_id) where account_id < -6;
drop index concurrently if exists entry_of_cash;
