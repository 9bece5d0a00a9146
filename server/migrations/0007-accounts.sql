-- How people get in and stay in: letters with tokens, one-time codes, two-factor, sessions that can be ended one by one,
-- terms with versions, pictures, bank accounts and Jabber addresses.

alter table session add column id bigint generated always as identity unique;

-- A verified number belongs to one account; kept as E.164 digits without a plus (6281234567890).
create unique index member_verified_phone on member (phone) where phone_verified_at is not null;

-- Links that were mailed. Single use, stored hashed, with an end.
create table mailed_token (
  token_hash bytea primary key,
  member_id bigint not null references member,
  purpose text not null check (purpose in ('activate', 'reset')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mailed_token_member on mailed_token (member_id, purpose);

-- One-time codes, bound to member, purpose and destination; only the newest of a purpose is good.
create table otp (
  sid text primary key,
  member_id bigint not null references member,
  purpose text not null check (purpose in ('phone', 'confirm', 'cash_out', 'jabber', 'bank')),
  channel text not null check (channel in ('whatsapp', 'mail')),
  -- E.164 digits or an e-mail address.
  destination text not null,
  code_hash bytea not null,
  tries smallint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index otp_member on otp (member_id, created_at);
create index otp_destination on otp (destination, created_at);

-- Sealed secrets of authenticator applications. Enabled once a code has proved that the application has it.
create table two_factor (
  member_id bigint primary key references member,
  secret bytea not null,
  enabled_at timestamptz,
  -- The 30-second step of the newest code that was used; a code of it or before is a replay.
  last_step bigint not null default 0
);

create table recovery_code (
  member_id bigint not null references member,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (member_id, code_hash)
);

-- Between an accepted password and the second factor.
create table mfa_challenge (
  token_hash bytea primary key,
  member_id bigint not null references member,
  tries smallint not null default 0,
  address text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index mfa_challenge_member on mfa_challenge (member_id);

-- Who signs in at Google or Facebook.
create table social_identity (
  provider text not null check (provider in ('google', 'facebook')),
  subject text not null,
  member_id bigint not null references member,
  created_at timestamptz not null default now(),
  primary key (provider, subject)
);
create index social_identity_member on social_identity (member_id);

-- How often somebody did something within a window; shared by all processes, surviving restarts.
create table rate_count (
  subject text primary key,
  began_at timestamptz not null,
  count integer not null
);

create table terms (
  id bigint generated always as identity primary key,
  -- Headings (`# `), list items (`- `) and paragraphs, one per line.
  content text not null,
  published_at timestamptz not null default now(),
  published_by bigint references member
);

-- The terms are outstanding for whoever has not accepted the newest version.
create table terms_acceptance (
  member_id bigint not null references member,
  terms_id bigint not null references terms,
  accepted_at timestamptz not null default now(),
  address text,
  primary key (member_id, terms_id)
);

create table upload (
  id bigint generated always as identity primary key,
  -- Random, so that it cannot be guessed: `<32 characters>.webp`.
  name text not null unique,
  owner_id bigint not null references member,
  -- Identity and tax cards: only the owner and administrators may see them.
  private boolean not null default false,
  bytes integer not null,
  width integer not null,
  height integer not null,
  created_at timestamptz not null default now()
);
create index upload_owner on upload (owner_id, created_at);

create table bank_account (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  bank_code text not null check (bank_code in ('01', '02', '04', '05')),
  account_no text not null,
  account_name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz
);
create unique index bank_account_once on bank_account (member_id, bank_code, account_no) where archived_at is null;

-- Bare addresses, normalised. One address orders for one member.
create table jabber_id (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  jid text not null,
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  archived_at timestamptz
);
create unique index jabber_id_once on jabber_id (jid) where archived_at is null;
create index jabber_id_member on jabber_id (member_id);

-- Messages to people, written with their cause and delivered by a job. The content is sealed, and gone once delivered
-- by a real carrier, because it may hold links and secrets.
create table outbox (
  id bigint generated always as identity primary key,
  member_id bigint references member,
  carrier text not null check (carrier in ('mail', 'whatsapp')),
  destination text not null,
  subject text not null,
  content bytea,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'kept', 'failed')),
  tries smallint not null default 0,
  error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index outbox_recent on outbox (created_at);
