import { sql } from 'kysely'
import { generateSync } from 'otplib'
import QRCode from 'qrcode'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#shared/config.ts'
import { createCipher } from '#shared/secrets.ts'
import { type Answer, startTestApp, type TestApp, type TestMember, testPassword } from '../../../../test/app.ts'
import { asClient, askToken, signIn } from '../../../../test/client.ts'
import { emailTo, tokenOf } from '../../../../test/emails.ts'
import { shutOut } from '../../../../test/shut-out.ts'
import { steppedUpByEmail } from '../../../../test/step-up.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: '127.0.0.1' })
})
afterAll(() => app.stop())

const call = (method: string, name: string, token: string, code?: string) =>
  app.call(method, `/api/v1/user/2fa/${name}`, { token, ...(code !== undefined && { body: { code } }) })
const profile = (token: string) => app.call('GET', '/api/v1/user', { token })
const codeAt = (secret: string, ms = 0) => generateSync({ secret, epoch: Math.floor((Date.now() + ms) / 1000) })
const wrongFor = (secret: string) => {
  const near = [-60, -30, 0, 30, 60].map((seconds) => codeAt(secret, seconds * 1000))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? ''
}

interface Protected extends TestMember {
  secretOfApp: string
  recovery: string[]
}

/** A member with a recent step-up by e-mail, so it may switch two-factor on. */
async function mailReader(): Promise<TestMember> {
  const who = await app.member()
  await steppedUpByEmail(app, who)
  return who
}

/** A member that has switched two-factor on and signed in again. */
async function protectedMember(): Promise<Protected> {
  const who = await mailReader()
  const { secret } = (await call('GET', 'generate', who.token)).body.data
  const { recoverycodes } = (await call('PATCH', 'validate', who.token, codeAt(secret))).body.data
  await minuteLater(who)
  const { mfa_token } = (await signIn(app, who.email, testPassword)).body
  const token = (await withCode(mfa_token, codeAt(secret))).body.access_token
  await minuteLater(who)
  return { ...who, token, secretOfApp: secret, recovery: recoverycodes }
}

/** Resets the last used time step, so that a used code works again without waiting. */
const minuteLater = ({ id }: TestMember) =>
  app.tables.updateTable('two_factor').set({ last_step: 0n }).where('member_id', '=', id).execute()
/** Ends all waits after wrong codes by moving their end to now. */
const waited = () => app.tables.updateTable('sign_in_failure').set({ blocked_until: new Date() }).execute()

const failuresOf = ({ email }: TestMember) =>
  app.db.read.selectFrom('sign_in_failure').select('failures').where('subject', '=', `mfa:${email}`).executeTakeFirstOrThrow()
/** Starts a wait as long as after very many wrong codes. */
const makeWait = ({ email }: TestMember) =>
  app.tables
    .updateTable('sign_in_failure')
    .set({ blocked_until: new Date(Date.now() + 900_000) })
    .where('subject', '=', `mfa:${email}`)
    .execute()

const withCode = (mfa_token: string, mfa_code: string, from?: string) => askToken(app, { grant_type: 'mfa', mfa_token, mfa_code }, from)
const challenge = async (who: TestMember): Promise<string> => (await signIn(app, who.email, testPassword)).body.mfa_token
const codesOf = (answers: Answer[]) => answers.map(({ body }) => body.code ?? 'ok')

