-- Ordering by Jabber: what came while nobody was there.

-- Since when messages of this address are orders: what it said before was refused, and an archive must not bring it back.
alter table jabber_id add column orders_since timestamptz not null default 'epoch';
alter table jabber_id alter column orders_since set default now();

-- The key that a message was proved with, so that one revoked meanwhile buys nothing; null where it was the member's own for Jabber, or none.
alter table jabber_received add column key_id bigint references api_key;

-- Where the server keeps no archive, what comes while a process dies is lost.
alter table jabber_bot add column without_archive boolean not null default false;

alter table health_alert drop constraint health_alert_matter_check;
alter table health_alert add constraint health_alert_matter_check check (
  matter in (
    'orders', 'purchases', 'seller', 'callbacks', 'messages', 'jobs', 'jobs_failed', 'bankfeed', 'books', 'books_late', 'jabber', 'jabber_gap',
    'jabber_no_archive', 'push'
  )
);
