import { setTimeout as pause } from 'node:timers/promises'
import { type AddJobFunction, Logger, type Runner, run as runWorkers, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import { z } from 'zod'
import type { Database, Tx } from '#db/db.ts'
import type { Log } from '#shared/log.ts'

/**
 * Background jobs on graphile-worker: each job runs in one process, repeatedly until it succeeds. The feature that owns the rows declares its jobs in
 * `<feature>.jobs.ts`; this runner is independent of their content.
 */
export interface Job<Payload extends z.ZodType> {
  name: string
  /** Input of the job, stored as JSON; the encoded side of the schema must be JSON. */
  payload: Payload
  /** Maximum number of attempts. The pauses between attempts grow; the library's default of 25 attempts takes three days. */
  maxAttempts?: number
  /** Jobs of this name run one after the other. */
  serial?: boolean
  /** Identical requests within this many seconds are merged into one job. */
  batchSeconds?: number
  /**
   * True for jobs that take seconds: if such a job is locked for minutes, its process has died, and the job is released. Otherwise the library would
   * release it after four hours.
   */
  isShort?: boolean
}

/** A job that runs on a schedule. */
interface CronJob {
  name: string
  /** Crontab fields minute, hour, day, month, weekday, in UTC. */
  cron: string
  /** Also runs when a worker starts, in case no worker was running at the scheduled time. */
  runOnStart?: boolean
  run(): Promise<void>
}

/** A job as the runner needs it, on demand or periodic. */
export interface RegisteredJob {
  name: string
  period?: Pick<CronJob, 'cron' | 'runOnStart'>
  isShort: boolean
  run(payload: unknown, isFinalAttempt: boolean): Promise<void>
}

/** `isFinalAttempt` is true when a failure will not be retried. */
export const onDemandJob = <Payload extends z.ZodType>(
  { name, payload: schema, isShort = false }: Job<Payload>,
  handle: (payload: z.output<Payload>, isFinalAttempt: boolean) => Promise<void>,
): RegisteredJob => ({ name, isShort, run: (payload, isFinalAttempt) => handle(schema.parse(payload), isFinalAttempt) })

export const cronJob = ({ name, cron, runOnStart = false, run }: CronJob): RegisteredJob => ({
  name,
  period: { cron, runOnStart },
  isShort: false,
  run,
})

/** Enqueues a job within the transaction that causes it. It runs immediately unless a time is given. */
export async function enqueue<Payload extends z.ZodType>(
  tx: Tx,
  { name, payload: schema, maxAttempts, serial, batchSeconds }: Job<Payload>,
  payload: z.output<Payload>,
  at?: Date,
): Promise<void> {
  const encodedPayload = JSON.stringify(z.encode(schema, payload))
  await sql`
    select graphile_worker.add_job(${name}, ${encodedPayload}::json,
      queue_name => ${serial ? name : null}, max_attempts => ${maxAttempts ?? null},
      run_at => coalesce(${at ?? null}::timestamptz, now() + ${batchSeconds ?? null}::integer * interval '1 second'),
      job_key => ${batchSeconds === undefined ? null : `${name} ${encodedPayload}`},
      job_key_mode => 'preserve_run_at')`.execute(tx)
}

/** Enqueues one job per payload in a single statement. */
export async function enqueueEach<Payload extends z.ZodType>(
  tx: Tx,
  { name, payload: schema, maxAttempts }: Pick<Job<Payload>, 'name' | 'payload' | 'maxAttempts'>,
  asked: readonly { payload: z.output<Payload>; at: Date | null }[],
): Promise<void> {
  if (asked.length === 0) return
  const encodedPayloads = asked.map(({ payload }) => JSON.stringify(z.encode(schema, payload)))
  await sql`
    select count(*) from graphile_worker.add_jobs(array(
      select (${name}, told::json, null, coalesce(at, now()), ${maxAttempts ?? null}::smallint, null, null, null)::graphile_worker.job_spec
      from unnest(${encodedPayloads}::text[], ${asked.map(({ at }) => at)}::timestamptz[]) as asked(told, at)))`.execute(tx)
}

/** A row id in a payload. As text, since JSON numbers cannot represent every bigint. */
export const idInJob = z.codec(z.string().regex(/^\d+$/), z.bigint(), { decode: BigInt, encode: String })

/** Number of concurrent jobs, more than one so that a slow mail server does not block other jobs. Periodic jobs run before other waiting jobs. */
const concurrency = 6
const periodic = { maxAttempts: 3, priority: -10 }

/** The library writes the ids of failed jobs as JSON, which cannot serialise bigint. On its connections INT8 therefore stays text. */
const textIds: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? String : pg.types.getTypeParser(oid, format)),
}