describe('switching two-factor on', () => {
  test('shows a secret as a QR code of size 200 and level H [B-API-23, B-CONST-29, B-CONST-30]', async () => {
    const who = await mailReader()
    const { body, headers } = await call('GET', 'generate', who.token)
    expect(headers.get('cache-control')).toBe('no-store')
    const { secret, otpauth, qr } = body.data
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    const url = new URL(otpauth)
    expect(decodeURIComponent(url.pathname)).toContain(`Lapak:${who.email}`)
    expect({ protocol: url.protocol, secret: url.searchParams.get('secret'), issuer: url.searchParams.get('issuer') }).toEqual({
      protocol: 'otpauth:',
      secret,
      issuer: 'Lapak',
    })
    const picture = Buffer.from(qr.replace('data:image/png;base64,', ''), 'base64')
    expect({ width: picture.readUInt32BE(16), height: picture.readUInt32BE(20) }).toEqual({ width: 200, height: 200 })
    // The error correction level changes the QR code, so the pictures for other levels differ.
    const pictures = await Promise.all(
      (['L', 'M', 'Q', 'H'] as const).map((level) => QRCode.toDataURL(otpauth, { width: 200, errorCorrectionLevel: level })),
    )
    expect(pictures.map((one) => one === qr)).toEqual([false, false, false, true])
    const stored = await app.db.read.selectFrom('two_factor').selectAll().where('member_id', '=', who.id).executeTakeFirstOrThrow()
    expect(stored.secret.includes(secret)).toBe(false)
  })

  test('requires a code, ends every session, and returns recovery codes once [B-API-22, B-CONST-22]', async () => {
    const who = await mailReader()
    const other = (await signIn(app, who.email, testPassword)).body.access_token
    expect((await call('PATCH', 'validate', who.token, '123456')).body.code).toBe('two_factor.not_begun')
    const { secret } = (await call('GET', 'generate', who.token)).body.data
    // Before the first code is verified two-factor is off: a sign-in still needs only the password.
    expect((await signIn(app, who.email, testPassword)).status).toBe(200)
    expect((await profile(who.token)).body.data.twofactor).toBe(false)
    for (const code of [wrongFor(secret), '12345', '', 'abcdef']) {
      expect((await call('PATCH', 'validate', who.token, code)).body.code, code).toBe('two_factor.wrong_code')
    }
    const { body } = await call('PATCH', 'validate', who.token, codeAt(secret))
    expect(body).toMatchObject({ success: true, msg: 'Verifikasi dua langkah aktif, silakan login ulang' })
    expect(new Set(body.data.recoverycodes).size).toBe(10)
    for (const code of body.data.recoverycodes) expect(code).toMatch(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/)
    for (const token of [who.token, other]) expect((await profile(token)).status).toBe(401)
    await emailTo(app, who.email, 'Verifikasi dua langkah aktif')
  })

  test('is refused if two-factor is already on, and succeeds once in concurrent requests', async () => {
    const who = await mailReader()
    const { secret } = (await call('GET', 'generate', who.token)).body.data
    const answers = await Promise.all([1, 2, 3].map(() => call('PATCH', 'validate', who.token, codeAt(secret))))
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    const on = await protectedMember()
    await steppedUpByEmail(app, on)
    expect((await call('GET', 'generate', on.token)).body.code).toBe('two_factor.active')
    expect((await call('PATCH', 'validate', on.token, codeAt(on.secretOfApp))).body.code).toBe('two_factor.active')
    expect((await profile(on.token)).body.data.twofactor).toBe(true)
  })
})

