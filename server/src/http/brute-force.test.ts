import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#db/db.ts'
import { createLog } from '#shared/log.ts'
import { createTestDatabase, openTables, type TestDatabase } from '../../test/database.ts'
import { type AttemptCheck, forgetAttempts, throttleAttempts } from './brute-force.ts'
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

describe('guesses at once', () => {
  test('are looked at five together, and all of them when they are right', async () => {
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

  test('that are wrong let nothing more be looked at than the free ones', async () => {
    let looked = 0
    const answers = await Promise.allSettled(
      Array.from({ length: 60 }, () =>
        throttleAttempts(db, { subject: 'flood' }, async () => {
          looked += 1
          return false
        }),
      ),
    )
    // More only where a wait of seconds was over meanwhile.
    const { failures = 0 } = (await rowOf('flood')) ?? {}
    expect(looked).toBe(failures)
    expect(looked).toBeLessThan(10)
    expect(answers.filter(({ status }) => status === 'rejected').length).toBe(60 - looked)
  })

  test('wait for those under way in another process too', async () => {
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

  test('whose process died count as wrong ones after half a minute', async () => {
    await arranged('lost', { under_way: 5, taken_at: new Date(Date.now() - 31_000) })
    await expect(throttleAttempts(db, { subject: 'lost' }, right)).rejects.toMatchObject(tooMany)
    expect(await rowOf('lost')).toMatchObject({ failures: 5, wrong_in_a_row: 5, under_way: 0 })
  })

  test('and one that could not be looked at counts as a wrong one', async () => {
    const broken = throttleAttempts(db, { subject: 'broken' }, () => Promise.reject(new Error('gone')))
    await expect(broken).rejects.toThrow('gone')
    expect(await rowOf('broken')).toMatchObject({ failures: 1, under_way: 0 })
  })
})

test('a wrong guess makes wait from when it was counted, however long it stood in line for that', async () => {
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

test('waits begin anew after a day, and the count of wrong ones in a row only after a right one', async () => {
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

test('a subject is shut after its number of wrong ones in a row, until they are forgotten', async () => {
  const target = { subject: 'shut', shutAfter: 3 }
  for (let n = 0; n < 3; n++) expect(await throttleAttempts(db, target, wrong)).toBe(false)
  await expect(throttleAttempts(db, target, right)).rejects.toMatchObject({ code: 'access.link_needed' })
  await db.transaction((tx) => forgetAttempts(tx, ['shut']))
  expect(await throttleAttempts(db, target, right)).toBe(true)
})

test('an alarm rings once, with the guess that makes so many in a row, and again after a right one', async () => {
  let rung = 0
  const ring = async () => {
    rung += 1
  }
  const target = { subject: 'alarm', free: 100, alarm: { after: 3, ring } }
  const heard = []
  for (const look of [wrong, wrong, wrong, wrong, right, wrong, wrong, wrong]) {
    await throttleAttempts(db, target, look)
    heard.push(rung)
  }
  expect(heard).toEqual([0, 0, 1, 1, 1, 1, 1, 2])
  await times(50, () => throttleAttempts(db, { ...target, subject: 'alarm at once' }, wrong))
  expect(rung).toBe(3)
})

test('an alarm that cannot ring takes back the count of its guess, so the next one rings it', async () => {
  let broken = true
  const ring = async () => {
    if (broken) throw new Error('no letter')
  }
  const target = { subject: 'mute alarm', alarm: { after: 1, ring } }
  await expect(throttleAttempts(db, target, wrong)).rejects.toThrow('no letter')
  expect(await rowOf('mute alarm')).toMatchObject({ wrong_in_a_row: 0, under_way: 1 })
  broken = false
  await throttleAttempts(db, target, wrong)
  expect(await rowOf('mute alarm')).toMatchObject({ wrong_in_a_row: 1 })
})

describe('a network', () => {
  test('fails at so many accounts and no more, also at once', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: accountsPerHour + 20 }, (_, nth) => throttleNetwork(db, 'net-1', `account ${nth}`, wrong)),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBe(accountsPerHour)
    await expect(throttleNetwork(db, 'net-1', 'one more', right)).rejects.toMatchObject(tooMany)
    expect(await throttleNetwork(db, 'net-2', 'one more', right)).toBe(true)
    // What it failed at, it may fail at again: how often, the account says.
    expect(await throttleNetwork(db, 'net-1', 'account 0', wrong).catch(() => throttleNetwork(db, 'net-1', 'account 1', wrong))).toBe(false)
  })

  test('is not counted for right ones, nor for those of an hour ago', async () => {
    await times(5, (nth) => throttleNetwork(db, 'net-3', `account ${nth}`, right))
    const count = () => db.read.selectFrom('network_attempt').select('at').where('network', '=', 'net-3').execute()
    expect(await count()).toEqual([])
    const at = new Date(Date.now() - 3_601_000)
    const old = Array.from({ length: accountsPerHour }, (_, nth) => ({ network: 'net-3', account_hash: Buffer.from(`${nth}`), at }))
    await tables.insertInto('network_attempt').values(old).execute()
    expect(await throttleNetwork(db, 'net-3', 'now', wrong)).toBe(false)
  })
})
