-- Two members, or one member (`second_id` is null) and the house.
create table conversation (
  id bigint generated always as identity primary key,
  first_id bigint not null references member,
  second_id bigint references member check (second_id > first_id),
  last_seq integer not null default 0,
  last_at timestamptz,
  last_text text,
  last_sender_id bigint references member,
  -- How far the house has read, where it is a side of it.
  house_read_seq integer not null default 0,
  created_at timestamptz not null default now(),
  unique nulls not distinct (first_id, second_id)
);
create index conversation_with_house on conversation (last_at) where second_id is null;
create index conversation_house_unread on conversation (id) where second_id is null and last_seq > house_read_seq;

create table participant (
  conversation_id bigint not null references conversation,
  member_id bigint not null references member,
  read_seq integer not null default 0,
  primary key (member_id, conversation_id)
);

-- Numbered within its conversation under that row's lock: who sees one has seen all before it.
create table message (
  conversation_id bigint not null references conversation,
  seq integer not null,
  sender_id bigint not null references member,
  -- An administrator, for the house.
  by_house boolean not null default false,
  -- The sender's own name of it, so that what is sent again is there once.
  client_id uuid not null,
  body text not null,
  image text,
  purchase_id bigint,
  created_at timestamptz not null default now(),
  primary key (conversation_id, seq),
  unique (sender_id, client_id),
  check (body <> '' or image is not null)
);
