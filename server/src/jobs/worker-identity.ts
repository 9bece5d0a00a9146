import pg from 'pg'

/** First key of the advisory locks that show which workers are alive. */
const lockClass = 8001

export interface WorkerIdentity {
  number: number
  /** Returns those of `numbers` whose workers have ended. */
  dead(numbers: number[]): Promise<number[]>
  close(): Promise<void>
}

/**
 * A unique number, locked as long as the connection is open. When a worker is killed, its connection and the lock end, and its claims on rows are
 * free immediately instead of at the end of their lease.
 */
export async function takeWorkerIdentity(url: string, lost: (error: Error) => void): Promise<WorkerIdentity> {
  const client = new pg.Client({ connectionString: url, application_name: 'lapak-worker', keepAlive: true })
  client.on('error', lost)
  await client.connect()
  const { rows } = await client.query<{ number: number }>(`select nextval('worker_number')::integer as number`)
  const number = rows[0]?.number ?? 0
  await client.query('select pg_advisory_lock($1, $2)', [lockClass, number])
  return {
    number,
    async dead(numbers) {
      const held = await client.query<{ objid: number }>(
        `select objid::integer from pg_locks where locktype = 'advisory' and classid = $1 and granted and database = (select oid from pg_database where datname = current_database())`,
        [lockClass],
      )
      const alive = new Set(held.rows.map((row) => row.objid))
      return numbers.filter((one) => !alive.has(one))
    },
    close: () => client.end(),
  }
}
