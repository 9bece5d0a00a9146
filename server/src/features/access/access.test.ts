import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#core/config.ts'
import { type Json, startTestApp, type TestApp, type TestMember, testPassword } from '../../../test/app.ts'

const config = readConfig({ NODE_ENV: 'test' })
const client = `Basic ${btoa(`${config.clientId}:${config.clientSecret}`)}`

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: '127.0.0.1' })
})
afterAll(() => app.stop())

let addresses = 0
const newAddress = () => `203.0.${++addresses >> 8}.${addresses & 255}`

async function token(
  fields: Record<string, string>,
  { authorization = client, from = newAddress() }: { authorization?: string; from?: string } = {},
) {
  const response = await fetch(`${app.url}/oauth/token`, {
    method: 'POST',
    headers: { authorization, 'x-forwarded-for': from },
    body: new URLSearchParams(fields),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Json }
}
const signIn = (username: string, password: string, from?: string) =>
  token({ grant_type: 'password', username, password }, from === undefined ? {} : { from })
const profile = (bearer: string) => app.call('GET', '/api/v1/user', { token: bearer })

describe('a token', () => {
  test('is given for form fields with the credentials of the client [B-API-04]', async () => {
    const who = await app.member()
    const { status, body, headers } = await token({ grant_type: 'password', username: who.email, password: testPassword })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
      msg: 'Login Successfully',
      access_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 2_592_000,
    })
    expect(body.data.access_token).toBe(body.access_token)
    expect(headers.get('cache-control')).toBe('no-store')
    expect((await profile(body.access_token)).status).toBe(200)
    // As it is stored, it opens nothing.
    const stored = await app.db.read.selectFrom('session').select('token_hash').where('member_id', '=', who.id).execute()
    for (const { token_hash } of stored) expect((await profile(token_hash.toString('base64url'))).status).toBe(401)
  })

  test('is given whatever the case and the spaces around the e-mail', async () => {
    const who = await app.member()
    expect((await signIn(` ${who.email.toUpperCase()} `, testPassword)).status).toBe(200)
  })

  test('needs the client, the grant and both fields', async () => {
    const who = await app.member()
    const fields = { grant_type: 'password', username: who.email, password: testPassword }
    for (const authorization of ['', 'Basic', `Basic ${btoa('lapak-web:wrong')}`, `Bearer ${who.token}`, 'Basic %%%']) {
      expect(await token(fields, { authorization }), authorization).toMatchObject({
        status: 401,
        body: { success: false, code: 'access.client_unknown' },
      })
    }
    expect(await token({ ...fields, grant_type: 'client_credentials' })).toMatchObject({ status: 400, body: { success: false } })
    expect(await token({ grant_type: 'password', username: who.email })).toMatchObject({
      status: 400,
      body: { errors: { password: 'Password is required' } },
    })
    expect(await token({ ...fields, username: 'a\u0000b' })).toMatchObject({ status: 400, body: { code: 'input.invalid' } })
  })

  test('ends at once by signing out, and after 30 idle days; others live on', async () => {
    const who = await app.member()
    const second = (await signIn(who.email, testPassword)).body.access_token
    expect((await app.call('POST', '/api/v1/user/logout', { token: who.token })).body).toMatchObject({ success: true })
    expect(await profile(who.token)).toMatchObject({
      status: 401,
      body: { success: false, code: 'access.no_session', msg: 'Token has expired' },
    })
    expect((await profile(second)).status).toBe(200)
    await app.db.read
      .updateTable('session')
      .set({ used_at: new Date(Date.now() - 31 * 86_400_000) })
      .where('member_id', '=', who.id)
      .execute()
    expect((await profile(second)).status).toBe(401)
  })
})

