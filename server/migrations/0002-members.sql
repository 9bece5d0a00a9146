-- Who may do what, and the clock that tells every process what to read again.

-- Bumped under a row lock by every change of a mirrored table, so that versions become visible in order: a process that
-- has read up to version n can never miss a row with a smaller one.
create table mirror_clock (
  only_row boolean primary key default true check (only_row),
  version bigint not null default 0
);
insert into mirror_clock default values;

create function bump_mirror_clock() returns trigger language plpgsql as $$
begin
  update mirror_clock set version = version + 1;
  perform pg_notify('mirror', '');
  return null;
end $$;

create function stamp_mirror_version() returns trigger language plpgsql as $$
begin
  new.version := (select version from mirror_clock);
  return new;
end $$;

-- Distinguishes our references at sellers from those of an earlier installation, which their servers may remember.
create table installation (
  only_row boolean primary key default true check (only_row),
  code text not null default upper(substr(md5(random()::text || clock_timestamp()::text), 1, 4))
);
insert into installation default values;

create table setting (
  name text primary key,
  value jsonb not null,
  version bigint not null default 0
);

create table member (
  id bigint generated always as identity primary key,
  name text not null,
  email text not null,
  password_hash text not null,
  phone text,
  phone_verified_at timestamptz,
  contact text,
  address text,
  province_id bigint,
  city_id bigint,
  district_id bigint,
  avatar text,
  ktp text,
  npwp text,
  status smallint not null default 2 check (status in (0, 1, 2)),
  activated boolean not null default false,
  shop_open boolean not null default false,
  admin_confirmation smallint not null default 0 check (admin_confirmation between 0 and 3),
  api_test smallint not null default 1 check (api_test in (0, 1)),
  terms_accepted boolean not null default false,
  callback_url text not null default '',
  callback_secret bytea,
  allowed_addresses text not null default '',
  double_guard_minutes integer not null default 5 check (double_guard_minutes between 0 and 1440),
  routing text not null default 'mine' check (routing in ('mine', 'cheapest', 'fastest', 'reliable')),
  low_balance bigint,
  last_active_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version bigint not null default 0
);
create unique index member_email on member (lower(email));
create index member_version on member (version);

alter table wallet add foreign key (member_id) references member;

create table role (
  id bigint primary key,
  name text not null unique
);
insert into role values (1, 'ROLE_ADMIN'), (2, 'ROLE_SELLER');

create table member_role (
  member_id bigint not null references member,
  role_id bigint not null references role,
  primary key (member_id, role_id)
);

create table session (
  token_hash bytea primary key,
  member_id bigint not null references member,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  address text,
  agent text
);
create index session_member on session (member_id);

-- Failures of signing in, by account and by address; shared by all processes, surviving restarts.
create table sign_in_failure (
  subject text primary key,
  failures integer not null,
  blocked_until timestamptz not null,
  at timestamptz not null default now()
);

create table api_key (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  name text not null,
  test boolean not null default false,
  -- An identifier like a user name, not a secret: nothing is allowed by it alone.
  key text not null unique,
  secret bytea not null,
  allowed_addresses text not null default '',
  created_at timestamptz not null default now(),
  used_at timestamptz,
  refused_address text,
  revoked_at timestamptz,
  version bigint not null default 0
);
create index api_key_member on api_key (member_id);
create index api_key_version on api_key (version);

create trigger mirror_bump before insert or update of value on setting for each statement execute function bump_mirror_clock();
create trigger mirror_stamp before insert or update of value on setting for each row execute function stamp_mirror_version();
create trigger mirror_bump before insert or update of name, status, activated, shop_open, admin_confirmation, api_test, callback_url, callback_secret, allowed_addresses, double_guard_minutes, routing, low_balance
  on member for each statement execute function bump_mirror_clock();
create trigger mirror_stamp before insert or update of name, status, activated, shop_open, admin_confirmation, api_test, callback_url, callback_secret, allowed_addresses, double_guard_minutes, routing, low_balance
  on member for each row execute function stamp_mirror_version();
create trigger mirror_bump before insert or update of name, secret, allowed_addresses, revoked_at on api_key for each statement execute function bump_mirror_clock();
create trigger mirror_stamp before insert or update of name, secret, allowed_addresses, revoked_at on api_key for each row execute function stamp_mirror_version();
