import pg from 'pg'
import { ConfigError } from '#shared/config.ts'

/**
 * What the program may do where it does not own the database: read and write rows, and nothing that would change what they are checked by. What is
 * append-only is so for whoever may disable no trigger. `owner` is a connection of the owner; decision 0033.
 */
export async function grantUse(owner: pg.Client, role: string): Promise<void> {
  const program = pg.escapeIdentifier(role)
  await owner.query('begin')
  await owner.query(`
    grant usage on schema public, graphile_worker to ${program};
    revoke create on schema public, graphile_worker from public, ${program};
    revoke all on all tables in schema public, graphile_worker from ${program};
    grant select, insert, update, delete on all tables in schema public, graphile_worker to ${program};
    revoke insert, update, delete on migration, graphile_worker.migrations from ${program};
    grant usage on all sequences in schema public, graphile_worker to ${program};`)
  await refuseChanges(owner, program)
  await letSeeJobs(owner, role)
  await refuseTemporary(owner, role)
  await owner.query('commit')
}

/** Tables whose rows nobody changes say so by a trigger (0001-platform.sql), which only the owner could disable. */
async function refuseChanges(owner: pg.Client, program: string) {
  const { rows } = await owner.query<{ table: string }>(
    `select distinct tgrelid::regclass::text as table from pg_trigger where tgfoid = 'refuse_change'::regproc`,
  )
  for (const { table } of rows) await owner.query(`revoke update, delete on ${table} from ${program}`)
}

/** The job library shows its rows to their owner only. A policy locks its table, so one that is there stays. */
async function letSeeJobs(owner: pg.Client, role: string) {
  const { rows } = await owner.query<{ table: string }>(
    `select oid::regclass::text as table from pg_class
    where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
      and not exists (select from pg_policy where polrelid = pg_class.oid and $1::regrole = any(polroles))`,
    [pg.escapeIdentifier(role)],
  )
  for (const { table } of rows)
    await owner.query(
      `create policy ${pg.escapeIdentifier(`used by ${role}`)} on ${table} to ${pg.escapeIdentifier(role)} using (true) with check (true)`,
    )
}

/** A temporary table would stand before one of ours in every statement, in those of triggers as well. Only who owns the database takes that away. */
async function refuseTemporary(owner: pg.Client, role: string) {
  const { rows } = await owner.query<{ database: string }>('select quote_ident(current_database()) as database')
  const revoke = `revoke temporary on database ${rows[0]?.database} from public`
  await owner.query(revoke)
  const left = await owner.query(`select where has_database_privilege($1, current_database(), 'temporary')`, [role])
  if (left.rowCount !== 0)
    throw new ConfigError(`${role} could make temporary tables in the place of real ones; run \`${revoke}\` as the owner of the database`)
}
