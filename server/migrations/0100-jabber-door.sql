-- Ordering by Jabber: who may, what came in, and what is said back.

-- Whether this address hears of every purchase, or only of those that it ordered.
alter table jabber_id add column tells_all boolean not null default false;
alter table jabber_id add column version bigint not null default 0;
-- Wrong keys in a row, and until when nobody is answered after too many of them.
alter table jabber_id add column wrong_keys smallint not null default 0;
alter table jabber_id add column silent_until timestamptz;
create trigger mirror_bump before insert or update of member_id, jid, enabled, tells_all, archived_at on jabber_id
  for each statement execute function bump_mirror_clock();
create trigger mirror_stamp before insert or update of member_id, jid, enabled, tells_all, archived_at on jabber_id
  for each row execute function stamp_mirror_version();

-- In the place of the secret of the member's first key.
create table jabber_secret (
  member_id bigint primary key references member,
  secret bytea not null,
  created_at timestamptz not null default now()
);

-- An account of the house at an XMPP server, and how far its archive has been read.
create table jabber_bot (
  account text primary key,
  state text not null check (state in ('connecting', 'online', 'refused', 'lost')),
  said text not null default '',
  since timestamptz not null default now(),
  -- While a process holds the account, it says so here.
  seen_at timestamptz not null default now(),
  archive_id text,
  archive_at timestamptz,
  -- When the archive was found to begin later than what we had read, so that messages may be lost.
  gap_at timestamptz
);

-- Each message of a member, once: what it asked, without its key, and whether it has its answer.
create table jabber_received (
  id bigint generated always as identity primary key,
  account text not null,
  -- The server's id of it, or where that keeps no archive a digest.
  stanza_id text not null,
  jid_id bigint not null references jabber_id,
  member_id bigint not null references member,
  command jsonb not null,
  reffclient text,
  sent_at timestamptz not null,
  received_at timestamptz not null default now(),
  answered_at timestamptz,
  unique (account, stanza_id)
);
create index jabber_received_open on jabber_received (account, id) where answered_at is null;
create index jabber_received_order on jabber_received (member_id, reffclient, id) where reffclient is not null;
create index jabber_received_jid on jabber_received (jid_id, id);
create index jabber_received_at on jabber_received (received_at);

-- What is said, in this order; its number is the id of the message on the wire.
create table jabber_message (
  id bigint generated always as identity primary key,
  account text not null,
  jid text not null,
  member_id bigint not null references member,
  body text not null,
  -- Of which purchase it tells, and how that stood.
  purchase_id bigint references purchase,
  purchase_version integer,
  created_at timestamptz not null default now(),
  -- Given to the connection, and taken by the server.
  sent_at timestamptz,
  acked_at timestamptz,
  failed text
);
create index jabber_message_waiting on jabber_message (account, id) where acked_at is null and failed is null;
create index jabber_message_purchase on jabber_message (purchase_id, purchase_version) where purchase_id is not null;
create index jabber_message_at on jabber_message (created_at);

-- Purchases that became final, or were corrected, of which somebody is to hear by Jabber. Written with the news, made into messages soon after.
create table jabber_result (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  purchase_id bigint not null references purchase,
  reffclient text not null,
  -- By Jabber; else only addresses hear of it that hear of everything.
  ordered boolean not null,
  at timestamptz not null default now()
);

-- The newest bill that somebody asked about, so that it can be paid by its number.
create table jabber_bill (
  member_id bigint not null references member,
  product_code text not null,
  target text not null,
  token text not null,
  expires_at timestamptz not null,
  primary key (member_id, product_code, target)
);
create index jabber_bill_expires on jabber_bill (expires_at);

alter table adapter_test drop constraint adapter_test_adapter_check;
alter table adapter_test add constraint adapter_test_adapter_check check (
  adapter in ('mail', 'whatsapp', 'gateway', 'disbursement', 'bankfeed', 'nameinquiry', 'store', 'google', 'facebook', 'jabber')
);
alter table health_alert drop constraint health_alert_matter_check;
alter table health_alert add constraint health_alert_matter_check check (
  matter in (
    'orders', 'purchases', 'seller', 'callbacks', 'messages', 'jobs', 'jobs_failed', 'bankfeed', 'books', 'books_late', 'jabber', 'jabber_gap'
  )
);
