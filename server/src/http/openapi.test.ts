import { accessCalls } from '@lapak/contract/auth/access'
import { buyingListCalls } from '@lapak/contract/ordering/buying-list'
import { purchaseCalls } from '@lapak/contract/ordering/purchases'
import { getCalls } from '@lapak/contract/partner-api/get'
import { jsonCalls } from '@lapak/contract/partner-api/json'
import { apiKeyCalls } from '@lapak/contract/partners/api-keys'
import { offerCalls } from '@lapak/contract/selling/offers'
import { refusals } from '@lapak/contract/shared/refusals'
import { resultCodes } from '@lapak/contract/shared/result-codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callbackSignExample } from '#contexts/partners/callbacks/guide.ts'
import { getChannelSignExample, getChannelTimedSignExample } from '#partner-api/get/guide.ts'
import { jsonChannelSignExample } from '#partner-api/json/json.ts'
import { type Json, productionEnvironment, startTestApp, type TestApp } from '../../test/app.ts'

let app: TestApp
let document: Json
beforeAll(async () => {
  app = await startTestApp({}, ['http'])
  document = await (await fetch(`${app.url}/openapi.json`)).json()
})
afterAll(() => app.stop())

const operations = (): [string, string, Json][] =>
  Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]): [string, string, Json] => [path, method, operation]),
  )

function everyReference(node: Json): string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries<Json>(node).flatMap(([name, value]) => (name === '$ref' ? [String(value)] : everyReference(value)))
}

test('every call of the contract is in the document, and every documented call exists', async () => {
  const calls = [accessCalls, apiKeyCalls, buyingListCalls, getCalls, jsonCalls, offerCalls, purchaseCalls].flatMap((group) =>
    Object.values(group),
  )
  for (const { method, path } of calls) expect(document.paths[path]?.[method.toLowerCase()], `${method} ${path}`).toBeDefined()
  for (const [path, method] of operations()) {
    const answer = await fetch(app.url + path.replace(/\{\w+\}/g, '1'), { method: method.toUpperCase() })
    expect((await answer.text()).includes('not_found.call'), `${method} ${path}`).toBe(false)
  }
})

test('the document is valid OpenAPI 3.1: no dangling reference, unique names, every path parameter described', () => {
  expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Lapak', version: expect.any(String) } })
  for (const reference of everyReference(document)) {
    expect(reference).toMatch(/^#\//)
    expect(
      reference
        .slice(2)
        .split('/')
        .reduce((node, name) => node?.[name], document),
      reference,
    ).toBeDefined()
  }
  const names = operations().flatMap(([, , { operationId }]) => operationId ?? [])
  expect(new Set(names).size).toBe(names.length)
  for (const [path, method, operation] of operations()) {
    const where = `${method} ${path}`
    expect(operation.summary, where).toMatch(/\S/)
    const described = operation.parameters.filter((one: Json) => one.in === 'path').map((one: Json) => one.name)
    expect(described.sort(), where).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort())
    for (const parameter of operation.parameters)
      expect(parameter, where).toMatchObject({
        name: expect.any(String),
        in: expect.stringMatching(/^(path|query|header)$/),
        schema: expect.any(Object),
      })
    for (const scheme of operation.security.flatMap((one: Json) => Object.keys(one)))
      expect(document.components.securitySchemes, where).toHaveProperty(scheme)
    for (const status of Object.keys(operation.responses)) expect(status, where).toMatch(/^[2-5]\d\d$/)
  }
})

test('calls of software declare their signature, and the token call its form', () => {
  const headers = document.paths['/h2h/v1/transactions'].post.parameters
    .filter((one: Json) => one.in === 'header')
    .map((one: Json) => one.name)
  expect(headers).toEqual(['X-Timestamp', 'X-Signature'])
  expect(document.paths['/h2h/v1/transactions'].post.responses).toMatchObject({
    409: { description: expect.stringContaining('purchase.reference_used') },
    429: {},
    503: {},
  })
  expect(Object.keys(document.paths['/oauth/token'].post.requestBody.content)).toEqual(['application/x-www-form-urlencoded'])
})

test('every answer of a channel declares its common fields and headers', () => {
  const { required, properties } = document.paths['/h2h/v1/balance'].get.responses[200].content['application/json'].schema
  expect(required).toEqual(['success', 'msg', 'rc', 'final', 'retry', 'advice', 'data'])
  expect(Object.keys(properties).sort()).toEqual([...required].sort())
  for (const answer of Object.values<Json>(document.paths['/h2h/balance'].get.responses))
    expect(answer.headers['X-Result-Code'].schema).toEqual({ type: 'string' })
  expect(document.paths['/api/v1/user/api'].get.responses[200].headers).toBeUndefined()
})

