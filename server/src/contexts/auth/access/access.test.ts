import { createHook } from 'node:async_hooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#shared/config.ts'
import { tokenHash } from '#shared/secrets.ts'
import { type Json, startTestApp, type TestApp, type TestMember, testPassword } from '../../../../test/app.ts'
import { asClient, signIn as askSignIn, askToken, clientAuthorization as client, newAddress } from '../../../../test/client.ts'
import { emailsTo, emailTo, tokenOf } from '../../../../test/emails.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: '127.0.0.1' })
})
afterAll(() => app.stop())

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

/** Counts the Argon2 calls of a request. Node reports each native task to async hooks; those of Argon2 have no type name. */
async function hashingsOf<Answer>(ask: () => Promise<Answer>): Promise<{ answer: Answer; hashings: number }> {
  let hashings = 0
  const hook = createHook({
    init(_, kind) {
      if (kind === 'undefined') hashings += 1
    },
  }).enable()
  const answer = await ask()
  hook.disable()
  return { answer, hashings }
}
const profile = (bearer: string) => app.call('GET', '/api/v1/user', { token: bearer })

describe('a token', () => {
  test('is issued for form fields with the client credentials [B-API-04]', async () => {
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
    // The hash from the database is not accepted as a token.
    const stored = await app.db.read.selectFrom('session').select('token_hash').where('member_id', '=', who.id).execute()
    for (const { token_hash } of stored) expect((await profile(token_hash.toString('base64url'))).status).toBe(401)
  })

  test('is issued regardless of the case of the e-mail address and of spaces around it', async () => {
    const who = await app.member()
    expect((await signIn(` ${who.email.toUpperCase()} `, testPassword)).status).toBe(200)
  })

  test('is issued only with client credentials, a grant type, a username and a password', async () => {
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

  test('expires after 90 days even if it is used daily, and is then refused and no longer listed', async () => {
    const who = await app.member()
    const second = (await signIn(who.email, testPassword)).body.access_token
    const aged = (days: number) =>
      app.tables
        .updateTable('session')
        .set({ created_at: new Date(Date.now() - days * 86_400_000) })
        .where('token_hash', '=', tokenHash(second))
        .execute()
    const listed = async () => (await app.call('GET', '/api/v1/user/sessions', { token: who.token })).body.data.length
    await aged(89)
    expect([(await profile(second)).status, await listed()]).toEqual([200, 2])
    await aged(91)
    expect([(await profile(second)).status, await listed()]).toEqual([401, 1])
    await app.setting('access.sessionMaxDays', 120)
    expect((await profile(second)).status).toBe(200)
    await app.setting('access.sessionMaxDays', 20)
    expect((await signIn(who.email, testPassword)).body.expires_in).toBe(20 * 86_400)
    await app.setting('access.sessionMaxDays', 90)
  })

  test('is revoked by a sign-out and after 30 days without use, while other sessions continue', async () => {
    const who = await app.member()
    const second = (await signIn(who.email, testPassword)).body.access_token
    expect((await app.call('POST', '/api/v1/user/logout', { token: who.token })).body).toMatchObject({ success: true })
    expect(await profile(who.token)).toMatchObject({
      status: 401,
      body: { success: false, code: 'access.no_session', msg: 'Token has expired' },
    })
    expect((await profile(second)).status).toBe(200)
    await app.tables
      .updateTable('session')
      .set({ used_at: new Date(Date.now() - 31 * 86_400_000) })
      .where('member_id', '=', who.id)
      .execute()
    expect((await profile(second)).status).toBe(401)
  })
})

describe('a sign-in', () => {
  test('with a wrong password gets the same answer, after the same hashing work, as one with an unknown e-mail', async () => {
    const who = await app.member()
    const known = await hashingsOf(() => signIn(who.email, 'not the password'))
    expect({ status: known.answer.status, body: known.answer.body }).toEqual({
      status: 400,
      body: { success: false, msg: 'Email atau password salah', code: 'access.wrong_password' },
    })
    const unknown = await hashingsOf(() => signIn('nobody@lapak.test', 'not the password'))
    expect({ status: unknown.answer.status, body: unknown.answer.body }).toEqual({ status: known.answer.status, body: known.answer.body })
    // Durations depend on the machine; the number of hashings does not.
    expect([known.hashings, unknown.hashings]).toEqual([1, 1])
  })

  test('is refused for a member that is blocked or not activated, and only a correct password reveals the reason [B-STATE-25]', async () => {
    const who = await app.member()
    const admin = await app.member({ roles: ['ROLE_ADMIN'] })
    const activated = (is: boolean) => app.tables.updateTable('member').set({ activated: is }).where('id', '=', who.id).execute()
    const become = async (memberstatus: 0 | 2) => {
      const body = { memberid: Number(who.id), memberstatus, reason: 'Banyak aduan pembeli' }
      expect((await app.call('PATCH', '/api/admin/v1/user/member', { token: admin.token, body })).status).toBe(200)
    }
    await activated(false)
    const refused = await signIn(who.email, testPassword)
    expect(refused).toMatchObject({ status: 403, body: { success: false, code: 'access.not_activated' } })
    // A 403 with `mfa_token` would mean that the second factor is requested.
    expect(refused.body).not.toHaveProperty('mfa_token')
    expect((await signIn(who.email, 'wrong')).body.code).toBe('access.wrong_password')
    expect((await profile(who.token)).body.data.confm).toBe(0)
    await activated(true)
    await become(0)
    expect(await signIn(who.email, testPassword)).toMatchObject({ status: 403, body: { code: 'access.blocked' } })
    expect((await profile(who.token)).status).toBe(401)
    await become(2)
    expect((await profile(who.token)).status, 'the blocking ended the session').toBe(401)
    expect((await signIn(who.email, testPassword)).status).toBe(200)
  })
})

describe('the sign-in throttle', () => {
  const secondsOf = (answer: Awaited<ReturnType<typeof signIn>>) => Number(answer.headers.get('retry-after'))
  /** Ends the wait of this account by moving its end to now. */
  const waited = (subject: string) =>
    app.tables.updateTable('sign_in_failure').set({ blocked_until: new Date() }).where('subject', 'like', `${subject}%`).execute()

  /** The wait in seconds that the newest failed sign-in caused. */
  const waitOf = async (email: string) => {
    const row = await app.db.read
      .selectFrom('sign_in_failure')
      .selectAll()
      .where('subject', '=', `email:${email}`)
      .executeTakeFirstOrThrow()
    return Math.round((row.blocked_until.getTime() - row.at.getTime()) / 1000)
  }
  const makeWait = (email: string) =>
    app.tables
      .updateTable('sign_in_failure')
      .set({ blocked_until: new Date(Date.now() + 900_000) })
      .where('subject', '=', `email:${email}`)
      .execute()

  test('doubles the wait of an account, for sign-ins from any IP address, until a correct password resets the count', async () => {
    const who = await app.member()
    for (let n = 0; n < 5; n++) expect((await signIn(who.email, 'wrong')).status).toBe(400)
    const waits: number[] = []
    for (let n = 0; n < 4; n++) {
      waits.push(await waitOf(who.email))
      await makeWait(who.email)
      const refused = await signIn(who.email, testPassword)
      expect(refused).toMatchObject({
        status: 429,
        body: { code: 'access.too_many', msg: expect.stringMatching(/^Terlalu banyak percobaan, coba lagi dalam \d+ detik$/) },
      })
      expect(secondsOf(refused)).toBeGreaterThan(800)
      await waited(`email:${who.email}`)
      expect((await signIn(who.email, 'wrong')).status).toBe(400)
    }
    expect(waits).toEqual([1, 2, 4, 8])
    await waited(`email:${who.email}`)
    expect((await signIn(who.email, testPassword)).status).toBe(200)
    for (let n = 0; n < 4; n++) expect((await signIn(who.email, 'wrong')).status).toBe(400)
    expect((await signIn(who.email, testPassword)).status).toBe(200)
  })

  test('makes an account wait for at most 15 minutes', async () => {
    const who = await app.member()
    await app.tables
      .insertInto('sign_in_failure')
      .values({ subject: `email:${who.email}`, failures: 2_000_000, blocked_until: new Date() })
      .execute()
    await signIn(who.email, 'wrong')
    expect(secondsOf(await signIn(who.email, testPassword))).toBe(900)
  })

  test('checks the passwords of only the first few of many concurrent sign-ins', async () => {
    const who = await app.member()
    const began = performance.now()
    const answers = await Promise.all(Array.from({ length: 40 }, () => signIn(who.email, 'wrong')))
    const looked = answers.filter(({ status }) => status === 400).length
    // On a slow machine the 40 requests take seconds, so the first waits (1, 2, 4 … seconds) end, and each ended wait allows one more check.
    const waited = Math.floor(Math.log2(1 + (performance.now() - began) / 1000))
    expect(looked).toBeGreaterThanOrEqual(5)
    expect(looked).toBeLessThanOrEqual(5 + waited)
    expect(answers.filter(({ status }) => status === 429).length).toBe(40 - looked)
  })

  /** Inserts failed sign-ins from this network at this number of accounts. */
  const failedAt = (network: string, accounts: number) =>
    app.tables
      .insertInto('network_attempt')
      .values(Array.from({ length: accounts }, (_, n) => ({ network, account_hash: Buffer.from(`account ${n}`), at: new Date() })))
      .execute()

  test('makes a network wait after failures at 200 accounts, despite successful sign-ins in between, but not its known devices', async () => {
    const [own, victim, neighbour] = [await app.member(), await app.member(), await app.member()]
    const from = newAddress()
    const { device_token } = (await signIn(neighbour.email, testPassword, from)).body
    await failedAt(from, 198)
    expect((await signIn(own.email, testPassword, from)).status).toBe(200)
    for (const n of [1, 2]) expect((await signIn(`n${n}@lapak.test`, 'wrong', from)).status).toBe(400)
    const refused = await signIn(victim.email, testPassword, from)
    expect(refused).toMatchObject({ status: 429, body: { code: 'access.too_many' } })
    expect(secondsOf(refused)).toBeGreaterThan(3000)
    expect((await signIn(victim.email, testPassword)).status).toBe(200)
    expect((await signInAt(neighbour.email, testPassword, device_token, from)).status).toBe(200)
  })

  test('does not make a network wait for other accounts after 100 failures at a single account', async () => {
    const [victim, neighbour] = [await app.member(), await app.member()]
    const from = newAddress()
    await Promise.all(Array.from({ length: 100 }, () => signIn(victim.email, 'wrong', from)))
    expect((await signIn(neighbour.email, testPassword, from)).status).toBe(200)
  })

  test('counts a whole IPv6 /64 network as one IP address', async () => {
    const victim = await app.member()
    await failedAt('2001:db8:2:1::/64', 199)
    expect((await signIn('v1@lapak.test', 'wrong', '2001:db8:2:1::1')).status).toBe(400)
    expect((await signIn(victim.email, testPassword, '2001:db8:2:1:ffff::1')).status).toBe(429)
    expect((await signIn(victim.email, testPassword, '2001:db8:2:2::1')).status).toBe(200)
  })

  test('limits a whole IPv6 /48 site to ten times as many accounts as one network', async () => {
    const victim = await app.member()
    await failedAt('2001:db8:3::/48', 1_999)
    expect((await signIn('v2@lapak.test', 'wrong', '2001:db8:3:1::1')).status).toBe(400)
    expect((await signIn(victim.email, testPassword, '2001:db8:3:2::1')).status).toBe(429)
    expect((await signIn(victim.email, testPassword, '2001:db8:4:2::1')).status).toBe(200)
  })

  const signInAt = (username: string, password: string, device_token: string, from = newAddress()) =>
    token({ grant_type: 'password', username, password, device_token }, { from })

  test('allows the owner to sign in on a known device while others guess the password', async () => {
    const [who, other] = [await app.member(), await app.member()]
    const { device_token } = (await signIn(who.email, testPassword)).body
    await Promise.all(Array.from({ length: 20 }, () => signIn(who.email, 'wrong')))
    await makeWait(who.email)
    expect((await signIn(who.email, testPassword)).status).toBe(429)
    expect((await signInAt(who.email, testPassword, device_token)).body).toMatchObject({ access_token: expect.any(String), device_token })
    // The device is known only for the account that signed in on it.
    await signIn(other.email, 'wrong')
    await makeWait(other.email)
    expect((await signInAt(other.email, testPassword, device_token)).status).toBe(429)
    // The hash from the database is not accepted as a device token.
    const stored = await app.db.read.selectFrom('device').select('token_hash').where('member_id', '=', who.id).execute()
    for (const { token_hash } of stored)
      expect((await signInAt(who.email, testPassword, token_hash.toString('base64url'))).status).toBe(429)
  })

  test('counts ten free attempts of a known device separately, without a delay for other devices', async () => {
    const who = await app.member()
    const { device_token } = (await signIn(who.email, testPassword)).body
    for (let n = 0; n < 10; n++) expect((await signInAt(who.email, 'wrong', device_token)).status).toBe(400)
    expect((await signInAt(who.email, testPassword, device_token)).status).toBe(429)
    expect((await signIn(who.email, testPassword)).status).toBe(200)
  })

  test('uses the same device token for all members that sign in with one browser', async () => {
    const [one, two] = [await app.member(), await app.member()]
    const { device_token } = (await signIn(one.email, testPassword)).body
    expect((await signInAt(two.email, testPassword, device_token)).body.device_token).toBe(device_token)
    expect((await signInAt(one.email, testPassword, device_token)).body.device_token).toBe(device_token)
    expect((await signInAt(one.email, testPassword, 'invented by somebody')).body.device_token).toMatch(/^[\w-]{43}$/)
  })

  /** Stores this number of consecutive wrong passwords for the account, but no wait. */
  const wrongSoFar = (email: string, count: number) =>
    app.tables
      .insertInto('sign_in_failure')
      .values({ subject: `email:${email}`, failures: 1, wrong_in_a_row: count, blocked_until: new Date() })
      .execute()

  test('refuses unknown devices after 100 consecutive wrong passwords, until a link from an e-mail makes a device known', async () => {
    const who = await app.member()
    const { device_token } = (await signIn(who.email, testPassword)).body
    await wrongSoFar(who.email, 99)
    expect((await signIn(who.email, 'wrong')).status).toBe(400)
    expect(await signIn(who.email, testPassword)).toMatchObject({
      status: 429,
      body: { code: 'access.link_needed', msg: 'Terlalu banyak percobaan ke akun ini, masuk lewat link di e-mail' },
    })
    expect((await signInAt(who.email, testPassword, device_token)).status).toBe(200)
    // A correct password on the known device does not reset the count of wrong passwords on unknown devices.
    expect((await signIn(who.email, testPassword)).body.code).toBe('access.link_needed')

    const asked = await asClient(app, '/signinlink', { email: who.email.toUpperCase() })
    expect(asked).toMatchObject({ status: 200, body: { success: true, msg: 'Link masuk terkirim ke email anda' } })
    const email = await emailTo(app, who.email, 'Link masuk Lapak')
    expect(email.action?.url).toMatch(/\/signin\/[\w-]{43}$/)
    const opened = await asClient(app, '/signinlink/open', { token: tokenOf(email) })
    expect(opened).toMatchObject({ status: 200, body: { msg: 'Silakan masuk dengan password Anda' } })
    expect(opened.body.data).toEqual({ device_token: expect.any(String) })
    const used = app.db.read.selectFrom('audit').select(['actor_id', 'subject']).where('event', '=', 'sign_in.link_used')
    expect(await used.execute()).toEqual([{ actor_id: null, subject: String(who.id) }])
    expect((await signInAt(who.email, 'wrong', opened.body.data.device_token)).status).toBe(400)
    expect((await signInAt(who.email, testPassword, opened.body.data.device_token)).status).toBe(200)
    expect(await asClient(app, '/signinlink/open', { token: tokenOf(email) })).toMatchObject({
      status: 422,
      body: { code: 'access.sign_in_link_invalid', msg: 'Link masuk tidak berlaku atau sudah dipakai' },
    })
  })

  test('gives the same answers for an e-mail address without an account, also when a sign-in link is requested', async () => {
    const unknownEmail = 'bukan-member@lapak.test'
    await wrongSoFar(unknownEmail, 99)
    expect((await signIn(unknownEmail, 'wrong')).status).toBe(400)
    expect((await signIn(unknownEmail, 'wrong')).body.code).toBe('access.link_needed')
    const answers = [unknownEmail, (await app.member()).email].map((email) => asClient(app, '/signinlink', { email }))
    const [unknown, known] = await Promise.all(answers)
    expect({ status: unknown?.status, body: unknown?.body }).toEqual({ status: known?.status, body: known?.body })
    expect(await emailsTo(app, unknownEmail)).toEqual([])
  })

  test('refuses even a known device after 100 wrong passwords on it, until a link from an e-mail allows it again', async () => {
    const who = await app.member()
    const { device_token } = (await signIn(who.email, testPassword)).body
    await signInAt(who.email, 'wrong', device_token)
    await app.tables
      .updateTable('sign_in_failure')
      .set({ wrong_in_a_row: 100 })
      .where('subject', 'like', `email:${who.email} at %`)
      .execute()
    expect((await signInAt(who.email, testPassword, device_token)).body.code).toBe('access.link_needed')
    await asClient(app, '/signinlink', { email: who.email })
    const link = tokenOf(await emailTo(app, who.email, 'Link masuk Lapak'))
    const { data } = (await asClient(app, '/signinlink/open', { token: link, device_token })).body
    expect(data).toEqual({ device_token })
    expect((await signInAt(who.email, testPassword, device_token)).status).toBe(200)
  })

  test('resets its counts when the password is replaced, and only the browser that replaced the password stays known', async () => {
    const good = 'kuda-lumping-42'
    const byLink = async (who: TestMember) => {
      await asClient(app, '/forgotpassword', { email: who.email })
      const link = tokenOf(await emailTo(app, who.email, 'Reset password Lapak'))
      return asClient(app, '/resetpassword', { token: link, password: good, passwordconf: good })
    }
    const byOldOne = (who: TestMember) =>
      app.call('PATCH', '/api/v1/user/gantipassword', {
        token: who.token,
        body: { passlama: testPassword, passbaru: good, passkonfirmasi: good },
      })
    for (const replace of [byLink, byOldOne]) {
      const who = await app.member()
      const before = (await signIn(who.email, testPassword)).body.device_token
      await wrongSoFar(who.email, 100)
      await app.tables
        .insertInto('sign_in_failure')
        .values({ subject: `mfa:${who.email}`, failures: 9, blocked_until: new Date(Date.now() + 900_000) })
        .execute()
      const { data } = (await replace(who)).body
      expect(
        await app.db.read.selectFrom('sign_in_failure').select('subject').where('subject', 'like', `%${who.email}%`).execute(),
      ).toEqual([])
      expect((await signIn(who.email, good)).status).toBe(200)
      // The attacker continues to guess; only the browser that set the new password is still known.
      await wrongSoFar(who.email, 100)
      expect((await signInAt(who.email, good, before)).body.code).toBe('access.link_needed')
      expect((await signInAt(who.email, good, data.device_token)).status).toBe(200)
    }
  })

  test('does not block the password check of a member that is signed in', async () => {
    const who = await app.member()
    await wrongSoFar(who.email, 100)
    const body = { passlama: testPassword, passbaru: 'kuda-lumping-42', passkonfirmasi: 'kuda-lumping-42' }
    expect((await app.call('PATCH', '/api/v1/user/gantipassword', { token: who.token, body })).status).toBe(200)
  })
})

test('a password reset by a mailed link resets the daily limit of step-up codes, but a password change in a session does not', async () => {
  const who = await app.member()
  const passwords = { thief: 'kuda-lumping-42', owner: 'kucing-oranye-71' }
  const sessionBy = async (password: string) => (await signIn(who.email, password)).body.access_token
  const askBy = async (password: string) => {
    const { body } = await app.call('GET', '/api/v1/otp?purpose=proof', { token: await sessionBy(password) })
    return body.code ?? 'sent'
  }
  await app.setting('otp.perDay', 1)
  try {
    for (const answer of ['sent', 'sent', 'sent', 'otp.too_many']) expect(await askBy(testPassword)).toBe(answer)
    const body = { passlama: testPassword, passbaru: passwords.thief, passkonfirmasi: passwords.thief }
    const token = await sessionBy(testPassword)
    expect((await app.call('PATCH', '/api/v1/user/gantipassword', { token, body })).status).toBe(200)
    expect(await askBy(passwords.thief)).toBe('otp.too_many')
    await asClient(app, '/forgotpassword', { email: who.email })
    const link = tokenOf(await emailTo(app, who.email, 'Reset password Lapak'))
    const chosen = { token: link, password: passwords.owner, passwordconf: passwords.owner }
    expect((await asClient(app, '/resetpassword', chosen)).status).toBe(200)
    expect(await askBy(passwords.owner)).toBe('sent')
  } finally {
    await app.setting('otp.perDay', 10)
  }
})

test('a password reset removes a recent phone verification, and the e-mail about the reset mentions it', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  async function resetWithPhoneOf(days: number) {
    const who = await app.member()
    const phone = `62812${String(who.id).padStart(8, '0')}`
    await app.tables
      .updateTable('member')
      .set({ phone, phone_verified_at: daysAgo(days) })
      .where('id', '=', who.id)
      .execute()
    await asClient(app, '/forgotpassword', { email: who.email })
    const token = tokenOf(await emailTo(app, who.email, 'Reset password Lapak'))
    const password = 'kucing-oranye-71'
    expect((await asClient(app, '/resetpassword', { token, password, passwordconf: password })).status).toBe(200)
    const kept = app.db.read.selectFrom('member').select(['phone', 'phone_verified_at']).where('id', '=', who.id)
    const { phone_verified_at, ...rest } = await kept.executeTakeFirstOrThrow()
    expect(rest).toEqual({ phone })
    const email = await emailTo(app, who.email, 'Password Lapak Anda diganti')
    const mentioned = email.paragraphs.join(' ').includes(`Nomor telp 0812••••${phone.slice(-4)} yang baru diverifikasi`)
    return { verified: phone_verified_at !== null, mentioned }
  }
  expect(await resetWithPhoneOf(6)).toEqual({ verified: false, mentioned: true })
  expect(await resetWithPhoneOf(8)).toEqual({ verified: true, mentioned: false })
})

test('sixty concurrent sign-ins with the correct password all succeed', async () => {
  // The pool has as many connections as in production, so that the transactions overlap in the database.
  const busy = await startTestApp({ TRUST_PROXY: '127.0.0.1', DATABASE_POOL: '10' })
  try {
    const who = await busy.member()
    await busy.setting('access.signInsPerHour', 100)
    const answers = await Promise.all(Array.from({ length: 60 }, () => askSignIn(busy, who.email, testPassword)))
    expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(200))
  } finally {
    await busy.stop()
  }
})

