import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { type CallbackReceiver, startCallbackReceiver } from '@lapak/simulators/callback-receiver'
import { type SupplierSimulator, startSupplier } from '@lapak/simulators/supplier'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { traceIdsOf } from '#shared/tracing/tracer.ts'
import { type Json, signedHeaders, startTestApp, supplierCredentials, type TestApp, type TestMember } from './app.ts'
import { type LapakProcess, startLapakProcess } from './fault/lapak-process.ts'
import { callbackSecret } from './fault/world.ts'
import { builtProgram } from './program.ts'

interface Span {
  name: string
  role: string
  traceId: string
  spanId: string
  parentSpanId?: string
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Record<string, unknown>
  links: Json[]
}

let app: TestApp
let buyer: TestMember
let supplier: SupplierSimulator
let receiver: CallbackReceiver
const reportPath = `laporan-${'x'.repeat(20)}`
/** What the receiver of traces got, as text. */
const sent: string[] = []
const collector = createServer(async (request, response) => {
  let body = ''
  for await (const piece of request) body += piece
  if (request.url === '/v1/traces') sent.push(body)
  response.setHeader('content-type', 'application/json').end('{}')
})

beforeAll(async () => {
  await new Promise<void>((listening) => collector.listen(0, '127.0.0.1', listening))
  app = await startTestApp({}, [])
  receiver = await startCallbackReceiver({ secret: callbackSecret })
  supplier = await startSupplier({ kind: 'irs', credentials: supplierCredentials, reportDelayMs: 50, slowMs: 100 })
  const seller = await app.seller({ kind: 1, apiUrl: supplier.url, templates: supplier.templates, reportPath })
  buyer = await app.member({ balance: 1_000_000n, callbackUrl: `${receiver.url}/callback`, callbackSecret })
  await app.map(buyer, await app.offer({ seller, product: await app.product({ code: 'S10' }), price: 10_150n }))
})
afterAll(async () => {
  await app.stop()
  await receiver.close()
  await supplier.close()
  await new Promise((closed) => collector.close(closed))
})

const collectorUrl = () => {
  const bound = collector.address()
  return `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`
}

/** Writes the URL of each module of traces that Node loads. */
const spy = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from 'node:module'
registerHooks({ load(url, context, next) { if (/otlp|opentelemetry/.test(url)) console.error('loaded ' + url); return next(url, context) } })`)}`

const startProcess = (role: 'http' | 'worker', environment: Record<string, string>) =>
  startLapakProcess({
    databaseUrl: app.databaseUrl,
    roles: [role],
    environment: { LOG_LEVEL: 'debug', TRUST_PROXY: '127.0.0.1', NODE_OPTIONS: `--import ${spy}`, ...environment },
  })

async function inTwoProcesses(environment: Record<string, string>, work: (url: string) => Promise<void>): Promise<LapakProcess[]> {
  const processes = [await startProcess('http', environment), await startProcess('worker', environment)]
  try {
    const url = processes[0]?.url ?? ''
    supplier.reportUrl = `${url}/public/report/${reportPath}`
    await work(url)
  } finally {
    for (const one of processes) one.signal('SIGTERM')
    await Promise.all(processes.map(({ end }) => end))
  }
  return processes
}

async function order(url: string, reffclient: string, target: string, headers: Record<string, string> = {}) {
  const body = JSON.stringify({ productcode: 'S10', target, reffclient })
  const answer = await fetch(`${url}/h2h/v1/transactions`, { method: 'POST', headers: { ...signedHeaders(buyer, body), ...headers }, body })
  return { id: ((await answer.json()) as Json).data.id as number, requestId: answer.headers.get('x-request-id') }
}

const isCalledBack = () => expect.poll(() => receiver.received.length, { interval: 20 }).toBeGreaterThan(0)

/** The values of OTLP are objects that name their type. */
const plain = (attributes: Json[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.arrayValue?.values[0].stringValue ?? Object.values(value)[0]]))

