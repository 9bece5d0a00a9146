import type { ClientBase } from 'pg'

/** The connection cannot be used now. Has PostgreSQL's code for a server that does not accept connections yet, so callers retry. */
class DatabaseUnavailableError extends Error {
  readonly code = '57P03'
}

export interface TimelineOptions {
  log: { error(details: unknown, message: string): void }
  /** The database was restored or failed over since the first connection. */
  onOtherTimeline(): void
}

/**
 * Checks each new connection before its first use (ADR 0089). After a restore or a failover the newest commits may be gone:
 * - Their identifiers would be issued again, so the first connection of a new timeline advances all sequences (`begin_timeline`).
 * - What this process has in memory may come from them, so connections are refused until the process has started again (`onOtherTimeline`).
 *
 * One check per connection is enough, since a server that accepts writes does not change its timeline while it runs. A standby accepts no writes, and a
 * promotion does not end its connections, so it is refused.
 */
export function watchTimeline({ log, onOtherTimeline }: TimelineOptions): (client: ClientBase) => Promise<void> {
  let own: string | null = null
  return async (client) => {
    const name = (await nameOfTimeline(client)) ?? (await beginAndName(client))
    own ??= name
    if (name === own) return
    onOtherTimeline()
    throw new DatabaseUnavailableError('the database was restored or failed over since this process started')
  }

  async function beginAndName(client: ClientBase): Promise<string> {
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    if (rows[0]?.standby) throw new DatabaseUnavailableError('the database is a standby, which accepts no writes')
    const skipped = await beginTimeline(client)
    const name = await nameOfTimeline(client)
    if (name === null) throw new Error('begin_timeline has stored no timeline')
    // Another connection may have been first.
    if (skipped > 0n)
      log.error({ timeline: name, skipped: String(skipped) }, 'the database was restored or failed over; identifiers continue far ahead')
    return name
  }
}

/**
 * Cluster, database, timeline and the random number of its beginning, since two restores of the same backup may get the same number of the timeline. Null if the
 * timeline has not begun, and on a standby.
 */
async function nameOfTimeline(client: ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(`
    select system_identifier || '/' || database_oid || '/' || timeline || '/' || ids_skipped as name from database_timeline
    where system_identifier = (select system_identifier from pg_control_system()) and timeline = current_timeline()
      and database_oid = (select oid from pg_database where datname = current_database())
    order by id desc limit 1`)
  return rows[0]?.name ?? null
}

/** Returns by how much the sequences were advanced; 0 if another connection was first. */
async function beginTimeline(client: ClientBase): Promise<bigint> {
  await client.query('begin read write')
  const { rows } = await client.query<{ skipped: bigint }>('select begin_timeline() as skipped')
  await client.query('commit')
  return rows[0]?.skipped ?? 0n
}