test('successful sign-ins are limited per account and hour, and each known device has its own count', async () => {
  const [who, other] = [await app.member(), await app.member()]
  await app.setting('access.signInsPerHour', 10)
  try {
    const { device_token } = (await askSignIn(app, who.email, testPassword)).body
    const answers = await Promise.all(Array.from({ length: 50 }, () => askSignIn(app, who.email, testPassword)))
    // The sign-in above was the first of the ten allowed per hour.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(41)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(3500)
    expect((await askSignIn(app, other.email, testPassword)).status).toBe(200)
    const known = (device: string) =>
      askToken(app, { grant_type: 'password', username: who.email, password: testPassword, device_token: device })
    // A thief with the password has signed in and so has a known device, which has its own count: the count of the owner's device is unaffected.
    const thief = answers.find(({ status }) => status === 200)?.body.device_token
    const thiefs = await Promise.all(Array.from({ length: 12 }, () => known(thief)))
    expect(thiefs.filter(({ status }) => status === 429)).toHaveLength(2)
    const owner = await known(device_token)
    expect(owner.status).toBe(200)
    const body = { passlama: testPassword, passbaru: 'kuda-lumping-42', passkonfirmasi: 'kuda-lumping-42' }
    expect((await app.call('PATCH', '/api/v1/user/gantipassword', { token: owner.body.access_token, body })).status).toBe(200)
    // A new password resets the count.
    expect((await askSignIn(app, who.email, 'kuda-lumping-42')).status).toBe(200)
  } finally {
    await app.setting('access.signInsPerHour', 60)
  }
})

