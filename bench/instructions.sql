-- What the bench's world has not: offers with a stock, and bills to be paid. Needs :bills.
update offer set stocked = true where product_id = 2;
insert into offer_stock (offer_id, remaining) select id, 1000000000 from offer where product_id = 2;
insert into inquiry (token, buyer_id, product_id, offer_id, target, customer_name, period, bill, admin_fee, price, expires_at)
select 'bill-' || n, :first + n % :buyers, 3, (select min(id) from offer where product_id = 3), '5300' || n, 'SARI', 'JAN25', 10000, 0, 10000, now() + interval '1 day'
from generate_series(1, :bills) n;