describe('who may not sign in', () => {
  test('a wrong password and an unknown e-mail are one answer, for the same work', async () => {
    const who = await app.member()
    const took = async (email: string) => {
      const began = performance.now()
      const { status, body } = await signIn(email, 'not the password')
      return { status, body, ms: performance.now() - began }
    }
    const times: { known: number; unknown: number }[] = []
    for (let n = 0; n < 4; n++) {
      const known = await took(who.email)
      const unknown = await took(`nobody${n}@lapak.test`)
      expect({ status: known.status, body: known.body }).toEqual({
        status: 400,
        body: { success: false, msg: 'Email atau password salah', code: 'access.wrong_password' },
      })
      expect({ status: unknown.status, body: unknown.body }).toEqual({ status: known.status, body: known.body })
      times.push({ known: known.ms, unknown: unknown.ms })
    }
    const best = (of: 'known' | 'unknown') => Math.min(...times.map((one) => one[of]))
    // Without the work for nobody the ratio is above ten.
    expect(best('known') / best('unknown')).toBeLessThan(3)
  })

  test('one not yet activated, and one blocked; told only to who knows the password [B-STATE-25]', async () => {
    const who = await app.member()
    const set = (values: { activated?: boolean; status?: number }) =>
      app.db.read.updateTable('member').set(values).where('id', '=', who.id).execute()
    await set({ activated: false })
    const refused = await signIn(who.email, testPassword)
    expect(refused).toMatchObject({ status: 403, body: { success: false, code: 'access.not_activated' } })
    // 403 with mfa_token would mean the second step.
    expect(refused.body).not.toHaveProperty('mfa_token')
    expect((await signIn(who.email, 'wrong')).body.code).toBe('access.wrong_password')
    expect((await profile(who.token)).body.data.confm).toBe(0)
    await set({ activated: true, status: 0 })
    expect(await signIn(who.email, testPassword)).toMatchObject({ status: 403, body: { code: 'access.blocked' } })
    expect((await profile(who.token)).status).toBe(401)
    await set({ status: 2 })
    expect((await profile(who.token)).status).toBe(200)
  })
})

describe('guessing', () => {
  const secondsOf = (answer: Awaited<ReturnType<typeof signIn>>) => Number(answer.headers.get('retry-after'))
  /** As if the wait were over. */
  const waited = (subject: string) =>
    app.db.read.updateTable('sign_in_failure').set({ blocked_until: new Date() }).where('subject', 'like', `${subject}%`).execute()

  test('at one account makes it wait, doubling, from whichever address; the right password in time wipes the slate', async () => {
    const who = await app.member()
    for (let n = 0; n < 5; n++) expect((await signIn(who.email, 'wrong')).status).toBe(400)
    const waits: number[] = []
    for (let n = 0; n < 4; n++) {
      const refused = await signIn(who.email, testPassword)
      expect(refused).toMatchObject({
        status: 429,
        body: { code: 'access.too_many', msg: expect.stringMatching(/^Terlalu banyak percobaan, coba lagi dalam \d+ detik$/) },
      })
      waits.push(secondsOf(refused))
      await waited(`email:${who.email}`)
      expect((await signIn(who.email, 'wrong')).status).toBe(400)
    }
    expect(waits).toEqual([1, 2, 4, 8])
    await waited(`email:${who.email}`)
    expect((await signIn(who.email, testPassword)).status).toBe(200)
    for (let n = 0; n < 4; n++) expect((await signIn(who.email, 'wrong')).status).toBe(400)
    expect((await signIn(who.email, testPassword)).status).toBe(200)
  })

  test('the longest wait is a quarter of an hour', async () => {
    const who = await app.member()
    await app.db.read
      .insertInto('sign_in_failure')
      .values({ subject: `email:${who.email}`, failures: 2_000_000, blocked_until: new Date() })
      .execute()
    await signIn(who.email, 'wrong')
    expect(secondsOf(await signIn(who.email, testPassword))).toBe(900)
  })

  test('a hundred times at once is a hundred times: only the free ones are looked at', async () => {
    const who = await app.member()
    const answers = await Promise.all(Array.from({ length: 40 }, () => signIn(who.email, 'wrong')))
    expect(answers.filter(({ status }) => status === 400).length).toBe(5)
    expect(answers.filter(({ status }) => status === 429).length).toBe(35)
  })

  test('at many accounts makes the address wait, whatever it signs in to in between', async () => {
    const [own, victim] = [await app.member(), await app.member()]
    const from = newAddress()
    const failures = () =>
      app.db.read.selectFrom('sign_in_failure').select('failures').where('subject', '=', `address:${from}`).executeTakeFirstOrThrow()
    for (let n = 0; n < 48; n++) await signIn(`n${n}@lapak.test`, 'wrong', from)
    expect((await signIn(own.email, testPassword, from)).status).toBe(200)
    expect((await failures()).failures).toBe(48)
    for (const n of [48, 49]) expect((await signIn(`n${n}@lapak.test`, 'wrong', from)).status).toBe(400)
    expect((await signIn(victim.email, testPassword, from)).status).toBe(429)
    expect((await signIn(victim.email, testPassword)).status).toBe(200)
  })

  test('cannot lock out the owner, who signs in from where it did before', async () => {
    const who = await app.member()
    const home = newAddress()
    expect((await signIn(who.email, testPassword, home)).status).toBe(200)
    await Promise.all(Array.from({ length: 20 }, () => signIn(who.email, 'wrong')))
    expect((await signIn(who.email, testPassword)).status).toBe(429)
    expect((await signIn(who.email, testPassword, home)).status).toBe(200)
  })
})

