import type { Duplex } from 'node:stream'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { Listener } from '#http/listener.ts'
import { outsideRequests } from '#shared/request-context.ts'
import type { DB } from './schema.ts'
import { watchTimeline } from './timeline.ts'

// PostgreSQL sends bigint as text, which silently compares and adds wrongly. Here every bigint is parsed to a BigInt.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)

/** For reads inside or outside of a transaction: the query builder, and raw `sql` that is executed with it. */
export type Reader = Pick<Kysely<DB>, 'selectFrom' | 'getExecutor'>

/** A running transaction. Functions that write take it as their first parameter. */
export interface Tx extends Transaction<DB> {
  /** Runs handwritten SQL; connections of the purchase path prepare the statement under its name. */
  run<Row extends pg.QueryResultRow>(statement: Statement, values: unknown[]): Promise<Row[]>
  /** Runs `act` at the end of this transaction, in order. For statements whose locks must be short. */
  beforeCommit(act: () => Promise<void>): void
  /** Runs `act` at the end of this transaction, before what `beforeCommit` runs. For what may refuse the transaction. */
  beforeEnd(act: () => Promise<void>): void
  /** Runs `act` once this transaction is committed. For effects outside the database, such as a log line. */
  afterCommit(act: () => void): void
}

type Work<Result> = (tx: Tx) => Promise<Result>

export interface Database {
  /** For reads without a transaction. On these connections PostgreSQL refuses writes and locks, whatever the SQL. */
  read: Reader
  /** For several reads of one consistent snapshot. */
  snapshot<Result>(work: (read: Reader) => Promise<Result>): Promise<Result>
  transaction<Result>(work: Work<Result>): Promise<Result>
  /**
   * The purchase path: prepared statements on connections that never plan a sequential scan. A plan made while a table was empty and kept for ever
   * can be ten times slower (ADR 0004).
   */
  fast: FastPool
  /** Subscribes to a NOTIFY channel; resubscribes after a lost connection. */
  listen(channel: string, heard: (payload: string) => void): Promise<void>
  /** True when notifications committed now would be received. Queries the listening connection, so that a silently broken one is detected. */
  isListening(): Promise<boolean>
  /** Called when the listening connection is back: notifications in between were missed. */
  onListeningAgain(act: () => void): void
  close(): Promise<void>
}

/** Outside of a transaction, `run` executes one prepared statement, in one round trip and in its own transaction. */
export interface FastPool extends Pick<Tx, 'run'> {
  transaction<Result>(work: Work<Result>): Promise<Result>
}

/** SQL text, and the name under which connections prepare it. */
export interface Statement {
  name: string
  text: string
}

// JIT is off, because JIT compilation takes longer than these statements.
const settings = '-c statement_timeout=30000 -c lock_timeout=10000 -c idle_in_transaction_session_timeout=30000 -c jit=off'
// Transactions of the pool are read-only by default (ADR 0017).
const readOnly = '-c default_transaction_read_only=on'
const stablePlans = '-c enable_seqscan=off -c plan_cache_mode=force_generic_plan'
// A batch with items of many owners waits behind every lock, so a lock that is not released soon must time out quickly.
const shortLocks = '-c lock_timeout=1000'

export interface DatabaseOptions {
  url: string
  pool: number
  fastPool?: number
  /** For commands that write nothing; they also read a standby, such as a restored copy that is being verified. */
  onlyReads?: boolean
  /** Called when the database was restored or failed over. From then on, every new connection is refused. */
  onOtherTimeline?: () => void
  log: { error(details: unknown, message: string): void }
}

export async function openDatabase({
  url,
  pool: size,
  fastPool = 4,
  onlyReads = false,
  onOtherTimeline = () => {},
  log,
}: DatabaseOptions): Promise<Database> {
  const onConnect = watchTimeline({ log, onOtherTimeline })
  const open = (max: number, options: string) => {
    const pool = new pg.Pool({
      connectionString: url,
      max,
      options,
      connectionTimeoutMillis: 10_000,
      application_name: 'lapak',
      ...(!onlyReads && { onConnect }),
    })
    // Not a line of the request that opened the connection.
    pool.on('error', (error) => outsideRequests(() => log.error({ err: error }, 'idle database connection lost')))
    // A connection that breaks while in use fails its query. Without this listener it would also end the process.
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
      // Not closed by the query builder, which does not close a pool that was never used.
      await Promise.all([pool.end(), fast.end()])
    },
  }
}

/** Bytes that are read in one turn of the event loop: some hundred rows, whose conversion to objects takes one or two milliseconds. */
const turnBytes = 65_536

/**
 * Pauses reading after each turn. Node otherwise reads two megabytes of a long result at once (5,000 rows), and no other work runs until all of them
 * are converted to objects.
 */
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

/** One transaction for the query builder and for handwritten statements, which bypass the builder because it cannot name prepared statements. */
async function transactionOn<Result>(pool: pg.Pool, statementsOf: StatementsOf, work: Work<Result>): Promise<Result> {
  const client = await pool.connect()
  const builder = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: { connect: () => Promise.resolve(client), end: () => Promise.resolve() } }),
  })
  const first: (() => Promise<void>)[] = []
  const last: (() => Promise<void>)[] = []
  const afterwards: (() => void)[] = []
  const result = await builder
    .transaction()
    .setAccessMode('read write')
    .execute(async (tx) => {
      const worked = await work(
        Object.assign(tx, statementsOf(client), {
          beforeEnd: (act: () => Promise<void>) => void first.push(act),
          beforeCommit: (act: () => Promise<void>) => void last.push(act),
          afterCommit: (act: () => void) => void afterwards.push(act),
        }),
      )
      // An action may add another action.
      for (let act = first.shift() ?? last.shift(); act; act = first.shift() ?? last.shift()) await act()
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

/** True if a constraint with this name was violated. Compares the name of the constraint, never the message text. */
export function violatesConstraint(error: unknown, constraint: string): boolean {
  return typeof error === 'object' && error !== null && 'constraint' in error && error.constraint === constraint
}

/** True when a lock timed out. Nothing was written then. */
export const isLockConflict = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === '55P03'

/** True when a lock timed out, or when no connection became free because others were waiting for locks. Nothing was written then. */
export const isLockOrPoolTimeout = (error: unknown): boolean =>
  isLockConflict(error) || (error instanceof Error && error.message === 'timeout exceeded when trying to connect')

const lostCodes = /^(?:08...|53300|57P0[123]|ECONNREFUSED|ECONNRESET|EPIPE)$/

/** True when the database connection was lost. Then it is unknown whether the statement was executed. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && lostCodes.test(String(error.code))) ||
    /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/.test(error.message))
