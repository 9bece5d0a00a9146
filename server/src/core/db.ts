import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './schema.ts'

// PostgreSQL sends bigint as text, which compares and adds wrongly without a word. Every bigint is a bigint here.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)

/** A running transaction. Everything that writes takes one, first. */
export type Tx = Transaction<DB>

export interface Database {
  /** For reads that need no transaction. */
  read: Kysely<DB>
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  /**
   * The purchase path: prepared statements on connections that never plan a sequential scan. A plan made while a table
   * was empty and kept for ever is the classic way to lose a factor of ten (see docs/decisions/0004-placing-in-batches.md).
   */
  fast: FastPool
  /** Calls back on NOTIFY of the channel; resubscribes after a lost connection. */
  listen(channel: string, heard: (payload: string) => void): Promise<void>
  close(): Promise<void>
}

export interface FastPool {
  /** One prepared statement, one round trip, its own transaction. */
  run<Row extends pg.QueryResultRow>(statement: Statement, values: unknown[]): Promise<Row[]>
  transaction<Result>(work: (tx: FastTx) => Promise<Result>): Promise<Result>
}

export interface FastTx {
  run<Row extends pg.QueryResultRow>(statement: Statement, values: unknown[]): Promise<Row[]>
}

/** SQL text with the name under which connections keep it prepared. */
export interface Statement {
  name: string
  text: string
}

// Just-in-time compilation costs more than these statements take.
const settings = '-c statement_timeout=30000 -c lock_timeout=10000 -c idle_in_transaction_session_timeout=30000 -c jit=off'
const stablePlans = '-c enable_seqscan=off -c plan_cache_mode=force_generic_plan'

export interface DatabaseOptions {
  url: string
  pool: number
  fastPool?: number
  log: { error(details: unknown, message: string): void }
}

export async function openDatabase({ url, pool: size, fastPool = 4, log }: DatabaseOptions): Promise<Database> {
  const open = (max: number, options: string) => {
    const pool = new pg.Pool({ connectionString: url, max, options, connectionTimeoutMillis: 10_000, application_name: 'lapak' })
    pool.on('error', (error) => log.error({ err: error }, 'an idle database connection broke'))
    // A connection that breaks while it is in use fails its query; without a listener it would end the process as well.
    pool.on('connect', (client) => client.on('error', () => undefined))
    return pool
  }
  const pool = open(size, settings)
  const fast = open(Math.min(fastPool, size), `${settings} ${stablePlans}`)
  const read = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const listener = new Listener(url, log)
  return {
    read,
    transaction: (work) => read.transaction().execute(work),
    fast: {
      run: (statement, values) => runOn(fast, statement, values),
      transaction: (work) => fastTransaction(fast, work),
    },
    listen: (channel, heard) => listener.listen(channel, heard),
    async close() {
      await listener.close()
      await Promise.all([read.destroy(), fast.end()])
    },
  }
}

/** Lets the purchase path's own functions work inside an ordinary transaction too. */
export function asFast(tx: Tx): FastTx {
  return {
    async run<Row extends pg.QueryResultRow>(statement: Statement, values: unknown[]) {
      const result = await tx.executeQuery<Row>(CompiledQuery.raw(statement.text, values))
      return result.rows
    },
  }
}

/** True for a violated constraint of this name. By name, never by message text. */
export function violates(error: unknown, constraint: string): boolean {
  return typeof error === 'object' && error !== null && 'constraint' in error && error.constraint === constraint
}

async function runOn<Row extends pg.QueryResultRow>(on: pg.Pool | pg.PoolClient, statement: Statement, values: unknown[]): Promise<Row[]> {
  const result = await on.query<Row>({ name: statement.name, text: statement.text, values })
  return result.rows
}

async function fastTransaction<Result>(pool: pg.Pool, work: (tx: FastTx) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  let broken = false
  try {
    await client.query('begin')
    const result = await work({ run: (statement, values) => runOn(client, statement, values) })
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {
      broken = true
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/** One connection that only listens. */
class Listener {
  readonly #url: string
  readonly #log: DatabaseOptions['log']
  readonly #heard = new Map<string, ((payload: string) => void)[]>()
  #client: pg.Client | null = null
  #connecting: Promise<void> = Promise.resolve()
  #closed = false

  constructor(url: string, log: DatabaseOptions['log']) {
    this.#url = url
    this.#log = log
  }

  async listen(channel: string, heard: (payload: string) => void) {
    const known = this.#heard.get(channel)
    if (known) {
      known.push(heard)
      return
    }
    this.#heard.set(channel, [heard])
    if (this.#client) await this.#client.query(`listen ${pg.escapeIdentifier(channel)}`)
    else await this.#connect()
  }

  async #connect() {
    const client = new pg.Client({ connectionString: this.#url, application_name: 'lapak-listen', keepAlive: true })
    client.on('notification', (message) => {
      for (const heard of this.#heard.get(message.channel) ?? []) heard(message.payload ?? '')
    })
    let broken = false
    client.on('error', (error) => {
      // One break is told twice: by the server's farewell and by the end of the line.
      if (broken) return
      broken = true
      this.#log.error({ err: error }, 'the listening database connection broke')
      if (this.#client === client) this.#client = null
      this.#reconnectSoon()
    })
    await client.connect()
    if (this.#closed) return client.end()
    this.#client = client
    for (const channel of this.#heard.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
  }

  #reconnectSoon() {
    if (this.#closed) return
    setTimeout(() => {
      if (this.#closed) return
      this.#connecting = this.#connect().catch(() => this.#reconnectSoon())
    }, 1000).unref()
  }

  async close() {
    this.#closed = true
    await this.#connecting
    await this.#client?.end().catch(() => undefined)
  }
}