test('the profile has id, roles, confm, verifyphone, va and member [B-ENT-02]', async () => {
  const who = await app.member({ name: 'Budi', balance: 75_000n })
  const { status, body } = await profile(who.token)
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    id: Number(who.id),
    name: 'Budi',
    username: who.email,
    email: who.email,
    roles: [],
    confm: 1,
    verifyphone: false,
    va: [],
    complete: false,
    member: {
      memberid: Number(who.id),
      membername: 'Budi',
      memberemail: who.email,
      memberbalance: 75_000,
      memberstatus: 2,
      statustoko: 0,
      syaratketentuan: 1,
    },
  })
  expect(JSON.stringify(body)).not.toMatch(/argon2|password|secret/i)
  expect((await app.call('GET', '/api/v1/user/balance', { token: who.token })).body.data).toEqual({
    balance: 75_000,
    at: expect.any(String),
  })
})

test('an account is complete with a verified phone, name, address, province, city and district', async () => {
  const who = await app.member()
  const completeness = async () => (await profile(who.token)).body.data.complete
  const whole = { phone_verified_at: new Date(), address: 'Jl. Mawar 1', province_id: 31n, city_id: 3171n, district_id: 317101n }
  const set = (values: object) => app.db.read.updateTable('member').set(values).where('id', '=', who.id).execute()
  await set(whole)
  expect(await completeness()).toBe(true)
  expect((await profile(who.token)).body.data.verifyphone).toBe(true)
  for (const name of Object.keys(whole)) {
    await set({ ...whole, [name]: null })
    expect(await completeness(), name).toBe(false)
  }
})

describe('roles', () => {
  let people: Record<'buyer' | 'seller' | 'admin' | 'nobody', TestMember | undefined>
  beforeAll(async () => {
    people = {
      buyer: await app.member(),
      seller: await app.member({ roles: ['ROLE_SELLER'] }),
      admin: await app.member({ roles: ['ROLE_ADMIN'] }),
      nobody: undefined,
    }
  })

  test('are objects with id and name; a buyer has none [B-ENT-44, B-ROLE-01, B-ROLE-02, A-ROLE-12]', async () => {
    const rolesOf = async (who: TestMember | undefined) => (await profile(who?.token ?? '')).body.data.roles
    expect(await rolesOf(people.admin)).toEqual([{ id: 1, name: 'ROLE_ADMIN' }])
    expect(await rolesOf(people.seller)).toEqual([{ id: 2, name: 'ROLE_SELLER' }])
    expect(await rolesOf(people.buyer)).toEqual([])
  })

  test('open the areas of members, sellers and admins, each by its path [A-ROLE-11, B-API-01]', async () => {
    const opened = async (path: string) =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(people).map(async ([kind, who]) => [kind, (await app.call('GET', path, { token: who?.token })).status]),
        ),
      )
    expect(await opened('/api/v1/user')).toEqual({ buyer: 200, seller: 200, admin: 200, nobody: 401 })
    expect(await opened('/api/v1/seller/trx')).toEqual({ buyer: 403, seller: 200, admin: 403, nobody: 401 })
    expect(await opened('/api/admin/v1/transactions')).toEqual({ buyer: 403, seller: 403, admin: 200, nobody: 401 })
    const denied = await app.call('GET', '/api/admin/v1/transactions', { token: people.seller?.token })
    expect(denied.body).toEqual({ success: false, code: 'access.denied', msg: 'Anda tidak punya akses' })
  })

  test('that are taken away are gone at the next call', async () => {
    const seller = await app.member({ roles: ['ROLE_SELLER'] })
    const status = async () => (await app.call('GET', '/api/v1/seller/trx', { token: seller.token })).status
    expect(await status()).toBe(200)
    await app.db.read.deleteFrom('member_role').where('member_id', '=', seller.id).execute()
    expect(await status()).toBe(403)
  })
})
