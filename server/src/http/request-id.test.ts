import { setTimeout as pause } from 'node:timers/promises'
import { call } from '@lapak/contract/shared/call'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createBatcher } from '#jobs/batcher.ts'
import { createLog } from '#shared/log.ts'
import { type Checks, createHttp, createRoutes, type Guards } from './http.ts'

type Line = { msg: string; requestId?: string; err?: unknown }
const lines: Line[] = []
const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) })
const app = createHttp({ log, trustProxy: '127.0.0.1, 10.0.0.0/8' })
const routes = createRoutes(app, { guards: { public: () => null } as unknown as Guards, checks: {} as Checks, production: false })
const batcher = createBatcher<bigint, string>({
  ownerOf: (one) => one,
  batchMax: 10,
  queueMax: 10,
  run: async (batch) => {
    log.info('a batch')
    return batch.map(String)
  },
})
const slow = z.object({ name: z.string() })
routes.on(call('POST', '/slow', { summary: '', access: 'public', body: slow }), async ({ body }) => {
  log.info(`${body.name} began`)
  await batcher.add(1n)
  await pause(20)
  log.info(`${body.name} ended`)
})
routes.on(call('GET', '/defect', { summary: '', access: 'public' }), async () => {
  throw new Error('the inside of it')
})
await app.listen({ host: '127.0.0.1', port: 0 })
const bound = app.server.address()
const url = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`
afterAll(() => app.close())

const idOf = async (path: string, headers: Record<string, string> = {}) =>
  (await app.inject({ url: path, headers })).headers['x-request-id'] as string
const own = /^[0-9a-f]{12}$/

test('a request has the id of a trusted proxy, and a new one if the id is missing, unsafe or of somebody else', async () => {
  for (const sent of ['3f1c9a0e-5a5e-4c57-9c6b-1f2d3c4b5a69', '7f000001:d2c8_7f000001:1f90_66a1:4e', 'x'])
    expect(await idOf('/nothing', { 'x-request-id': sent })).toBe(sent)
  for (const sent of ['', 'two words', 'x'.repeat(65), '<b>', 'a"b', 'émile'])
    expect(await idOf('/nothing', { 'x-request-id': sent })).toMatch(own)
  expect(await idOf('/nothing')).not.toBe(await idOf('/nothing'))
  const elsewhere = createHttp({ log, trustProxy: '10.0.0.0/8' })
  const open = createHttp({ log, trustProxy: '' })
  for (const other of [elsewhere, open]) {
    expect((await other.inject({ url: '/', headers: { 'x-request-id': 'mine' } })).headers['x-request-id']).toMatch(own)
    await other.close()
  }
})

test('every answer has the id of its request, also a refusal, a defect and an address that cannot be read', async () => {
  for (const path of ['/defect', '/nothing', '/%ZZ']) expect(await idOf(path, { 'x-request-id': 'asked' })).toBe('asked')
  const unknownHost = await app.inject({ url: '/defect', headers: { host: 'two hosts', 'x-request-id': 'asked' } })
  expect([unknownHost.statusCode, unknownHost.headers['x-request-id']]).toEqual([400, 'asked'])
})

test('every line that is logged for a request has its id, and those of a batch have none', async () => {
  lines.length = 0
  const ask = (name: string) =>
    fetch(`${url}/slow`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-id': name },
      body: JSON.stringify({ name }),
    })
  await Promise.all(['one', 'two', 'three'].map(ask))
  await fetch(`${url}/defect`, { headers: { 'x-request-id': 'four' } })
  expect(
    lines
      .filter(({ msg }) => msg !== 'a batch')
      .map(({ msg, requestId }) => [msg.split(' ')[0], requestId])
      .sort(),
  ).toEqual([
    ['a', 'four'],
    ['one', 'one'],
    ['one', 'one'],
    ['three', 'three'],
    ['three', 'three'],
    ['two', 'two'],
    ['two', 'two'],
  ])
  const ofBatches = lines.filter(({ msg }) => msg === 'a batch')
  expect(ofBatches.length).toBeGreaterThan(0)
  expect(ofBatches.filter(({ requestId }) => requestId !== undefined)).toEqual([])
})
