-- An attempt that may have left once never looks like a first order again.

-- How often it was claimed. While that was once, nothing but the one call can have left, so that a call which bought nothing
-- ends the attempt; after that only a word about the order does.
alter table attempt add column claims integer not null default 0;
update attempt set claims = 1 where state <= 3 and sent_at is not null;
-- When the order left again; sent_at stays the first time.
alter table attempt add column last_sent_at timestamptz;

-- An alert that was closed does not hide a later one.
alter table purchase_alert drop constraint purchase_alert_attempt_id_kind_key;
create unique index purchase_alert_open on purchase_alert (attempt_id, kind) where resolved_at is null;
create index purchase_alert_attempt on purchase_alert (attempt_id, kind);
