-- Stocks that were counted before counts were kept: what is left of them, and what is sold of them since. One statement sees both at one moment.
do $$
begin
  insert into stock_count (offer_id, change, at)
  select stock.offer_id, stock.remaining + coalesce(sold.pieces, 0), stock.since
  from offer_stock stock left join (
    select attempt.offer_id, count(*) as pieces
    from attempt join offer_stock counted on counted.offer_id = attempt.offer_id and attempt.created_at >= counted.since
    where attempt.stocked and attempt.state not in (5, 6) group by attempt.offer_id
  ) sold on sold.offer_id = stock.offer_id
  where not exists (select from stock_count known where known.offer_id = stock.offer_id and known.at = stock.since);
  commit;
end $$;
