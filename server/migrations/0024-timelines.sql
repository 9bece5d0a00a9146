-- What was issued before a restore or a failover is never issued again, and nothing is sent before somebody has checked what may be lost (ADR 0089).

-- Each history of the database: a cluster, the database in it, and its timeline, which PostgreSQL counts at every promotion of a standby and every
-- restore to a point in time.
create table database_timeline (
  id bigint generated always as identity primary key,
  system_identifier bigint not null,
  -- Another one after a restore of a dump in the same cluster.
  database_oid oid not null,
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
  -- `other_cluster`: the database was moved to another cluster or database. `commits_lost`: a witness knows a later commit. `no_witness`: a new
  -- timeline, and no worker with a witness.
  reason text not null check (reason in ('other_cluster', 'commits_lost', 'no_witness')),
  detail text not null,
  -- Identifiers issued after this moment and before the finding may have been issued before; null where the timeline was new, so that none can.
  lost_until timestamptz,
  found_at timestamptz not null default now(),
  confirmed_at timestamptz
);
create unique index database_restore_open on database_restore ((true)) where confirmed_at is null;
create function database_restore_is_only_confirmed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.confirmed_at is not null or to_jsonb(new) - 'confirmed_at' <> to_jsonb(old) - 'confirmed_at' then
    raise exception 'a restore is only confirmed, once' using errcode = 'integrity_constraint_violation', constraint = 'append_only';
  end if;
  return new;
end $$;
create trigger database_restore_only_confirmed before update or delete on database_restore
  for each row execute function database_restore_is_only_confirmed();

-- The newest commit of each worker process, counted. The worker keeps the same number in a file outside of the database (`db/witness.ts`).
create table worker_witness (
  id uuid primary key,
  beat bigint not null,
  updated_at timestamptz not null default now(),
  -- The process has ended, or counts another row up.
  retired boolean not null default false
) with (fillfactor = 50);

-- Null on a standby. Not from pg_control_checkpoint(), which names the former timeline until the first checkpoint after a promotion.
create function current_timeline() returns text language sql volatile as $$
  select case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end
$$;

-- Advances all sequences by one random number of twelve digits, once per timeline, or `again` on a timeline on which commits are lost. Another copy of
-- the database that also goes on from here gets another number. Returns 0 if the timeline has begun. Sequences are the owner's.
create function begin_timeline(again boolean default false) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  cluster bigint := (select system_identifier from pg_control_system());
  place oid := (select oid from pg_database where datname = current_database());
  current text := public.current_timeline();
  former record;
  skipped bigint := 0;
begin
  lock table public.database_timeline in share row exclusive mode;
  if exists (select from public.database_timeline where system_identifier = cluster and database_oid = place and timeline = current)
    and not (again and exists (select from public.database_restore where confirmed_at is null)) then
    return 0;
  end if;
  select system_identifier, database_oid into former from public.database_timeline order by id desc limit 1;
  if found then
    skipped := random(100000000000, 999999999999);
    perform setval(oid::regclass, coalesce(pg_sequence_last_value(oid::regclass), 0) + skipped)
    from pg_class join pg_sequence on seqrelid = oid
    where relnamespace = 'public'::regnamespace and seqtypid = 'bigint'::regtype;
    if former.system_identifier <> cluster or former.database_oid <> place then
      insert into public.database_restore (reason, detail)
      values ('other_cluster', format('database %s of cluster %s instead of %s of %s', place, cluster, former.database_oid, former.system_identifier))
      on conflict do nothing;
    end if;
  end if;
  insert into public.database_timeline (system_identifier, database_oid, timeline, ids_skipped) values (cluster, place, current, skipped);
  return skipped;
end $$;
-- Every call with a finding advances all sequences. `db/migrate.ts` grants it to the program.
revoke execute on function begin_timeline from public;

select begin_timeline();
