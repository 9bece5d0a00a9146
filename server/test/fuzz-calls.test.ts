// @module-tag nightly
import { once } from 'node:events'
import { Agent, request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Call, refusalsOf } from '@lapak/contract/shared/call'
import { settingDefaults } from '@lapak/contract/shared/setting-defaults'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { readConfig } from '#shared/config.ts'
import { randomToken, tokenHash } from '#shared/secrets.ts'
import type { TestMember } from './app.ts'
import { allCalls } from './calls.ts'
import { startMarket, type TestMarket } from './market.ts'
import { byKey } from './on-channels.ts'
import { shutOut } from './shut-out.ts'
import { startWatchedLapak, type WatchedLapak } from './watched-lapak.ts'
import { allowedBy, brokenBodies, type Known, oddTexts, spoiled, writeJson } from './wild.ts'

/**
 * Every call of the contract, by every kind of caller, with valid, nearly valid and invalid input, to a Lapak in its own process. No answer is a 5xx,
 * each answer has the common envelope (`success`, `msg`, `code`, `data`), refusals are declared by the call, and successes have the declared shape.
 * FUZZ_REQUESTS sets the number of requests; in the nightly run no request may block the event loop either. The same FUZZ_SEED sends the same
 * requests.
 */
const nightly = process.env.NIGHTLY === '1'
const requestsWanted = Number(process.env.FUZZ_REQUESTS ?? (nightly ? 1_000_000 : 1_000))
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2_147_483_647)
const atOnce = 10
const blockMaxMs = 50

const calls = await allCalls()
const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
const { clientId, clientSecret } = readConfig({ NODE_ENV: 'test' })

let market: TestMarket
let lapak: WatchedLapak
let people: Record<'buyer' | 'seller' | 'admin' | 'thief' | 'blocked', TestMember>

beforeAll(async () => {
  market = await startMarket({ DATABASE_POOL: '4' }, ['http'])
  const { app } = market
  const { seller } = await market.addSeller()
  const [buyer, admin, blocked] = [
    await app.member({ balance: 1_000_000_000n }),
    await app.member({ roles: ['ROLE_ADMIN'], balance: 1_000_000_000n }),
    await app.member(),
  ]
  people = { buyer, seller, admin, thief: admin, blocked }
  for (const product of [await app.product({ code: 'S5', operator: 'TSEL' }), await app.product({ code: 'DANA', type: 2, denom: 1_000n })])
    for (const who of [buyer, admin])
      await app.map(who, await app.offer({ seller: who === buyer ? seller : (await market.addSeller()).seller, product, price: 5_000n }))
  await shutOut(app.tables, blocked.id)
  for (const { limit } of calls) if (limit) await app.setting(limit.setting, settingDefaults[limit.setting].max)
  lapak = await startWatchedLapak({ databaseUrl: app.databaseUrl })
})

afterAll(async () => {
  agent.destroy()
  await lapak?.stop()
  await market?.stop()
})

// — Requests

interface Wild {
  call: Call
  /** The thief has a session of the administrator without step-up authentication; all other callers have just completed it. */
  who: 'nobody' | 'application' | keyof typeof people
  path: string
  body: string | null
  contentType: string
}

const few = (max: number) => fc.integer({ min: 0, max })
const oddText = fc.constantFrom(...oddTexts.map((one) => one.toWellFormed().slice(0, 2_000)))
const date = fc.constantFrom('2026-11-01', '2026-11-22', '1970-01-01', '9999-12-31', '2026-02-30', '22/11/2026')

/** Values for certain field names, so that many requests pass the validation of these fields. */
const known: Known = {
  productcode: fc.constantFrom('S5', 'DANA', 'NONE'),
  target: fc.constantFrom('081200001111', '08', 'x'),
  email: fc.constantFrom('member1@lapak.test', 'new@lapak.test', 'x'),
  password: fc.constantFrom('lapak1234', 'salah1234'),
  passlama: fc.constantFrom('lapak1234', 'salah1234'),
  phone: fc.constantFrom('081234567890', '+6281234567890', '0'),
  page: fc.constantFrom(0, 1, 99),
  size: fc.constantFrom(10, 500, 10_000),
  id: few(60),
  productid: few(5),
  memberid: few(8),
  status: few(5),
  version: few(3),
  awal: date,
  akhir: date,
  apiurl: fc.constantFrom('http://127.0.0.1:9/', 'http://10.0.0.1/', 'ftp://x'),
  callback: fc.constantFrom('http://127.0.0.1:9/x', 'http://169.254.169.254/'),
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? ''))
const asText = (value: unknown): Record<string, string> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, textOf(one)])) : {}

