import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { isCutOff } from './cut-off.ts'
import { clockAt, offerCutOff } from './snapshot.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({}, ['http'])
})
afterAll(() => app?.stop())

const midnight = new Date('2026-11-23T00:00+07:00')
const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

test.each([
  ['23:30', '23:50', 21],
  ['23:30', '00:15', 46],
  ['00:00', '23:59', 1440],
  ['12:00', '12:00', 1],
  ['00:01', '00:00', 1440],
  ['23:59', '00:00', 2],
])('a cut-off from %s to %s refuses orders in %i minutes of a day, both in memory and in the database', async (from, to, minutes) => {
  const { rows } = await sql<{ at: Date; cut_off: boolean }>`
    select at, ${sql.ref(offerCutOff.name)}(${from}::time, ${to}::time, ${clockAt(sql`at`)}) as cut_off
    from generate_series(${midnight}::timestamptz, ${midnight}::timestamptz + interval '1 day', '30 seconds') at`.execute(app.db.read)
  const cutoff = { from: minuteOf(from), to: minuteOf(to) }
  expect(rows.filter(({ at, cut_off }) => isCutOff(cutoff, at) !== cut_off)).toEqual([])
  // The last row of the series belongs to the next day.
  expect(rows.slice(0, -1).filter(({ cut_off }) => cut_off)).toHaveLength(2 * minutes)
})

test('an offer without a cut-off takes orders at any time', async () => {
  const { rows } = await sql`select from (select 1) one where ${sql.ref(offerCutOff.name)}(null, null, ${clockAt(sql`now()`)})`.execute(
    app.db.read,
  )
  expect([rows, isCutOff(null, new Date())]).toEqual([[], false])
})
