import { Logger, makeWorkerUtils, run } from 'graphile-worker'
import { sql } from 'kysely'
import type { Database } from '#core/db.ts'
import type { Log } from '#core/log.ts'
import { checkLedger } from '#ledger/invariants.ts'
import { measureQuality } from '../purchases/purchases.ts'

/** Old rows that nothing reads again: guards that have run out, bills that were never paid, ended sessions and sign-in failures. */
async function sweepOld(db: Database) {
  await sql`delete from recent_order where until < now() - interval '1 hour'`.execute(db.read)
  await sql`delete from inquiry where purchase_id is null and expires_at < now() - interval '7 days'`.execute(db.read)
  await sql`delete from session where used_at < now() - interval '30 days'`.execute(db.read)
  await sql`delete from sign_in_failure where at < now() - interval '7 days'`.execute(db.read)
}

/** Every night the books are proved; a breach is the loudest line there is. */
async function proveBooks(db: Database, log: Log) {
  const breaches = await checkLedger(db)
  for (const breach of breaches) log.fatal(breach, 'the books do not hold')
  if (breaches.length === 0) log.info('the books hold')
}

/** What is not per order runs on graphile-worker: at most one process does each, at its hour, with retries. */
export async function startJobs(databaseUrl: string, db: Database, log: Log) {
  // Its everyday lines say nothing that anybody here asks about.
  const logger = new Logger(() => (level, message) => (level === 'error' || level === 'warning' ? log.warn(message) : log.debug(message)))
  const utils = await makeWorkerUtils({ connectionString: databaseUrl, logger })
  await utils.migrate()
  await utils.release()
  const runner = await run({
    connectionString: databaseUrl,
    logger,
    concurrency: 1,
    maxPoolSize: 2,
    noHandleSignals: true,
    pollInterval: 10_000,
    crontab: '*/10 * * * * measure-quality ?max=3\n17 3 * * * sweep-old ?max=3\n41 3 * * * prove-books ?max=3',
    taskList: { 'measure-quality': () => measureQuality(db), 'sweep-old': () => sweepOld(db), 'prove-books': () => proveBooks(db, log) },
  })
  runner.promise.catch((error) => log.error({ err: error }, 'the job runner ended'))
  return { stop: () => runner.stop() }
}
