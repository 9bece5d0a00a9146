import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** First key of the advisory locks that show which workers are alive. */
const lockClass = 8001

interface WorkerLog {
  info(details: object, message: string): void
  error(details: object, message: string): void
}

export interface WorkerIdentity {
  /** The number under which rows are claimed. It is kept after a lost connection, unless another worker has it by then. */
  readonly number: number
  /**
   * Which connection holds the number, counted from 1; null while the connection is lost. Other workers consider the claims free then, so nothing is
   * claimed, and nothing that was claimed under an earlier connection is sent.
   */
  connection(): number | null
  /** Returns those of `numbers` whose workers have ended. */
  dead(numbers: number[]): Promise<number[]>
  close(): Promise<void>
}

/** Pauses between attempts to connect again, in milliseconds. The last one is repeated. */
const pausesMs = [250, 500, 1_000, 2_000, 5_000]

/**
 * Interval of the liveness check, in milliseconds. The connection sends nothing by itself, so only this check finds a connection that is broken without
 * notice: after so many checks without an answer. A database that stands still for some seconds is no reason.
 */
const looksEveryMs = 10_000
const missesMax = 2
/** No query of this connection takes long; one without an answer must not keep the worker from trying again, in milliseconds. */
const answersWithinMs = 10_000

/**
 * A unique number, locked as long as the connection is open. When a worker is killed, its connection and the lock end, and its claims on rows are
 * free immediately instead of at the end of their lease. When only the connection breaks, the worker locks its number again, so that it does not claim
 * what it is still working on.
 */
export async function takeWorkerIdentity(url: string, log: WorkerLog): Promise<WorkerIdentity> {
  let held: pg.Client | null = null
  let number = 0
  let connections = 0
  let isClosed = false
  /** Checks of the present connection without an answer. */
  let misses = 0

  async function take(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'lapak-worker',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      query_timeout: answersWithinMs,
    })
    client.on('error', (error) => {
      if (held !== client) return
      held = null
      log.error({ err: error, worker: number }, 'worker liveness connection lost; nothing is claimed until it is back')
      reconnecting = reconnect()
    })
    try {
      await client.connect()
      if (connections === 0 || !(await lock(client, number))) number = await lockNew(client)
    } catch (error) {
      // Not ended, since a connection that does not answer does not end either.
      client.connection.stream.destroy()
      throw error
    }
    connections += 1
    misses = 0
    held = client
  }

  async function reconnect(): Promise<void> {
    for (let nth = 0; !isClosed; nth += 1) {
      await pause(pausesMs[nth] ?? pausesMs.at(-1))
      if (isClosed) return
      const isBack = await take().then(
        () => true,
        () => false,
      )
      if (isBack) return log.info({ worker: number }, 'worker liveness connection is back')
    }
  }

  /** Destroys a connection that does not answer; it is then handled like any broken connection. */
  function look() {
    const client = held
    if (client === null) return
    if (misses > missesMax) return void client.connection.stream.destroy()
    misses += 1
    const answered = () => {
      if (client === held) misses = 0
    }
    client.query('select').then(answered, () => undefined)
  }

  let reconnecting: Promise<void> = Promise.resolve()
  await take()
  const looking = setInterval(look, looksEveryMs).unref()
  return {
    get number() {
      return number
    },
    connection: () => (held === null ? null : connections),
    async dead(numbers) {
      if (held === null) return []
      const { rows } = await held.query<{ objid: number }>(
        `select objid::integer from pg_locks where locktype = 'advisory' and classid = $1 and granted and database = (select oid from pg_database where datname = current_database())`,
        [lockClass],
      )
      const alive = new Set(rows.map((row) => row.objid))
      return numbers.filter((one) => !alive.has(one))
    },
    async close() {
      isClosed = true
      clearInterval(looking)
      await reconnecting
      const last = held
      held = null
      await last?.end()
    },
  }
}

/** False if another worker has this number. A database that was set back may have given it away a second time. */
async function lock(client: pg.Client, number: number): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1, $2) as locked', [lockClass, number])
  return rows[0]?.locked ?? false
}

async function lockNew(client: pg.Client): Promise<number> {
  for (;;) {
    const { rows } = await client.query<{ number: number }>(`select nextval('worker_number')::integer as number`)
    const number = rows[0]?.number ?? 0
    if (await lock(client, number)) return number
  }
}