const spansSent = (): Span[] =>
  sent.flatMap((body) =>
    (JSON.parse(body).resourceSpans as Json[]).flatMap(({ resource, scopeSpans }) =>
      scopeSpans.flatMap(({ spans }: Json) =>
        spans.map((span: Json) => ({ ...span, role: plain(resource.attributes)['lapak.roles'], attributes: plain(span.attributes) })),
      ),
    ),
  )

const logLines = (process: LapakProcess | undefined): Json[] =>
  (process?.output ?? '').split('\n').flatMap((line) => (line.startsWith('{"level"') ? [JSON.parse(line)] : []))

test('an order has one trace and one way through the logs, from its request in one process to its callback by another', async () => {
  receiver.clear()
  const caller = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }
  const headers = { traceparent: `00-${caller.traceId}-${caller.spanId}-01`, 'x-request-id': 'of-the-proxy' }
  let placed = { id: 0, requestId: null as string | null }
  const [http, worker] = await inTwoProcesses({ OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl() }, async (url) => {
    placed = await order(url, 'TRACE-REF-1', '081234567001', headers)
    await isCalledBack()
  })
  expect(placed.requestId).toBe('of-the-proxy')
  const { code } = await app.db.read.selectFrom('installation').select('code').executeTakeFirstOrThrow()
  const ids = traceIdsOf(code, BigInt(placed.id))

  const spans = spansSent()
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([ids.traceId]))
  const [root] = spans.filter(({ parentSpanId }) => !parentSpanId)
  expect(root).toMatchObject({
    name: 'order',
    role: 'http',
    spanId: ids.rootId,
    links: [caller],
    attributes: { 'lapak.purchase_id': String(placed.id), 'lapak.request_id': 'of-the-proxy' },
  })
  expect(spans.filter((span) => span !== root && span.parentSpanId !== ids.rootId)).toEqual([])
  const byRole = (role: string) => new Set(spans.filter((span) => span.role === role).map(({ name }) => name))
  expect([...byRole('http')]).toEqual(expect.arrayContaining(['order', 'place']))
  expect([...byRole('worker')]).toEqual(expect.arrayContaining(['claim', 'seller order', 'settle', 'callback']))
  for (const { startTimeUnixNano, endTimeUnixNano } of spans) {
    expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano))
    expect(Math.abs(Number(BigInt(endTimeUnixNano) / 1_000_000n) - Date.now())).toBeLessThan(300_000)
  }
  for (const secret of ['TRACE-REF-1', '81234567001', '10150', buyer.email, buyer.apikey, receiver.url, supplier.url])
    expect(sent.join(), secret).not.toContain(secret)

  const messageId = receiver.received[0]?.headers['webhook-id']
  expect(spans.find(({ name }) => name === 'callback')?.attributes['lapak.callback_id']).toBe(messageId)
  const ofOrder = logLines(http).find(({ msg }) => msg === 'order placed')
  expect(ofOrder).toMatchObject({ requestId: 'of-the-proxy', purchase: placed.id })
  const lines = logLines(worker).filter(({ purchase }) => purchase === placed.id)
  expect(lines.find(({ msg }) => msg === 'seller called')).toMatchObject({ reference: `${code}${ofOrder.attempt}` })
  expect(lines.find(({ msg }) => msg === 'callback sent')).toMatchObject({ callback: messageId, status: 200 })
  for (const process of [http, worker]) expect(process?.output).toMatch(/loaded .+\/otlp\.mjs/)
})

test('without an endpoint, no module of traces is loaded and none is part of the program that starts', async () => {
  receiver.clear()
  sent.length = 0
  const processes = await inTwoProcesses({}, async (url) => {
    await order(url, 'TRACE-REF-2', '081234567002')
    await isCalledBack()
  })
  for (const { output } of processes) expect(output).not.toContain('loaded ')
  expect(sent).toEqual([])
  const { file } = await builtProgram()
  const [program, traces] = await Promise.all([file, join(dirname(file), 'otlp.mjs')].map((path) => readFile(path, 'utf8')))
  for (const part of ['BatchSpanProcessor', 'OTLPTraceExporter']) {
    expect(traces).toContain(part)
    expect(program).not.toContain(part)
  }
})
