import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Database, openDatabase } from '#db/db.ts'
import { createLog } from '#shared/log.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { startDatabaseProxy } from '../../test/fault/database-proxy.ts'
import { cronJob, enqueue, idInJob, type Job, onDemandJob, type RegisteredJob, startJobs } from './jobs.ts'

let database: TestDatabase
let db: Database
const log = createLog('fatal')
beforeAll(async () => {
  database = await createTestDatabase()
  db = await openDatabase({ url: database.url, pool: 2, log })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const start = (jobs: RegisteredJob[]) => startJobs({ databaseUrl: database.url, db, log }, jobs)
const idAsked = z.object({ id: idInJob })
const nothing = z.object({})
const eventually = { interval: 20 }

test('a job receives its payload in the declared types', async () => {
  const greet: Job<typeof idAsked> = { name: 'greet', payload: idAsked }
  const received: unknown[] = []
  await db.transaction((tx) => enqueue(tx, greet, { id: 9_007_199_254_740_993n }))
  const runner = await start([onDemandJob(greet, async ({ id }, last) => void received.push(id, last))])
  await expect.poll(() => received, eventually).toEqual([9_007_199_254_740_993n, false])
  await runner.stop()
})

test('the error of a failed job is logged like any other error, and without the values that the database quotes', async () => {
  const doomed: Job<typeof nothing> = { name: 'doomed', payload: nothing, maxAttempts: 1 }
  const lines: string[] = []
  const listening = createLog('warn', { write: (line: string) => void lines.push(line) })
  const fail = async () => void (await sql`select ${'rahasia'}::bigint`.execute(db.read))
  const runner = await startJobs({ databaseUrl: database.url, db, log: listening }, [onDemandJob(doomed, fail)])
  await db.transaction((tx) => enqueue(tx, doomed, {}))
  await expect.poll(() => lines, eventually).toHaveLength(1)
  await runner.stop()
  expect(JSON.parse(lines[0] as string)).toMatchObject({
    msg: expect.stringMatching(/^Failed task \d+ \(doomed, .+, attempt 1 of 1\)$/),
    err: { type: 'DatabaseError', code: '22P02', stack: expect.any(String) },
  })
  expect(lines[0]).not.toContain('rahasia')
})

test('a job enqueued in a failed transaction never runs', async () => {
  const greet: Job<typeof idAsked> = { name: 'rolled-back', payload: idAsked }
  const failing = db.transaction(async (tx) => {
    await enqueue(tx, greet, { id: 1n })
    throw new Error('after all not')
  })
  await expect(failing).rejects.toThrow('after all not')
  const { rows } = await sql`select from graphile_worker.jobs where task_identifier = 'rolled-back'`.execute(db.read)
  expect(rows).toEqual([])
})

test('jobs are merged or run one by one, as declared', async () => {
  const gathering: Job<typeof nothing> = { name: 'gathering', payload: nothing, batchSeconds: 60, maxAttempts: 12 }
  const lined: Job<typeof idAsked> = { name: 'lined', payload: idAsked, serial: true }
  const about: Job<typeof idAsked> = { name: 'gathering-about', payload: idAsked, batchSeconds: 60 }
  for (const id of [1n, 2n]) {
    await db.transaction((tx) => enqueue(tx, gathering, {}))
    await db.transaction((tx) => enqueue(tx, lined, { id }))
    for (let times = 0; times < 2; times += 1) await db.transaction((tx) => enqueue(tx, about, { id }))
  }
  const { rows } = await sql<{ name: string; payload: object; queue: string | null; tries: number; soon: boolean }>`
    select task_identifier as name, payload, queue_name as queue, jobs.max_attempts as tries, jobs.run_at <= now() as soon
    from graphile_worker.jobs join graphile_worker._private_jobs using (id)
    where task_identifier in ('gathering', 'gathering-about', 'lined') order by task_identifier, id`.execute(db.read)
  expect(rows).toEqual([
    { name: 'gathering', payload: {}, queue: null, tries: 12, soon: false },
    { name: 'gathering-about', payload: { id: '1' }, queue: null, tries: 25, soon: false },
    { name: 'gathering-about', payload: { id: '2' }, queue: null, tries: 25, soon: false },
    { name: 'lined', payload: { id: '1' }, queue: 'lined', tries: 25, soon: true },
    { name: 'lined', payload: { id: '2' }, queue: 'lined', tries: 25, soon: true },
  ])
})

test('a job that is locked for minutes is released only if it declares that it takes seconds', async () => {
  const quick: Job<typeof nothing> = { name: 'quick', payload: nothing, isShort: true }
  const slow: Job<typeof nothing> = { name: 'slow', payload: nothing }
  for (const job of [quick, slow]) await db.transaction((tx) => enqueue(tx, job, {}))
  await db.transaction((tx) =>
    sql`
    update graphile_worker._private_jobs set locked_at = now() - interval '3 minutes', locked_by = 'dead-' || name, attempts = 1
    from (select id, identifier as name from graphile_worker._private_tasks) as task
    where task.id = task_id and name in ('quick', 'slow')`.execute(tx),
  )
  const done: string[] = []
  const runner = await start([quick, slow].map((job) => onDemandJob(job, async () => void done.push(job.name))))
  await db.transaction((tx) => sql`select graphile_worker.add_job('release-locked-jobs')`.execute(tx))
  await expect.poll(() => done, eventually).toEqual(['quick'])
  await runner.stop()
  const { rows } = await sql`select locked_by from graphile_worker.jobs where task_identifier = 'slow'`.execute(db.read)
  expect(rows).toEqual([{ locked_by: 'dead-slow' }])
})

test('a job that may have missed its scheduled time runs when a worker starts', async () => {
  const done: string[] = []
  const work = (name: string, atStart: boolean) =>
    cronJob({ name, cron: '17 3 * * *', runOnStart: atStart, run: async () => void done.push(name) })
  const runner = await start([work('catches-up', true), work('waits', false)])
  await expect.poll(() => done, eventually).toEqual(['catches-up'])
  await runner.stop()
})

test('two jobs with the same name prevent the start', async () => {
  const twice = () => cronJob({ name: 'twice', cron: '17 3 * * *', run: async () => undefined })
  await expect(start([twice(), twice()])).rejects.toThrow('duplicate job name twice')
})

test.each(['completed', 'failed'] as const)('jobs go on after the database was away while a job %s', async (how) => {
  const proxy = await startDatabaseProxy(database.url)
  const cut: Job<typeof nothing> = { name: `cut-${how}`, payload: nothing }
  const later: Job<typeof nothing> = { name: `later-${how}`, payload: nothing }
  const ran: string[] = []
  const declared = [
    onDemandJob(cut, () => {
      void proxy.cutOff(1_000)
      return how === 'completed' ? Promise.resolve() : Promise.reject(new Error('as asked'))
    }),
    onDemandJob(later, () => Promise.resolve(void ran.push(how))),
  ]
  const runner = await startJobs({ databaseUrl: proxy.url, db, log }, declared)
  await db.transaction((tx) => enqueue(tx, cut, {}))
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  await db.transaction((tx) => enqueue(tx, later, {}))
  await expect.poll(() => ran, { interval: 20, timeout: 20_000 }).toEqual([how])
  await runner.stop()
  await proxy.close()
})