test('the guide contains the three examples, every result code and every refusal that software can get', () => {
  const { description } = document.info
  const { query: _, ...get } = getChannelSignExample
  const { query: __, ...timed } = getChannelTimedSignExample
  for (const value of [
    ...Object.values(jsonChannelSignExample),
    ...Object.values(get),
    ...Object.values(timed),
    ...Object.values(callbackSignExample),
  ])
    expect(description).toContain(value)
  for (const [rc, { meaning }] of Object.entries(resultCodes)) expect(description).toContain(`| \`${rc}\` | ${meaning} |`)
  for (const call of Object.values(jsonCalls))
    for (const code of 'refuses' in call ? call.refuses : []) expect(refusals[code] && description, code).toContain(`\`${code}\``)
  expect(description).not.toMatch(/undefined|\[object/)
})

test("the guide ends with the chapter for sellers' servers, which contains texts of answers and how Lapak reads them", () => {
  const chapter = document.info.description.split('# Server suplier: Standar HTTP GET')[1]
  expect(chapter).toContain('SUKSES. SN: 2301998877. Saldo 489.750` | sukses | Anda dibayar, pembeli menerima barangnya |')
  expect(chapter).toContain('(tidak ada jawaban sampai batas waktu) | belum diketahui | uang tetap ditahan, status ditanyakan lagi |')
})

test('every call is in exactly one group of /docs, and each group has a document of its own', async () => {
  const start = await (await fetch(`${app.url}/docs/`)).text()
  const addresses = [...start.matchAll(/<a href="(\/docs\/\w*)"/g)].map(([, address]) => address ?? '')
  const documents = await Promise.all(
    addresses.map(async (address) => {
      const html = await (await fetch(app.url + address)).text()
      expect(html).toContain(`<a href="${address}" aria-current="page">`)
      const url = /"url": "([^"]+)"/.exec(html)?.[1] ?? ''
      const part: Json = await (await fetch(app.url + url)).json()
      return { url, part }
    }),
  )
  expect(documents.map(({ url }) => url).slice(0, 2)).toEqual(['/docs/pembeli.json', '/docs/suplier.json'])
  expect(documents.at(-1)).toEqual({ url: '/openapi.json', part: document })
  const callsIn = ({ paths }: Json) =>
    Object.entries<Json>(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`))
  const parts = documents.slice(0, -1).map(({ part }) => part)
  expect(parts.flatMap(callsIn).toSorted()).toEqual(callsIn(document).toSorted())
  expect(
    parts
      .map(({ info }) => info.description)
      .filter(Boolean)
      .join('\n\n'),
  ).toBe(document.info.description)
})

test('/docs loads nothing from other servers', async () => {
  const page = await fetch(`${app.url}/docs/`)
  expect(page.status).toBe(200)
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'self'")
  expect(policy).toContain("base-uri 'none'")
  expect(policy).toMatch(/^sandbox (?!.*allow-same-origin)/)
  expect(policy).not.toContain('eval')
  const html = await page.text()
  expect(html).toContain('/docs/pembeli.json')
  for (const service of ['agent', 'mcp']) expect(html.replace(/\s/g, '')).toContain(`"${service}":{"disabled":true}`)
  for (const [, source] of html.matchAll(/(?:src|href)="([^"]+)"/g)) expect(source).not.toMatch(/^(https?:)?\/\//)
})

test('the script of /docs is sent compressed, and uncompressed to clients without gzip', async () => {
  const programFor = (encoding: string) => fetch(`${app.url}/docs/js/scalar.js`, { headers: { 'accept-encoding': encoding } })
  const [compressed, whole] = await Promise.all([programFor('gzip'), programFor('identity')])
  expect(compressed.headers.get('content-encoding')).toBe('gzip')
  expect(whole.headers.get('content-encoding')).toBe(null)
  expect(whole.headers.get('content-security-policy')).toMatch(/^sandbox /)
  const text = await whole.text()
  expect(text).toContain('createApiReference')
  expect(await compressed.text()).toBe(text)
})

test('pages may connect to their own origin only, by HTTP and WebSocket', async () => {
  const connectOf = async (url: string) => /connect-src ([^;]*)/.exec((await fetch(url)).headers.get('content-security-policy') ?? '')?.[1]
  expect(await connectOf(`${app.url}/`)).toBe("'self'")
  const published = await startTestApp({ PUBLIC_URL: 'https://lapak.example/' }, ['http'])
  expect(await connectOf(`${published.url}/`)).toBe("'self' wss://lapak.example")
  await published.stop()
})

test('production requires TLS from browsers and from software on channels', async () => {
  const demandOf = async (url: string, path: string) => (await fetch(url + path)).headers.get('strict-transport-security')
  const inProduction = await startTestApp(productionEnvironment, ['http'])
  for (const path of ['/', '/api/v1/unknown', '/h2h/v1/unknown']) {
    expect(await demandOf(inProduction.url, path), path).toMatch(/^max-age=\d{8}/)
    // A browser remembers the requirement of TLS for a year; on a private machine, other local servers would become unreachable.
    expect(await demandOf(app.url, path), path).toBe(null)
  }
  await inProduction.stop()
})

test('answers of channels have only the headers for software, and all other answers have the full policy for browsers', async () => {
  const sent = async (path: string) => (await fetch(app.url + path)).headers
  for (const path of ['/h2h/v1/balance', '/h2h/v1/unknown']) {
    const headers = await sent(path)
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('content-security-policy'), path).toBe(null)
  }
  for (const path of ['/docs/', '/api/v1/unknown', '/']) {
    const headers = await sent(path)
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('content-security-policy'), path).toContain("default-src 'self'")
    expect(headers.get('content-security-policy'), path).toContain("base-uri 'none'")
    expect(headers.get('x-frame-options'), path).toBeTruthy()
  }
})
