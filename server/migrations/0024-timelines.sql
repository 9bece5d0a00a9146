-- Identifiers that were issued before a restore or a failover are never issued again (ADR 0089).

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
create trigger database_timeline_append_only before update or delete or truncate on database_timeline for each statement execute function refuse_change();

-- Null on a standby. Not from pg_control_checkpoint(), which names the former timeline until the first checkpoint after a promotion.
create function current_timeline() returns text language sql volatile as $$
  select case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end
$$;

-- Advances all sequences by one random number of twelve digits, once per timeline. Another copy of the database that also goes on from here gets
-- another number. Returns 0 if the timeline has begun. Sequences are the owner's.
create function begin_timeline() returns bigint language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  cluster bigint := (select system_identifier from pg_control_system());
  current text := public.current_timeline();
  skipped bigint := 0;
begin
  lock table public.database_timeline in share row exclusive mode;
  if exists (select from public.database_timeline where system_identifier = cluster and timeline = current) then
    return 0;
  end if;
  if exists (select from public.database_timeline) then
    skipped := random(100000000000, 999999999999);
    perform setval(oid::regclass, coalesce(pg_sequence_last_value(oid::regclass), 0) + skipped)
    from pg_class join pg_sequence on seqrelid = oid
    where relnamespace = 'public'::regnamespace and seqtypid = 'bigint'::regtype;
  end if;
  insert into public.database_timeline (system_identifier, timeline, ids_skipped) values (cluster, current, skipped);
  return skipped;
end $$;

select begin_timeline();
