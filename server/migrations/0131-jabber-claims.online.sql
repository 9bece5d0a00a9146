-- A verified address orders for one member; a claim is made once by each.
create unique index concurrently jabber_id_verified_once on jabber_id (jid) where archived_at is null and verified_at is not null;
create unique index concurrently jabber_id_claimed_once on jabber_id (member_id, jid) where archived_at is null;
drop index concurrently if exists jabber_id_once;
