import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createLog } from '#shared/log.ts'
import { productionEnvironment, startTestApp } from '../../test/app.ts'
import { type HealthContext, healthRoutes } from './health.ts'
import { createHttp } from './http.ts'
import type { WriteFault } from './write-check.ts'

test('metrics require the token; without a configured token they can be read only from this machine, and not at all in production', async () => {
  const read = async (environment: Record<string, string>, headers: Record<string, string>) => {
    const app = await startTestApp({ TRUST_PROXY: '127.0.0.1', ...environment }, ['http'])
    const { status } = await fetch(`${app.url}/metrics`, { headers })
    await app.stop()
    return status
  }
  const elsewhere = { 'x-forwarded-for': '203.0.113.7' }
  expect(await read({}, {})).toBe(200)
  expect(await read({}, elsewhere)).toBe(404)
  const set = { METRICS_TOKEN: 'rahasia-prometheus' }
  expect(await read(set, {})).toBe(404)
  expect(await read(set, { ...elsewhere, authorization: 'Bearer tebakan' })).toBe(404)
  expect(await read(set, { ...elsewhere, authorization: 'Bearer rahasia-prometheus' })).toBe(200)
  // A proxy on the same machine gives every request a local IP address.
  expect(await read(productionEnvironment, {})).toBe(404)
  expect(await read({ ...productionEnvironment, ...set }, { authorization: 'Bearer rahasia-prometheus' })).toBe(200)
})

test('a worker answers on its own port: alive, ready, and the figures of the platform', async () => {
  const port = await freePort()
  const app = await startTestApp({ HEALTH_PORT: String(port) }, ['worker'])
  try {
    const read = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text()
    expect(JSON.parse(await read('/healthz'))).toMatchObject({ success: true })
    expect(JSON.parse(await read('/readyz'))).toMatchObject({ success: true })
    const metrics = await read('/metrics')
    expect(metrics).toContain('\nlapak_workers_alive 1\n')
    expect(metrics).toContain('\nlapak_orders_open 0\n')
    expect(metrics, 'the books were never verified').not.toMatch(/^lapak_ledger_check_seconds \d/m)
    expect(JSON.parse(await read('/api/v1/anything'))).toMatchObject({ success: false })
  } finally {
    await app.stop()
  }
})

test('orders that fail turn readiness red, reading goes on, and it turns green again without an order', async () => {
  const app = await startTestApp({}, ['http'])
  try {
    const seller = await app.seller({ apiUrl: 'http://127.0.0.1:9/api/h2h' })
    const buyer = await app.member({ balance: 100_000n })
    await app.map(buyer, await app.offer({ seller, product: await app.product({ code: 'S10' }), price: 10_000n }))
    const order = async (reffclient: string, target: string) =>
      (await app.h2h(buyer, 'POST', '/h2h/v1/transactions', { productcode: 'S10', target, reffclient })).status
    const ready = async () => (await fetch(`${app.url}/readyz`)).status
    expect(await ready()).toBe(200)
    await sql`
      create function fail() returns trigger language plpgsql as $$ begin raise 'as on a full disk' using errcode = '53100'; end $$`.execute(
      app.tables,
    )
    await sql`create trigger fail before insert on purchase execute function fail()`.execute(app.tables)
    expect(await order('R1', '081200000001')).toBe(500)
    expect(await ready()).toBe(503)
    expect((await app.call('GET', '/api/v1/transactions/orderable', { token: buyer.token })).status).toBe(200)
    await sql`drop trigger fail on purchase`.execute(app.tables)
    await expect.poll(ready, { interval: 200 }).toBe(200)
    expect(await order('R2', '081200000002')).toBe(200)
  } finally {
    await app.stop()
  }
})

test('a database that refuses writes turns readiness red, and a lost one at once', async () => {
  const app = await startTestApp({}, ['http'])
  const readiness = async () => ((await (await fetch(`${app.url}/readyz`)).json()) as { msg: string }).msg
  const endConnection = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lapak-ready' and datname = current_database()`.execute(
      app.tables,
    )
  try {
    expect(await readiness()).toBe('OK')
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.tables)
    const database = sql.id(rows[0]?.name ?? '')
    await sql`alter database ${database} set default_transaction_read_only = on`.execute(app.tables)
    await endConnection()
    await expect.poll(readiness, { interval: 100 }).toBe('the database is read-only')
    await sql`set transaction_read_only = off`.execute(app.tables)
    await sql`alter database ${database} reset default_transaction_read_only`.execute(app.tables)
    await endConnection()
    await expect.poll(readiness, { interval: 100 }).toBe('OK')
    await sql`revoke insert on rate_count from public, ${sql.id(new URL(app.databaseUrl).username)}`.execute(app.tables)
    await expect.poll(readiness, { interval: 200 }).toBe('the database refuses to write')
  } finally {
    await app.stop()
  }
})

test('a process that places many orders stays ready although the check of the database is late', async () => {
  const readinessWith = async (context: Partial<HealthContext>) => {
    const app = createHttp({ log: createLog('silent'), trustProxy: '' })
    healthRoutes(app, {
      writeCheck: { check: () => Promise.resolve('the database is slow' satisfies WriteFault) },
      orders: { failing: () => false, placedWithin: () => true },
      closing: () => false,
      waiting: () => 0,
      metricsToken: '',
      production: false,
      figures: { help: {}, read: () => Promise.resolve({}) },
      ...context,
    })
    return (await app.inject('/readyz')).statusCode
  }
  expect(await readinessWith({})).toBe(200)
  expect(await readinessWith({ orders: { failing: () => false, placedWithin: () => false } })).toBe(503)
  expect(await readinessWith({ writeCheck: { check: () => Promise.resolve('the disk of the database is full') } })).toBe(503)
  expect(await readinessWith({ closing: () => true })).toBe(503)
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
