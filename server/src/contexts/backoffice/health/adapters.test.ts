import { startFlip } from '@lapak/simulators/flip'
import { startGateway } from '@lapak/simulators/gateway'
import { startIdentityProvider } from '@lapak/simulators/identity-provider'
import { startObjectStore } from '@lapak/simulators/object-store'
import { startWhatsapp } from '@lapak/simulators/whatsapp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { startMailServer } from '../../../../test/mail-server.ts'

/** A platform with all adapters configured; simulators act as the providers. */
const client = { clientId: 'lapak-uji', clientSecret: 'rahasia-uji' }
const keys = { secretKey: 'xnd_test_9', callbackToken: 'token-of-callbacks' }

type Outsider = { close(): Promise<void> }
let app: TestApp
let admin: TestMember
let mail: Awaited<ReturnType<typeof startMailServer>>
let whatsapp: Awaited<ReturnType<typeof startWhatsapp>>
let gateway: Awaited<ReturnType<typeof startGateway>>
const outsiders: Outsider[] = []

beforeAll(async () => {
  mail = await startMailServer()
  whatsapp = await startWhatsapp({ token: 'wa-token', phoneId: '777' })
  gateway = await startGateway(keys)
  const flip = await startFlip('flip-key')
  const google = await startIdentityProvider(client)
  outsiders.push(mail, whatsapp, gateway, flip, google)
  app = await startTestApp(
    {
      SMTP_URL: mail.url,
      MAIL_FROM: 'Lapak <surat@lapak.test>',
      WHATSAPP: 'cloud',
      WHATSAPP_TOKEN: 'wa-token',
      WHATSAPP_PHONE_ID: '777',
      WHATSAPP_TEMPLATE: 'kode_otp',
      WHATSAPP_URL: whatsapp.url,
      GATEWAY: 'xendit',
      XENDIT_SECRET_KEY: keys.secretKey,
      XENDIT_CALLBACK_TOKEN: keys.callbackToken,
      XENDIT_URL: gateway.url,
      NAME_INQUIRY: 'flip',
      FLIP_SECRET_KEY: 'flip-key',
      FLIP_URL: flip.url,
      GOOGLE_CLIENT_ID: client.clientId,
      GOOGLE_CLIENT_SECRET: client.clientSecret,
      GOOGLE_AUTH_URL: google.authUrl,
      GOOGLE_TOKEN_URL: google.tokenUrl,
      GOOGLE_USER_URL: google.userUrl,
    },
    ['http'],
  )
  admin = await app.member({ roles: ['ROLE_ADMIN'] })
  await app.setting('health.adapterTestsPerMinute', 100)
  await app.lapak.refresh()
})
afterAll(async () => {
  await app?.stop()
  for (const outsider of outsiders) await outsider.close()
})

const tried = (name: string, who = admin) => app.call('POST', `/api/admin/v1/adapters/${name}/test`, { token: who.token })
const list = async () => (await app.call('GET', '/api/admin/v1/adapters', { token: admin.token })).body.data
const state = async (name: string) => (await list()).find(({ nama }: { nama: string }) => nama === name)

test.each(['mail', 'whatsapp', 'gateway', 'disbursement', 'nameinquiry', 'store', 'google'])(
  'a test of the adapter %s sends a harmless request and succeeds',
  async (name) => {
    expect((await tried(name)).body.data).toMatchObject({ berhasil: true, pesan: expect.stringContaining('menjawab') })
    expect(await state(name)).toMatchObject({ bisadites: true, sukses: expect.any(String), gagal: null })
    // Neither an e-mail nor a WhatsApp message was sent.
    expect([mail.mails, whatsapp.taken]).toEqual([[], []])
  },
)

test('a failed test of an adapter reports the error without credentials, and its last success and last failure are stored', async () => {
  await whatsapp.goDown()
  const { berhasil, pesan } = (await tried('whatsapp')).body.data
  expect(berhasil).toBe(false)
  expect(pesan).not.toMatch(/wa-token|Bearer/)
  expect(await state('whatsapp')).toMatchObject({ sukses: expect.any(String), gagal: { pesan } })
  await whatsapp.comeUp()
  expect((await tried('whatsapp')).body.data.berhasil).toBe(true)
})

test('an adapter that is not configured or only receives requests cannot be tested', async () => {
  expect(await state('facebook')).toMatchObject({ jalan: null, bisadites: false })
  for (const name of ['facebook', 'bankfeed']) expect((await tried(name)).body.code).toBe('adapter.absent')
  expect((await tried('lain')).status).toBe(400)
})