/** The runner's own jobs: they release jobs of dead processes, and delete jobs that failed permanently. */
const ownJobs = (db: Database, jobs: readonly RegisteredJob[]): RegisteredJob[] => [
  cronJob({
    name: 'release-locked-jobs',
    cron: '* * * * *',
    async run() {
      const names = jobs.filter(({ isShort }) => isShort).map(({ name }) => name)
      // Each worker of the library runs one job, so no other job is released.
      await db.transaction((tx) =>
        sql`select graphile_worker.force_unlock_workers(array_agg(locked_by)) from graphile_worker.jobs
        where task_identifier = any(${names}) and locked_at < now() - interval '2 minutes'`.execute(tx),
      )
    },
  }),
  cronJob({
    name: 'purge-failed-jobs',
    cron: '15 3 * * *',
    async run() {
      await db.transaction((tx) =>
        sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
        where attempts >= max_attempts and updated_at < now() - interval '7 days'`.execute(tx),
      )
    },
  }),
]

interface RunnerContext {
  databaseUrl: string
  db: Database
  log: Log
}

/** Starts running jobs, including those enqueued earlier. */
export async function startJobs({ databaseUrl, db, log }: RunnerContext, declared: readonly RegisteredJob[]) {
  const jobs = [...declared, ...ownJobs(db, declared)]
  // Routine log lines of the library go to debug level.
  const logger = new Logger(
    () => (level, message, meta) => (level === 'error' || level === 'warning' ? logTrouble(log, message, meta) : log.debug(message)),
  )
  // A pool of our own, because the library removes its error listener before its connections have ended.
  const pgPool = new pg.Pool({ connectionString: databaseUrl, max: concurrency, types: textIds, application_name: 'lapak-jobs' })
  pgPool.on('error', (error) => log.warn({ err: error }, 'idle database connection of the job runner lost'))
  // If a connection in use breaks, its query fails too and reports the error.
  pgPool.on('connect', (client) => client.on('error', () => undefined))
  const start = async () => {
    const runner = await runWorkers({
      pgPool,
      logger,
      concurrency,
      noHandleSignals: true,
      // Milliseconds. Jobs that become due later start at most this late; jobs that are due now start immediately.
      pollInterval: 2_000,
      crontab: crontabOf(jobs),
      taskList: taskListOf(jobs),
      // Without a batch, the library does not wait for the statement that stores the end of a job, and its failure would end the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    })
    await enqueueStartupJobs(runner.addJob, jobs).catch(async (error) => {
      await runner.stop().catch(() => undefined)
      throw error
    })
    return runner
  }
  const running = await keepRunning(start, log)
  return {
    async stop() {
      await running.stop()
      await pgPool.end()
    },
  }
}

/** The library repeats message and stack of an error in its text, with the values that the database quotes. */
function logTrouble(log: Log, message: string, { error }: { error?: unknown } = {}) {
  const [what = ''] = message.split(/ with error '|\n/, 1)
  if (error === undefined) log.warn(what)
  else log.warn({ err: error }, what)
}

type Running = Pick<Runner, 'promise' | 'stop'>

/** The pause before the library is started again, in milliseconds. */
const startsAgainAfterMs = 1_000

/** The library ends when its database does not answer for long. Without this, no job would run until somebody starts the process again. */
async function keepRunning(start: () => Promise<Running>, log: Log): Promise<Pick<Running, 'stop'>> {
  let runner = await start()
  const stopped = new AbortController()
  const watching = watch()

  async function watch() {
    while (!stopped.signal.aborted) {
      await runner.promise.catch((error) => log.error({ err: error }, 'the job runner failed'))
      if (stopped.signal.aborted) return
      log.error('the job runner ended; it is started again')
      await startAgain()
    }
  }

  async function startAgain() {
    while (!stopped.signal.aborted) {
      await pause(startsAgainAfterMs, null, { signal: stopped.signal }).catch(() => undefined)
      if (stopped.signal.aborted) return
      const fresh = await start().catch((error) => void log.error({ err: error }, 'starting the job runner failed; retrying'))
      if (fresh === undefined) continue
      if (stopped.signal.aborted) return fresh.stop()
      runner = fresh
      return
    }
  }

  return {
    async stop() {
      stopped.abort()
      // Rejects if the runner has ended by itself.
      await runner.stop().catch(() => undefined)
      await watching
    },
  }
}

const crontabOf = (jobs: readonly RegisteredJob[]): string =>
  jobs
    .flatMap(({ name, period }) => (period ? `${period.cron} ${name} ?max=${periodic.maxAttempts}&priority=${periodic.priority}` : []))
    .join('\n')

function taskListOf(jobs: readonly RegisteredJob[]): TaskList {
  const tasks: TaskList = {}
  for (const { name, run } of jobs) {
    if (tasks[name]) throw new Error(`duplicate job name ${name}`)
    tasks[name] = (payload, { job }) => run(payload, job.attempts >= job.max_attempts)
  }
  return tasks
}

async function enqueueStartupJobs(addJob: AddJobFunction, jobs: readonly RegisteredJob[]) {
  for (const { name, period } of jobs) if (period?.runOnStart) await addJob(name, {}, { jobKey: name, ...periodic })
}
