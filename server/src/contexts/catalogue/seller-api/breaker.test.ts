import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSettings } from '#contexts/system/settings/settings.ts'
import { createLog } from '#shared/log.ts'
import { startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { createBreaker } from './breaker.ts'

let app: TestApp
let seller: TestMember

beforeAll(async () => {
  app = await startTestApp({}, ['http'])
  seller = await app.seller({ apiUrl: 'http://127.0.0.1:9' })
})

afterAll(() => app.stop())

const suspendedUntil = async () => {
  const row = app.db.read.selectFrom('seller_api').select('circuit_open_until').where('seller_id', '=', seller.id)
  return (await row.executeTakeFirstOrThrow()).circuit_open_until
}

test('failures of five different orders in a row suspend a seller, but repeated failures of one order do not', async () => {
  const breaker = createBreaker(app.db, createSettings({ production: false }), createLog('fatal'))
  for (let time = 0; time < 20; time++) await breaker.recordFailure(seller.id, 1n)
  expect(await suspendedUntil()).toBeNull()
  for (const order of [2n, 3n, 4n]) await breaker.recordFailure(seller.id, order)
  expect(await suspendedUntil()).toBeNull()
  breaker.recordSuccess(seller.id)
  for (const order of [5n, 6n, 7n, 8n]) await breaker.recordFailure(seller.id, order)
  expect(await suspendedUntil()).toBeNull()
  await breaker.recordFailure(seller.id, 9n)
  expect((await suspendedUntil())?.getTime()).toBeGreaterThan(Date.now())
})

test('the first failure suspends a seller again if its suspension was ended manually and its server was not reached since', async () => {
  const breaker = createBreaker(app.db, createSettings({ production: false }), createLog('fatal'))
  const endByHand = () =>
    app.tables
      .updateTable('seller_api')
      .set({ circuit_open_until: null, circuit_reset_at: new Date() })
      .where('seller_id', '=', seller.id)
      .execute()
  await endByHand()
  await breaker.recordFailure(seller.id, 20n)
  expect((await suspendedUntil())?.getTime()).toBeGreaterThan(Date.now())
  await endByHand()
  await sleep(2)
  breaker.recordSuccess(seller.id)
  await breaker.recordFailure(seller.id, 21n)
  expect(await suspendedUntil()).toBeNull()
})
