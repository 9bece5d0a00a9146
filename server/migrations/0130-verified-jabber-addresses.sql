-- A Jabber address is its member's once a command with the right key came from it. Until then it is a claim, which other members may make as well.
alter table jabber_id add column verified_at timestamptz;

drop trigger mirror_bump on jabber_id;
drop trigger mirror_stamp on jabber_id;
create trigger mirror_bump before insert or update of member_id, jid, enabled, tells_all, archived_at, verified_at on jabber_id
  for each statement execute function bump_mirror_clock();
create trigger mirror_stamp before insert or update of member_id, jid, enabled, tells_all, archived_at, verified_at on jabber_id
  for each row execute function stamp_mirror_version();

-- Whoever has sent a command with the right key has proved it already; of all others the next command does.
update jabber_id set verified_at = proved.at
from (
  select jid_id, min(received_at) as at from jabber_received where command ->> 'do' is not null and command ->> 'do' <> 'help' group by jid_id
) proved
where jabber_id.id = proved.jid_id and jabber_id.archived_at is null;
