import { Logger, run, type Task } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import { z } from 'zod'
import type { Database } from '#core/db.ts'
import type { Log } from '#core/log.ts'
import { checkLedger } from '#ledger/invariants.ts'
import { type MailLink, mailLinkPayload, mailLinkTask, type SealedSignUp, signUpPayload, signUpTask } from '../access/access.ts'
import { sweepDeliveries } from '../callbacks/callbacks.ts'
import { deliverTask } from '../outbox/outbox.ts'
import { tellPriceChangesTask } from '../price-changes/price-changes.ts'
import { checkDays, measureQuality, sumDays } from '../purchases/purchases.ts'

/** Old rows that nothing reads again: guards that have run out, bills that were never paid, ended sessions, codes, links, messages and jobs. */
async function sweepOld(db: Database) {
  await sql`delete from recent_order where until < now() - interval '1 hour'`.execute(db.read)
  await sql`delete from inquiry where purchase_id is null and expires_at < now() - interval '7 days'`.execute(db.read)
  await sql`delete from session where used_at < now() - interval '30 days'`.execute(db.read)
  await sql`delete from sign_in_failure where at < now() - interval '7 days'`.execute(db.read)
  await sql`delete from rate_count where began_at < now() - interval '2 days'`.execute(db.read)
  await sql`delete from mailed_token where least(used_at, expires_at) < now() - interval '7 days'`.execute(db.read)
  await sql`delete from otp where least(used_at, expires_at) < now() - interval '7 days'`.execute(db.read)
  await sql`delete from mfa_challenge where expires_at < now() - interval '7 days'`.execute(db.read)
  await sql`delete from outbox where created_at < now() - interval '30 days'`.execute(db.read)
  await sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
    where attempts >= max_attempts and updated_at < now() - interval '7 days'`.execute(db.read)
  await sweepDeliveries(db)
}

/**
 * What carries messages takes seconds. One that is held for minutes is held by a process that died; the library would
 * wait four hours for it. Each of its workers holds one job, so nothing else is let go.
 */
async function freeMessages(db: Database) {
  await sql`select graphile_worker.force_unlock_workers(array_agg(locked_by)) from graphile_worker.jobs
    where task_identifier in (${signUpTask}, ${mailLinkTask}, ${deliverTask}, ${tellPriceChangesTask}) and locked_at < now() - interval '2 minutes'`.execute(
    db.read,
  )
}

/** Every night the books are proved, and the sums of days with them; a breach is the loudest line there is. */
async function proveBooks(db: Database, log: Log) {
  const breaches = [...(await checkLedger(db)), ...(await checkDays(db))]
  for (const breach of breaches) log.fatal(breach, 'the books do not hold')
  if (breaches.length === 0) log.info('the books hold')
}

interface JobsContext {
  databaseUrl: string
  db: Database
  log: Log
  /** Looks whether the address of this form is free, and signs up or tells the owner. */
  signUp(asked: SealedSignUp): Promise<void>
  /** Looks whether anybody has this address and writes the letter with the link. */
  mailLink(asked: MailLink): Promise<void>
  /** Carries one message of the outbox; `last` when the job will not come again. */
  carry(outboxId: bigint, last: boolean): Promise<void>
  /** Tells buyers what changed in their lists. */
  tellPriceChanges(): Promise<void>
  /** Removes pictures that nobody uses. */
  sweepUploads(): Promise<void>
}

const deliverPayload = z.object({ id: z.string().regex(/^\d+$/).transform(BigInt) })

const deliver =
  (carry: JobsContext['carry']): Task =>
  (payload, { job }) =>
    carry(deliverPayload.parse(payload).id, job.attempts >= job.max_attempts)

/**
 * Several at once, so that a mail server that takes its time holds up nothing else; what has its hour comes before all
 * messages that wait.
 */
const concurrency = 6
const crontab = [
  '* * * * * free-messages ?max=3&priority=-10',
  '*/10 * * * * measure-quality ?max=3&priority=-10',
  '*/10 * * * * sum-days ?max=3&priority=-10',
  '17 3 * * * sweep-old ?max=3&priority=-10',
  '29 3 * * * sweep-uploads ?max=3&priority=-10',
  '41 3 * * * prove-books ?max=3&priority=-10',
].join('\n')

/** The library writes the ids of failed jobs as JSON, which knows no bigint: on its connections they stay text, as the driver has them. */
const textIds: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? String : pg.types.getTypeParser(oid, format)),
}

/** What is not per order runs on graphile-worker: at most one process does each, at its hour, with retries. */
export async function startJobs({ databaseUrl, db, log, signUp, mailLink, carry, tellPriceChanges, sweepUploads }: JobsContext) {
  // Its everyday lines say nothing that anybody here asks about.
  const logger = new Logger(() => (level, message) => (level === 'error' || level === 'warning' ? log.warn(message) : log.debug(message)))
  // A pool of our own, because the library stops listening for errors of its pool before the connections have ended.
  const pgPool = new pg.Pool({ connectionString: databaseUrl, max: 3, types: textIds, application_name: 'lapak-jobs' })
  pgPool.on('error', (error) => log.warn({ err: error }, 'an idle database connection of the jobs broke'))
  // One that breaks while it is in use fails its query as well, which is told there.
  pgPool.on('connect', (client) => client.on('error', () => undefined))
  const runner = await run({
    pgPool,
    logger,
    concurrency,
    noHandleSignals: true,
    // So late at most is what waits for its moment; work for now is told at once.
    pollInterval: 2_000,
    crontab,
    taskList: {
      'free-messages': () => freeMessages(db),
      'measure-quality': () => measureQuality(db),
      'sum-days': () => sumDays(db),
      'sweep-old': () => sweepOld(db),
      'sweep-uploads': sweepUploads,
      'prove-books': () => proveBooks(db, log),
      [signUpTask]: (payload) => signUp(signUpPayload.parse(payload)),
      [mailLinkTask]: (payload) => mailLink(mailLinkPayload.parse(payload)),
      [deliverTask]: deliver(carry),
      [tellPriceChangesTask]: tellPriceChanges,
    },
  })
  runner.promise.catch((error) => log.error({ err: error }, 'the job runner ended'))
  // Days may have ended while nothing ran, and what was measured before is old.
  for (const job of ['sum-days', 'measure-quality']) await runner.addJob(job, {}, { jobKey: job, maxAttempts: 3, priority: -10 })
  return {
    async stop() {
      await runner.stop()
      await pgPool.end()
    },
  }
}
