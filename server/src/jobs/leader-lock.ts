import pg from 'pg'
import type { Log } from '#shared/log.ts'

/** First key of the advisory locks for leadership. */
const lockClass = 8003

/** A named lock that only one process can have at a time. */
export interface LeaderLock {
  /** True if this process has the lock now, until it releases it or `lost` is called. */
  acquire(name: string): Promise<boolean>
  release(name: string): Promise<void>
  close(): Promise<void>
}

/**
 * The locks belong to a database connection: when a process is killed, another one can take over immediately. When the connection breaks, `lost` is
 * called; then all locks are gone and another process may already have them.
 */
export async function startLeaderLock(url: string, log: Log, lost: () => void): Promise<LeaderLock> {
  let client: pg.Client | null = null
  let connecting: Promise<pg.Client> | null = null

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({ connectionString: url, application_name: 'lapak-holding', keepAlive: true })
    const broke = (error: Error) => {
      if (client !== fresh) return
      client = null
      log.error({ err: error }, 'leader-lock connection lost')
      lost()
    }
    fresh.on('error', broke)
    await fresh.connect()
    client = fresh
    return fresh
  }

  /** One connection for all names, opened on first use. */
  function connected(): Promise<pg.Client> {
    if (client !== null) return Promise.resolve(client)
    connecting ??= connect().finally(() => {
      connecting = null
    })
    return connecting
  }

  return {
    async acquire(name) {
      const on = await connected()
      const { rows } = await on.query<{ held: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as held', [lockClass, name])
      return client === on && (rows[0]?.held ?? false)
    },
    async release(name) {
      await client?.query('select pg_advisory_unlock($1, hashtext($2))', [lockClass, name])
    },
    async close() {
      const last = client
      client = null
      await last?.end()
    },
  }
}
