import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#db/db.ts'
import { createLog } from '#shared/log.ts'
import { createTestDatabase, openTables, type TestDatabase } from '../../test/database.ts'
import { type AttemptCheck, deleteAttempts, throttleAttempts } from './brute-force.ts'
import { accountsPerHour, throttleNetwork } from './brute-force-by-network.ts'

let database: TestDatabase
let db: Database
let tables: ReturnType<typeof openTables>
beforeAll(async () => {
  database = await createTestDatabase()
  db = await openDatabase({ url: database.url, pool: 4, log: createLog('fatal') })
  tables = openTables(database.ownerUrl)
})
afterAll(async () => {
  await db.close()
  await tables.destroy()
  await database.drop()
})

const right: AttemptCheck<true> = async () => true
const wrong: AttemptCheck<true> = async () => false
const tooMany = { code: 'access.too_many' }
const times = <Result>(count: number, work: (nth: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, nth) => work(nth)))
const rowOf = (subject: string) => db.read.selectFrom('sign_in_failure').selectAll().where('subject', '=', subject).executeTakeFirst()
const arranged = (subject: string, values: { failures?: number; under_way?: number; taken_at?: Date; wrong_in_a_row?: number }) =>
  tables
    .insertInto('sign_in_failure')
    .values({ subject, failures: 0, blocked_until: new Date(0), ...values })
    .execute()

describe('concurrent guesses', () => {
  test('are checked five at a time, and all succeed if they are right', async () => {
    let [now, most] = [0, 0]
    const answers = await times(60, () =>
      throttleAttempts(db, { subject: 'crowd' }, async () => {
        now += 1
        most = Math.max(most, now)
        await new Promise((resolve) => setTimeout(resolve, 5))
        now -= 1
        return true
      }),
    )
    expect(answers.filter(Boolean).length).toBe(60)
    expect(most).toBeLessThanOrEqual(5)
    expect(await rowOf('crowd')).toBeUndefined()
  })

  test('are checked only up to the number of free wrong guesses if they are wrong', async () => {
    let looked = 0
    const answers = await Promise.allSettled(
      Array.from({ length: 60 }, () =>
        throttleAttempts(db, { subject: 'flood' }, async () => {
          looked += 1
          return false
        }),
      ),
    )
    // More than five guesses are checked only if a wait of some seconds ended during the test.
    const { failures = 0 } = (await rowOf('flood')) ?? {}
    expect(looked).toBe(failures)
    expect(looked).toBeLessThan(10)
    expect(answers.filter(({ status }) => status === 'rejected').length).toBe(60 - looked)
  })

  test('wait for guesses that another process is checking', async () => {
    const other = await openDatabase({ url: database.url, pool: 1, log: createLog('fatal') })
    try {
      const letGo = Promise.withResolvers<boolean>()
      const under = times(5, () => throttleAttempts(db, { subject: 'shared' }, async () => (await letGo.promise) && true))
      await expect.poll(async () => (await rowOf('shared'))?.under_way).toBe(5)
      const sixth = throttleAttempts(other, { subject: 'shared' }, right)
      letGo.resolve(true)
      expect(await sixth).toBe(true)
      expect(await under).toEqual(Array(5).fill(true))
    } finally {
      await other.close()
    }
  })

  test('count as wrong half a minute after their process died', async () => {
    await arranged('lost', { under_way: 5, taken_at: new Date(Date.now() - 31_000) })
    await expect(throttleAttempts(db, { subject: 'lost' }, right)).rejects.toMatchObject(tooMany)
    expect(await rowOf('lost')).toMatchObject({ failures: 5, wrong_in_a_row: 5, under_way: 0 })
  })

  test('count as wrong if their check fails', async () => {
    const broken = throttleAttempts(db, { subject: 'broken' }, () => Promise.reject(new Error('gone')))
    await expect(broken).rejects.toThrow('gone')
    expect(await rowOf('broken')).toMatchObject({ failures: 1, under_way: 0 })
  })
})

test('the wait after a wrong guess starts when the guess is counted, however long the guess waited for the row lock', async () => {
  await arranged('in line', { failures: 4, wrong_in_a_row: 4 })
  const locked = Promise.withResolvers<void>()
  let over: Promise<Date> | undefined
  await throttleAttempts(db, { subject: 'in line' }, async () => {
    over = tables.transaction().execute(async (tx) => {
      await tx.updateTable('sign_in_failure').set({ under_way: 1 }).where('subject', '=', 'in line').execute()
      locked.resolve()
      await new Promise((resolve) => setTimeout(resolve, 1200))
      const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(tx)
      return rows[0]?.now ?? new Date(Number.NaN)
    })
    await locked.promise
    return false
  })
  const lineEnded = (await over)?.getTime() ?? Number.NaN
  expect((await rowOf('in line'))?.blocked_until.getTime()).toBeGreaterThanOrEqual(lineEnded + 1000)
})

