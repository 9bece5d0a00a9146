-- A refund gives its seller the fee of the sale back as well, on whatever day it is made. Without a default, so that a program that knows no such
-- column keeps no day without it.
alter table seller_day add column fee_returned bigint not null default 0;

alter table seller_day disable trigger seller_day_append_only;
with days as (select array_agg(day order by day) as day, array_agg(first_set order by day) as first from book_day)
update seller_day set fee_returned = given.back
from (
  select attempt.seller_id, days.day[width_bucket(set_id, days.first)] as day, -sum(entry.amount) as back
  from days, entry join attempt on attempt.id = entry.reference
  where event = 'purchase.refunded' and account_id = -4 and set_id < days.first[cardinality(days.first)]
  group by 1, 2
) given
where given.seller_id = seller_day.seller_id and given.day = seller_day.day;
alter table seller_day enable trigger seller_day_append_only;

alter table seller_day alter column fee_returned drop default;
alter table seller_day add constraint seller_day_gives_back check (fee_returned between 0 and refunded);