test('a test of an object store that refuses the request reports the answer of the store, without the platform’s keys', async () => {
  const store = await startObjectStore({ key: 'kunci', secret: 'rahasia', region: 'ap-southeast-3', bucket: 'gambar' })
  const other = await startTestApp(
    { S3_URL: store.url, S3_BUCKET: 'gambar', S3_REGION: 'ap-southeast-3', S3_KEY: 'kunci', S3_SECRET: 'lain-sekali' },
    ['http'],
  )
  const { token } = await other.member({ roles: ['ROLE_ADMIN'] })
  const { data } = (await other.call('POST', '/api/admin/v1/adapters/store/test', { token })).body
  expect(data).toMatchObject({ berhasil: false, pesan: expect.stringContaining('403') })
  expect(data.pesan).not.toContain('lain-sekali')
  const listed = (await other.call('GET', '/api/admin/v1/adapters', { token })).body.data
  expect(listed.find(({ nama }: { nama: string }) => nama === 'store')).toMatchObject({ jalan: 'S3', sukses: null })
  await other.stop()
  await store.close()
})

test('a test of an adapter with wrong keys fails, and its message does not contain the keys', async () => {
  const another = await startTestApp(
    {
      SMTP_URL: mail.url.replace('rahasia', 'salah'),
      GATEWAY: 'xendit',
      XENDIT_SECRET_KEY: 'salah',
      XENDIT_CALLBACK_TOKEN: 'x',
      XENDIT_URL: gateway.url,
    },
    ['http'],
  )
  const { token } = await another.member({ roles: ['ROLE_ADMIN'] })
  for (const name of ['mail', 'gateway']) {
    const { body } = await another.call('POST', `/api/admin/v1/adapters/${name}/test`, { token })
    expect(body.data.berhasil, name).toBe(false)
    expect(body.data.pesan).not.toContain('salah')
  }
  await another.stop()
})

test('a test of Facebook detects a wrong secret, although Facebook answers every error with 400', async () => {
  const facebook = await startIdentityProvider({ ...client, likeFacebook: true })
  outsiders.push(facebook)
  const succeedsWith = async (secret: string) => {
    const another = await startTestApp(
      {
        FACEBOOK_CLIENT_ID: client.clientId,
        FACEBOOK_CLIENT_SECRET: secret,
        FACEBOOK_AUTH_URL: facebook.authUrl,
        FACEBOOK_TOKEN_URL: facebook.tokenUrl,
        FACEBOOK_USER_URL: facebook.userUrl,
      },
      ['http'],
    )
    const { token } = await another.member({ roles: ['ROLE_ADMIN'] })
    const { body } = await another.call('POST', '/api/admin/v1/adapters/facebook/test', { token })
    await another.stop()
    return body.data.berhasil
  }
  expect([await succeedsWith(client.clientSecret), await succeedsWith('salah')]).toEqual([true, false])
})

test('a test of Fonnte reports that its phone is not connected, and sends no message', async () => {
  const fonnte = await startWhatsapp({ token: 'fonnte-token' })
  outsiders.push(fonnte)
  const another = await startTestApp({ WHATSAPP: 'fonnte', WHATSAPP_TOKEN: 'fonnte-token', WHATSAPP_URL: fonnte.url }, ['http'])
  const { token } = await another.member({ roles: ['ROLE_ADMIN'] })
  const testResult = async () => (await another.call('POST', '/api/admin/v1/adapters/whatsapp/test', { token })).body.data
  expect((await testResult()).berhasil).toBe(true)
  fonnte.mood = 'refuses'
  expect(await testResult()).toEqual({ berhasil: false, pesan: 'whatsapp fonnte: the phone is not connected' })
  expect(fonnte.taken).toEqual([])
  await another.stop()
})

test('a test of an adapter is audited, requires an administrator and is rate-limited', async () => {
  const other = await app.member({ roles: ['ROLE_ADMIN'] })
  await tried('mail', other)
  const rows = await app.db.read
    .selectFrom('audit')
    .selectAll()
    .where('event', '=', 'adapter.tested')
    .where('actor_id', '=', other.id)
    .execute()
  expect(rows).toMatchObject([{ subject: 'mail', after: { ok: true } }])
  expect((await tried('mail', await app.member())).status).toBe(403)
  await app.setting('health.adapterTestsPerMinute', 2)
  await app.lapak.refresh()
  expect((await tried('mail', other)).status).toBe(200)
  expect((await tried('mail', other)).status).toBe(429)
})
