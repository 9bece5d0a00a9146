-- Keys of the house for one purpose each (core/house-keys.ts), sealed like the secrets of members.
create table house_secret (
  id bigint generated always as identity primary key,
  purpose text not null unique,
  -- Null until a process seals what the purpose was derived as before.
  sealed bytea
);

-- Until now these were derived of SECRET_KEY. What they signed lives on, so an installation that has members keeps them.
insert into house_secret (purpose)
select purpose from unnest(array['otp', 'recovery-codes', 'private pictures']) as purpose where exists (select from member);
