-- Partners: the software of buyers. API keys, callbacks to verified endpoints, and orders by XMPP (Jabber).
-- A key is a public identifier; its encrypted secret signs requests (ADR 0005).
-- A callback is stored in the transaction of its cause and repeated with the same body. Deliveries to an unverified endpoint are held.
-- An XMPP message is stored once before it is executed; its answer is stored in the transaction that marks it as answered.

-- — API keys

create table api_key (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  name text not null,
  -- Orders of a test key go to the sandbox.
  test boolean not null default false,
  -- Not secret: it grants nothing without the secret.
  key text not null unique,
  secret bytea not null,
  -- If empty, the addresses of the member apply.
  allowed_addresses text not null default '',
  created_at timestamptz not null default now(),
  -- Last use, and the address that was refused last. Written in the background; not cached, so that no order waits for them.
  used_at timestamptz,
  refused_address text,
  revoked_at timestamptz,
  version bigint not null default 0,
  -- Suspended since: the password was changed soon after the key was made, so a person who knew the old password may have made it.
  -- Null again when the owner confirms the key.
  suspended_at timestamptz,
  -- The key accepts only requests with a signed time, so that an intercepted request cannot be repeated later (ADR 0027).
  timed boolean not null default false
);
create index api_key_member on api_key (member_id);
create index api_key_version on api_key (version);
create trigger cache_bump before insert or update of name, secret, allowed_addresses, revoked_at, suspended_at, timed
  on api_key for each statement execute function bump_cache_version();
create trigger cache_stamp before insert or update of name, secret, allowed_addresses, revoked_at, suspended_at, timed
  on api_key for each row execute function stamp_cache_version();

-- — Callbacks

-- Endpoint verification, once per member and origin (scheme, host and port). Before that, an endpoint receives only challenges.
-- Holding deliveries and verifying lock the row of the origin, so no delivery stays held after the verification.
create table callback_endpoint (
  member_id bigint not null references member,
  origin text not null,
  -- The newest callback address of this origin. Challenges go there.
  url text not null,
  -- Of the newest challenge; earlier ones are invalid.
  token_hash bytea,
  asked_at timestamptz,
  verified_at timestamptz,
  -- When the member was informed by e-mail about held deliveries.
  notified_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (member_id, origin)
);

-- One callback to one buyer (Standard Webhooks), with the body as it is sent. Receivers know it as msg_<id>.
create table delivery (
  id bigint generated always as identity primary key,
  member_id bigint not null,
  -- Null for events without a purchase, such as price.changed.
  purchase_id bigint,
  event text not null,
  url text not null,
  body text not null,
  -- 0 waiting, 1 delivered, 2 given up, 3 held until the endpoint is verified.
  state smallint not null default 0,
  tries smallint not null default 0,
  -- worker_number of the worker that sends it at present.
  claimed_by integer,
  -- Time of the next attempt; end of the lease while claimed.
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  -- Never moved; the age of the backlog is measured from it.
  first_due_at timestamptz not null default now(),
  -- The origin whose verification it waits for.
  held_origin text,
  constraint delivery_state_check check (state in (0, 1, 2, 3)),
  constraint delivery_held_check check ((state = 3) = (held_origin is not null))
) with (fillfactor = 80);
-- The queue: the oldest deliveries are claimed first. Held deliveries are outside of it.
create index delivery_due on delivery (due_at) where state = 0;
create index delivery_purchase on delivery (purchase_id);
-- The member's log of callbacks, newest first.
create index delivery_member on delivery (member_id, id);
-- Claims for other hosts, when the oldest deliveries all belong to hosts without a free place. Same expression as in callbacks/claims.ts.
create index delivery_host on delivery (lower(split_part(translate(url, '?#', '//'), '/', 3)), due_at) where state = 0;
-- Verification puts the held deliveries of an origin back into the queue.
create index delivery_held on delivery (member_id, held_origin) where state = 3;

create table delivery_attempt (
  delivery_id bigint not null,
  at timestamptz not null default now(),
  -- HTTP status; null without an answer.
  status smallint,
  took_ms integer not null,
  answer text not null
);
create index delivery_attempt_delivery on delivery_attempt (delivery_id);

-- — XMPP addresses

