import type { Call, Limit } from '@lapak/contract/shared/call'
import { settingDefaults } from '@lapak/contract/shared/setting-defaults'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokenHash } from '#shared/secrets.ts'
import { type Answer, startTestApp, type TestApp, type TestMember } from './app.ts'
import { allCalls } from './calls.ts'
import { byKey } from './on-channels.ts'

/** What calls declare about how often a member may ask, and about what nobody may keep. The list of calls is the contract's. */
const calls = await allCalls()
const named = (list: readonly Call[]) => list.map((call) => ({ name: `${call.method} ${call.path}`, call }))

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({}, ['http'])
})
afterAll(() => app.stop())

async function ask(member: TestMember, call: Call): Promise<Answer> {
  const path = call.path.replace(/\{\w+\}/g, '999999')
  if (call.access !== 'key') return app.call(call.method, path, { token: member.token, ...(call.body && { body: {} }) })
  const body = call.body ? '{}' : null
  const { headers, path: asked } = byKey(member, call, path, body)
  const response = await fetch(app.url + asked, { method: call.method, headers, ...(body !== null && { body }) })
  return { status: response.status, headers: response.headers, body: await response.text() }
}

/** Who has proved by mail who it is, so that no call stops at the proof. */
async function somebody({ access }: Call): Promise<TestMember> {
  const member = await app.member({ roles: access === 'admin' ? ['ROLE_ADMIN'] : access === 'seller' ? ['ROLE_SELLER'] : [] })
  await app.tables.updateTable('session_step_up').set({ way: 'mail' }).where('token_hash', '=', tokenHash(member.token)).execute()
  return member
}

const limited = calls.filter((call): call is Call & { limit: Limit } => call.limit !== undefined)

describe.each(named(limited))('$name', ({ call }) => {
  const { setting, seconds } = (call as (typeof limited)[number]).limit
  const { min } = settingDefaults[setting]

  test(`is asked by one member as often as ${setting} says, however many come at once; another one is free`, async () => {
    await app.setting(setting, Number(min))
    const [member, other] = [await somebody(call), await somebody(call)]
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(member, call)))
    const refused = answers.filter(({ status }) => status === (call.channel?.statusOf?.('rate.too_many') ?? 429))
    expect(answers.length - refused.length).toBe(Number(min))
    for (const { headers } of refused) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(seconds)
    }
    expect((await ask(other, call)).status).not.toBe(429)
  })
})

test('a file of whatever a member has bought, sold or moved is asked for so often within the hour, as one may be of 100.000 rows', () => {
  const free = calls.filter(({ csv, limit, access }) => csv && !limit && access !== 'admin').map(({ path }) => path)
  // As long as the catalogue, and one row for each day.
  expect(free.toSorted()).toEqual([
    '/api/v1/seller/earnings/download',
    '/api/v1/seller/product/download',
    '/api/v1/seller/product/template',
    '/api/v1/seller/productspecial/download',
  ])
})

test('what a member changes is bounded by the hour, or by what it changes', () => {
  const writes = calls.filter(({ access, method }) => (access === 'member' || access === 'seller') && method !== 'GET')
  expect(
    writes
      .filter(({ limit }) => !limit)
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
  ).toEqual(
    [
      // Once for each row, which was counted when it was made: an order, a ticket, a post, a dispute, a session, a key.
      'DELETE /api/v1/payment/tiket/{invoice}',
      'DELETE /api/v1/posts/{id}',
      'DELETE /api/v1/posts/{id}/comments/{comment}',
      'DELETE /api/v1/push/device',
      'DELETE /api/v1/seller/cashout/{id}',
      'DELETE /api/v1/user/api/keys/{id}',
      'DELETE /api/v1/user/jabber/{id}',
      'DELETE /api/v1/user/sessions',
      'DELETE /api/v1/user/sessions/{id}',
      'PATCH /api/v1/disputes/{id}/batal',
      'PATCH /api/v1/seller/disputes/{id}/refund',
      'PATCH /api/v1/seller/disputes/{id}/tolak',
      'PATCH /api/v1/seller/trx/{id}',
      'POST /api/v1/user/syaratketentuan',
      // Ends the session that asks, and signing in is counted.
      'PATCH /api/v1/user/gantipassword',
      'POST /api/v1/user/logout',
      // Counted by itself: tickets by the hour and how many are open, orders by the balance, codes by the day.
      'POST /api/v1/payment/invoice',
      'POST /api/v1/payment/tiket',
      'POST /api/v1/transactions/buyer',
      'PATCH /api/v1/user/newupdate',
      'POST /api/v1/user/jabber',
      'POST /api/v1/user/verifyphone',
      // Asks who sits there, and is told to nobody but the member itself.
      'DELETE /api/v1/user/jabber/secret',
      'DELETE /api/v1/user/phone',
      'PATCH /api/v1/user/jabber/{id}',
      'POST /api/v1/user/api/callbacksecret',
      'POST /api/v1/user/api/keys',
      'POST /api/v1/user/api/keys/{id}/confirm',
      'POST /api/v1/user/jabber/secret',
      // Of its own page, and told only where it moved: what it has read, what it wants to be told.
      'PATCH /api/messanger/v1/groupreadmsg/{id}',
      'PATCH /api/v1/notifications/quiet',
      'PATCH /api/v1/notifications/read',
      'PATCH /api/v1/notifications/settings',
      'PATCH /api/v1/notifications/{id}/read',
    ].sort(),
  )
})

test('nobody on the way keeps the answer of a call that is not for everybody, whatever the answer, nor shows an old one of the others', async () => {
  const members = new Map<string, TestMember>()
  for (const call of calls) {
    const member = members.get(call.access) ?? (await somebody(call))
    members.set(call.access, member)
    const caching = call.access === 'public' && call.method === 'GET' ? 'no-cache' : 'no-store'
    expect((await ask(member, call)).headers.get('cache-control'), `${call.method} ${call.path}`).toBe(caching)
  }
})
