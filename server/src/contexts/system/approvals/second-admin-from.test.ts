import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Json, startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'

/** The defaults of the settings that require a second administrator, and when they apply. Each test continues from the previous one. */
let app: TestApp
let first: TestMember
let second: TestMember
let payer: TestMember
beforeAll(async () => {
  app = await startTestApp({}, ['http'])
  first = await app.member({ name: 'Ayu', roles: ['ROLE_ADMIN'] })
  payer = await app.member({ complete: true })
  const account = { account_no: '8810012345', account_name: 'PT LAPAK' }
  await app.tables.updateTable('payment_method').set(account).where('channel', '=', 'transfer').execute()
})
afterAll(() => app?.stop())

const send = async (who: TestMember, method: string, path: string, body?: unknown): Promise<Json> =>
  (await app.call(method, path, { token: who.token, body })).body

async function approve(jumlah: number): Promise<string> {
  const ticket = await send(payer, 'POST', '/api/v1/payment/tiket', { jumlah, methode: 1, methodetext: 'BCA' })
  const id = Number(ticket.data.invoice.split('-').at(-1))
  return (await send(first, 'POST', '/api/admin/v1/payment/tiket/approve', { id, description: 'Mutasi 123' })).msg
}

const rule = 'money.secondAdminFrom'
async function setTo(value: number): Promise<string> {
  const rules = (await send(first, 'GET', '/api/admin/v1/settings')).data
  const { version } = rules.find(({ name }: Json) => name === rule)
  const { msg } = await send(first, 'PATCH', `/api/admin/v1/settings/${rule}`, { value, version, reason: 'Sesuai kebijakan' })
  await app.lapak.refresh()
  return msg
}

const waits = 'Menunggu admin kedua'
const approved = 'Approve Ok!'

test('a single administrator may approve an amount above the default without a second administrator', async () => {
  expect(await approve(25_000_000)).toBe(approved)
})

test('with two administrators, amounts above the default require the second administrator, and smaller amounts do not', async () => {
  second = await app.member({ name: 'Bima', roles: ['ROLE_ADMIN'] })
  expect(await approve(25_000_000)).toBe(waits)
  expect(await approve(1_000_000)).toBe(approved)
})
test('only two administrators together can switch off the default, which then no longer applies', async () => {
  expect(await setTo(0)).toBe(waits)
  expect(await approve(25_000_000)).toBe(waits)
  const { content } = (await send(second, 'GET', '/api/admin/v1/decisions?open=1')).data
  const asked = content.find(({ subject }: Json) => subject === rule)
  await send(second, 'POST', `/api/admin/v1/decisions/${asked.id}`, { yes: true, reason: 'Sudah saya periksa' })
  await app.lapak.refresh()
  expect(await approve(25_000_000)).toBe(approved)
})

test('a value that a single administrator sets also applies to the decisions of that administrator', async () => {
  const alone = await startTestApp({}, ['http'])
  const [kept, keptFirst, keptPayer] = [app, first, payer]
  try {
    app = alone
    first = await app.member({ name: 'Citra', roles: ['ROLE_ADMIN'] })
    payer = await app.member({ complete: true })
    const account = { account_no: '8810012345', account_name: 'PT LAPAK' }
    await app.tables.updateTable('payment_method').set(account).where('channel', '=', 'transfer').execute()
    expect(await setTo(2_000_000)).toBe('Aturan diperbarui')
    expect(await approve(25_000_000)).toBe(waits)
  } finally {
    await alone.stop()
    ;[app, first, payer] = [kept, keptFirst, keptPayer]
  }
})