test('waits start over after a day, but the count of consecutive wrong guesses is reset only by a right guess', async () => {
  await arranged('yesterday', { failures: 9, wrong_in_a_row: 9 })
  await tables
    .updateTable('sign_in_failure')
    .set({ at: new Date(Date.now() - 25 * 3_600_000) })
    .where('subject', '=', 'yesterday')
    .execute()
  expect(await throttleAttempts(db, { subject: 'yesterday' }, wrong)).toBe(false)
  expect(await rowOf('yesterday')).toMatchObject({ failures: 1, wrong_in_a_row: 10 })
  expect(await throttleAttempts(db, { subject: 'yesterday' }, right)).toBe(true)
  expect(await rowOf('yesterday')).toBeUndefined()
})

test('after its number of consecutive wrong guesses, a subject refuses all guesses until the count is reset', async () => {
  const target = { subject: 'shut', lockAfter: 3 }
  for (let n = 0; n < 3; n++) expect(await throttleAttempts(db, target, wrong)).toBe(false)
  await expect(throttleAttempts(db, target, right)).rejects.toMatchObject({ code: 'access.link_needed' })
  await db.transaction((tx) => deleteAttempts(tx, ['shut']))
  expect(await throttleAttempts(db, target, right)).toBe(true)
})

test('an alarm runs once, at the guess that reaches its number of wrong guesses, and can run again after a right guess', async () => {
  let rung = 0
  const onThreshold = async () => {
    rung += 1
  }
  const target = { subject: 'alarm', free: 100, alarm: { after: 3, onThreshold } }
  const heard = []
  for (const look of [wrong, wrong, wrong, wrong, right, wrong, wrong, wrong]) {
    await throttleAttempts(db, target, look)
    heard.push(rung)
  }
  expect(heard).toEqual([0, 0, 1, 1, 1, 1, 1, 2])
  await times(50, () => throttleAttempts(db, { ...target, subject: 'alarm at once' }, wrong))
  expect(rung).toBe(3)
})

test('a failing alarm rolls back the count of its guess, so that the next guess triggers it again', async () => {
  let broken = true
  const onThreshold = async () => {
    if (broken) throw new Error('no letter')
  }
  const target = { subject: 'mute alarm', alarm: { after: 1, onThreshold } }
  await expect(throttleAttempts(db, target, wrong)).rejects.toThrow('no letter')
  expect(await rowOf('mute alarm')).toMatchObject({ wrong_in_a_row: 0, under_way: 1 })
  broken = false
  await throttleAttempts(db, target, wrong)
  expect(await rowOf('mute alarm')).toMatchObject({ wrong_in_a_row: 1 })
})

describe('a network', () => {
  test('may guess wrong at a limited number of accounts, also with concurrent guesses', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: accountsPerHour + 20 }, (_, nth) => throttleNetwork(db, 'net-1', `account ${nth}`, wrong)),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBe(accountsPerHour)
    await expect(throttleNetwork(db, 'net-1', 'one more', right)).rejects.toMatchObject(tooMany)
    expect(await throttleNetwork(db, 'net-2', 'one more', right)).toBe(true)
    // The network may guess wrong again at the same accounts; the limit per account applies there.
    expect(await throttleNetwork(db, 'net-1', 'account 0', wrong).catch(() => throttleNetwork(db, 'net-1', 'account 1', wrong))).toBe(false)
  })

  test('is not limited by right guesses, or by guesses of more than an hour ago', async () => {
    await times(5, (nth) => throttleNetwork(db, 'net-3', `account ${nth}`, right))
    const count = () => db.read.selectFrom('network_attempt').select('at').where('network', '=', 'net-3').execute()
    expect(await count()).toEqual([])
    const at = new Date(Date.now() - 3_601_000)
    const old = Array.from({ length: accountsPerHour }, (_, nth) => ({ network: 'net-3', account_hash: Buffer.from(`${nth}`), at }))
    await tables.insertInto('network_attempt').values(old).execute()
    expect(await throttleNetwork(db, 'net-3', 'now', wrong)).toBe(false)
  })
})
