-- A push service that refuses to tell one browser says nothing about the others there: that one may have been subscribed with a key of somebody else.
drop table push_refusal;
alter table push_device add column host text;
update push_device set host = lower(substring(endpoint from '^[^:]+://([^/:?#]+)'));
alter table push_device alter column host set not null;
-- The last word of its service, where that was a no to our key or our name.
alter table push_device add column refused_at timestamptz;
alter table push_device add column refused_status smallint;
alter table push_device add check ((refused_at is null) = (refused_status is null));

-- Comments are reported by themselves, and wait for administrators with their post.
create table post_comment_report (
  comment_id bigint not null references post_comment,
  member_id bigint not null references member,
  reason text not null check (reason in ('fraud', 'rude', 'spam', 'other')),
  words text,
  created_at timestamptz not null default now(),
  primary key (comment_id, member_id)
);
-- Reports about which no administrator has decided.
alter table post_comment add column report_count integer not null default 0 check (report_count >= 0);
-- How many of those that are counted of a post are about its comments.
alter table post add column comment_report_count integer not null default 0;
alter table post add check (comment_report_count between 0 and report_count);
