import { startWhatsapp, type WhatsappSimulator } from '@lapak/simulators/whatsapp'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#shared/config.ts'
import { createCipher } from '#shared/secrets.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { type MailServer, startMailServer } from '../../../../test/mail-server.ts'
import { createOutbox, type Email } from './outbox.ts'

const outbox = createOutbox({ cipher: createCipher(readConfig({}).secretKey), sendsWhatsappTexts: true })
const activationEmail: Email = {
  subject: 'Aktivasi akun & selamat datang',
  bell: null,
  paragraphs: ['Halo <b>Budi</b>, terima kasih sudah mendaftar.'],
  action: { label: 'Aktifkan akun', url: 'https://lapak.test/activate/a?b=1&c="2"' },
  facts: [{ label: 'API key', value: 'lpk_live_x' }],
  closing: ['Link berlaku 48 jam.'],
}

const write = (app: TestApp, email: string) => app.db.transaction((tx) => outbox.sendEmail(tx, { memberId: null, email }, activationEmail))

const stored = (app: TestApp) =>
  app.db.read.selectFrom('outbox').select(['carrier', 'destination', 'state', 'content', 'error', 'tries']).orderBy('id').execute()

const states = async (app: TestApp) => (await stored(app)).map(({ state }) => state)

const jobs = async (app: TestApp) =>
  (
    await sql<{ attempts: number; last_error: string | null }>`
      select attempts, last_error from graphile_worker.jobs where task_identifier = 'deliver-message' and locked_at is null`.execute(
      app.tables,
    )
  ).rows

/** Makes the next attempt due now instead of after the job's growing pause, and wakes the worker. */
async function repeatNow(app: TestApp, attempts?: number) {
  await sql`select graphile_worker.reschedule_jobs(array_agg(id), run_at => now(), attempts => ${attempts ?? null}) from graphile_worker.jobs
    where task_identifier = 'deliver-message'`.execute(app.tables)
  await sql`select pg_notify('jobs:insert', '{"count":1}')`.execute(app.tables)
}

const eventually = { interval: 20 }

