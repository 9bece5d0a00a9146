-- Since when the key is refused: the password was changed or reset soon after the key was made, so whoever knew the old one
-- may have made it. Null again once its owner has confirmed it.
alter table api_key add column resting_at timestamptz;

drop trigger mirror_bump on api_key;
drop trigger mirror_stamp on api_key;
create trigger mirror_bump before insert or update of name, secret, allowed_addresses, revoked_at, resting_at
  on api_key for each statement execute function bump_mirror_clock();
create trigger mirror_stamp before insert or update of name, secret, allowed_addresses, revoked_at, resting_at
  on api_key for each row execute function stamp_mirror_version();
