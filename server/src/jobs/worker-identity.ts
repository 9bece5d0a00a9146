import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** First key of the advisory locks that show which workers are alive. */
const lockClass = 8001

interface WorkerLog {
  info(details: object, message: string): void
  error(details: object, message: string): void
}

export interface WorkerIdentity {
  /** The number under which rows are claimed. After a lost connection it is another one; until then it is the number that was lost. */
  readonly number: number
  /** False while the connection is lost. Other workers consider the claims free then, so nothing is claimed and no claimed order is sent. */
  isHeld(): boolean
  /** Returns those of `numbers` whose workers have ended. */
  dead(numbers: number[]): Promise<number[]>
  close(): Promise<void>
}

/** Pauses between attempts to connect again, in milliseconds. The last one is repeated. */
const pausesMs = [250, 500, 1_000, 2_000, 5_000]

/**
 * Interval of the liveness check, in milliseconds. The connection sends nothing by itself, so a connection that is broken without notice is found by
 * this check, the second time.
 */
const looksEveryMs = 10_000

/**
 * A unique number, locked as long as the connection is open. When a worker is killed, its connection and the lock end, and its claims on rows are
 * free immediately instead of at the end of their lease. When only the connection breaks, the worker takes a new number.
 */
export async function takeWorkerIdentity(url: string, log: WorkerLog): Promise<WorkerIdentity> {
  let held: pg.Client | null = null
  let number = 0
  let isClosed = false
  let unanswered: pg.Client | null = null

  async function take(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'lapak-worker',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    })
    client.on('error', (error) => {
      if (held !== client) return
      held = null
      log.error({ err: error, worker: number }, 'worker liveness connection lost; nothing is claimed until it is back')
      reconnecting = reconnect()
    })
    await client.connect()
    const { rows } = await client.query<{ number: number }>(`select nextval('worker_number')::integer as number`)
    number = rows[0]?.number ?? 0
    await client.query('select pg_advisory_lock($1, $2)', [lockClass, number])
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

  /** Destroys a connection that has not answered since the last check; it is then handled like any broken connection. */
  function look() {
    const client = held
    if (client === null) return
    if (unanswered === client) return void client.connection.stream.destroy()
    unanswered = client
    const answered = () => {
      unanswered = null
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
    isHeld: () => held !== null,
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