describe('an e-mail', () => {
  let app: TestApp
  let server: MailServer
  beforeEach(async () => {
    server = await startMailServer()
    app = await startTestApp({ SMTP_URL: server.url, MAIL_FROM: 'Lapak <surat@lapak.test>' })
  })
  afterEach(async () => {
    await app.stop()
    await server.close()
  })

  test('arrives as text and as HTML, and its content is deleted afterwards', async () => {
    await write(app, 'budi@contoh.test')
    await expect.poll(() => states(app), eventually).toEqual(['sent'])
    const [mail] = server.mails
    expect(server.recipients).toEqual(['budi@contoh.test'])
    expect(mail?.from).toMatchObject({ name: 'Lapak', address: 'surat@lapak.test' })
    expect(mail?.subject).toBe('Aktivasi akun & selamat datang')
    expect(mail?.messageId).toMatch(/^<1\.\d+@lapak\.test>$/)
    expect(mail?.text).toContain('Halo <b>Budi</b>')
    expect(mail?.text).toContain('Aktifkan akun:\nhttps://lapak.test/activate/a?b=1&c="2"')
    expect(mail?.text).toContain('API key: lpk_live_x')
    expect(mail?.html).toContain('Halo &lt;b&gt;Budi&lt;/b&gt;')
    expect(mail?.html?.match(/href="https:\/\/lapak\.test\/activate\/a\?b=1&amp;c=&quot;2&quot;"/g)).toHaveLength(2)
    expect(mail?.html).toContain('lpk_live_x')
    expect(await stored(app)).toMatchObject([{ content: null, error: null, tries: 1 }])
  })

  test('states the purpose of a code, and that the platform never asks for it', async () => {
    const member = await app.member()
    await app.call('GET', '/api/v1/otp?purpose=bank', { token: member.token })
    await expect.poll(() => server.mails.length, eventually).toBe(1)
    expect(server.recipients).toEqual([member.email])
    expect(server.mails[0]?.subject).toBe('Kode OTP untuk perubahan rekening bank')
    expect(server.mails[0]?.text).toMatch(/Kode OTP: \d{6}\n/)
    expect(server.mails[0]?.text).toContain('tidak pernah memintanya')
  })

  test('is sent once, even when its job runs twice', async () => {
    await write(app, 'budi@contoh.test')
    await expect.poll(() => states(app), eventually).toEqual(['sent'])
    await sql`select graphile_worker.add_job('deliver-message', json_build_object('id', '1'))`.execute(app.tables)
    await write(app, 'siti@contoh.test')
    await expect.poll(() => states(app), eventually).toEqual(['sent', 'sent'])
    await expect.poll(() => jobs(app), eventually).toEqual([])
    expect(server.recipients).toEqual(['budi@contoh.test', 'siti@contoh.test'])
  })

  test('is delivered after the outage of a mail server', async () => {
    await server.close()
    await write(app, 'budi@contoh.test')
    await expect.poll(async () => (await stored(app))[0], eventually).toMatchObject({ state: 'waiting', tries: 1 })
    await expect.poll(() => jobs(app), eventually).toMatchObject([{ attempts: 1, last_error: expect.stringContaining('mail') }])
    server = await startMailServer(Number(new URL(server.url).port))
    await repeatNow(app)
    await expect.poll(() => states(app), eventually).toEqual(['sent'])
    expect(server.mails).toHaveLength(1)
    expect(await stored(app)).toMatchObject([{ content: null, error: null, tries: 2 }])
  })

  test('is tried once for an unknown mailbox, and until the last attempt for a full mailbox', async () => {
    server.answer = { code: 550, text: 'no such user budi@contoh.test' }
    await write(app, 'budi@contoh.test')
    await expect.poll(() => states(app), eventually).toEqual(['failed'])
    expect(await stored(app)).toMatchObject([{ tries: 1, error: 'mail EENVELOPE 550' }])
    await expect.poll(() => jobs(app), eventually).toEqual([])

    server.answer = { code: 452, text: 'mailbox full' }
    await write(app, 'siti@contoh.test')
    await expect.poll(() => jobs(app), eventually).toMatchObject([{ attempts: 1, last_error: 'mail EENVELOPE 452' }])
    expect(await states(app)).toEqual(['failed', 'waiting'])
    await repeatNow(app, 11)
    await expect.poll(() => states(app), eventually).toEqual(['failed', 'failed'])
    // The messages are not sent again, so their links and secrets are deleted.
    expect((await stored(app)).map(({ content }) => content)).toEqual([null, null])
  })
})

