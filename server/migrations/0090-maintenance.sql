-- What is announced to everybody: the newest row is what holds, an empty text takes back what was before. Mirrored, since orders ask whether
-- they pause.
create table maintenance_notice (
  id bigint generated always as identity primary key,
  text text not null,
  from_at timestamptz not null,
  until_at timestamptz not null check (until_at > from_at),
  pauses_orders boolean not null,
  member_id bigint not null references member,
  reason text not null,
  created_at timestamptz not null default now(),
  version bigint not null default 0
);
create trigger maintenance_notice_append_only before update or delete or truncate on maintenance_notice for each statement execute function refuse_change();
create trigger mirror_bump before insert on maintenance_notice for each statement execute function bump_mirror_clock();
create trigger mirror_stamp before insert on maintenance_notice for each row execute function stamp_mirror_version();
