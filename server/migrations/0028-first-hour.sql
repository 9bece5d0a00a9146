-- One-time tokens of the screen of the first start. While there is no administrator, each http process writes one to its log, as a hash to here; whoever
-- reads the log may make the first administrator.
create table setup_token (
  token_hash bytea primary key,
  expires_at timestamptz not null
);

-- Null for a setting that the operator of the machine has set up (`npm run setup`).
alter table setting_change alter column member_id drop not null;

-- Has a row once an administrator has hidden the checklist of a new installation.
create table opening_checklist (
  id smallint primary key default 1 check (id = 1),
  hidden_by bigint not null references member,
  hidden_at timestamptz not null default now()
);
