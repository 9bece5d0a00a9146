import type { Call, Limit } from '@lapak/contract/shared/call'
import { settingDefaults } from '@lapak/contract/shared/setting-defaults'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokenHash } from '#shared/secrets.ts'
import { type Answer, startTestApp, type TestApp, type TestMember } from './app.ts'
import { allCalls } from './calls.ts'
import { byKey } from './on-channels.ts'

/** The declared rate limits and cache headers of calls. The list of calls is the contract's. */
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

/** A member who has completed step-up authentication by e-mail, so that no call is refused for it. */
async function somebody({ access }: Call): Promise<TestMember> {
  const member = await app.member({ roles: access === 'admin' ? ['ROLE_ADMIN'] : access === 'seller' ? ['ROLE_SELLER'] : [] })
  await app.tables.updateTable('session_step_up').set({ way: 'mail' }).where('token_hash', '=', tokenHash(member.token)).execute()
  return member
}

const limited = calls.filter((call): call is Call & { limit: Limit } => call.limit !== undefined)

describe.each(named(limited))('$name', ({ call }) => {
  const { setting, seconds } = (call as (typeof limited)[number]).limit
  const { min } = settingDefaults[setting]

  test(`is limited to ${setting} per member, also for concurrent requests, without an effect on other members`, async () => {
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

test('downloads that may have 100,000 rows have a limit per hour, for members, sellers and administrators', () => {
  const free = calls.filter(({ csv, limit }) => csv && !limit).map(({ path }) => path)
  // Downloads without a limit: they are as long as the catalogue, or have one row for each day.
  expect(free.toSorted()).toEqual([
    '/api/admin/v1/product/export',
    '/api/v1/seller/earnings/download',
    '/api/v1/seller/product/download',
    '/api/v1/seller/product/template',
  ])
})

test('a change by a member has a limit per hour, or is limited in another way that is listed here', () => {
  const writes = calls.filter(({ access, method }) => (access === 'member' || access === 'seller') && method !== 'GET')
  expect(
    writes
      .filter(({ limit }) => !limit)
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
  ).toEqual(
    [
      // Possible once for each row, and the number of new rows is limited: orders, tickets, posts, disputes, sessions, keys.
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
      // Ends the calling session, and sign-ins are limited.
      'PATCH /api/v1/user/gantipassword',
      'POST /api/v1/user/logout',
      // Limited in other ways: tickets by the hour and by the number of open ones, orders by the balance, codes by the day.
      'POST /api/v1/payment/invoice',
      'POST /api/v1/payment/tiket',
      'POST /api/v1/transactions/buyer',
      'PATCH /api/v1/user/newupdate',
      'POST /api/v1/user/jabber',
      'POST /api/v1/user/verifyphone',
      // Requires step-up authentication, and publishes events to the member only.
      'DELETE /api/v1/user/jabber/secret',
      'DELETE /api/v1/user/phone',
      'PATCH /api/v1/user/jabber/{id}',
      'POST /api/v1/user/api/callbacksecret',
      'POST /api/v1/user/api/keys',
      'POST /api/v1/user/api/keys/{id}/confirm',
      'POST /api/v1/user/jabber/secret',
      // Concerns the member's own pages, and publishes an event only on a change: read marks and notification settings.
      'PATCH /api/messanger/v1/groupreadmsg/{id}',
      'PATCH /api/v1/notifications/quiet',
      'PATCH /api/v1/notifications/read',
      'PATCH /api/v1/notifications/settings',
      'PATCH /api/v1/notifications/{id}/read',
    ].sort(),
  )
})

test('only public GET calls may be cached, and only with revalidation, whatever the status of the answer', async () => {
  const members = new Map<string, TestMember>()
  for (const call of calls) {
    const member = members.get(call.access) ?? (await somebody(call))
    members.set(call.access, member)
    const caching = call.access === 'public' && call.method === 'GET' ? 'no-cache' : 'no-store'
    expect((await ask(member, call)).headers.get('cache-control'), `${call.method} ${call.path}`).toBe(caching)
  }
})
