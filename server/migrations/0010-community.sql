-- Community: chat between two members or with the platform (customer service), and the feed of posts for all members.
-- Messages are numbered without gaps under the lock of their conversation, so a read mark is one number.
-- Posts carry their counts, changed under the lock of the post. Removed posts and comments stay for some days, for administrators.

-- — Chat

-- Two members, or one member and the platform (`second_id` is null). The smaller id is first, so that a pair is unique.
create table conversation (
  id bigint generated always as identity primary key,
  first_id bigint not null references member,
  second_id bigint references member check (second_id > first_id),
  last_seq integer not null default 0,
  last_at timestamptz,
  last_text text,
  last_sender_id bigint references member,
  -- Read mark of the platform, if it is a side.
  platform_read_seq integer not null default 0,
  created_at timestamptz not null default now(),
  unique nulls not distinct (first_id, second_id)
);
-- For customer service: all conversations by time, and the unread ones.
create index conversation_with_platform on conversation (last_at) where second_id is null;
create index conversation_platform_unread on conversation (id) where second_id is null and last_seq > platform_read_seq;

-- Read marks of members.
create table participant (
  conversation_id bigint not null references conversation,
  member_id bigint not null references member,
  read_seq integer not null default 0,
  primary key (member_id, conversation_id)
);

create table message (
  conversation_id bigint not null references conversation,
  -- From 1 without gaps, in the order of commits: a reader of one number has seen all smaller ones.
  seq integer not null,
  sender_id bigint not null references member,
  -- Written by an administrator as customer service.
  by_platform boolean not null default false,
  -- Chosen by the sender, so that a repeated message is stored once.
  client_id uuid not null,
  body text not null,
  image text,
  purchase_id bigint,
  created_at timestamptz not null default now(),
  primary key (conversation_id, seq),
  check (body <> '' or image is not null),
  constraint message_sent_once unique (conversation_id, sender_id, client_id)
);

-- — Feed

create table post (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  -- Written by an administrator for the platform.
  by_platform boolean not null,
  -- Chosen by the writer, so that a repeated post is stored once.
  client_id uuid not null,
  body text not null,
  image text,
  like_count integer not null default 0 check (like_count >= 0),
  -- Without hidden and removed comments.
  comment_count integer not null default 0 check (comment_count >= 0),
  -- Reports of the post and its comments that await a decision.
  report_count integer not null default 0 check (report_count >= 0),
  -- By an administrator.
  hidden_at timestamptz,
  hidden_by bigint references member,
  hidden_reason text,
  -- By the writer. The row stays for some days, so that administrators can still examine reported posts.
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  -- The part of report_count that is about comments.
  comment_report_count integer not null default 0,
  constraint post_sent_once unique (member_id, client_id),
  check (body <> '' or image is not null),
  check ((hidden_at is null) = (hidden_by is null) and (hidden_at is null) = (hidden_reason is null)),
  check (comment_report_count between 0 and report_count)
);
-- Administrators' lists of reported and hidden posts, and the job that deletes removed ones.
create index post_that_waits on post (id) where report_count > 0;
create index post_hidden on post (id) where hidden_at is not null;
create index post_removed on post (removed_at) where removed_at is not null;

create table post_comment (
  id bigint generated always as identity primary key,
  post_id bigint not null references post,
  member_id bigint not null references member,
  by_platform boolean not null,
  client_id uuid not null,
  body text not null check (body <> ''),
  hidden_at timestamptz,
  hidden_by bigint references member,
  hidden_reason text,
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  -- Reports that await a decision.
  report_count integer not null default 0 check (report_count >= 0),
  constraint post_comment_sent_once unique (post_id, member_id, client_id),
  check ((hidden_at is null) = (hidden_by is null) and (hidden_at is null) = (hidden_reason is null))
);
create index post_comment_of_post on post_comment (post_id, id);
create index post_comment_removed on post_comment (removed_at) where removed_at is not null;
-- For the reported comments of a post with many others.
create index post_comment_reported on post_comment (post_id, id) where report_count > 0;

create table post_like (
  post_id bigint not null references post,
  member_id bigint not null references member,
  created_at timestamptz not null default now(),
  primary key (post_id, member_id)
);

-- One report per member, also after a decision.
create table post_report (
  post_id bigint not null references post,
  member_id bigint not null references member,
  reason text not null check (reason in ('fraud', 'rude', 'spam', 'other')),
  words text,
  created_at timestamptz not null default now(),
  primary key (post_id, member_id)
);

-- Reports of a comment count for the comment and for its post.
create table post_comment_report (
  comment_id bigint not null references post_comment,
  member_id bigint not null references member,
  reason text not null check (reason in ('fraud', 'rude', 'spam', 'other')),
  words text,
  created_at timestamptz not null default now(),
  primary key (comment_id, member_id)
);
