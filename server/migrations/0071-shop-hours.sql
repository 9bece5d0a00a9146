-- When a shop sells: from and until for Monday to Sunday, in minutes of the day in Jakarta; -1 twice for a day on which it does not open. A day
-- that ends at or before its beginning goes on into the next one. Without hours a shop sells whenever it is open.
alter table member
  add column shop_hours smallint[],
  add constraint member_shop_hours check (cardinality(shop_hours) = 14 and -1 <= all (shop_hours) and 1440 > all (shop_hours));

drop trigger mirror_bump on member;
drop trigger mirror_stamp on member;
create trigger mirror_bump before insert or update of name, status, activated, shop_open, shop_hours, admin_confirmation, api_test, callback_url, callback_secret, allowed_addresses, double_guard_minutes, routing, low_balance
  on member for each statement execute function bump_mirror_clock();
create trigger mirror_stamp before insert or update of name, status, activated, shop_open, shop_hours, admin_confirmation, api_test, callback_url, callback_secret, allowed_addresses, double_guard_minutes, routing, low_balance
  on member for each row execute function stamp_mirror_version();

-- Shops that are outside of their hours, as buyers were told.
create table shop_pause (
  seller_id bigint primary key references member,
  since timestamptz not null default now()
);