test('the sessions that were not used for the longest time end when a member exceeds the maximum of the setting', async () => {
  const who = await app.member()
  await app.setting('access.sessionsMax', 3)
  try {
    const tokens = [who.token]
    for (let nth = 0; nth < 4; nth++) tokens.push((await askSignIn(app, who.email, testPassword)).body.access_token)
    const statuses = []
    for (const token of tokens) statuses.push((await app.call('GET', '/api/v1/user', { token })).status)
    expect(statuses).toEqual([401, 401, 200, 200, 200])
  } finally {
    await app.setting('access.sessionsMax', 50)
  }
})

test('GET /public/config returns what the web app needs before a sign-in', async () => {
  const config = readConfig({ NODE_ENV: 'test' })
  const { status, body } = await app.call('GET', '/public/config')
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      success: true,
      msg: 'OK',
      data: {
        clientid: config.clientId,
        clientsecret: config.clientSecret,
        version: 'v1.5.2',
        hashprefix: config.registerHash.prefix,
        hashsecret: config.registerHash.secret,
        googleurl: null,
        facebookurl: null,
        passwordmin: { register: 6, change: 8, reset: 4 },
      },
    },
  })
})

describe('a password change', () => {
  const good = 'kuda-lumping-42'
  const change = (who: TestMember, passlama: string, passbaru = good, passkonfirmasi = passbaru) =>
    app.call('PATCH', '/api/v1/user/gantipassword', { token: who.token, body: { passlama, passbaru, passkonfirmasi } })

  test('requires the old password once and the new one twice, ends every session and mails the owner [B-API-17, B-MSG-15]', async () => {
    const who = await app.member()
    const other = (await signIn(who.email, testPassword)).body.access_token
    expect((await change(who, testPassword)).body).toMatchObject({ success: true, msg: 'Ganti Password Successfully' })
    for (const bearer of [who.token, other]) expect((await profile(bearer)).status).toBe(401)
    expect((await signIn(who.email, testPassword)).body.code).toBe('access.wrong_password')
    expect((await signIn(who.email, good)).status).toBe(200)
    await emailTo(app, who.email, 'Password Lapak Anda diganti')
  })

  test('refuses an empty, short, common or incorrectly repeated password, and accepts eight characters [B-VAL-31, B-VAL-32, B-VAL-33, B-CONST-25]', async () => {
    const who = await app.member()
    expect((await change(who, '', '')).body.errors).toEqual({
      passlama: 'Field is required',
      passbaru: 'Field is required',
      passkonfirmasi: 'Field is required',
    })
    expect((await change(who, testPassword, 'xk9!qzw')).body.errors).toEqual({ passbaru: 'Password minimal 8 karakter' })
    expect((await change(who, testPassword, good, `${good}x`)).body.errors).toEqual({ passkonfirmasi: 'Password not match' })
    expect(await change(who, testPassword, 'qwertyuiop')).toMatchObject({
      status: 422,
      body: { code: 'access.password_common', errors: { passbaru: 'Password terlalu umum, pilih yang lain' } },
    })
    expect(await change(who, 'salah', good)).toMatchObject({
      status: 422,
      body: { code: 'access.old_password', errors: { passlama: 'Password lama salah' } },
    })
    expect((await profile(who.token)).status).toBe(200)
    expect((await signIn(who.email, testPassword)).status).toBe(200)
    expect(await change(who, testPassword, 'xk9!qzwv')).toMatchObject({ status: 200 })
  })

  test('limits how often a stolen session can try the old password', async () => {
    const who = await app.member()
    const answers = await Promise.all(Array.from({ length: 20 }, () => change(who, 'salah')))
    expect(answers.filter(({ status }) => status === 422).length).toBe(5)
    expect(answers.filter(({ status }) => status === 429).length).toBe(15)
  })

  test('succeeds for exactly one of several concurrent requests, and ends all sessions of the old password', async () => {
    const who = await app.member()
    const changes = Promise.all(Array.from({ length: 4 }, (_, n) => change(who, testPassword, `${good}-${n}`)))
    const signIns = Promise.all(Array.from({ length: 16 }, () => signIn(who.email, testPassword)))
    const [changed, signedIn] = [await changes, await signIns]
    expect(changed.filter(({ status }) => status === 200).length).toBe(1)
    for (const { status, body } of signedIn) {
      if (status === 200) expect((await profile(body.access_token)).status).toBe(401)
    }
  })
})