describe('signing in with two-factor', () => {
  test('returns 403 and mfa_token for the password, and a token for the code [B-API-05, B-API-06]', async () => {
    const who = await protectedMember()
    const first = await signIn(app, who.email, testPassword)
    expect(first).toMatchObject({ status: 403, body: { success: false, code: 'access.mfa_needed', mfa_token: expect.any(String) } })
    expect(first.body).not.toHaveProperty('access_token')
    const second = await withCode(first.body.mfa_token, codeAt(who.secretOfApp))
    expect(second).toMatchObject({ status: 200, body: { success: true, token_type: 'bearer', msg: 'Login Successfully' } })
    expect((await profile(second.body.access_token)).status).toBe(200)
    expect((await profile(first.body.mfa_token)).status).toBe(401)
    await minuteLater(who)
    expect((await withCode(first.body.mfa_token, codeAt(who.secretOfApp))).body.code).toBe('access.mfa_expired')
  })

  test('requires both fields, a challenge of the last five minutes, and an account that is not blocked', async () => {
    const who = await protectedMember()
    const mine = await challenge(who)
    expect((await askToken(app, { grant_type: 'mfa', mfa_token: mine })).body.errors).toEqual({
      mfa_code: 'Kode authenticator wajib diisi',
    })
    expect((await withCode('unknown', codeAt(who.secretOfApp))).body.code).toBe('access.mfa_expired')
    await app.tables.updateTable('mfa_challenge').set({ expires_at: new Date() }).where('member_id', '=', who.id).execute()
    expect((await withCode(mine, codeAt(who.secretOfApp))).body.code).toBe('access.mfa_expired')
    const later = await challenge(who)
    await shutOut(app.tables, who.id)
    expect((await withCode(later, codeAt(who.secretOfApp))).body.code).toBe('access.blocked')
  })

  test('accepts codes of the previous and the next time step, and each code once, also in concurrent requests', async () => {
    const who = await protectedMember()
    const code = codeAt(who.secretOfApp)
    const challenges = [await challenge(who), await challenge(who), await challenge(who)]
    const answers = await Promise.all(challenges.map((one) => withCode(one, code)))
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    expect(codesOf(await Promise.all([withCode(await challenge(who), code)]))).toEqual(['two_factor.wrong_code'])
    await waited()
    const next = codeAt(who.secretOfApp, 30_000)
    expect((await withCode(await challenge(who), next)).status).toBe(200)
    // A code of an earlier step than the newest used code counts as a replay, too.
    expect((await withCode(await challenge(who), code)).body.code).toBe('two_factor.wrong_code')
    await minuteLater(who)
    expect((await withCode(await challenge(who), codeAt(who.secretOfApp, -90_000))).body.code).toBe('two_factor.wrong_code')
  })

  test('accepts each recovery code once, in any spelling', async () => {
    const who = await protectedMember()
    const [one = '', two = ''] = who.recovery
    expect((await withCode(await challenge(who), one.toLowerCase().replace('-', ' '))).status).toBe(200)
    expect((await withCode(await challenge(who), one)).body.code).toBe('two_factor.wrong_code')
    const challenges = [await challenge(who), await challenge(who), await challenge(who), await challenge(who)]
    const answers = await Promise.all(challenges.map((token) => withCode(token, two)))
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    const outsider = await protectedMember()
    expect((await withCode(await challenge(outsider), who.recovery[2] ?? '')).body.code).toBe('two_factor.wrong_code')
  })

  test('allows five attempts per challenge, and no further attempts with a new challenge', async () => {
    const who = await protectedMember()
    const wrong = wrongFor(who.secretOfApp)
    const first = await challenge(who)
    const answers = await Promise.all(Array.from({ length: 30 }, () => withCode(first, wrong)))
    expect(answers.filter(({ body }) => body.code === 'two_factor.wrong_code').length).toBe(5)
    await waited()
    expect((await withCode(first, codeAt(who.secretOfApp))).body.code).toBe('access.mfa_expired')
    // The password is correct each time, but does not reset the count of wrong codes.
    const failures = []
    for (let n = 0; n < 3; n++) {
      expect((await withCode(await challenge(who), wrong)).body.code).toBe('two_factor.wrong_code')
      failures.push((await failuresOf(who)).failures)
      await waited()
    }
    expect(failures).toEqual([6, 7, 8])
    await makeWait(who)
    const refused = await withCode(await challenge(who), codeAt(who.secretOfApp))
    expect(refused).toMatchObject({ status: 429, body: { code: 'access.too_many' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800)
    await waited()
    expect((await withCode(await challenge(who), codeAt(who.secretOfApp))).status).toBe(200)
    expect(await failuresOf(who).catch(() => null)).toBeNull()
  })

  test('mails the owner once, at the third wrong code, and audits each correct password', async () => {
    const who = await protectedMember()
    const emailCount = async () =>
      (await app.db.read.selectFrom('outbox').select('subject').where('member_id', '=', who.id).execute()).filter(
        ({ subject }) => subject === 'Kode authenticator salah di akun Lapak Anda',
      ).length
    const seen = []
    for (let nth = 0; nth < 4; nth++) {
      await withCode(await challenge(who), wrongFor(who.secretOfApp))
      seen.push(await emailCount())
    }
    expect(seen).toEqual([0, 0, 1, 1])
    const noted = await app.db.read
      .selectFrom('audit')
      .select(['actor_id', 'after'])
      .where('event', '=', 'sign_in.code_awaited')
      .where('subject', '=', String(who.id))
      .execute()
    // One of the five entries is from the sign-in of `protectedMember`.
    expect(noted).toEqual(Array(5).fill({ actor_id: null, after: { way: 'password' } }))
  })

  test('is refused after fifty consecutive wrong codes, until a mailed link makes the browser a known device', async () => {
    const who = await protectedMember()
    await withCode(await challenge(who), wrongFor(who.secretOfApp))
    await app.tables
      .updateTable('sign_in_failure')
      .set({ wrong_in_a_row: 50, failures: 0, blocked_until: new Date(0) })
      .where('subject', '=', `mfa:${who.email}`)
      .execute()
    expect((await withCode(await challenge(who), codeAt(who.secretOfApp))).body.code).toBe('access.link_needed')
    await asClient(app, '/signinlink', { email: who.email })
    const { device_token } = (
      await asClient(app, '/signinlink/open', { token: tokenOf(await emailTo(app, who.email, 'Link masuk Lapak')) })
    ).body.data
    const fields = { grant_type: 'mfa', mfa_token: await challenge(who), mfa_code: codeAt(who.secretOfApp), device_token }
    expect((await askToken(app, fields)).status).toBe(200)
  })

  test('is possible for the owner on a known device while others guess codes', async () => {
    const who = await protectedMember()
    const atHome = async (device_token = '') =>
      askToken(app, { grant_type: 'mfa', mfa_token: await challenge(who), mfa_code: codeAt(who.secretOfApp), device_token })
    const { device_token } = (await atHome()).body
    await minuteLater(who)
    await withCode(await challenge(who), wrongFor(who.secretOfApp))
    await makeWait(who)
    expect((await withCode(await challenge(who), codeAt(who.secretOfApp))).status).toBe(429)
    expect((await atHome(device_token)).status).toBe(200)
  })

  test('requires a new challenge if the password has changed', async () => {
    const who = await protectedMember()
    const before = await challenge(who)
    const body = { passlama: testPassword, passbaru: 'kuda-lumping-42', passkonfirmasi: 'kuda-lumping-42' }
    expect((await app.call('PATCH', '/api/v1/user/gantipassword', { token: who.token, body })).status).toBe(200)
    expect((await withCode(before, codeAt(who.secretOfApp))).body.code).toBe('access.mfa_expired')
  })
})

describe('two-factor during the re-encryption of its secret', () => {
  const cipher = createCipher(readConfig({ NODE_ENV: 'test' }).secretKey)

  /** Runs the action while a transaction re-encrypts the secret: the action waits for the row lock and then reads the new value. */
  async function resealedMeanwhile<Result>({ id }: TestMember, act: () => Promise<Result>): Promise<Result> {
    const done = await app.tables.transaction().execute(async (tx) => {
      const { secret } = await tx
        .selectFrom('two_factor')
        .select('secret')
        .where('member_id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      await tx
        .updateTable('two_factor')
        .set({ secret: cipher.encrypt(cipher.decrypt(secret, id), id) })
        .where('member_id', '=', id)
        .execute()
      const acting = act()
      acting.catch(() => undefined)
      const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await waits.execute(app.tables)).rows.length).toBe(1)
      return { acting }
    })
    return done.acting
  }

  test('accepts a correct code', async () => {
    const who = await protectedMember()
    const mfa = await challenge(who)
    expect((await resealedMeanwhile(who, () => withCode(mfa, codeAt(who.secretOfApp)))).status).toBe(200)
  })

  test('can be switched on', async () => {
    const who = await mailReader()
    const { secret } = (await call('GET', 'generate', who.token)).body.data
    expect((await resealedMeanwhile(who, () => call('PATCH', 'validate', who.token, codeAt(secret)))).status).toBe(200)
  })
})

describe('switching two-factor off', () => {
  test('requires an unused code, ends the other sessions, and mails the owner', async () => {
    const who = await protectedMember()
    const other = (await withCode(await challenge(who), codeAt(who.secretOfApp))).body.access_token
    expect((await call('PATCH', 'disable', who.token, codeAt(who.secretOfApp))).body.code).toBe('two_factor.wrong_code')
    await minuteLater(who)
    expect((await call('PATCH', 'disable', who.token, codeAt(who.secretOfApp))).body).toEqual({
      success: true,
      msg: 'Verifikasi dua langkah dimatikan',
    })
    expect((await profile(who.token)).body.data.twofactor).toBe(false)
    expect((await profile(other)).status).toBe(401)
    expect((await signIn(app, who.email, testPassword)).status).toBe(200)
    await emailTo(app, who.email, 'Verifikasi dua langkah dimatikan')
    expect((await call('PATCH', 'disable', who.token, who.recovery[0] ?? '')).body.code).toBe('two_factor.not_active')
    const left = await app.db.read.selectFrom('recovery_code').select('code_hash').where('member_id', '=', who.id).execute()
    expect(left).toEqual([])
  })

  test('limits the attempts in a session', async () => {
    const who = await protectedMember()
    const wrong = wrongFor(who.secretOfApp)
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        n % 2 ? call('PATCH', 'disable', who.token, wrong) : call('POST', 'recovery', who.token, wrong),
      ),
    )
    expect(answers.filter(({ status }) => status === 422).length).toBe(5)
    expect(answers.filter(({ status }) => status === 429).length).toBe(25)
  })
})

