-- A catalogue beside the trade of world.sql: :products products of :brands brands in 12 categories, :sellers sellers from
-- :first_seller on. One product in 200 is sold by all of them, the others by :per_product each; the first seller offers
-- 2,000. Special prices, reviews and the buyers' lists follow from arithmetic. Triggers are off: rows all have version 0.
set session_replication_role = replica;
set synchronous_commit = off;

insert into member (id, name, email, password_hash, activated, shop_open, admin_confirmation, api_test)
overriding system value
select :first_seller - 1 + n,
  (array['Anugerah', 'Berkah', 'Cahaya', 'Dunia', 'Gemilang', 'Istana', 'Jaya', 'Mitra', 'Nusantara', 'Parahyangan', 'Raja', 'Sinar'])[n % 12 + 1] || ' ' ||
  (array['Pulsa', 'Reload', 'Cell', 'Payment', 'Server', 'Digital', 'Kuota'])[n / 12 % 7 + 1] || ' ' || n,
  'toko' || n || '@lapak.test', '-', true, n % 10 > 0, 3, 0
from generate_series(1, :sellers) n;
select setval(pg_get_serial_sequence('member', 'id'), (select max(id) from member));
insert into member_role select id, 2 from member where id >= :first_seller;
insert into seller_api (seller_id, kind, api_url, report_path, tested_at)
select id, 1, 'http://127.0.0.1:9', 'toko-' || id, now() from member where id >= :first_seller;

create temporary table kind as
select category, operators, part from (values
  (1, true, ''), (2, true, 'Data'), (3, true, 'SMS'), (4, true, 'Telpon'), (5, true, 'Masa Aktif'), (6, true, 'Transfer'),
  (7, false, 'Game'), (8, false, 'Token'), (9, false, 'Dompet'), (10, false, 'Voucher'), (11, false, 'Tagihan'), (12, false, 'Streaming')
) kind (category, operators, part);
create temporary table made as
select n, 1 + (n - 1) % 12 as category, (n - 1) / 12 as place from generate_series(1, :brands) n;
insert into category (name) select (array['Pulsa Reguler', 'Paket Data', 'Paket SMS', 'Paket Telpon', 'Masa Aktif', 'Pulsa Transfer',
  'Voucher Game', 'Token PLN', 'Dompet Digital', 'Voucher Belanja', 'Tagihan', 'Streaming'])[n] from generate_series(1, 12) n;
insert into brand (name, category_id, operator, target_kind)
select case when operators then name || ' ' || part || case when place < 7 then '' else ' ' || place / 7 + 1 end
    else part || ' ' || (array['Free Fire', 'Mobile Legends', 'PLN', 'Dana', 'Gopay', 'Shopee', 'Indihome', 'Vidio', 'Netflix', 'Spotify', 'Valorant'])[place % 11 + 1] || ' ' || place end,
  category + 1, case when operators then code end, case when operators then 'mobile' else 'text' end
from made join kind using (category), lateral (select
  (array['Telkomsel', 'Indosat', 'XL', 'Axis', 'Tri', 'Smartfren', 'by.U'])[place % 7 + 1] as name,
  (array['TSEL', 'ISAT', 'XL', 'AXIS', 'TRI', 'SMART', 'BYU'])[place % 7 + 1] as code) operator
order by n;
insert into product (code, name, brand_id, category_id)
select upper(left(regexp_replace(brand.name, '[^a-zA-Z]', '', 'g'), 4)) || brand.id || 'N' || denom, brand.name || ' ' || denom || '.000 ' || denom % 30 + 1 || ' Hari', brand.id, brand.category_id
from generate_series(0, :products - 1) n, lateral (select n / :brands + 1 as denom) worth, brand
where brand.id = n % :brands + 2;

insert into offer (seller_id, product_id, supplier_code, buy_price, sell_price, promo_price, open)
select :first_seller + (number * 7 + turn * 37) % :sellers, product.id, product.code, 900, 1000 + spread % 90000,
  case when spread % 10 = 0 then 950 end, spread % 20 > 0
from (select id, code, row_number() over (order by id) as number from product where id > 8) product,
  generate_series(0, case when number % 200 = 0 then :sellers else :per_product end - 1) turn,
  lateral (select hashint8(number * 1000 + turn)::bigint + 2147483648 as spread) drawn;
insert into offer (seller_id, product_id, supplier_code, buy_price, sell_price)
select :first_seller, id, code, 900, 1000 + id from product where id between 9 and 2008
on conflict do nothing;
insert into special_price (offer_id, buyer_id, price)
select id, :first + id / 15 % :buyers, 800 from offer where id % 15 = 0 limit 20000;
insert into offer_quality (offer_id, seller_id, sales, success_basis_points, median_ms)
select id, seller_id, 20, 9000 + id % 1000, 900 + id % 5000 from offer where id % 10 = 0;
insert into seller_quality (seller_id, sales, success_basis_points, median_ms)
select id, 100, 9000 + id % 1000, 900 + id % 5000 from member where id >= :first_seller;

create temporary table listed as
select distinct on (buyer, offer_id) buyer, offer_id
from generate_series(:first, :first + :buyers - 1) buyer, generate_series(1, 300) n,
  lateral (select (hashint8(buyer * 1000 + n)::bigint + 2147483648) % (select max(id) - 32 from offer) + 33 as offer_id) drawn;
insert into buying_list_entry (buyer_id, product_id, offer_id, priority)
select buyer, product_id, offer_id, row_number() over (partition by buyer, product_id order by offer_id)
  + (select count(*) from buying_list_entry where buyer_id = buyer and buying_list_entry.product_id = offer.product_id)
from listed join offer on offer.id = offer_id;

insert into review (buyer_id, seller_id, stars, comment)
select buyer, seller, 1 + (buyer + seller) % 5, 'Cepat dan ramah'
from generate_series(:first, :first + :buyers - 1) buyer, generate_series(:first_seller, :first_seller + 99) seller;
insert into seller_rating (seller_id, reviews, stars) select seller_id, count(*), sum(stars) from review group by seller_id;