describe('codes by WhatsApp', () => {
  const phone = '6281330002001'
  let mailServer: MailServer
  let whatsapp: WhatsappSimulator
  let app: TestApp
  beforeAll(async () => {
    mailServer = await startMailServer()
    whatsapp = await startWhatsapp({ token: 'EAAtoken', phoneId: '1055' })
  })
  afterAll(async () => {
    await whatsapp.close()
    await mailServer.close()
  })
  afterEach(() => app.stop())

  async function start(kind: 'cloud' | 'fonnte', token = 'EAAtoken') {
    whatsapp.mood = 'takes'
    app = await startTestApp({
      SMTP_URL: mailServer.url,
      WHATSAPP: kind,
      WHATSAPP_TOKEN: token,
      WHATSAPP_PHONE_ID: '1055',
      WHATSAPP_URL: whatsapp.url,
    })
    const member = await app.member()
    await app.tables.updateTable('member').set({ phone, phone_verified_at: new Date() }).where('id', '=', member.id).execute()
    return member
  }

  const ask = (token: string, path = '/api/v1/otp') => app.call('GET', path, { token })

  test.each(['cloud', 'fonnte'] as const)('are accepted by %s for a verified number', async (kind) => {
    const member = await start(kind)
    const { body } = await ask(member.token)
    expect(body.data).toMatchObject({ channel: 'whatsapp', destination: '08••••••2001' })
    await expect.poll(() => states(app), eventually).toEqual(['sent'])
    expect(whatsapp.taken.at(-1)).toMatchObject({
      kind,
      to: phone,
      text: expect.stringMatching(kind === 'cloud' ? /^\d{6}$/ : /^\*\d{6}\*/),
    })
    expect(await stored(app)).toMatchObject([{ carrier: 'whatsapp', destination: phone, content: null }])
  })

  test.each(['cloud', 'fonnte'] as const)('are sent once by e-mail instead when %s refuses them', async (kind) => {
    const member = await start(kind)
    whatsapp.mood = 'refuses'
    const before = { mails: mailServer.mails.length, requests: whatsapp.count }
    await ask(member.token)
    await expect.poll(() => states(app), eventually).toEqual(['failed', 'sent'])
    expect(mailServer.mails).toHaveLength(before.mails + 1)
    expect(mailServer.recipients.at(-1)).toBe(member.email)
    expect(mailServer.mails.at(-1)?.text).toMatch(/Kode OTP: \d{6}\n/)
    expect(whatsapp.count).toBe(before.requests + 1)
    const [refused] = await stored(app)
    expect(refused?.error).toMatch(kind === 'cloud' ? /error 131026/ : /not a registered number/)
    expect(refused?.error).not.toContain(phone)
    expect(refused?.content).toBeNull()
  })

  test('are never sent by e-mail when they verify a phone number', async () => {
    const member = await start('cloud')
    whatsapp.mood = 'refuses'
    const before = mailServer.mails.length
    await ask(member.token, `/api/v1/otpprofile?phone=${phone}`)
    await expect.poll(() => states(app), eventually).toEqual(['failed'])
    await expect.poll(() => jobs(app), eventually).toEqual([])
    expect(await states(app)).toEqual(['failed'])
    expect(mailServer.mails).toHaveLength(before)
  })

  test('are sent to their members by e-mail when the WhatsApp service does not accept the platform’s token', async () => {
    const member = await start('fonnte', 'wrong-token')
    await ask(member.token)
    await expect.poll(() => states(app), eventually).toEqual(['failed', 'sent'])
  })

  /** Simulates that the WhatsApp service has failed for this long. */
  const later = async (seconds: number) => {
    await expect.poll(() => jobs(app), eventually).toMatchObject([{ attempts: 1 }])
    await sql`update outbox set created_at = created_at - ${seconds} * interval '1 second'`.execute(app.tables)
    await repeatNow(app)
  }

  test('are sent once by e-mail after an outage of a minute, with the remaining time of validity', async () => {
    const member = await start('cloud')
    whatsapp.mood = 'fails'
    const before = { mails: mailServer.mails.length, requests: whatsapp.count }
    await ask(member.token)
    await later(70)
    await expect.poll(() => states(app), eventually).toEqual(['failed', 'sent'])
    await expect.poll(() => jobs(app), eventually).toEqual([])
    expect(whatsapp.count).toBe(before.requests + 2)
    expect(mailServer.mails).toHaveLength(before.mails + 1)
    expect(mailServer.recipients.at(-1)).toBe(member.email)
    expect(mailServer.mails.at(-1)?.text).toMatch(/berlaku 3 menit[\s\S]*Kode OTP: \d{6}\n/)
    expect((await stored(app))[0]).toMatchObject({ content: null, error: expect.stringContaining('503') })
  })

  test('wait for the end of an outage when they verify a phone number', async () => {
    const member = await start('cloud')
    whatsapp.mood = 'fails'
    const before = mailServer.mails.length
    await ask(member.token, `/api/v1/otpprofile?phone=${phone}`)
    await later(70)
    await expect.poll(() => jobs(app), eventually).toMatchObject([{ attempts: 2 }])
    expect(await states(app)).toEqual(['waiting'])
    whatsapp.mood = 'takes'
    await repeatNow(app)
    await expect.poll(() => states(app), eventually).toEqual(['sent'])
    expect(mailServer.mails).toHaveLength(before)
  })

  test('wait during an outage, but not longer than they are valid', async () => {
    const member = await start('cloud')
    whatsapp.mood = 'fails'
    await ask(member.token)
    await expect.poll(() => jobs(app), eventually).toMatchObject([{ attempts: 1, last_error: expect.stringContaining('503') }])
    const requests = whatsapp.count
    await sql`update outbox set created_at = created_at - interval '5 minutes'`.execute(app.tables)
    await repeatNow(app)
    await expect.poll(() => states(app), eventually).toEqual(['failed'])
    expect(whatsapp.count).toBe(requests)
    expect(await stored(app)).toMatchObject([{ content: null, error: 'the code has run out' }])
  })
})
