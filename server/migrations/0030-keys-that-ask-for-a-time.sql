-- Whether the key takes only requests that prove when they were sent: what was read on its way cannot be asked again.
alter table api_key add column timed boolean not null default false;

drop trigger mirror_bump on api_key;
drop trigger mirror_stamp on api_key;
create trigger mirror_bump before insert or update of name, secret, allowed_addresses, revoked_at, resting_at, timed
  on api_key for each statement execute function bump_mirror_clock();
create trigger mirror_stamp before insert or update of name, secret, allowed_addresses, revoked_at, resting_at, timed
  on api_key for each row execute function stamp_mirror_version();
