import { createHash } from 'node:crypto'
import { challengeOf, type IdentityProviderSimulator, startIdentityProvider } from '@lapak/simulators/identity-provider'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#shared/config.ts'
import { type Answer, startTestApp, type TestApp } from '../../../../test/app.ts'
import { asClient, askToken, signIn } from '../../../../test/client.ts'
import { emailsTo, emailTo, tokenOf } from '../../../../test/emails.ts'
import { shutOut } from '../../../../test/shut-out.ts'
import { steppedUpByEmail } from '../../../../test/step-up.ts'

const redirect = 'https://lapak.example/login'
const client = { clientId: 'lapak-uji', clientSecret: 'rahasia-uji' }

let app: TestApp
let google: IdentityProviderSimulator
let facebook: IdentityProviderSimulator
beforeAll(async () => {
  google = await startIdentityProvider(client)
  facebook = await startIdentityProvider(client)
  app = await startTestApp({
    TRUST_PROXY: '127.0.0.1',
    PUBLIC_URL: 'https://lapak.example',
    GOOGLE_CLIENT_ID: client.clientId,
    GOOGLE_CLIENT_SECRET: client.clientSecret,
    GOOGLE_AUTH_URL: google.authUrl,
    GOOGLE_TOKEN_URL: google.tokenUrl,
    GOOGLE_USER_URL: google.userUrl,
    FACEBOOK_CLIENT_ID: client.clientId,
    FACEBOOK_CLIENT_SECRET: client.clientSecret,
    FACEBOOK_AUTH_URL: facebook.authUrl,
    FACEBOOK_TOKEN_URL: facebook.tokenUrl,
    FACEBOOK_USER_URL: facebook.userUrl,
  })
})
afterAll(async () => {
  await app.stop()
  await google.close()
  await facebook.close()
})

let serial = 0
/** The account of a person as Google returns it. */
function googler(changes: object = {}) {
  serial += 1
  return { sub: `g-${serial}`, name: `Orang ${serial}`, email: `orang${serial}@mail.test`, email_verified: true, ...changes }
}
/** `kept` holds the values that the browser stores while the person is at the provider; `journey` holds the values that it sends to the provider. */
const kept = { verifier: 'begun-here-'.repeat(5), nonce: 'nonce-of-this-journey' }
const journey = { challenge: challengeOf(kept.verifier), nonce: kept.nonce }
const byGoogle = (person: object) => byCode(google.codeFor(person, redirect, journey))
const byCode = (code: string, changes: object = {}) => asClient(app, '/socialauth/google', { code, ...kept, ...changes })
const byFacebook = (person: object, verifier = kept.verifier) =>
  asClient(app, '/socialauth/facebook', { code: facebook.codeFor(person, redirect, journey), verifier })
