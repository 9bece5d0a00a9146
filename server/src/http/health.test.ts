import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { productionEnvironment, startTestApp } from '../../test/app.ts'

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

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
