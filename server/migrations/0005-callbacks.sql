-- Callbacks to buyers (Standard Webhooks): one delivery per news, every attempt kept.

create table delivery (
  id bigint generated always as identity primary key,
  member_id bigint not null,
  purchase_id bigint,
  event text not null,
  url text not null,
  body text not null,
  state smallint not null default 0 check (state in (0, 1, 2)), -- 0 waiting, 1 delivered, 2 given up
  tries smallint not null default 0,
  claimed_by integer,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  first_due_at timestamptz not null default now()
) with (fillfactor = 80);
create index delivery_due on delivery (due_at) where state = 0;
create index delivery_purchase on delivery (purchase_id);

create table delivery_attempt (
  delivery_id bigint not null,
  at timestamptz not null default now(),
  status smallint,
  took_ms integer not null,
  answer text not null
);
create index delivery_attempt_delivery on delivery_attempt (delivery_id);