const fieldsOf = (schema: z.ZodType | undefined) =>
  schema === undefined
    ? fc.constant({})
    : fc.oneof({ weight: 3, arbitrary: allowedBy(schema, known) }, { weight: 1, arbitrary: spoiled(allowedBy(schema, known)) }).map(asText)

/** Mostly ids that exist for a path parameter. */
const inPath = fc.oneof(
  { weight: 4, arbitrary: few(60).map(String) },
  { weight: 1, arbitrary: oddText },
  { weight: 1, arbitrary: fc.constantFrom('S5', 'sale.feeFlat', '-1', '999999999999999', '1e3', '..') },
)

function wildOf(call: Call): fc.Arbitrary<Wild> {
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const path = fc
    .tuple(fc.record(Object.fromEntries(names.map((name) => [name, inPath]))), fieldsOf(call.params), fc.boolean(), fieldsOf(call.query))
    .map(([numbers, allowed, byShape, query]) => {
      const values: Record<string, string> = byShape ? { ...numbers, ...allowed } : numbers
      const filled = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? '1') || '1')
      return call.query ? `${filled}?${new URLSearchParams(query)}` : filled
    })
  return fc.record({
    call: fc.constant(call),
    who: fc.oneof(
      {
        weight: 5,
        arbitrary: fc.constantFrom<Wild['who']>(
          call.access === 'client' ? 'application' : call.access === 'seller' ? 'seller' : call.access === 'admin' ? 'admin' : 'buyer',
        ),
      },
      { weight: 2, arbitrary: fc.constantFrom<Wild['who']>('nobody', 'application', 'buyer', 'seller', 'admin', 'thief', 'blocked') },
    ),
    path,
    body: call.method === 'GET' ? fc.constant(null) : bodyOf(call),
    contentType: fc.constantFrom(typeOf(call), typeOf(call), typeOf(call), 'application/json', 'text/plain', ''),
  })
}

const boundary = 'lapak-boundary'
const typeOf = ({ form, file }: Call) =>
  file ? `multipart/form-data; boundary=${boundary}` : form ? 'application/x-www-form-urlencoded' : 'application/json'

function bodyOf({ body, form, file, anyBody }: Call): fc.Arbitrary<string | null> {
  if (file)
    return fc
      .oneof(oddText, brokenBodies)
      .map((part) => `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n${part}\r\n--${boundary}--\r\n`)
  if (anyBody) return fc.oneof(brokenBodies, oddText)
  if (!body) return fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: brokenBodies })
  const valid = allowedBy(body, known)
  const written = form ? (value: unknown) => new URLSearchParams(asText(value)).toString() : writeJson
  return fc.oneof(
    { weight: 5, arbitrary: valid.map(written) },
    { weight: 4, arbitrary: spoiled(valid).map(written) },
    { weight: 1, arbitrary: brokenBodies },
  )
}

/** New sessions for each hundred requests, because some calls end the sessions of their caller, of a member or of everybody. */
const perSession = 100

async function newSessions(): Promise<Record<string, string>> {
  const tokens = Object.entries(people).map(([who, member]) => ({ who, member, token: randomToken(32) }))
  await market.app.tables
    .insertInto('session')
    .values(tokens.map(({ member, token }) => ({ token_hash: tokenHash(token), member_id: member.id, used_at: new Date() })))
    .execute()
  const steppedUp = tokens.filter(({ who }) => who !== 'thief')
  await market.app.tables
    .insertInto('session_step_up')
    .values(steppedUp.map(({ token }) => ({ token_hash: tokenHash(token), way: 'mail' })))
    .execute()
  return Object.fromEntries(tokens.map(({ who, token }) => [who, `Bearer ${token}`]))
}

interface Heard {
  status: number
  type: string
  text: string
}

