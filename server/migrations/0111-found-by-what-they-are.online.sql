-- Indexes for what is asked often and read too much, whatever was known of the tables (decision 0050).

-- Each minute it is asked who was told last at a push service that refuses somebody, among all browsers there are.
create index concurrently push_device_refused on push_device (host) where refused_at is not null;
create index concurrently push_device_told on push_device (host, greatest(taken_at, refused_at)) where greatest(taken_at, refused_at) is not null;

-- With two indexes, one over members and one over addresses that are there, all addresses of all members were read together.
create index concurrently jabber_id_of_member on jabber_id (member_id) where archived_at is null;
drop index concurrently if exists jabber_id_member;

-- Those of a post that wait for administrators, among all that was said about it.
create index concurrently post_comment_reported on post_comment (post_id, id) where report_count > 0;
