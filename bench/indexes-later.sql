-- Included before a file that stores very many rows: indexes are built afterwards, which is faster.
set work_mem = '256MB';
set maintenance_work_mem = '512MB';
set synchronous_commit = off;
create temporary table built_later (indexname text, indexdef text);

-- All but those that hold a constraint.
create function pg_temp.set_indexes_aside(tables text[]) returns void language plpgsql as $$
declare
  name text;
begin
  insert into built_later
  select pg_indexes.indexname, pg_indexes.indexdef from pg_indexes
  where tablename = any(tables) and pg_indexes.indexname not in (select conname from pg_constraint where contype in ('p', 'u'));
  for name in select indexname from built_later loop
    execute format('drop index %I', name);
  end loop;
end $$;

create function pg_temp.build_indexes() returns void language plpgsql as $$
declare
  definition text;
begin
  for definition in select indexdef from built_later loop
    execute definition;
  end loop;
end $$;
