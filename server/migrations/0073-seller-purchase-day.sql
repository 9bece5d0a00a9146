-- What a summed day was at each seller, so that an administrator's dashboard reads a row per seller and day. `ended` and `succeeded`
-- count its tries, `sold` and `amount` what stayed sold.
create table seller_purchase_day (
  day date not null,
  seller_id bigint not null,
  ended bigint not null,
  succeeded bigint not null,
  sold bigint not null,
  amount bigint not null,
  primary key (day, seller_id)
);
insert into seller_purchase_day (day, seller_id, ended, succeeded, sold, amount)
select summed.day, attempt.seller_id, count(*), count(*) filter (where attempt.state = 4),
  count(*) filter (where attempt.state = 4 and purchase.transactionrc = 1),
  coalesce(sum(purchase.price) filter (where attempt.state = 4 and purchase.transactionrc = 1), 0)
from purchase_day_summed summed join purchase on (purchase.created_at at time zone 'Asia/Jakarta')::date = summed.day
  join attempt on attempt.purchase_id = purchase.id
where attempt.state in (4, 5) and not (attempt.buyers_fault and purchase.transactionrc <> 1)
group by summed.day, attempt.seller_id;
