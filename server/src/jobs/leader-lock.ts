import pg from 'pg'
import type { Log } from '#shared/log.ts'

/** The first key of the advisory locks by which a process holds something that only one may have. */
const lockClass = 8003

/** What only one process of all may do at a time, each under a name. */
export interface LeaderLock {
  /** True when this process holds the name from now on, until it lets go or `lost` is called. */
  acquire(name: string): Promise<boolean>
  release(name: string): Promise<void>
  close(): Promise<void>
}

/**
 * Names are locked for as long as our connection lives: when a process is killed, another one takes over at once. Where the connection
 * breaks, `lost` is called: nothing is held any more, and whoever goes on may have company.
 */
export async function startLeaderLock(url: string, log: Log, lost: () => void): Promise<LeaderLock> {
  let client: pg.Client | null = null
  let connecting: Promise<pg.Client> | null = null

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({ connectionString: url, application_name: 'lapak-holding', keepAlive: true })
    const broke = (error: Error) => {
      if (client !== fresh) return
      client = null
      log.error({ err: error }, 'the connection that holds names broke')
      lost()
    }
    fresh.on('error', broke)
    await fresh.connect()
    client = fresh
    return fresh
  }

  /** One connection for all names, whoever asks first. */
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
