-- The trade of one benchmark database: sellers 1 to :sellers, buyers from :first on, each with money and a buying list.
-- Needs the temporary tables bench_key (member_id, key, secret) and bench_seller (seller_id, url, pin, password).
insert into member (id, name, email, password_hash, activated, shop_open, admin_confirmation, api_test)
overriding system value
select id, 'Suplier ' || id, 'suplier' || id || '@lapak.test', '-', true, true, 3, 0 from generate_series(1, :sellers) id;

insert into member (id, name, email, password_hash, activated, api_test, double_guard_minutes)
overriding system value
select id, 'Pembeli ' || id, 'pembeli' || id || '@lapak.test', '-', true, 0, 5
from generate_series(:first, :first + :buyers - 1) id;
select setval(pg_get_serial_sequence('member', 'id'), :first + :buyers);

insert into seller_api (seller_id, kind, api_url, username, pin, password, timeout_ms, max_in_flight, report_path, tested_at)
select seller_id, 1, url, 'pasar', pin, password, 5000, 50, 'bench-' || seller_id, now() from bench_seller;
insert into api_key (member_id, name, key, secret) select member_id, 'Uji', key, secret from bench_key;

insert into category (name) values ('Pulsa');
insert into brand (name, category_id, operator, target_kind) values ('Telkomsel', 1, 'TSEL', 'mobile');
insert into product (code, name, brand_id, category_id) select 'S' || n, 'Telkomsel ' || n || '.000', 1, 1 from generate_series(1, :products) n;
insert into offer (seller_id, product_id, supplier_code, buy_price, sell_price)
select seller, product, 'S' || product, :price - 100, :price from generate_series(1, :products) product, generate_series(1, :sellers) seller
order by product, seller;
insert into buying_list_entry (buyer_id, product_id, offer_id, priority)
select buyer, offer.product_id, offer.id, 1
from generate_series(:first, :first + :buyers - 1) buyer join offer on offer.seller_id = buyer % :sellers + 1;

insert into wallet (member_id, balance) select id, 0 from generate_series(1, :sellers) id;
insert into wallet (member_id, balance) select id, :deposit from generate_series(:first, :first + :buyers - 1) id;
insert into top_up (id, member_id, method_id, channel, cash_code, amount, fee, nominal, state, received, credited, how, approved_at)
select id, id, 1, 'transfer', '01', :deposit, 0, :deposit, 2, :deposit, :deposit, 'opening', now() from generate_series(:first, :first + :buyers - 1) id;
insert into audit (event, address, subject_kind, subject, after)
select 'deposit.opened', '', 'deposit', id, jsonb_build_object('member', id, 'received', :deposit) from generate_series(:first, :first + :buyers - 1) id;
select setval('ticket_id', :first + :buyers);
with leg as (
  select nextval('entry_set_id') as set_id, id from generate_series(:first, :first + :buyers - 1) id
)
insert into entry (set_id, leg, account_id, amount, balance_after, event, reference)
select set_id, side, case side when 1 then -101 else id end, case side when 1 then -:deposit else :deposit end,
  case side when 2 then :deposit end, 'deposit.approved', id
from leg, generate_series(1, 2) side;
