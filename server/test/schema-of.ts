import type pg from 'pg'

/** All that a database is: tables with their columns in order, rules, indexes, triggers, functions, sequences, types, and the rows of small tables. */
export async function schemaOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    with ours as (select oid, relname, relkind, reloptions from pg_class where relnamespace = 'public'::regnamespace and relname <> 'migration')
    select 'table ' || relname || ' ' || coalesce(reloptions::text, '') as line from ours where relkind = 'r'
    union all
    select 'column ' || relname || ' ' || row_number() over (partition by attrelid order by attnum) || ' ' || attname || ' ' || format_type(atttypid, atttypmod)
      || case when attnotnull then ' not null' else '' end || ' ' || attidentity::text || ' ' || coalesce(pg_get_expr(adbin, adrelid), '')
    from ours join pg_attribute on attrelid = ours.oid and attnum > 0 and not attisdropped
      left join pg_attrdef on adrelid = attrelid and adnum = attnum where relkind = 'r'
    union all
    select 'constraint ' || relname || ' ' || conname || ' ' || regexp_replace(pg_get_constraintdef(pg_constraint.oid), ' NOT VALID', '')
    from ours join pg_constraint on conrelid = ours.oid where contype <> 'n'
    union all
    select 'index ' || pg_get_indexdef(indexrelid) || ' ' || indisvalid::text from ours join pg_index on indrelid = ours.oid
    union all
    select 'trigger ' || relname || ' ' || pg_get_triggerdef(pg_trigger.oid) || ' ' || tgenabled::text
    from ours join pg_trigger on tgrelid = ours.oid where not tgisinternal
    union all
    select 'function ' || pg_get_functiondef(pg_proc.oid) from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f'
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    union all
    select 'aggregate ' || aggfnoid::text || aggtransfn::text || aggcombinefn::text from pg_aggregate join pg_proc on pg_proc.oid = aggfnoid where pronamespace = 'public'::regnamespace
    union all
    select 'sequence ' || seqrelid::regclass || ' ' || seqtypid::regtype || ' ' || seqstart || ' ' || seqcache from pg_sequence join ours on ours.oid = seqrelid
    union all
    select 'enum ' || enumtypid::regtype || ' ' || string_agg(enumlabel, ',' order by enumsortorder) from pg_enum group by enumtypid
    union all
    select 'extension ' || extname from pg_extension`)
  const tables = rows.filter(({ line }) => line.startsWith('table ')).map(({ line }) => line.split(' ')[1] as string)
  const lines = rows.map(({ line }) => line)
  for (const table of tables) {
    const { rows: kept } = await client.query<{ row: string }>(`select to_jsonb(t)::text as row from "${table}" t`)
    for (const { row } of kept)
      lines.push(
        `row ${table} ${row.replace(/"(\w*_at|at|code|version)": ("[^"]*"|\d+)/g, (all, name) => (name === 'code' && table !== 'installation' ? all : `"${name}": *`))}`,
      )
  }
  return lines.sort()
}
