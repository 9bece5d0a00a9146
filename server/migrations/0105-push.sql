-- Browsers that are pushed to. Each belongs to the session that is signed in there, and goes with it; members are never deleted.
create table push_device (
  id bigint generated always as identity primary key,
  session_hash bytea not null unique references session (token_hash) on delete cascade,
  member_id bigint not null,
  -- Where its push service takes messages for it: whoever knows it has this browser in hand.
  endpoint text not null unique,
  -- What messages are encrypted with (RFC 8291).
  p256dh bytea not null,
  auth bytea not null,
  created_at timestamptz not null default now(),
  -- When its push service last took a message.
  taken_at timestamptz
);
create index push_device_member on push_device (member_id);

-- When a member wants to be left alone, in minutes of the day in WIB; the end may be on the next day.
create table push_quiet (
  member_id bigint primary key,
  from_minute smallint not null check (from_minute between 0 and 1439),
  until_minute smallint not null check (until_minute between 0 and 1439),
  check (from_minute <> until_minute)
);

alter table health_alert drop constraint health_alert_matter_check;
alter table health_alert add constraint health_alert_matter_check check (
  matter in (
    'orders', 'purchases', 'seller', 'callbacks', 'messages', 'jobs', 'jobs_failed', 'bankfeed', 'books', 'books_late', 'jabber', 'jabber_gap',
    'push'
  )
);

-- Push services that refuse our keys or our name. Nothing is sent there for a while, and administrators are told.
create table push_refusal (
  host text primary key,
  status smallint not null,
  refused_at timestamptz not null
);
