-- A push service that refuses to tell one browser says nothing about the others there: that one may have been subscribed with a key of somebody else.
drop table push_refusal;
alter table push_device add column host text;
update push_device set host = lower(substring(endpoint from '^[^:]+://([^/:?#]+)'));
alter table push_device alter column host set not null;
-- The last word of its service, where that was a no to our key or our name.
alter table push_device add column refused_at timestamptz;
alter table push_device add column refused_status smallint;
alter table push_device add check ((refused_at is null) = (refused_status is null));
