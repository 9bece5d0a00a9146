import { afterEach, expect, test } from 'vitest'
import { startWhatsapp, type WhatsappSimulator } from './whatsapp.ts'

let whatsapp: WhatsappSimulator
afterEach(() => whatsapp?.close())

const parameters = [{ type: 'text', text: '482913' }]
const template = {
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  to: '6281234567890',
  type: 'template',
  template: {
    name: 'kode_otp',
    language: { code: 'id' },
    components: [
      { type: 'body', parameters },
      { type: 'button', sub_type: 'url', index: '0', parameters },
    ],
  },
}

async function post(path: string, authorization: string, body: string | URLSearchParams) {
  const response = await fetch(whatsapp.url + path, { method: 'POST', headers: { authorization }, body })
  // biome-ignore lint/suspicious/noExplicitAny: answers are read as whoever is outside would.
  return { status: response.status, body: (response.status === 503 ? null : await response.json()) as any }
}

test('the Cloud API accepts only an approved template with the code in the text and in the button', async () => {
  whatsapp = await startWhatsapp({ token: 'EAA', phoneId: '1055' })
  const send = (message: unknown, token = 'EAA') => post('/1055/messages', `Bearer ${token}`, JSON.stringify(message))
  expect((await send(template)).body.messages).toEqual([{ id: 'wamid.1' }])
  expect(whatsapp.taken).toMatchObject([{ kind: 'cloud', to: '6281234567890', text: '482913' }])

  const withoutButton = { ...template, template: { ...template.template, components: [{ type: 'body', parameters }] } }
  const otherTemplate = { ...template, template: { ...template.template, name: 'promo' } }
  expect((await send({ ...template, type: 'text' })).body.error.code).toBe(100)
  expect((await send(withoutButton)).status).toBe(400)
  expect((await send(otherTemplate)).body.error.code).toBe(132001)
  expect((await send(template, 'other')).body.error.code).toBe(190)
  whatsapp.mood = 'refuses'
  expect(await send(template)).toMatchObject({ status: 400, body: { error: { code: 131026 } } })
  whatsapp.mood = 'fails'
  expect((await send(template)).status).toBe(503)
  expect([whatsapp.taken.length, whatsapp.count]).toEqual([1, 7])
})

test('Fonnte refuses a message with HTTP status 200', async () => {
  whatsapp = await startWhatsapp({ token: 'rahasia' })
  const form = new URLSearchParams({ target: '6281234567890', message: 'kode 482913', countryCode: '62' })
  expect(await post('/send', 'rahasia', form)).toMatchObject({ status: 200, body: { status: true } })
  expect(await post('/send', 'Bearer rahasia', form)).toMatchObject({ status: 200, body: { status: false, reason: 'invalid token' } })
  whatsapp.mood = 'refuses'
  expect(await post('/send', 'rahasia', form)).toMatchObject({ status: 200, body: { status: false } })
  expect(whatsapp.taken).toMatchObject([{ kind: 'fonnte', to: '6281234567890', text: 'kode 482913' }])
})
