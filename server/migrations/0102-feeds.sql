-- What members write for all to read.
create table post (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  -- Written by an administrator, for the house.
  by_house boolean not null,
  -- The writer's own name of it, so that what is sent again is there once.
  client_id uuid not null,
  body text not null,
  image text,
  -- Of this post as everybody sees it; written under its lock, with the rows that they count.
  like_count integer not null default 0 check (like_count >= 0),
  comment_count integer not null default 0 check (comment_count >= 0),
  -- Reports about which no administrator has decided.
  report_count integer not null default 0 check (report_count >= 0),
  hidden_at timestamptz,
  hidden_by bigint references member,
  hidden_reason text,
  -- By who wrote it. Kept for some days, so that what was reported can be looked at.
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint post_sent_once unique (member_id, client_id),
  check (body <> '' or image is not null),
  check ((hidden_at is null) = (hidden_by is null) and (hidden_at is null) = (hidden_reason is null))
);
create index post_that_waits on post (id) where report_count > 0;
create index post_hidden on post (id) where hidden_at is not null;
create index post_removed on post (removed_at) where removed_at is not null;

create table post_comment (
  id bigint generated always as identity primary key,
  post_id bigint not null references post,
  member_id bigint not null references member,
  by_house boolean not null,
  client_id uuid not null,
  body text not null check (body <> ''),
  hidden_at timestamptz,
  hidden_by bigint references member,
  hidden_reason text,
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint post_comment_sent_once unique (post_id, member_id, client_id),
  check ((hidden_at is null) = (hidden_by is null) and (hidden_at is null) = (hidden_reason is null))
);
create index post_comment_of_post on post_comment (post_id, id);
create index post_comment_removed on post_comment (removed_at) where removed_at is not null;

create table post_like (
  post_id bigint not null references post,
  member_id bigint not null references member,
  created_at timestamptz not null default now(),
  primary key (post_id, member_id)
);

create table post_report (
  post_id bigint not null references post,
  member_id bigint not null references member,
  reason text not null check (reason in ('fraud', 'rude', 'spam', 'other')),
  words text,
  created_at timestamptz not null default now(),
  primary key (post_id, member_id)
);
