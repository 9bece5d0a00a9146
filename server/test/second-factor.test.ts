import type { RoleName } from '@lapak/contract/auth/access'
import type { Call } from '@lapak/contract/shared/call'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, startTestApp, type TestApp, type TestMember } from './app.ts'
import { allCalls } from './calls.ts'
import { steppedUpByEmail, withSecondFactor } from './step-up.ts'

/**
 * Whether a call requires the second factor depends on its effect, not on the roles that may call it. The list of calls is the contract's; everyday
 * calls of members are listed here with their reason, so a new call with an effect must either declare `secondFactor` or be added to this list.
 */
const calls = (await allCalls()).filter(({ access }) => access === 'member')
const nameOf = ({ method, path }: Call) => `${method} ${path}`

const everyday: Record<string, readonly string[]> = {
  'it leads to the second factor itself': ['POST /api/v1/user/proof', 'PATCH /api/v1/user/2fa/validate', 'GET /api/v1/user/2fa/generate'],
  'it ends something, and a victim must be fast': [
    'DELETE /api/v1/user/api/callbackorigins',
    'DELETE /api/v1/user/api/keys/{id}',
    'DELETE /api/v1/user/jabber/{id}',
    'DELETE /api/v1/user/sessions',
    'DELETE /api/v1/user/sessions/{id}',
    'DELETE /api/v1/seller/api',
    'DELETE /api/v1/seller/cashout/{id}',
    'DELETE /api/v1/push/device',
    'POST /api/v1/user/logout',
  ],
  'it is the profile that others read, with nothing by which a code or money arrives': ['PATCH /api/v1/user'],
  'it buys, pays in, or complains about what was bought, within the own balance': [
    'POST /api/v1/disputes',
    'PATCH /api/v1/disputes/{id}/batal',
    'POST /api/v1/payment/invoice',
    'POST /api/v1/payment/tiket',
    'POST /api/v1/payment/tiket/{invoice}/proof',
    'DELETE /api/v1/payment/tiket/{invoice}',
    'POST /api/v1/purchases/customer',
    'POST /api/v1/transactions/buyer',
    'POST /api/v1/transactions/inquiry',
  ],
  'it arranges the own names of numbers': ['POST /api/v1/favourites', 'PATCH /api/v1/favourites/{id}', 'DELETE /api/v1/favourites/{id}'],
  'it speaks for the member alone': [
    'POST /api/messanger/v1/message',
    'PATCH /api/messanger/v1/groupreadmsg/{id}',
    'PUT /api/v1/posts/{id}/like',
    'DELETE /api/v1/posts/{id}/like',
    'POST /api/v1/posts/{id}/report',
    'POST /api/v1/posts/{id}/comments/{comment}/report',
    'POST /api/v1/review',
    'POST /api/v1/review/replay',
    'POST /api/v1/user/syaratketentuan',
  ],
  'it keeps a picture that is nothing until a call names it': ['POST /api/admin/v1/upload/image', 'POST /api/admin/v2/upload/image'],
  'it tries out what is there already and changes nothing': [
    'POST /api/v1/push/test',
    'POST /api/v1/seller/api/tryout',
    'POST /api/v1/user/api/callbackorigins/challenge',
    'POST /api/v1/user/api/callbacks/{id}/redeliver',
    'POST /api/v1/user/api/callbacktest',
  ],
}
const free = new Set(Object.values(everyday).flat())

let app: TestApp
const members = new Map<RoleName, { without: TestMember; having: TestMember }>()
beforeAll(async () => {
  app = await startTestApp({}, ['http'])
  await app.setting('access.twoFactorDemanded', 'adminsAndSellers')
  for (const role of ['ROLE_ADMIN', 'ROLE_SELLER'] as const)
    members.set(role, {
      without: await app.member({ roles: [role] }),
      having: await withSecondFactor(app, await app.member({ roles: [role] })),
    })
})
afterAll(() => app?.stop())

const of = (role: RoleName) => members.get(role) as { without: TestMember; having: TestMember }

async function ask(who: TestMember, call: Call): Promise<Answer> {
  await steppedUpByEmail(app, who)
  const path = call.path.replace(/\{\w+\}/g, '999999')
  return app.call(call.method, path, { token: who.token, ...(call.body && { body: {} }) })
}

test('every call of members with an effect declares the second factor, or is listed as an everyday call', () => {
  const changing = calls.filter(({ method, stepUp, refuses }) => method !== 'GET' || stepUp || refuses?.includes('access.proof_needed'))
  const undeclared = changing.filter(({ secondFactor }) => !secondFactor).map(nameOf)
  expect(undeclared.sort()).toEqual([...free].sort())
})

test('every read about the own server of a seller declares the second factor, and what buyers have as well is listed', () => {
  const reads = calls.filter(({ method, path }) => method === 'GET' && path.startsWith('/api/v1/seller/'))
  const undeclared = reads.filter(({ secondFactor }) => !secondFactor).map(nameOf)
  expect(undeclared.sort()).toEqual(['GET /api/v1/seller/banks', 'GET /api/v1/seller/cashout/bank/{id}'])
})

test('every call with step-up authentication requires the second factor, except the calls that set it up', () => {
  const stepUp = calls.filter(({ stepUp, refuses }) => stepUp || refuses?.includes('access.proof_needed'))
  expect(
    stepUp
      .filter(({ secondFactor }) => !secondFactor)
      .map(nameOf)
      .sort(),
  ).toEqual(['GET /api/v1/user/2fa/generate', 'PATCH /api/v1/user/2fa/validate'])
})

const cases = calls.flatMap((call) =>
  (['ROLE_ADMIN', 'ROLE_SELLER'] as const).map((role) => ({
    name: nameOf(call),
    call,
    role,
    demanded: call.secondFactor === 'adminsAndSellers' || (call.secondFactor === 'admins' && role === 'ROLE_ADMIN'),
  })),
)

describe.each(cases.filter(({ demanded }) => demanded))('$name by $role', ({ call, role }) => {
  test('is refused without the required second factor, and not refused with it', async () => {
    expect(await ask(of(role).without, call)).toMatchObject({ status: 403, body: { code: 'access.two_factor_needed' } })
    // Calls that end the session, and calls that an empty request would execute, are refused for missing input.
    expect((await ask(of(role).having, call)).body.code).not.toBe('access.two_factor_needed')
  })
})

test('a call that does not declare the second factor does not need it', async () => {
  const open = cases.filter(({ demanded, call }) => !demanded && !nameOf(call).includes('sessions') && !call.path.endsWith('/logout'))
  for (const { call, role } of open)
    expect((await ask(of(role).without, call)).body.code, nameOf(call)).not.toBe('access.two_factor_needed')
}, 120_000)

test('a member without a role never needs a second factor', async () => {
  const member = await app.member()
  for (const { call } of cases.filter(({ role, demanded }) => demanded && role === 'ROLE_ADMIN'))
    expect((await ask(member, call)).body.code, nameOf(call)).not.toBe('access.two_factor_needed')
}, 120_000)
