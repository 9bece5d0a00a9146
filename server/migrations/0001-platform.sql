-- Platform: rules and tables that every other area uses. No business data.
-- Cached tables share one version counter, append-only tables share one trigger function,
-- and failed attempts and rates are counted here, so that the limits hold over all processes and restarts.

-- Index type for searches by a part of a name, e-mail or phone number.
create extension if not exists pg_trgm;

-- — Cached tables

-- Newest version of all cached tables (ADR 0007). Every change of one locks this row and increments it, so versions become visible in order:
-- a process that has read all rows up to version n never misses a row with a smaller version.
create table cache_version (
  only_row boolean primary key default true check (only_row),
  version bigint not null default 0
);

insert into cache_version default values;

-- Statement trigger: locks the counter before the rows. A transaction that reads cached rows and then writes them locks the counter first.
create function bump_cache_version() returns trigger language plpgsql as $$
begin
  update cache_version set version = version + 1;
  perform pg_notify('cache', '');
  return null;
end $$;

-- Row trigger: gives every changed row the version of its statement.
create function stamp_cache_version() returns trigger language plpgsql as $$
begin
  new.version := (select version from cache_version);
  return new;
end $$;

-- — Append-only tables

-- On tables with this trigger the program's database role has no update or delete (`db/migrate.ts`, ADR 0033).
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append only', tg_table_name using errcode = 'integrity_constraint_violation', constraint = 'append_only';
end $$;

-- — Tickets

-- Publishes every change of tickets and approvals to administrators' lists, whichever code makes it. PostgreSQL sends it once per transaction.
create function notify_tickets() returns trigger language plpgsql as $$
begin
  perform pg_notify('tickets', '');
  return null;
end
$$;

-- — Identity of the installation

-- The code is part of references at sellers and at the payment provider, whose servers may still know those of another installation.
create table installation (
  only_row boolean primary key default true check (only_row),
  code text not null default upper(substr(md5(random()::text || clock_timestamp()::text), 1, 4))
);

insert into installation default values;

-- Keys with which the platform signs and hashes, one per purpose, encrypted like members' secrets (`shared/platform-keys.ts`).
-- Random and stored, so that they survive a rotation of SECRET_KEY (ADR 0026).
create table platform_secret (
  id bigint generated always as identity primary key,
  purpose text not null unique,
  -- Null until a process stores the key that it derives from the oldest SECRET_KEY.
  sealed bytea
);

-- — Limits

-- Failed attempts at passwords, PINs and codes. A subject is an account, a browser of an account, a session or a network.
-- After some free attempts each failure doubles the wait.
create table sign_in_failure (
  subject text primary key,
  -- Since the last right attempt, and since the last day without a failure.
  failures integer not null,
  blocked_until timestamptz not null,
  -- Time of the last failure.
  at timestamptz not null default now(),
  -- Attempts under verification: they count as wrong until they are known to be right.
  under_way integer not null default 0,
  -- Start of the newest of these. After 30 seconds they are lost with their process and count as wrong.
  taken_at timestamptz not null default now(),
  -- Since the last right attempt. Too many of them end the session, or demand a mailed link.
  wrong_in_a_row integer not null default 0
);

-- Accounts with a failed or unfinished sign-in from a network. The limit counts accounts, not attempts, because one address of a mobile
-- network may serve thousands of phones.
create table network_attempt (
  network text not null,
  account_hash bytea not null,
  at timestamptz not null,
  primary key (network, account_hash)
);
-- For the deletion of rows that are older than a day.
create index network_attempt_at on network_attempt (at);

-- Uses of a limited function by one subject, within the window that began at `began_at`.
create table rate_count (
  subject text primary key,
  began_at timestamptz not null,
  count integer not null
);