async function send({ call, who, path, body, contentType }: Wild, sessions: Record<string, string>): Promise<Heard> {
  const member = who === 'nobody' || who === 'application' ? null : people[who]
  const signed = call.access === 'key' && member ? byKey(member, call, path, body) : { path, headers: {} }
  const authorization = who === 'application' ? `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` : sessions[who]
  // `path` is passed separately, so that `..` in it is sent as it is and does not change the call.
  const asking = httpRequest(lapak.url, {
    agent,
    path: signed.path,
    method: call.method,
    headers: {
      ...(authorization !== undefined && { authorization }),
      ...(body !== null && contentType !== '' && { 'content-type': contentType }),
      ...(body !== null && { 'content-length': Buffer.byteLength(body) }),
      ...signed.headers,
    },
  })
  asking.end(body ?? undefined)
  const [answer] = await once(asking, 'response')
  return { status: answer.statusCode, type: answer.headers['content-type'] ?? '', text: await text(answer) }
}

// — Rules for every answer

function judge({ call, who }: Wild, { status, type, text: content }: Heard) {
  if (status >= 500) throw new Error(`answered ${status}: ${content.slice(0, 500)}`)
  if (call.text || call.anyBody || (call.csv && status === 200)) return
  expect(type).toContain('application/json')
  const body = JSON.parse(content) as { success: boolean; msg: string; code?: string; data?: unknown }
  expect(typeof body.msg === 'string' && body.msg !== '').toBe(true)
  if (body.success) {
    expect(status).toBe(200)
    if (call.data) expect(call.data.safeParse(body.data).error).toBe(undefined)
  } else if (body.code !== 'not_found.call' && body.code !== 'input.too_large') expect(refusalsOf(call)).toContain(body.code)
  // All callers except the thief have completed step-up authentication: otherwise the requests would not reach the code behind it.
  if (who !== 'thief') expect(body.code).not.toBe('access.proof_needed')
}

test(`${requestsWanted} requests to all calls by all kinds of callers get declared answers (seed ${seed})`, {
  timeout: 120_000 + requestsWanted * 20,
}, async () => {
  const wilds = calls.map(wildOf)
  // A round of requests ends long before its step-up authentications expire.
  const perRound = Math.min(50, Math.ceil(requestsWanted / calls.length))
  const failures = new Map<string, string>()
  const statuses = new Map<number, number>()
  let asked = 0
  const longest = { busyMs: 0, clockMs: 0 }
  for (let round = 0; asked < requestsWanted; round++) {
    const requests = wilds.flatMap((wild, nth) => fc.sample(wild, { numRuns: perRound, seed: seed + round * 1_000 + nth }))
    await lapak.longestBlock()
    const work = async (some: Wild[], sessions: Record<string, string>) => {
      for (let wild = some.pop(); wild; wild = some.pop()) {
        const name = `${wild.call.method} ${wild.call.path}`
        try {
          const heard = await send(wild, sessions)
          statuses.set(heard.status, (statuses.get(heard.status) ?? 0) + 1)
          judge(wild, heard)
        } catch (error) {
          failures.set(
            name,
            `${wild.who} ${wild.path.slice(0, 300)} ${wild.contentType} ${wild.body?.slice(0, 600)}\n${error instanceof Error ? error.message.slice(0, 800) : error}`,
          )
        }
        asked++
      }
    }
    while (requests.length > 0) {
      const [some, sessions] = [requests.splice(-perSession), await newSessions()]
      await Promise.all(Array.from({ length: atOnce }, () => work(some, sessions)))
    }
    const { busyMs, clockMs } = await lapak.longestBlock()
    longest.busyMs = Math.max(longest.busyMs, busyMs)
    longest.clockMs = Math.max(longest.clockMs, clockMs)
    if (failures.size > 0) break
  }
  process.stdout.write(`${asked} requests (FUZZ_SEED=${seed}): ${JSON.stringify({ ...Object.fromEntries(statuses), ...longest })}\n`)
  expect(Object.fromEntries(failures), lapak.output.slice(-3_000)).toEqual({})
  if (nightly) expect(longest.clockMs).toBeLessThanOrEqual(blockMaxMs)
  // At least one request in twenty succeeded.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(asked / 20)
})
