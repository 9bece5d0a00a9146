-- What is told to a member at the bell. Members are never deleted; without a reference to them nobody waits for a member's row at the end of a
-- transaction, when it holds others.

-- Its row is the lock of a member's notices, and their numbers are drawn from it: who sees one has seen all below it. Whoever tells several members
-- takes their boxes in the order of the members' numbers.
create table notice_box (
  member_id bigint primary key,
  last_seq bigint not null
);

create table notice (
  member_id bigint not null,
  -- Its place: the same matter told again takes a new one.
  seq bigint not null,
  kind text not null,
  -- What it is about; once per member.
  key text not null,
  title text not null,
  body text not null,
  -- Where on the page it leads to.
  link text not null,
  -- How often it was told.
  count integer not null default 1,
  created_at timestamptz not null default now(),
  told_at timestamptz not null default now(),
  read_at timestamptz,
  primary key (member_id, seq),
  unique (member_id, key)
);
create index notice_unread on notice (member_id, seq) where read_at is null;
create index notice_old on notice (told_at);

-- What a member switched off or on; without a row a channel is as the contract has it.
create table notice_choice (
  member_id bigint not null,
  kind text not null,
  channel text not null,
  wanted boolean not null,
  primary key (member_id, kind, channel)
);

-- Up to which hour, and which row of its source, what is gathered by the hour was told.
create table notice_hour (
  name text primary key,
  until timestamptz not null,
  mark bigint not null
);
