-- What changed of members' Jabber addresses is read by its version (decision 0050).
create index concurrently jabber_id_version on jabber_id (version);
