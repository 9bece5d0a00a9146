import { type AddJobFunction, Logger, run, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import { z } from 'zod'
import type { Database, Tx } from '#db/db.ts'
import type { Log } from '#shared/log.ts'

/**
 * What is not per order runs on graphile-worker: of all processes one does each job, again until it succeeds. The feature
 * that owns the rows declares its jobs in `<feature>.jobs.ts`; this runner does not know what they are about.
 */
export interface Job<Payload extends z.ZodType> {
  name: string
  /** What the job is told; it waits as JSON, so its wire side must be JSON. */
  payload: Payload
  /** Pauses between tries grow; the library's 25 tries take three days. */
  triesMax?: number
  /** Those of this name are done one after the other. */
  oneByOne?: boolean
  /** All who ask for the same within so many seconds ask for one job. */
  batchSeconds?: number
  /** One that is held for minutes is held by a process that died. The library would wait four hours for it. */
  takesSeconds?: boolean
}

/** A job that comes by itself. */
interface PeriodicJob {
  name: string
  /** Minute, hour, day, month, weekday of a crontab, in UTC. */
  at: string
  /** Also whenever a worker starts: its hour may have passed while none ran. */
  atStart?: boolean
  work(): Promise<void>
}

/** What the runner needs of a job, whichever kind it is. */
export interface Work {
  name: string
  period?: Pick<PeriodicJob, 'at' | 'atStart'>
  takesSeconds: boolean
  work(payload: unknown, last: boolean): Promise<void>
}

/** `last` says that a failure will not be tried again. */
export const whenAsked = <Payload extends z.ZodType>(
  { name, payload: schema, takesSeconds = false }: Job<Payload>,
  work: (payload: z.output<Payload>, last: boolean) => Promise<void>,
): Work => ({ name, takesSeconds, work: (payload, last) => work(schema.parse(payload), last) })

export const periodically = ({ name, at, atStart = false, work }: PeriodicJob): Work => ({
  name,
  period: { at, atStart },
  takesSeconds: false,
  work,
})

/** Asks for a job, in the transaction of its cause; at once, where no moment is said. */
export async function enqueue<Payload extends z.ZodType>(
  tx: Tx,
  { name, payload: schema, triesMax, oneByOne, batchSeconds }: Job<Payload>,
  payload: z.output<Payload>,
  at?: Date,
): Promise<void> {
  const encodedPayload = JSON.stringify(z.encode(schema, payload))
  await sql`
    select graphile_worker.add_job(${name}, ${encodedPayload}::json,
      queue_name => ${oneByOne ? name : null}, max_attempts => ${triesMax ?? null},
      run_at => coalesce(${at ?? null}::timestamptz, now() + ${batchSeconds ?? null}::integer * interval '1 second'),
      job_key => ${batchSeconds === undefined ? null : `${name} ${encodedPayload}`},
      job_key_mode => 'preserve_run_at')`.execute(tx)
}

/** Asks for one job for each of these, in one statement, however many there are. */
export async function enqueueEach<Payload extends z.ZodType>(
  tx: Tx,
  { name, payload: schema, triesMax }: Pick<Job<Payload>, 'name' | 'payload' | 'triesMax'>,
  asked: readonly { payload: z.output<Payload>; at: Date | null }[],
): Promise<void> {
  if (asked.length === 0) return
  const encodedPayloads = asked.map(({ payload }) => JSON.stringify(z.encode(schema, payload)))
  await sql`
    select count(*) from graphile_worker.add_jobs(array(
      select (${name}, told::json, null, coalesce(at, now()), ${triesMax ?? null}::smallint, null, null, null)::graphile_worker.job_spec
      from unnest(${encodedPayloads}::text[], ${asked.map(({ at }) => at)}::timestamptz[]) as asked(told, at)))`.execute(tx)
}

/** A row's number in a payload; JSON's numbers are too short for some. */
export const idInJob = z.codec(z.string().regex(/^\d+$/), z.bigint(), { decode: BigInt, encode: String })

/**
 * Several at once, so that a mail server that takes its time holds up nothing else; what has its hour comes before all
 * that wait.
 */
const concurrency = 6
const periodic = { maxAttempts: 3, priority: -10 }

/** The library writes the ids of failed jobs as JSON, which knows no bigint: on its connections they stay text, as the driver has them. */
const textIds: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? String : pg.types.getTypeParser(oid, format)),
}

/** The runner's own: jobs that hang, and those that failed for good. */
const ownJobs = (db: Database, jobs: readonly Work[]): Work[] => [
  periodically({
    name: 'free-held-jobs',
    at: '* * * * *',
    async work() {
      const names = jobs.filter(({ takesSeconds }) => takesSeconds).map(({ name }) => name)
      // Each of the library's workers holds one job, so nothing else is let go.
      await db.transaction((tx) =>
        sql`select graphile_worker.force_unlock_workers(array_agg(locked_by)) from graphile_worker.jobs
        where task_identifier = any(${names}) and locked_at < now() - interval '2 minutes'`.execute(tx),
      )
    },
  }),
  periodically({
    name: 'sweep-failed-jobs',
    at: '15 3 * * *',
    async work() {
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

/** Starts doing these jobs, and what was asked for while nobody did. */
export async function startJobs({ databaseUrl, db, log }: RunnerContext, declared: readonly Work[]) {
  const jobs = [...declared, ...ownJobs(db, declared)]
  // Its routine log lines are not needed here.
  const logger = new Logger(() => (level, message) => (level === 'error' || level === 'warning' ? log.warn(message) : log.debug(message)))
  // A pool of our own, because the library stops listening for errors of its pool before the connections have ended.
  const pgPool = new pg.Pool({ connectionString: databaseUrl, max: concurrency, types: textIds, application_name: 'lapak-jobs' })
  pgPool.on('error', (error) => log.warn({ err: error }, 'an idle database connection of the jobs broke'))
  // One that breaks while it is in use fails its query as well, which is told there.
  pgPool.on('connect', (client) => client.on('error', () => undefined))
  const runner = await run({
    pgPool,
    logger,
    concurrency,
    noHandleSignals: true,
    // Work that is due later starts at most this late; work that is due now starts at once.
    pollInterval: 2_000,
    crontab: crontabOf(jobs),
    taskList: taskListOf(jobs),
  })
  runner.promise.catch((error) => log.error({ err: error }, 'the job runner ended'))
  await askForFirst(runner.addJob, jobs)
  return {
    async stop() {
      await runner.stop()
      await pgPool.end()
    },
  }
}

const crontabOf = (jobs: readonly Work[]): string =>
  jobs
    .flatMap(({ name, period }) => (period ? `${period.at} ${name} ?max=${periodic.maxAttempts}&priority=${periodic.priority}` : []))
    .join('\n')

function taskListOf(jobs: readonly Work[]): TaskList {
  const tasks: TaskList = {}
  for (const { name, work } of jobs) {
    if (tasks[name]) throw new Error(`two jobs are called ${name}`)
    tasks[name] = (payload, { job }) => work(payload, job.attempts >= job.max_attempts)
  }
  return tasks
}

async function askForFirst(addJob: AddJobFunction, jobs: readonly Work[]) {
  for (const { name, period } of jobs) if (period?.atStart) await addJob(name, {}, { jobKey: name, ...periodic })
}
