-- Whether the account of a wallet is shut (0136). By itself: a migration that locks wallets and then members would meet sign-ups, which lock them the other way round.
alter table wallet add column shut boolean not null default false;