describe('sessions', () => {
  const list = async (token: string) => (await app.call('GET', '/api/v1/user/sessions', { token })).body.data as Json[]

  test('are listed with IP address and browser, and can be ended one by one or all except the current one', async () => {
    const who = await app.member()
    const from = newAddress()
    const second = (await signIn(who.email, testPassword, from)).body.access_token
    const third = (await signIn(who.email, testPassword)).body.access_token
    const rows = await list(second)
    expect(rows.length).toBe(3)
    expect(rows.filter(({ current }) => current)).toMatchObject([
      { address: from, agent: expect.any(String), createat: expect.any(String) },
    ])
    expect(JSON.stringify(rows)).not.toMatch(/hash|token/)
    const thirds = (await list(third)).find(({ current }) => current)
    expect((await app.call('DELETE', `/api/v1/user/sessions/${thirds.id}`, { token: second })).body.msg).toBe('Sesi diakhiri')
    expect((await profile(third)).status).toBe(401)
    expect((await app.call('DELETE', `/api/v1/user/sessions/${thirds.id}`, { token: second })).body.code).toBe('not_found.session')
    expect((await app.call('DELETE', '/api/v1/user/sessions', { token: second })).body.msg).toBe('Semua sesi lain diakhiri')
    expect((await profile(who.token)).status).toBe(401)
    expect((await list(second)).length).toBe(1)
  })

  test('cannot be listed or ended by other members', async () => {
    const [own, other] = [await app.member(), await app.member()]
    const [theirs] = await list(other.token)
    expect((await list(own.token)).map(({ id }) => id)).not.toContain(theirs.id)
    expect((await app.call('DELETE', `/api/v1/user/sessions/${theirs.id}`, { token: own.token })).status).toBe(404)
    await app.call('DELETE', '/api/v1/user/sessions', { token: own.token })
    expect((await profile(other.token)).status).toBe(200)
  })
})