test('new recovery codes replace the old ones', async () => {
  const who = await protectedMember()
  const { body } = await call('POST', 'recovery', who.token, codeAt(who.secretOfApp))
  expect(body.msg).toBe('Kode pemulihan baru dibuat')
  expect(body.data.recoverycodes.length).toBe(10)
  await emailTo(app, who.email, 'Kode pemulihan baru')
  expect((await withCode(await challenge(who), who.recovery[0] ?? '')).body.code).toBe('two_factor.wrong_code')
  expect((await withCode(await challenge(who), body.data.recoverycodes[0])).status).toBe(200)
  const off = await app.member()
  expect((await call('POST', 'recovery', off.token, '123456')).body.code).toBe('two_factor.not_active')
})

describe('two-factor that a thief has switched on', () => {
  const anew = 'kucing-oranye-71'

  /** Resets the password of an owner who can read the e-mails but knows neither the password nor a code. */
  async function resetBy({ email }: TestMember) {
    await asClient(app, '/forgotpassword', { email })
    const token = tokenOf(await emailTo(app, email, 'Reset password Lapak'))
    expect((await asClient(app, '/resetpassword', { token, password: anew, passwordconf: anew })).status).toBe(200)
    return emailTo(app, email, 'Password Lapak Anda diganti')
  }
  const onFor = (who: TestMember, days: number) =>
    app.tables
      .updateTable('two_factor')
      .set({ enabled_at: new Date(Date.now() - days * 86_400_000) })
      .where('member_id', '=', who.id)
      .execute()

  test('is removed with its recovery codes by a password reset if it was enabled recently, and the e-mail mentions this', async () => {
    const who = await protectedMember()
    await onFor(who, 6)
    const email = await resetBy(who)
    expect(email.paragraphs.join(' ')).toContain('Verifikasi dua langkah yang baru diaktifkan dimatikan')
    expect((await signIn(app, who.email, anew)).status).toBe(200)
    const kept = await app.db.read.selectFrom('recovery_code').select('code_hash').where('member_id', '=', who.id).execute()
    expect(kept).toEqual([])
    const noted = await app.db.read
      .selectFrom('audit')
      .select(['actor_id', 'reason'])
      .where('event', '=', 'two_factor.removed')
      .where('subject', '=', String(who.id))
      .execute()
    expect(noted).toEqual([{ actor_id: null, reason: 'Password direset tidak lama sesudah diaktifkan' }])
  })

  test('stays if it is older than the setting, or if the password is changed with the old password', async () => {
    const old = await protectedMember()
    await onFor(old, 8)
    await resetBy(old)
    expect((await signIn(app, old.email, anew)).body.code).toBe('access.mfa_needed')
    const knows = await protectedMember()
    const body = { passlama: testPassword, passbaru: anew, passkonfirmasi: anew }
    expect((await app.call('PATCH', '/api/v1/user/gantipassword', { token: knows.token, body })).status).toBe(200)
    expect((await signIn(app, knows.email, anew)).body.code).toBe('access.mfa_needed')
    const younger = await protectedMember()
    await onFor(younger, 3)
    await app.setting('access.recentFactorDays', 2)
    await resetBy(younger)
    await app.setting('access.recentFactorDays', 7)
    expect((await signIn(app, younger.email, anew)).body.code).toBe('access.mfa_needed')
  })

  test('stays if the member is an administrator, and does not depend on the setting for API keys', async () => {
    const admin = await protectedMember()
    const { id: role_id } = await app.db.read.selectFrom('role').select('id').where('name', '=', 'ROLE_ADMIN').executeTakeFirstOrThrow()
    await app.tables.insertInto('member_role').values({ member_id: admin.id, role_id }).execute()
    await resetBy(admin)
    expect((await signIn(app, admin.email, anew)).body.code).toBe('access.mfa_needed')
    const old = await protectedMember()
    await onFor(old, 8)
    await app.setting('apiKeys.suspendRecentDays', 365)
    await resetBy(old)
    await app.setting('apiKeys.suspendRecentDays', 7)
    expect((await signIn(app, old.email, anew)).body.code).toBe('access.mfa_needed')
  })
})