const profile = async ({ body }: Answer) => (await app.call('GET', '/api/v1/user', { token: body.access_token })).body.data
const count = async () =>
  Number(
    (
      await app.db.read
        .selectFrom('member')
        .select((of) => of.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

describe('a person without an account', () => {
  test('becomes an activated member, gets an API key by e-mail and still has to accept the terms [B-API-11]', async () => {
    const person = googler({ name: ' Budi\u0000 \u202eSantoso ' })
    const answer = await byGoogle(person)
    expect(answer).toMatchObject({ status: 200, body: { success: true, token_type: 'bearer', expires_in: 2_592_000 } })
    expect(await profile(answer)).toMatchObject({
      name: 'Budi Santoso',
      email: person.email,
      confm: 1,
      member: { memberbalance: 0, syaratketentuan: 0 },
    })
    expect((await emailTo(app, person.email, 'Selamat datang di Lapak')).facts?.[0]?.value).toMatch(/^lpk_live_/)
    // The member does not know a password, but can set one with a mailed link.
    expect((await signIn(app, person.email, '')).status).toBe(400)
    const again = await byGoogle({ ...person, email: 'pindah@mail.test' })
    expect((await profile(again)).email).toBe(person.email)
  })

  test('gets a name from the e-mail address, or a default name, if the name from the provider has look-alike letters', async () => {
    const nameOf = async (changes: { name: string; email?: string }) => (await profile(await byGoogle(googler(changes)))).name
    expect(await nameOf({ name: 'Ame\u0301lie' })).toBe('Am\u00e9lie')
    expect(await nameOf({ name: 'T\u043eko Maju', email: 'tiruan@mail.test' })).toBe('tiruan')
    expect(await nameOf({ name: '\u{1d413}oko', email: 't\u043eko@mail.test' })).toBe('Member Lapak')
  })

  test('becomes a member with Facebook, too [B-API-12]', async () => {
    const person = { id: 'f-1', name: 'Sari', email: 'sari@mail.test' }
    expect(await profile(await byFacebook(person))).toMatchObject({ name: 'Sari', email: 'sari@mail.test' })
    const before = await count()
    // The same subject at a different provider belongs to a different person.
    expect((await profile(await byGoogle(googler({ sub: 'f-1' })))).email).not.toBe('sari@mail.test')
    expect(await count()).toBe(before + 1)
  })

  test('becomes one member even if several codes arrive concurrently', async () => {
    const person = googler()
    const before = await count()
    const answers = await Promise.all(Array.from({ length: 10 }, () => byGoogle(person)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await count()).toBe(before + 1)
    expect((await emailsTo(app, person.email)).length).toBe(1)
  })
})

describe('a member that signs in with a provider', () => {
  test('is found by the verified e-mail address and notified the first time, and is found by the subject afterwards', async () => {
    const who = await app.member()
    const person = googler({ email: who.email.toUpperCase(), hd: 'lapak.test' })
    expect((await profile(await byGoogle(person))).id).toBe(Number(who.id))
    await emailTo(app, who.email, 'Akun Google dihubungkan ke Lapak')
    expect((await profile(await byGoogle({ ...person, email: 'lain@mail.test' }))).id).toBe(Number(who.id))
    // The sign-in with the provider changed neither the sessions nor the password.
    expect((await app.call('GET', '/api/v1/user', { token: who.token })).status).toBe(200)
  })

  test('is unlinked from every provider by a password reset, as the e-mail about the link promises', async () => {
    const who = await app.member()
    const googleAccount = googler({ email: who.email, hd: 'lapak.test' })
    await byGoogle(googleAccount)
    expect((await emailTo(app, who.email, 'Akun Google dihubungkan ke Lapak')).action?.label).toBe('Bukan saya, buat password baru')
    await asClient(app, '/forgotpassword', { email: who.email })
    const token = tokenOf(await emailTo(app, who.email, 'Reset password Lapak'))
    const password = 'kuda-lumping-42'
    expect((await asClient(app, '/resetpassword', { token, password, passwordconf: password })).status).toBe(200)
    // After the reset the member is found by the address that the provider verifies now, not by the removed link.
    const moved = { ...googleAccount, email: `pindah-${who.email}` }
    expect((await profile(await byGoogle(moved))).id).not.toBe(Number(who.id))
    expect((await profile(await byGoogle(googler({ email: who.email, hd: 'lapak.test' })))).id).toBe(Number(who.id))
  })

  test('cannot be entered with a provider account that is linked to another member, even if both have the same e-mail address', async () => {
    const [attacker, victim] = [googler(), await app.member()]
    const own = await profile(await byGoogle(attacker))
    expect((await profile(await byGoogle({ ...attacker, email: victim.email }))).id).toBe(own.id)
  })

  test('does not get the name, phone or password that another person entered at a sign-up with the same address', async () => {
    const person = googler()
    const { registerHash } = readConfig({ NODE_ENV: 'test' })
    const hash = createHash('sha256').update(`${registerHash.prefix}Penyusup${person.email}${registerHash.secret}`).digest('hex')
    const password = 'milik-penyusup-1'
    await asClient(app, '/register', {
      nama: 'Penyusup',
      email: person.email,
      phone: '081330002001',
      password,
      confmpassword: password,
      hash,
    })
    const email = await emailTo(app, person.email, 'Aktivasi akun Lapak')
    const before = await count()
    expect(await profile(await byGoogle(person))).toMatchObject({
      name: person.name,
      confm: 1,
      member: { memberphone: null, syaratketentuan: 0 },
    })
    expect(await count()).toBe(before)
    expect((await signIn(app, person.email, password)).body.code).toBe('access.wrong_password')
    const activation = await asClient(app, '/activate', { token: tokenOf(email) })
    expect(activation.body.code).toBe('access.activation_invalid')
  })

  test('is refused while it is blocked, and needs a code while two-factor is on', async () => {
    const who = await app.member()
    const person = googler({ email: who.email, hd: 'lapak.test' })
    await steppedUpByEmail(app, who)
    const { secret } = (await app.call('GET', '/api/v1/user/2fa/generate', { token: who.token })).body.data
    const code = () => generateSync({ secret })
    await app.call('PATCH', '/api/v1/user/2fa/validate', { token: who.token, body: { code: code() } })
    const answer = await byGoogle(person)
    expect(answer).toMatchObject({ status: 403, body: { code: 'access.mfa_needed', mfa_token: expect.any(String) } })
    await app.tables.updateTable('two_factor').set({ last_step: 0n }).where('member_id', '=', who.id).execute()
    expect((await askToken(app, { grant_type: 'mfa', mfa_token: answer.body.mfa_token, mfa_code: code() })).status).toBe(200)
    await shutOut(app.tables, who.id)
    expect(await byGoogle(person)).toMatchObject({ status: 403, body: { code: 'access.blocked' } })
  })
})

describe('a sign-in with a provider', () => {
  const refused = {
    status: 422,
    body: { success: false, code: 'access.social_refused', msg: 'Login dengan Google gagal, silakan coba lagi' },
  }

  test('is refused if the provider sends no e-mail address or has not verified it', async () => {
    const who = await app.member()
    const before = await count()
    const unverified = [{ email_verified: false }, { email_verified: undefined }, { email: undefined }, { email: 'bukan alamat' }]
    for (const changes of unverified) {
      expect(await byGoogle(googler({ email: who.email, ...changes }))).toMatchObject({
        status: 422,
        body: { code: 'access.social_no_email', msg: 'Akun Google Anda tidak memberikan e-mail yang terverifikasi' },
      })
    }
    expect((await byFacebook({ id: 'f-9', name: 'Tanpa e-mail' })).body.code).toBe('access.social_no_email')
    expect(await count()).toBe(before)
  })

  test('is refused for an activated account unless the provider itself hosts the e-mail address; this is never the case for Facebook', async () => {
    const who = await app.member()
    const mine = { status: 422, body: { code: 'access.social_not_theirs' } }
    for (const hd of [undefined, 'perusahaan.example', 'evil.lapak.test'])
      expect(await byGoogle(googler({ email: who.email, hd })), String(hd)).toMatchObject(mine)
    expect(await byFacebook({ id: 'f-66', name: 'Sari', email: who.email })).toMatchObject(mine)
    const before = await count()
    expect((await profile(await byGoogle(googler({ email: who.email, hd: 'LAPAK.test' })))).id).toBe(Number(who.id))
    expect(await count()).toBe(before)
    await app.tables.updateTable('member').set({ email: 'kios.sari@gmail.com' }).where('id', '=', who.id).execute()
    expect((await profile(await byGoogle(googler({ email: 'Kios.Sari@gmail.com' })))).id).toBe(Number(who.id))
  })

  test('is refused with a wrong code, a used code, or a code for another redirect URL', async () => {
    const code = google.codeFor(googler(), redirect, journey)
    expect(await byCode('code-of-nobody')).toMatchObject(refused)
    expect((await byCode(code)).status).toBe(200)
    expect(await byCode(code)).toMatchObject(refused)
    expect(await byCode(google.codeFor(googler(), 'https://other.example/login', journey))).toMatchObject(refused)
  })

  test('is refused with a code that another browser requested, at Google and at Facebook', async () => {
    const before = await count()
    const other = 'begun-there-'.repeat(5)
    expect(await byCode(google.codeFor(googler(), redirect, journey), { verifier: other })).toMatchObject(refused)
    expect((await byFacebook({ id: 'f-77', name: 'Sari', email: 'sari77@mail.test' }, other)).body.code).toBe('access.social_refused')
    for (const verifier of [undefined, 'short', 'ü'.repeat(50)])
      expect((await byCode(google.codeFor(googler(), redirect, journey), { verifier })).body.code).toBe('input.invalid')
    expect(await count()).toBe(before)
  })

  test('is refused with a Google ID token that is expired or is for another sign-in, client or person', async () => {
    const before = await count()
    expect(await byCode(google.codeFor(googler(), redirect, journey), { nonce: 'nonce-of-another-one' })).toMatchObject(refused)
    for (const claims of [{ nonce: undefined }, { aud: 'aplikasi-lain' }, { sub: 'g-lain' }, { exp: Math.floor(Date.now() / 1000) - 1 }])
      expect(await byCode(google.codeFor(googler(), redirect, { ...journey, claims })), JSON.stringify(claims)).toMatchObject(refused)
    expect(await count()).toBe(before)
  })

  test('is refused if the provider is down or sends invalid answers', async () => {
    for (const how of [{ status: 500 }, { body: 'not json' }, { body: '{"access_token":""}' }, { body: '{"access_token":7}' }]) {
      google.misbehave(how)
      expect(await byGoogle(googler()), JSON.stringify(how)).toMatchObject(refused)
    }
    google.behave()
    await google.goDown()
    expect(await byCode('code')).toMatchObject(refused)
    await google.comeUp()
    expect((await byGoogle(googler())).status).toBe(200)
  })

  test('is refused if the provider is not configured', async () => {
    const plain = await startTestApp({ TRUST_PROXY: '127.0.0.1' })
    try {
      expect(await asClient(plain, '/socialauth/facebook', { code: 'x', verifier: kept.verifier })).toMatchObject({
        status: 404,
        body: { code: 'access.social_unset', msg: 'Login dengan Facebook tidak tersedia' },
      })
      const { data } = (await plain.call('GET', '/public/config')).body
      expect(data).toMatchObject({ googleurl: null, facebookurl: null })
    } finally {
      await plain.stop()
    }
  })

  test('makes an IP address wait after many wrong codes', async () => {
    const from = '198.51.100.7'
    const answers = []
    for (let n = 0; n < 52; n++) answers.push(await asClient(app, '/socialauth/google', { code: `guess-${n}`, ...kept }, from))
    expect(answers.filter(({ status }) => status === 422).length).toBeLessThanOrEqual(51)
    expect(answers.at(-1)?.body.code).toBe('access.too_many')
  })

  test('makes an IPv6 /48 site wait after ten times as many wrong codes as one network, whatever their networks', async () => {
    const failed = (network: string, failures: number) =>
      app.tables
        .insertInto('sign_in_failure')
        .values({ subject: `provider code from ${network}`, failures, blocked_until: new Date(0) })
        .execute()
    // So many that the wait after the next one is long.
    await failed('2001:db8:2::/48', 520)
    await failed('2001:db8:3::/48', 480)
    const codeFrom = async (network: string) =>
      (await asClient(app, '/socialauth/google', { code: 'guess', ...kept }, `${network}::1`)).body.code
    expect(await codeFrom('2001:db8:2:1')).toBe('access.social_refused')
    expect(await codeFrom('2001:db8:2:2')).toBe('access.too_many')
    for (const network of ['2001:db8:3:1', '2001:db8:3:2']) expect(await codeFrom(network)).toBe('access.social_refused')
  })
})

test('starts at a URL from the server, to which the web app adds only the values of this sign-in', async () => {
  const { data } = (await app.call('GET', '/public/config')).body
  const begin = (address: string) => {
    const url = new URL(address)
    return { at: url.origin + url.pathname, ...Object.fromEntries(url.searchParams) }
  }
  const common = { client_id: client.clientId, redirect_uri: redirect, response_type: 'code' }
  expect(begin(data.googleurl)).toEqual({ at: google.authUrl, ...common, scope: 'openid email profile' })
  expect(begin(data.facebookurl)).toEqual({ at: facebook.authUrl, ...common, scope: 'email' })
  expect(JSON.stringify(data)).not.toContain(client.clientSecret)
})
