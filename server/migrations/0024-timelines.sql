-- What was issued before a restore or a failover is never issued again, and nothing is sent before somebody has checked what may be lost (ADR 0089).

-- Each history of the database: a cluster and its timeline, which PostgreSQL counts at every promotion of a standby and every restore to a point in time.
create table database_timeline (
  id bigint generated always as identity primary key,
  system_identifier bigint not null,
  -- In hexadecimal, as in the names of WAL files.
  timeline text not null check (timeline ~ '^[0-9A-F]{8}$'),
  -- By how much all sequences were advanced; 0 for the timeline in which the table was created.
  ids_skipped bigint not null check (ids_skipped >= 0),
  began_at timestamptz not null default now()
);
create trigger database_timeline_append_only before update or delete or truncate on database_timeline
  for each statement execute function refuse_change();

-- A finding that acknowledged commits may be missing. While one is not confirmed (`npm run restored`), orders are refused and no worker runs.
create table database_restore (
  id bigint generated always as identity primary key,
  -- `other_cluster`: the database was moved to a cluster with another system identifier. `commits_lost`: a witness knows a later commit.
  -- `no_witness`: a new timeline, and no worker with a witness.
  reason text not null check (reason in ('other_cluster', 'commits_lost', 'no_witness')),
  detail text not null,
  found_at timestamptz not null default now(),
  confirmed_at timestamptz
);
create unique index database_restore_open on database_restore ((true)) where confirmed_at is null;

-- The newest commit of each worker process, counted. The worker keeps the same number in a file outside of the database (`db/witness.ts`).
create table worker_witness (
  id uuid primary key,
  beat bigint not null,
  updated_at timestamptz not null default now()
) with (fillfactor = 50);

-- Null on a standby. Not from pg_control_checkpoint(), which names the former timeline until the first checkpoint after a promotion.
create function current_timeline() returns text language sql volatile as $$
  select case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end
$$;

-- Advances all sequences by one random number of twelve digits, once per timeline, or again if a confirmed restore asks for it. Another copy of the
-- database that also goes on from here gets another number. Returns 0 if the timeline has begun. Sequences are the owner's.
create function begin_timeline(again boolean default false) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  cluster bigint := (select system_identifier from pg_control_system());
  current text := public.current_timeline();
  former bigint;
  skipped bigint := 0;
begin
  lock table public.database_timeline in share row exclusive mode;
  if not again and exists (select from public.database_timeline where system_identifier = cluster and timeline = current) then
    return 0;
  end if;
  select system_identifier into former from public.database_timeline order by id desc limit 1;
  if found then
    skipped := random(100000000000, 999999999999);
    perform setval(oid::regclass, coalesce(pg_sequence_last_value(oid::regclass), 0) + skipped)
    from pg_class join pg_sequence on seqrelid = oid
    where relnamespace = 'public'::regnamespace and seqtypid = 'bigint'::regtype;
  end if;
  if former <> cluster then
    insert into public.database_restore (reason, detail) values ('other_cluster', format('cluster %s instead of %s', cluster, former))
    on conflict do nothing;
  end if;
  insert into public.database_timeline (system_identifier, timeline, ids_skipped) values (cluster, current, skipped);
  return skipped;
end $$;

select begin_timeline();