-- Bare, normalised XMPP addresses from which a member may order. Cached; wrong_keys and silent_until are read from the row instead,
-- and orders_since changes only together with enabled.
create table jabber_id (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  jid text not null,
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  archived_at timestamptz,
  -- The address receives the results of all purchases of the member, not only of its own orders.
  tells_all boolean not null default false,
  version bigint not null default 0,
  -- Wrong keys in a row. After too many of them, messages are ignored until silent_until.
  wrong_keys smallint not null default 0,
  silent_until timestamptz,
  -- Earlier messages are no orders: the address was not enabled, and an archive that is read later must not execute them.
  orders_since timestamptz not null default now(),
  -- First command with the member's key. Before it, the address is a claim, and several members may claim the same address.
  verified_at timestamptz
);
create index jabber_id_version on jabber_id (version);
create index jabber_id_of_member on jabber_id (member_id) where archived_at is null;
-- A verified address orders for one member, also when two members verify it at once.
create unique index jabber_id_verified_once on jabber_id (jid) where archived_at is null and verified_at is not null;
create unique index jabber_id_claimed_once on jabber_id (member_id, jid) where archived_at is null;
create trigger cache_bump before insert or update of member_id, jid, enabled, tells_all, archived_at, verified_at on jabber_id
  for each statement execute function bump_cache_version();
create trigger cache_stamp before insert or update of member_id, jid, enabled, tells_all, archived_at, verified_at on jabber_id
  for each row execute function stamp_cache_version();

-- The member's own key for XMPP. With it, the secret of the first API key is not accepted on XMPP.
create table jabber_secret (
  member_id bigint primary key references member,
  secret bytea not null,
  created_at timestamptz not null default now()
);

-- — XMPP messages

-- Account of the platform at an XMPP server: state of its connection, and position up to which its archive has been read.
create table jabber_bot (
  account text primary key,
  state text not null check (state in ('connecting', 'online', 'refused', 'lost')),
  -- Error of the server; empty without one.
  said text not null default '',
  since timestamptz not null default now(),
  -- Refreshed by the process that holds the account.
  seen_at timestamptz not null default now(),
  archive_id text,
  archive_at timestamptz,
  -- When the archive began later than the position that was read: messages may be lost.
  gap_at timestamptz,
  -- The server keeps no archive: messages that arrive while a process dies are lost.
  without_archive boolean not null default false
);

-- Incoming messages of members, each stored once, with the command but without its key.
create table jabber_received (
  id bigint generated always as identity primary key,
  account text not null,
  -- Id in the server's archive; a generated one without an archive.
  stanza_id text not null,
  jid_id bigint not null references jabber_id,
  member_id bigint not null references member,
  command jsonb not null,
  -- Of an order.
  reffclient text,
  -- By the server's clock, but never later than received_at: an order from the future would never be too old.
  sent_at timestamptz not null,
  received_at timestamptz not null default now(),
  answered_at timestamptz,
  -- API key that authenticated the message; if it is revoked before execution, nothing is ordered. Null for jabber_secret, and without a key.
  key_id bigint references api_key,
  unique (account, stanza_id)
);
-- Unanswered messages, for the process that takes over the account.
create index jabber_received_open on jabber_received (account, id) where answered_at is null;
-- A result waits for the answer to its order.
create index jabber_received_order on jabber_received (member_id, reffclient, id) where reffclient is not null;
-- The account that an address wrote to last sends its results.
create index jabber_received_jid on jabber_received (jid_id, id);
-- Retention.
create index jabber_received_at on jabber_received (received_at);

-- Outgoing messages, sent by id. The id is also the message id at the server, so a repetition keeps it.
create table jabber_message (
  id bigint generated always as identity primary key,
  account text not null,
  jid text not null,
  member_id bigint not null references member,
  body text not null,
  -- The reported purchase and its version: an address receives each version once.
  purchase_id bigint references purchase,
  purchase_version integer,
  created_at timestamptz not null default now(),
  -- Passed to the connection, and acknowledged by the server.
  sent_at timestamptz,
  acked_at timestamptz,
  -- Error of the addressee's server.
  failed text
);
create index jabber_message_waiting on jabber_message (account, id) where acked_at is null and failed is null;
create index jabber_message_purchase on jabber_message (purchase_id, purchase_version) where purchase_id is not null;
-- Retention.
create index jabber_message_at on jabber_message (created_at);

-- Final or corrected purchases whose results go out by XMPP. Settlement writes the row in its transaction; writing the messages deletes it.
create table jabber_result (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  purchase_id bigint not null references purchase,
  reffclient text not null,
  -- Ordered by XMPP: the ordering address receives the result as well. Otherwise only addresses with tells_all do.
  ordered boolean not null,
  at timestamptz not null default now()
);

-- The newest bill that a member asked for by XMPP, so that a payment needs only product and target.
create table jabber_bill (
  member_id bigint not null references member,
  product_code text not null,
  target text not null,
  token text not null,
  expires_at timestamptz not null,
  primary key (member_id, product_code, target)
);
-- Retention.
create index jabber_bill_expires on jabber_bill (expires_at);
