-- What an attempt took it gives back, whatever its offer has become meanwhile.
alter table attempt add column stocked boolean not null default false;
update attempt set stocked = true from offer where attempt.state <= 3 and offer.id = attempt.offer_id and offer.stocked;
-- By the clock at the moment, which is after the stock was locked: the transaction may be older than the count that it took from.
alter table attempt alter column created_at set default clock_timestamp();

-- Since when this stock is counted: a piece of an older count, ended by a stock without limit, does not come back to a newer one.
alter table offer_stock add column since timestamptz not null default '-infinity';
alter table offer_stock alter column since set default clock_timestamp();
