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
