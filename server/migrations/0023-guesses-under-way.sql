-- Guesses that are being looked at, how many were wrong since the last right one, and from where accounts are guessed at.

-- Those under way count as wrong ones until they are known to be right; when the newest was taken tells which were lost.
alter table sign_in_failure
  add column under_way integer not null default 0,
  add column taken_at timestamptz not null default now(),
  add column wrong_in_a_row integer not null default 0;

create table network_guess (
  network text not null,
  account_hash bytea not null,
  at timestamptz not null,
  primary key (network, account_hash)
);
create index network_guess_at on network_guess (at);

-- Which browsers an account was used from: those are let try on while strangers guess. One browser may be used by several.
create table device (
  token_hash bytea not null,
  member_id bigint not null references member,
  agent text,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  primary key (token_hash, member_id)
);
create index device_member on device (member_id);

alter table mailed_token drop constraint mailed_token_purpose_check;
alter table mailed_token add constraint mailed_token_purpose_check check (purpose in ('activate', 'reset', 'sign_in'));