test('GET /api/v1/user/balance returns the current balance to its owner only [B-API-19]', async () => {
  const who = await app.member({ balance: 75_000n })
  const answer = await app.call('GET', '/api/v1/user/balance', { token: who.token })
  expect(answer).toMatchObject({ status: 200, body: { data: { balance: 75_000, at: expect.any(String) } } })
  expect((await app.call('GET', '/api/v1/user/balance')).status).toBe(401)
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

test('an account is complete only if the phone is verified and name, address, province, city and district are filled in', async () => {
  const who = await app.member()
  const completeness = async () => (await profile(who.token)).body.data.complete
  const whole = { phone_verified_at: new Date(), address: 'Jl. Mawar 1', province_id: 31n, city_id: 3171n, district_id: 317101n }
  const set = (values: object) => app.tables.updateTable('member').set(values).where('id', '=', who.id).execute()
  await set(whole)
  expect(await completeness()).toBe(true)
  expect((await profile(who.token)).body.data.verifyphone).toBe(true)
  for (const name of Object.keys(whole)) {
    await set({ ...whole, [name]: null })
    expect(await completeness(), name).toBe(false)
  }
})

describe('roles', () => {
  let people: Record<'buyer' | 'seller' | 'admin' | 'anonymous', TestMember | undefined>
  beforeAll(async () => {
    people = {
      buyer: await app.member(),
      seller: await app.member({ roles: ['ROLE_SELLER'] }),
      admin: await app.member({ roles: ['ROLE_ADMIN'] }),
      anonymous: undefined,
    }
  })

  test('are objects with id and name; a buyer has none [B-ENT-44, B-ROLE-01, B-ROLE-02, A-ROLE-12]', async () => {
    const rolesOf = async (who: TestMember | undefined) => (await profile(who?.token ?? '')).body.data.roles
    expect(await rolesOf(people.admin)).toEqual([{ id: 1, name: 'ROLE_ADMIN' }])
    expect(await rolesOf(people.seller)).toEqual([{ id: 2, name: 'ROLE_SELLER' }])
    expect(await rolesOf(people.buyer)).toEqual([])
  })

  test('decide which members may call the paths of members, sellers and administrators [A-ROLE-11, B-API-01]', async () => {
    const opened = async (path: string) =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(people).map(async ([kind, who]) => [kind, (await app.call('GET', path, { token: who?.token })).status]),
        ),
      )
    expect(await opened('/api/v1/user')).toEqual({ buyer: 200, seller: 200, admin: 200, anonymous: 401 })
    expect(await opened('/api/v1/seller/trx')).toEqual({ buyer: 403, seller: 200, admin: 403, anonymous: 401 })
    expect(await opened('/api/admin/v1/transactions')).toEqual({ buyer: 403, seller: 403, admin: 200, anonymous: 401 })
    const denied = await app.call('GET', '/api/admin/v1/transactions', { token: people.seller?.token })
    expect(denied.body).toEqual({ success: false, code: 'access.denied', msg: 'Anda tidak punya akses' })
  })

  test('no longer give access from the first call after their removal', async () => {
    const seller = await app.member({ roles: ['ROLE_SELLER'] })
    const status = async () => (await app.call('GET', '/api/v1/seller/trx', { token: seller.token })).status
    expect(await status()).toBe(200)
    await app.tables.deleteFrom('member_role').where('member_id', '=', seller.id).execute()
    expect(await status()).toBe(403)
  })
})
