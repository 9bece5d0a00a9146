import { gunzipSync } from 'node:zlib'
import { type ApiChannel, call } from '@lapak/contract/shared/call'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { inTurns } from '#jobs/yielding.ts'
import { type Json, startTestApp, type TestApp } from '../../test/app.ts'
import { within } from '../../test/within.ts'
import { type Checks, createHttp, createRoutes, type Guards, parseInput } from './http.ts'
import { openApi } from './openapi.ts'
import { Refusal } from './refusal.ts'

const everybody: Guards = {
  public: () => null,
  client: () => null,
  member: () => null,
  seller: () => null,
  admin: () => null,
  secret: () => null,
}

const nothingMore: Checks = {
  requireSecondFactor: async () => {},
  requireStepUp: async () => {},
  count: async () => {},
  countRows: async () => {},
  countLongList: async () => {},
}

describe('calls of the contract', () => {
  const lines: Json[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const app = createHttp({ log, trustProxy: '' })
  const routes = createRoutes(app, { guards: everybody, checks: nothingMore, production: false })
  const echo = z.object({ name: z.string().min(3, 'Minimal 3 karakter') })
  routes.on(call('POST', '/echo', { summary: '', access: 'public', body: echo, data: echo, done: 'Disimpan' }), ({ body }) => body)
  routes.on(call('GET', '/own', { summary: '', access: 'public', data: echo }), ({ reply }) => reply.send({ own: true }) as never)
  routes.on(call('GET', '/defect', { summary: '', access: 'public' }), () => {
    throw new Error('the inside of it')
  })
  routes.on(call('GET', '/wrong-answer', { summary: '', access: 'public', data: echo }), () => ({ name: 7 }) as never)
  const names = z.object({ names: z.array(z.string()) })
  const many = () => ({ names: Array.from({ length: 200 }, (_, index) => `Suplier ${index}`) })
  routes.on(call('GET', '/catalogue', { summary: '', access: 'public', compressed: true, data: names }), many)
  routes.on(call('GET', '/catalogue/few', { summary: '', access: 'public', compressed: true, data: names }), () => ({ names: ['Suplier'] }))
  routes.on(call('GET', '/secret', { summary: '', access: 'public', data: names }), many)
  afterAll(() => app.close())
  const post = async (payload: Json) => (await app.inject({ method: 'POST', url: '/echo', payload })).json()

  test('accept a body plain or wrapped in postdata [A-API-01]', async () => {
    const saved = { success: true, msg: 'Disimpan', data: { name: 'Budi' } }
    expect(await post({ name: 'Budi' })).toEqual(saved)
    expect(await post({ postdata: { name: 'Budi' } })).toEqual(saved)
    expect(await post({ postdata: { name: 'Bo' } })).toEqual({
      success: false,
      code: 'input.invalid',
      msg: 'Data tidak valid',
      errors: { name: 'Minimal 3 karakter' },
    })
    for (const body of [{ postdata: null }, { postdata: [] }, { postdata: 'Budi' }, [], {}])
      expect((await post(body)).success, JSON.stringify(body)).toBe(false)
  })

  test('compress long answers only if the call allows it and the client accepts it', async () => {
    const ask = (url: string, encoding = 'gzip, deflate, br') => app.inject({ url, headers: { 'accept-encoding': encoding } })
    const compressed = await ask('/catalogue')
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(JSON.parse(gunzipSync(compressed.rawPayload).toString())).toEqual({ success: true, msg: 'OK', data: many() })
    for (const plain of [await ask('/catalogue', 'identity'), await ask('/catalogue/few'), await ask('/secret')]) {
      expect(plain.headers['content-encoding']).toBeUndefined()
      expect(plain.json().success).toBe(true)
    }
  })

  test('may send their own answer instead of the usual envelope', async () => {
    const answer = await app.inject('/own')
    expect(answer.json()).toEqual({ own: true })
    expect(lines).toEqual([])
  })

  test('hide the details of a defect and return an id that users can quote', async () => {
    const answer = await app.inject('/defect?secret=never')
    expect([answer.statusCode, answer.json()]).toEqual([
      500,
      { success: false, code: 'system.failed', msg: expect.stringMatching(/^Terjadi kesalahan pada sistem \([0-9a-f]{12}\)$/) },
    ])
    expect((await app.inject('/wrong-answer')).json()).toMatchObject({ success: false, code: 'system.failed' })
    expect(lines.length).toBe(2)
    expect(answer.json().msg).toContain(lines[0].requestId)
    expect(JSON.stringify(lines)).not.toContain('never')
  })
})

describe('calls of a channel', () => {
  const lines: string[] = []
  const app = createHttp({ log: pino({}, { write: (line: string) => void lines.push(line) }), trustProxy: '' })
  const routes = createRoutes(app, { guards: everybody, checks: nothingMore, production: false })
  const caller = { memberId: 7n, roles: [], test: false, sessionHash: null, sessionId: null, ipAddress: '127.0.0.1' }
  const channel: ApiChannel = {
    name: 'bell',
    title: '',
    refuses: ['key.unknown'],
    statusOf: (code) => (code === 'key.unknown' ? 401 : 200),
  }
  const bell = routes.at({
    authenticate(request) {
      if (request.headers.bell !== 'rung') throw new Refusal('key.unknown')
      return caller
    },
    refuse: (refusal, request) => `no to ${request.headers.bell}: ${refusal.code}`,
    fail: () => 'who knows',
  })
  const shape = { summary: '', access: 'key', channel, text: 'text/plain; charset=utf-8', refuses: ['rate.too_many'] } as const
  bell.on(call('GET', '/doors/bell', { ...shape, query: z.object({ name: z.string() }) }), async ({ caller, query }) => {
    if (query.name === 'nobody') throw new Refusal('rate.too_many', {}, { retryAfterSeconds: 3 })
    if (query.name === 'defect') throw new Error('the inside of it')
    return `${caller.memberId} ${query.name}`
  })
  routes.on(
    call('POST', '/doors/box', { summary: '', access: 'secret', text: 'text/plain', anyBody: true }),
    async ({ request, reply }) => {
      reply.code(404)
      return request.rawBody
    },
  )
  routes.on(call('GET', '/elsewhere/call', { summary: '', access: 'public' }), async () => {})
  afterAll(() => app.close())

  const ask = async (url: string, bell = 'rung') => {
    const { statusCode, headers, body } = await app.inject({ url, headers: { bell } })
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    return [statusCode, body]
  }

  test('authenticate the caller and format answers and refusals as the channel defines', async () => {
    expect(await ask('/doors/bell?name=Budi')).toEqual([200, '7 Budi'])
    expect(await ask('/doors/bell?name=Budi', 'broken')).toEqual([401, 'no to broken: key.unknown'])
    expect(await ask('/doors/bell')).toEqual([200, 'no to rung: input.invalid'])
    expect(await ask('/doors/bell?name=nobody')).toEqual([200, 'no to rung: rate.too_many'])
    expect((await app.inject({ url: '/doors/bell?name=nobody', headers: { bell: 'rung' } })).headers['retry-after']).toBe('3')
    expect(lines).toEqual([])
  })

  test('answer a defect with the text of the channel and log it', async () => {
    expect(await ask('/doors/bell?name=defect')).toEqual([500, 'who knows'])
    expect(lines.join('')).toContain('the inside of it')
  })

  test('must be registered on their channel, or the server does not start', () => {
    expect(() => routes.on(call('GET', '/doors/none', shape), async () => '')).toThrow('GET /doors/none is authenticated by key')
  })

  test('accept any body unchanged if the call declares it', async () => {
    for (const type of ['application/json', 'text/plain', 'x/y', 'application/x-www-form-urlencoded']) {
      const { statusCode, body } = await app.inject({
        method: 'POST',
        url: '/doors/box',
        payload: '{"a":',
        headers: { 'content-type': type },
      })
      expect([statusCode, body]).toEqual([404, '{"a":'])
    }
  })

  test('add the channel’s result code to refusals of unknown paths below the channel’s path', async () => {
    expect((await app.inject('/doors/nothing')).json()).toMatchObject({ code: 'not_found.call', rc: '40' })
    expect((await app.inject('/doors/%zz')).json()).toMatchObject({ code: 'input.invalid', rc: '40' })
    expect((await app.inject('/elsewhere/nothing')).json().rc).toBeUndefined()
    expect((await app.inject('/doors')).json().rc).toBeUndefined()
  })
})

test('a value outside of a set of numbers is refused with the allowed numbers', () => {
  const errorsOf = (schema: z.ZodType) => {
    try {
      return parseInput(z.object({ status: schema }), { status: 7 })
    } catch (error) {
      return (error as Refusal).errors
    }
  }
  const allowed = 'Pilihan tidak valid: diharapkan salah satu dari 0|1|2'
  expect(errorsOf(z.literal([0, 1, 2]))).toEqual({ status: allowed })
  expect(errorsOf(z.union([z.literal(0), z.literal(1), z.literal(2)]))).toEqual({ status: allowed })
  expect(errorsOf(z.union([z.literal([0, 1]), z.literal(2)]))).toEqual({ status: allowed })
})

describe('calls with further requirements', () => {
  const demanded: string[] = []
  const app = createHttp({ log: pino({ level: 'silent' }), trustProxy: '' })
  const member = { memberId: 7n, roles: [], test: false, sessionHash: Buffer.from('session'), sessionId: 1n, ipAddress: '127.0.0.1' }
  let steppedUp = false
  const checks: Checks = {
    requireSecondFactor: async () => {},
    async requireStepUp({ sessionHash }) {
      demanded.push(`proof of ${sessionHash}`)
      if (!steppedUp) throw new Refusal('access.proof_needed')
    },
    async count({ memberId }, { setting, seconds }) {
      demanded.push(`${setting} in ${seconds} by ${memberId}`)
      if (demanded.length > 3) throw new Refusal('rate.too_many', {}, { retryAfterSeconds: 9 })
    },
    async countRows() {},
    async countLongList() {},
  }
  const routes = createRoutes(app, { guards: { ...everybody, member: () => member }, checks, production: false })
  const limit = { setting: 'otp.perDay', seconds: 60 } as const
  const body = z.object({ name: z.string() })
  routes.on(
    call('POST', '/area/fresh', { summary: '', access: 'member', stepUp: true, limit, body }),
    async () => void demanded.push('work'),
  )
  routes.on(call('POST', '/area/plain', { summary: '', access: 'member', body }), async () => {})
  const key = { summary: '', access: 'key', channel: { name: 'bell', title: '', refuses: [] } } as const
  const authenticator = { authenticate: () => member, refuse: () => '', fail: () => '' }
  routes.at(authenticator).on(call('POST', '/doors/limited', { ...key, limit }), async () => {})
  afterAll(() => app.close())
  const ask = async (url: string, payload: Json = {}) => {
    const { statusCode, headers, body } = await app.inject({ method: 'POST', url, payload })
    return { statusCode, code: JSON.parse(body).code, headers, demanded: demanded.splice(0) }
  }

  test('check step-up authentication, then the limit, before the work', async () => {
    expect(await ask('/area/plain', { name: 'Budi' })).toMatchObject({ statusCode: 200, demanded: [] })
    expect(await ask('/doors/limited')).toMatchObject({ statusCode: 200, demanded: ['otp.perDay in 60 by 7'] })
    expect(await ask('/area/fresh', { name: 'Budi' })).toMatchObject({
      statusCode: 422,
      code: 'access.proof_needed',
      demanded: ['proof of session'],
    })
    steppedUp = true
    expect(await ask('/area/fresh', { name: 'Budi' })).toMatchObject({
      statusCode: 200,
      demanded: ['proof of session', 'otp.perDay in 60 by 7', 'work'],
    })
  })

  test('count unreadable requests too, and return when to retry', async () => {
    expect(await ask('/area/fresh')).toMatchObject({ code: 'input.invalid', demanded: ['proof of session', 'otp.perDay in 60 by 7'] })
    demanded.push('1', '2', '3')
    const { statusCode, headers } = await ask('/area/fresh')
    expect([statusCode, headers['retry-after']]).toEqual([429, '9'])
  })

  test('list these requirements in the OpenAPI document', async () => {
    const chapter = { title: '' }
    const chapters = { public: chapter, client: chapter, member: chapter, seller: chapter, admin: chapter, secret: chapter }
    const { paths } = (await inTurns(openApi(routes.calls, { title: '', version: '', description: '', chapters, webhooks: {} }))) as Json
    const { description, responses } = paths['/area/fresh'].post
    expect(description).toMatch(/access\.proof_needed.*otp\.perDay.* 60 seconds/)
    expect(responses[422].description).toBe('access.proof_needed')
    expect(responses[429]).toMatchObject({ description: 'rate.too_many', headers: { 'Retry-After': expect.anything() } })
    expect(paths['/area/plain'].post.description).toBe(undefined)
  })

  test('need an access that identifies the caller, or the server does not start', () => {
    const publicCall = { summary: '', access: 'public' } as const
    expect(() => routes.on(call('GET', '/area/a', { ...publicCall, stepUp: true }), async () => {})).toThrow('GET /area/a requires more')
    expect(() => routes.on(call('GET', '/area/b', { ...publicCall, limit }), async () => {})).toThrow('GET /area/b requires more')
    expect(() => routes.at(authenticator).on(call('GET', '/area/c', { ...key, stepUp: true }), async () => {})).toThrow(
      'GET /area/c requires more',
    )
  })
})

describe('lists', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({}, ['http'])
  })
  afterAll(() => app.stop())

  test('have pages from zero, sorting by "field,DIRECTION" and a total [B-API-02, B-API-03, B-ENT-32]', async () => {
    const buyer = await app.member({ balance: 100_000n })
    const seller = await app.seller({ apiUrl: 'http://127.0.0.1:9' })
    for (const [code, price] of [
      ['A', 3_000n],
      ['B', 1_000n],
      ['C', 2_000n],
    ] as const) {
      await app.map(buyer, await app.offer({ seller, product: await app.product({ code }), price }))
      expect(
        (await app.h2h(buyer, 'POST', '/h2h/v1/transactions', { productcode: code, target: '12345', reffclient: `L-${code}` })).status,
      ).toBe(200)
    }
    const list = async (query: string) => (await app.call('GET', `/api/v1/transactions/buyer?${query}`, { token: buyer.token })).body
    const codes = async (query: string) => (await list(query)).data.content.map((row: Json) => row.productcode).join('')
    expect(await codes('page=0&size=2&sort=sellprice,ASC')).toBe('BC')
    expect(await codes('page=1&size=2&sort=sellprice,ASC')).toBe('A')
    expect(await codes('page=2&size=2&sort=sellprice,ASC')).toBe('')
    expect(await codes('size=3&sort=sellprice,DESC')).toBe('ACB')
    expect((await list('page=1&size=2')).data.totalElements).toBe(3)
    for (const wrong of ['sort=password,ASC', 'sort=sellprice;drop', 'page=-1', 'page=x'])
      expect((await list(wrong)).code, wrong).toBe('input.invalid')
  })

  test('do not delay the stop of a process while clients keep their connections open', async () => {
    await within(2000, async () => {
      const other = await app.startAnother(['http'])
      const busy = new AbortController()
      const asking = (async () => {
        while (!busy.signal.aborted)
          await fetch(`${other.address}/healthz`)
            .then((answer) => answer.text())
            .catch(() => new Promise((resolve) => setTimeout(resolve, 5)))
      })()
      await new Promise((resolve) => setTimeout(resolve, 50))
      const began = Date.now()
      await other.stop()
      const took = Date.now() - began
      busy.abort()
      await asking
      return took
    })
  })
})
