import { createServer } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '#shared/config.ts'
import { createLog } from '#shared/log.ts'
import { startTracer } from './start-tracer.ts'
import { traceIdsOf } from './tracer.ts'

let status = 200
const bodies: string[] = []
const receiver = createServer(async (request, response) => {
  let body = ''
  for await (const piece of request) body += piece
  bodies.push(body)
  response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
})
await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
afterAll(() => void receiver.close())

const start = (ratio: number, log = createLog('fatal')) => {
  const bound = receiver.address()
  const url = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}/v1/traces`
  return startTracer({ url, serviceName: 'lapak', ratio, installation: 'A1B2', roles: ['http'], log })
}

const span = { name: 'order', kind: 'root', tookMs: 5, attributes: {} } as const

test('the trace of an order is the same in all processes and another one in each installation', () => {
  expect(traceIdsOf('A1B2', 7n)).toEqual(traceIdsOf('A1B2', 7n))
  expect(traceIdsOf('A1B2', 7n)).not.toEqual(traceIdsOf('A1B3', 7n))
  expect(traceIdsOf('A1B2', 7n)).toMatchObject({
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    rootId: expect.stringMatching(/^[0-9a-f]{16}$/),
  })
})

test('of all orders a share is traced, the same ones by every process', async () => {
  const traced = async () => {
    bodies.length = 0
    const tracer = await start(0.25)
    for (let id = 1n; id <= 400n; id += 1n) tracer.record(id, { ...span, kind: id % 2n === 0n ? 'root' : 'internal' })
    await tracer.close()
    return new Set(bodies.join().match(/"traceId":"[0-9a-f]{32}"/g))
  }
  const [one, other] = [await traced(), await traced()]
  expect(one).toEqual(other)
  expect(one.size).toBeGreaterThan(50)
  expect(one.size).toBeLessThan(150)
})

test('a traceparent that is not valid is no link', async () => {
  bodies.length = 0
  const tracer = await start(1)
  for (const causedBy of [
    '',
    'x',
    `00-${'0'.repeat(32)}-${'1'.repeat(16)}-01`,
    `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01-more`,
    `ff-${'a'.repeat(32)}`,
  ])
    tracer.record(1n, { ...span, causedBy })
  await tracer.close()
  expect(bodies.join()).toContain('"name":"order"')
  expect(bodies.join()).not.toContain('a'.repeat(32))
})

test('a receiver that refuses spans is logged once, and disturbs nothing', async () => {
  const lines: string[] = []
  status = 400
  const tracer = await start(1, createLog('warn', { write: (line: string) => void lines.push(line) }))
  // More than one batch.
  for (let id = 0n; id < 1100n; id += 1n) tracer.record(id, span)
  await tracer.close()
  status = 200
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ msg: 'sending traces failed; they are lost', err: expect.objectContaining({ code: 400 }) }),
  ])
})

test('a span that cannot be recorded is logged, and does not fail its order', async () => {
  const lines: string[] = []
  const tracer = await start(1, createLog('warn', { write: (line: string) => void lines.push(line) }))
  const failing = () => {
    throw new Error('not to be read')
  }
  tracer.record(1n, { ...span, attributes: Object.defineProperty({}, 'broken', { enumerable: true, get: failing }) })
  await tracer.close()
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['recording a span failed'])
})

test('traces are on with an endpoint, unless the sampler takes none', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' }
  expect(readConfig({}).tracing).toBeNull()
  expect(readConfig(endpoint).tracing).toEqual({ url: 'http://127.0.0.1:4318/v1/traces', serviceName: 'lapak', ratio: 1 })
  expect(readConfig({ ...endpoint, OTEL_TRACES_SAMPLER: 'parentbased_always_off' }).tracing).toBeNull()
  const share = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' }
  expect(readConfig({ ...endpoint, ...share }).tracing).toMatchObject({ ratio: 0.1 })
  expect(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT')
  expect(() => readConfig({ ...endpoint, OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow('OTEL_TRACES_SAMPLER_ARG')
})
