import pg from 'pg'
import { isConnectionLost } from '#db/db.ts'
import { migrationNames } from '#db/migrate.ts'

/**
 * Whether the database accepts what an order writes. It has a connection of its own, so that it does not wait behind the queries of the pools, and is
 * not kept waiting by a page that reads much.
 */
export interface WriteCheck {
  /** Null, or what is wrong. Callers share one check, and its result for `intervalMs`. */
  check(): Promise<WriteFault | null>
  close(): Promise<void>
}

export type WriteFault =
  | 'migrations are missing'
  | 'the disk of the database is full'
  | 'the database is read-only'
  | 'the database refuses to write'
  | 'the database does not answer'
  /** It answers late or has no connection left, as it may under much load. */
  | 'the database is slow'

export interface WriteCheckOptions {
  url: string
  intervalMs?: number
}

const maxWaitMs = 5_000
/** Little memory, so that the statement below needs a file; beside the tables, wherever other temporary files are. */
const options = `-c statement_timeout=${maxWaitMs} -c work_mem=64kB -c temp_tablespaces= -c jit=off`

/**
 * A row in a page with room can be written on a full disk, an order cannot: it needs new pages. The second statement therefore writes a file of one
 * megabyte, which PostgreSQL deletes at once. The third one writes a row and commits, which needs WAL, a transaction number and synchronous standbys.
 */
const statements = `
  select name from migration;
  select count(*) from unnest(array_fill(repeat('x', 8000), array[128])) as room;
  insert into rate_count (subject, began_at, count) values ('readiness', now(), 0) on conflict (subject) do update set began_at = now()`

export function createWriteCheck({ url, intervalMs = 2_000 }: WriteCheckOptions): WriteCheck {
  let client: pg.Client | null = null
  let last: { at: number; fault: WriteFault | null } | null = null
  let running: Promise<WriteFault | null> | null = null

  async function connected(): Promise<pg.Client> {
    if (client !== null) return client
    const opened = new pg.Client({
      connectionString: url,
      application_name: 'lapak-ready',
      options,
      connectionTimeoutMillis: maxWaitMs,
      query_timeout: maxWaitMs,
    })
    // A lost connection is noticed by the next call, not only after the interval.
    opened.on('error', () => {
      if (client === opened) drop()
    })
    client = opened
    await opened.connect()
    return opened
  }

  function drop() {
    client?.connection.stream.destroy()
    client = null
    last = null
  }

  async function write(): Promise<WriteFault | null> {
    try {
      const [migrations] = (await (await connected()).query(statements)) as unknown as pg.QueryResult<{ name: string }>[]
      const applied = new Set(migrations?.rows.map(({ name }) => name))
      return (await migrationNames()).every((name) => applied.has(name)) ? null : 'migrations are missing'
    } catch (error) {
      drop()
      return faultOf(error)
    }
  }

  return {
    check() {
      if (running === null && last !== null && performance.now() - last.at < intervalMs) return Promise.resolve(last.fault)
      running ??= write().then((fault) => {
        last = { at: performance.now(), fault }
        running = null
        return fault
      })
      return running
    },
    async close() {
      // A check that is running may wait for a database that does not answer.
      if (running !== null) drop()
      else await client?.end().catch(() => undefined)
    },
  }
}

function faultOf(error: unknown): WriteFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === '53100') return 'the disk of the database is full'
  if (code === '25006') return 'the database is read-only'
  // Too many connections, a statement or a lock that timed out, and the same noticed on this side.
  if (/^(?:53300|57014|55P03)$/.test(code) || (error instanceof Error && /timeout/i.test(error.message))) return 'the database is slow'
  return code === '' || isConnectionLost(error) || /^E[A-Z]+$/.test(code) ? 'the database does not answer' : 'the database refuses to write'
}
