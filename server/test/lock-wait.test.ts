import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from './app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({}, ['http'])
})
afterAll(() => app?.stop())

test('a call that times out on the lock of the cache version returns system.locked with Retry-After, and changes nothing', async () => {
  const seller = await app.seller({ apiUrl: 'http://127.0.0.1:9/api/h2h' })
  const id = await app.offer({ seller, product: await app.product({ code: 'LW1' }), price: 10_500n, stock: 3 })
  const { token } = seller
  const path = `/api/v1/seller/product/${id}`
  const blocking = await app.tables.startTransaction().execute()
  try {
    await blocking.selectFrom('cache_version').select('version').forUpdate().execute()
    const answers = await Promise.all([
      app.call('PATCH', path, { token, body: { stok: 5 } }),
      app.call('DELETE', path, { token }),
      app.call('PATCH', '/api/v1/seller/tokostatus/0', { token }),
      // No connection is free for these calls, because the calls above wait for the lock with all of them.
      app.call('PATCH', path, { token, body: { buyprice: 9_000 } }),
      app.call('PATCH', path, { token, body: { sellprice: 11_000 } }),
    ])
    for (const { status, body, headers } of answers) {
      expect(status).toBe(503)
      expect(headers.get('retry-after')).toBe('1')
      expect(body).toEqual({ success: false, code: 'system.locked', msg: 'Sistem sedang sibuk, coba lagi sebentar lagi' })
    }
  } finally {
    await blocking.rollback().execute()
  }
  expect((await app.call('GET', path, { token })).body.data).toMatchObject({ stok: 3, sellprice: 10_500 })
}, 40_000)

test('a call whose database connection is lost returns system.unreachable with Retry-After, and the next request succeeds', async () => {
  const seller = await app.seller({ apiUrl: 'http://127.0.0.1:9/api/h2h' })
  const { token } = seller
  const blocking = await app.tables.startTransaction().execute()
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(blocking)
  try {
    await blocking.selectFrom('cache_version').select('version').forUpdate().execute()
    const waiting = app.call('PATCH', '/api/v1/seller/tokostatus/0', { token })
    const lost = async () =>
      (
        await sql<{ ended: boolean }>`
          select pg_terminate_backend(pid) as ended from pg_stat_activity
          where datname = current_database() and ${rows[0]?.pid}::integer = any(pg_blocking_pids(pid))`.execute(app.tables)
      ).rows.length
    await expect.poll(lost).toBe(1)
    const { status, body, headers } = await waiting
    expect([status, headers.get('retry-after')]).toEqual([503, '5'])
    expect(body).toEqual({
      success: false,
      code: 'system.unreachable',
      msg: 'Sistem sedang terganggu; lihat dahulu apakah sudah tersimpan sebelum mengulang',
    })
  } finally {
    await blocking.rollback().execute()
  }
  expect((await app.call('PATCH', '/api/v1/seller/tokostatus/0', { token })).status).toBe(200)
}, 40_000)
