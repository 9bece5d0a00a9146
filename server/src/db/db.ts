import type { Duplex } from 'node:stream'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { Listener } from '#http/listener.ts'
import type { DB } from './schema.ts'

// PostgreSQL sends bigint as text, which compares and adds wrongly without a word. Every bigint is a bigint here.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)

/** What reads, outside of a transaction or in one: rows by the query builder, and raw `sql` that is executed on it. */
export type Reader = Pick<Kysely<DB>, 'selectFrom' | 'getExecutor'>

/** A running transaction. Everything that writes takes one, first. */
export interface Tx extends Transaction<DB> {
  /** SQL written by hand; connections of the purchase path keep it prepared under its name. */
  run<Row extends pg.QueryResultRow>(statement: Statement, values: unknown[]): Promise<Row[]>
  /** Done as the last of this transaction, in order, for what must not keep its locks while others work. */
  beforeCommit(act: () => Promise<void>): void
  /** Done when this transaction is known to be committed, for what may be said only then, such as a line of the log. */
  afterCommit(act: () => void): void
}

type Work<Result> = (tx: Tx) => Promise<Result>

export interface Database {
  /** For reads that need no transaction. PostgreSQL refuses it everything else, whoever wrote the SQL. */
  read: Reader
  /** For reads that must agree with one another. */
  snapshot<Result>(work: (read: Reader) => Promise<Result>): Promise<Result>
  transaction<Result>(work: Work<Result>): Promise<Result>
  /**
   * The purchase path: prepared statements on connections that never plan a sequential scan. A plan made while a table
   * was empty and kept for ever is the classic way to lose a factor of ten (see decision 0004).
   */
  fast: FastPool
  /** Calls back on NOTIFY of the channel; resubscribes after a lost connection. */
  listen(channel: string, heard: (payload: string) => void): Promise<void>
  /** Whether what is committed now is heard. Asked over the connection that listens, so that one that broke without a word is not trusted. */
  isListening(): Promise<boolean>
  /** Calls back when that connection is there again: what was told meanwhile was not heard. */
  onListeningAgain(act: () => void): void
  close(): Promise<void>
}

/** Here `run` is one prepared statement, one round trip, its own transaction. */
export interface FastPool extends Pick<Tx, 'run'> {
  transaction<Result>(work: Work<Result>): Promise<Result>
}

/** SQL text with the name under which connections keep it prepared. */
export interface Statement {
  name: string
  text: string
}

// Just-in-time compilation costs more than these statements take.
const settings = '-c statement_timeout=30000 -c lock_timeout=10000 -c idle_in_transaction_session_timeout=30000 -c jit=off'
// Transactions of the pool only read unless they say otherwise (decision 0017).
const readOnly = '-c default_transaction_read_only=on'
const stablePlans = '-c enable_seqscan=off -c plan_cache_mode=force_generic_plan'
// Batches of everybody wait behind a lock, so they find out soon that it stays.
const shortLocks = '-c lock_timeout=1000'

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
    pool.on('connect', (client) => {
      client.on('error', () => undefined)
      readInTurns((client as unknown as { connection: { stream: Duplex } }).connection.stream)
    })
    return pool
  }
  const pool = open(size, `${settings} ${readOnly}`)
  const fast = open(Math.min(fastPool, size), `${settings} ${stablePlans} ${shortLocks}`)
  const read = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const listener = new Listener(url, log)
  return {
    read,
    snapshot: (work) => read.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
    transaction: (work) => transactionOn(pool, unprepared, work),
    fast: {
      ...prepared(fast),
      transaction: (work) => transactionOn(fast, prepared, work),
    },
    listen: (channel, heard) => listener.listen(channel, heard),
    isListening: () => listener.isListening(),
    onListeningAgain: (act) => listener.onListeningAgain(act),
    async close() {
      await listener.close()
      // Not by the query builder, which leaves the pool open when it was never asked for anything.
      await Promise.all([pool.end(), fast.end()])
    },
  }
}

/** Some hundred rows; they are made into objects in a millisecond or two. */
const turnBytes = 65_536

/** Of a long answer Node reads two megabytes at once, 5,000 rows, and nobody else has a turn before they are objects. */
function readInTurns(stream: Duplex) {
  let taken = 0
  stream.on('data', ({ length }: Buffer) => {
    taken += length
    if (taken < turnBytes) return
    taken = 0
    stream.pause()
    setImmediate(() => stream.resume())
  })
}

/**
 * One connection for the query builder and for statements written by hand, which go past the builder because it has no
 * names to prepare them under.
 */
async function transactionOn<Result>(pool: pg.Pool, statementsOf: StatementsOf, work: Work<Result>): Promise<Result> {
  const client = await pool.connect()
  const builder = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: { connect: () => Promise.resolve(client), end: () => Promise.resolve() } }),
  })
  const last: (() => Promise<void>)[] = []
  const afterwards: (() => void)[] = []
  const result = await builder
    .transaction()
    .setAccessMode('read write')
    .execute(async (tx) => {
      const worked = await work(
        Object.assign(tx, statementsOf(client), {
          beforeCommit: (act: () => Promise<void>) => void last.push(act),
          afterCommit: (act: () => void) => void afterwards.push(act),
        }),
      )
      // One may ask for another.
      for (const act of last) await act()
      return worked
    })
  for (const act of afterwards) act()
  return result
}

type StatementsOf = (on: pg.Pool | pg.PoolClient) => Pick<Tx, 'run'>

const prepared: StatementsOf = (on) => ({
  async run<Row extends pg.QueryResultRow>({ name, text }: Statement, values: unknown[]) {
    const { rows } = await on.query<Row>({ name, text, values })
    return rows
  },
})

const unprepared: StatementsOf = (on) => ({
  async run<Row extends pg.QueryResultRow>({ text }: Statement, values: unknown[]) {
    const { rows } = await on.query<Row>({ text, values })
    return rows
  },
})

/** True for a violated constraint of this name. By name, never by message text. */
export function violates(error: unknown, constraint: string): boolean {
  return typeof error === 'object' && error !== null && 'constraint' in error && error.constraint === constraint
}

/** True when something was locked elsewhere for longer than the connection waits. Nothing was written then. */
export const lockedElsewhere = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === '55P03'

/** True when a lock, or the connections that others wait with for one, took longer than one waits. Nothing was written then. */
export const waitedInVain = (error: unknown): boolean =>
  lockedElsewhere(error) || (error instanceof Error && error.message === 'timeout exceeded when trying to connect')

const lostCodes = /^(?:08...|53300|57P0[123]|ECONNREFUSED|ECONNRESET|EPIPE)$/

/** True when the database went away. Nobody knows then whether what was asked of it was done. */
export const databaseLost = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && lostCodes.test(String(error.code))) ||
    /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/.test(error.message))
