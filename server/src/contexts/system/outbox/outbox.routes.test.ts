import { afterEach, expect, test } from 'vitest'
import { readConfig } from '#shared/config.ts'
import { createCipher } from '#shared/secrets.ts'
import { productionEnvironment, startTestApp, type TestApp } from '../../../../test/app.ts'
import { createOutbox } from './outbox.ts'

let app: TestApp
afterEach(() => app.stop())

const states = async () => (await app.db.read.selectFrom('outbox').select('state').orderBy('id').execute()).map(({ state }) => state)
const eventually = { interval: 20 }

const page = async (path = '/dev/outbox') => {
  const response = await fetch(app.url + path, { headers: { accept: 'text/html' } })
  return { status: response.status, type: response.headers.get('content-type') ?? '', text: await response.text() }
}

test('in development messages are kept and shown, newest first, with codes and links', async () => {
  app = await startTestApp()
  const outbox = createOutbox({ cipher: createCipher(readConfig({}).secretKey), sendsWhatsappTexts: true })
  const member = await app.member()
  await app.db.transaction((tx) =>
    outbox.sendEmail(
      tx,
      { memberId: null, email: 'budi@contoh.test' },
      {
        subject: 'Atur ulang <script>',
        bell: null,
        paragraphs: ['Halo "Budi" & <img src=x>'],
        action: { label: 'Buka', url: 'http://127.0.0.1:3000/resetpass/abc?d=1&e=2' },
      },
    ),
  )
  await app.call('GET', '/api/v1/otp', { token: member.token })
  await expect.poll(states, eventually).toEqual(['kept', 'kept'])

  const shown = await page()
  expect(shown).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' })
  const { messages } = (await app.call('GET', `/dev/outbox.json?to=${member.email}`)).body
  expect(messages).toMatchObject([
    { transport: 'mail', to: member.email, state: 'kept', content: { kind: 'code', message: { minutes: 5 } } },
  ])
  expect(messages[0].content.message.code).toMatch(/^\d{6}$/)
  expect(shown.text).toContain(`<p class="code">${messages[0].content.message.code}</p>`)
  expect(shown.text).toContain('<a href="http://127.0.0.1:3000/resetpass/abc?d=1&amp;e=2"')
  expect(shown.text).toContain('Halo &quot;Budi&quot; &amp; &lt;img src=x&gt;')
  expect(shown.text).not.toMatch(/<script|<img/)
  expect(shown.text.indexOf(member.email)).toBeLessThan(shown.text.indexOf('budi@contoh.test'))
  expect((await app.call('GET', '/dev/outbox.json')).body.messages).toHaveLength(2)
})

test('production without a carrier has no page of messages, refuses codes, and retries a letter instead of keeping it', async () => {
  app = await startTestApp(productionEnvironment)
  const member = await app.member()
  const code = await app.call('GET', '/api/v1/otp', { token: member.token })
  expect(code).toMatchObject({ status: 503, body: { code: 'message.no_mail' } })
  const outbox = createOutbox({ cipher: createCipher(productionEnvironment.SECRET_KEY), sendsWhatsappTexts: true })
  const email = { subject: 'Kabar', bell: null, paragraphs: ['Halo'] }
  await app.db.transaction((tx) => outbox.sendEmail(tx, { memberId: null, email: member.email }, email))
  for (const path of ['/dev/outbox', '/dev/outbox.json', '/dev/']) {
    const { status, text } = await page(path)
    expect({ path, status, code: JSON.parse(text).code }).toEqual({ path, status: 404, code: 'not_found.call' })
  }
  const stored = () => app.db.read.selectFrom('outbox').select(['state', 'error']).execute()
  await expect.poll(stored, eventually).toEqual([{ state: 'waiting', error: 'no mail is configured' }])
})
