-- Money in accounts that are shut is listed for administrators; few wallets are.
create index concurrently wallet_shut on wallet (member_id) where shut;
