import { type GatewaySimulator, startGateway } from '@lapak/simulators/gateway'
import { sql } from 'kysely'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkLedger } from '#ledger/verification/verification.ts'
import { type Json, productionEnvironment, startTestApp, type TestApp, type TestMember, testPassword } from '../../../../test/app.ts'
import { signIn } from '../../../../test/client.ts'
import { runJob } from '../../../../test/run-job.ts'

const keys = { secretKey: 'xnd_test_1', callbackToken: 'token-of-callbacks' }

let provider: GatewaySimulator
let app: TestApp
let member: TestMember

beforeAll(async () => {
  provider = await startGateway(keys)
  app = await startTestApp({
    GATEWAY: 'xendit',
    XENDIT_SECRET_KEY: keys.secretKey,
    XENDIT_CALLBACK_TOKEN: keys.callbackToken,
    XENDIT_URL: provider.url,
  })
  provider.shop = app.url
})

afterAll(async () => {
  await app?.stop()
  await provider?.close()
})

beforeEach(async () => {
  provider.mood = 'answers'
  member = await app.member({ complete: true })
})

const invoiceAt = (at: TestApp, body: Json = { amount: 100_000 }) =>
  at.call('POST', '/api/v1/payment/invoice', { token: member.token, body })
const invoice = async (body?: Json): Promise<string> => (await invoiceAt(app, body)).body.data.invoice
const ticket = async (methode: number, jumlah = 100_000): Promise<string> =>
  (await app.call('POST', '/api/v1/payment/tiket', { token: member.token, body: { jumlah, methode } })).body.data.invoice
const read = async (number: string) => (await app.call('GET', `/api/v1/payment/tiket/${number}`, { token: member.token })).body.data
const accounts = async () => (await app.call('GET', '/api/v1/payment/va', { token: member.token })).body.data
const settled = () =>
  expect
    .poll(async () => (await app.db.read.selectFrom('gateway_payment').select('id').where('state', '=', 'new').execute()).length)
    .toBe(0)
const waiting = async () => (await app.db.read.selectFrom('suspense_item').select('amount').execute()).map(({ amount }) => amount)

/** Makes all payment requests due and runs the periodic job. */
async function watch() {
  await app.tables
    .updateTable('payment_request')
    .set({ due_at: new Date(0), updated_at: new Date(0) })
    .where('due_at', 'is not', null)
    .execute()
  await runJob(app, 'check-payment-provider')
}

describe('a card invoice', () => {
  test('is limited to a number per member and hour, over all sessions of the member and without QRIS', async () => {
    await app.setting('topup.invoicesPerHour', 2)
    try {
      for (const amount of [60_000, 60_000, 70_000]) expect((await invoiceAt(app, { amount })).status).toBe(200)
      const { access_token: token } = (await signIn(app, member.email, testPassword)).body
      const refused = await app.call('POST', '/api/v1/payment/invoice', { token, body: { amount: 80_000 } })
      expect(refused).toMatchObject({ status: 429, body: { code: 'rate.too_many' } })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500)
      expect(await ticket(8)).toMatch(/^TP-/)
      member = await app.member({ complete: true })
      expect((await invoiceAt(app, { amount: 80_000 })).status).toBe(200)
    } finally {
      await app.setting('topup.invoicesPerHour', 40)
    }
  })

  test("is paid on the provider's page and credited once by the callback [B-API-38, B-CONST-28]", async () => {
    const answer = await invoiceAt(app)
    expect(answer).toMatchObject({ status: 200, body: { success: true, data: { nominal: 100_000 } } })
    const { invoice: number, invoiceurl } = answer.body.data
    expect(invoiceurl).toContain(provider.url)
    expect(await read(number)).toMatchObject({ status: 1, methodid: 6, channel: 'card', bank: null, invoiceurl })
    expect(await provider.pay(number, { callbacks: 50 })).toEqual(Array(50).fill(200))
    await expect.poll(async () => (await read(number)).status).toBe(2)
    expect(await app.balance(member)).toBe(100_000n)
    expect(await read(number)).toMatchObject({ credited: 100_000, invoiceurl: null, endedreason: null })
    expect(await checkLedger(app.db)).toEqual([])
  })

  test('expires together with its ticket', async () => {
    for (const hours of [5, 48]) {
      await app.setting('topup.expireHours', hours)
      const number = await invoice({ amount: 100_000 + hours })
      const [page] = provider.opened(number)
      const left = new Date((await read(number)).expiresat).getTime() - (page?.expires.getTime() ?? 0)
      expect(Math.abs(left)).toBeLessThan(120_000)
    }
  })

  test('is not created a second time by a repeated request', async () => {
    const before = provider.asked
    const [first, second] = [await invoice(), await invoice()]
    expect(second).toBe(first)
    expect(provider.asked).toBe(before + 1)
  })

  test('is created once for fifty concurrent requests, and requests without an answer yet are told to try again', async () => {
    const before = provider.asked
    const answers = await Promise.all(Array.from({ length: 50 }, () => invoiceAt(app)))
    expect(provider.asked).toBe(before + 1)
    const outcomes = new Set(answers.map(({ status, body }) => (status === 200 ? body.data.invoiceurl : body.code)))
    outcomes.delete('gateway.no_answer')
    expect(outcomes.size).toBe(1)
  })

  test('is requested again after the provider was unreachable', async () => {
    await provider.goDown()
    const { body } = await invoiceAt(app)
    await provider.comeUp()
    expect(body).toMatchObject({ success: false, code: 'gateway.no_answer' })
    const { reference } = await app.db.read
      .selectFrom('payment_request')
      .select('reference')
      .where('member_id', '=', member.id)
      .executeTakeFirstOrThrow()
    await watch()
    await expect.poll(async () => (await read(reference)).invoiceurl).toContain(provider.url)
    expect(provider.opened(reference)).toHaveLength(1)
  })

  test('is credited by a query if its callback is lost', async () => {
    const number = await invoice()
    await provider.pay(number, { callbacks: 0 })
    await watch()
    await expect.poll(async () => (await read(number)).status).toBe(2)
    expect(await app.balance(member)).toBe(100_000n)
    const id = number.split('-').at(-1) ?? ''
    const noted = await app.db.read
      .selectFrom('audit')
      .select('event')
      .where('subject_kind', '=', 'deposit')
      .where('subject', '=', id)
      .execute()
    expect(
      noted.map(({ event }) => event),
      'it never ended unpaid',
    ).toEqual(['deposit.created', 'deposit.approved'])
  })

  test('is refused for a reference whose ticket was paid or expired', async () => {
    const named = (reffclient: string) => ({ amount: 100_000, reffclient })
    const [paid, out] = [await invoice(named('PAID')), await invoice(named('OUT'))]
    await provider.pay(paid)
    await settled()
    // The provider may report late that its payment page has expired.
    for (const number of [paid, out]) expect(await provider.expire(number)).toBe(200)
    expect((await invoiceAt(app, named('PAID'))).body).toMatchObject({ code: 'ticket.state', msg: 'Status tiket ini: sudah dibayar' })
    expect((await invoiceAt(app, named('OUT'))).body).toMatchObject({ code: 'ticket.state', msg: 'Status tiket ini: kedaluwarsa' })
    expect(await read(paid)).toMatchObject({ status: 2, credited: 100_000 })
  })

  test.each([99_999, 100_001])('is not credited if %d of 100000 are paid, and the payment becomes suspense money', async (amount) => {
    const number = await invoice()
    await provider.pay(number, { amount })
    await settled()
    expect(await read(number)).toMatchObject({ status: 1, waiting: amount })
    expect(await app.balance(member)).toBe(0n)
    expect(await waiting()).toContain(BigInt(amount))
    expect(await checkLedger(app.db)).toEqual([])
  })

  test('ends its ticket when it expires, but is still credited if it is paid after that', async () => {
    const number = await invoice()
    expect(await provider.expire(number)).toBe(200)
    expect((await read(number)).status).toBe(4)
    await provider.pay(number)
    await expect.poll(async () => (await read(number)).status).toBe(2)
    expect(await app.balance(member)).toBe(100_000n)
    expect(await checkLedger(app.db)).toEqual([])
  })

  test('is published as failed when it expires, but not when the member cancels it [B-MSG-17]', async () => {
    const socket = io(app.url, { transports: ['websocket'], forceNew: true })
    const heard: Json[] = []
    socket.on('tiket', (data) => heard.push(data))
    socket.on('connect', () => socket.emit('logon', { token: member.token, userid: Number(member.id) }))
    await new Promise((resolve) => socket.once('logonok', resolve))
    try {
      const [out, cancelled] = [await invoice({ amount: 61_000 }), await invoice({ amount: 62_000 })]
      await provider.expire(out)
      await app.tables
        .updateTable('top_up')
        .set({ created_at: sql<Date>`created_at - interval '3 days'` })
        .where('nominal', '=', 62_000n)
        .execute()
      expect((await app.call('DELETE', `/api/v1/payment/tiket/${cancelled}`, { token: member.token })).status).toBe(200)
      const ended = () => heard.filter(({ status }) => status === 4).map(({ invoice: number, failed }) => [number, failed])
      await expect.poll(ended).toEqual([
        [out, true],
        [cancelled, false],
      ])
    } finally {
      socket.disconnect()
    }
  })

  test('is found by its reference and not requested again after its answer was lost', async () => {
    provider.mood = 'loses'
    expect((await invoiceAt(app)).body).toMatchObject({ success: false, code: 'gateway.no_answer' })
    provider.mood = 'answers'
    expect((await invoiceAt(app)).body).toMatchObject({ success: false, code: 'gateway.no_answer' })
    await watch()
    const found = await app.db.read.selectFrom('payment_request').selectAll().where('member_id', '=', member.id).executeTakeFirstOrThrow()
    await expect.poll(async () => (await read(found.reference)).invoiceurl).toContain(provider.url)
    expect(provider.opened(found.reference)).toHaveLength(1)
  })

  test('is answered with advice to change the amount if the provider refuses it as a duplicate, and its ticket stays open [B-ERR-10]', async () => {
    provider.mood = 'duplicate'
    const refused = { status: 422, body: { success: false, code: 'gateway.duplicate', msg: 'Duplicate invoice, gunakan nominal lain' } }
    expect(await invoiceAt(app)).toMatchObject(refused)
    expect(await invoiceAt(app), 'while nobody has said what became of it').toMatchObject(refused)
    const { reference } = await app.db.read
      .selectFrom('payment_request')
      .select('reference')
      .where('member_id', '=', member.id)
      .executeTakeFirstOrThrow()
    expect((await read(reference)).status).toBe(1)
    provider.mood = 'answers'
    await watch()
    await expect.poll(async () => (await read(reference)).invoiceurl).toContain(provider.url)
    expect(await invoiceAt(app)).toMatchObject({ status: 200, body: { data: { invoice: reference } } })
  })

  test('does not leave an open ticket if the provider refuses it', async () => {
    provider.mood = 'refuses'
    expect((await invoiceAt(app)).body).toMatchObject({ code: 'gateway.refused' })
    const { state } = await app.db.read.selectFrom('top_up').select('state').where('member_id', '=', member.id).executeTakeFirstOrThrow()
    expect(state).toBe(4)
  })

  test.each([
    [{ amount: 49_999 }, 'deposit.too_small'],
    [{ amount: 1_000_000_001 }, 'deposit.too_large'],
  ])('is refused with %o [B-CONST-05]', async (body, code) => {
    expect((await invoiceAt(app, body)).body).toMatchObject({ success: false, code })
  })
})

describe('QRIS', () => {
  test('shows its code with the ticket a moment later, and is credited once by callback or query', async () => {
    const number = await ticket(8)
    await expect.poll(async () => (await read(number)).qr?.text).toMatch(/^000201/)
    expect((await read(number)).qr.picture).toMatch(/^data:image\/png;base64,/)
    await provider.pay(number, { callbacks: 50 })
    await watch()
    await settled()
    expect(await read(number)).toMatchObject({ status: 2, credited: 100_000 })
    expect(await app.balance(member)).toBe(100_000n)
  })

  test('is credited once if it is paid twice, and the second payment becomes suspense money', async () => {
    const number = await ticket(8, 77_000)
    await expect.poll(async () => (await read(number)).qr).not.toBe(null)
    await provider.pay(number)
    await provider.pay(number)
    await settled()
    expect(await app.balance(member)).toBe(77_000n)
    expect(await waiting()).toContain(77_000n)
    expect(await checkLedger(app.db)).toEqual([])
  })

  test('is limited to the national maximum for one QRIS payment', async () => {
    const body = { jumlah: 10_000_001, methode: 8 }
    expect((await app.call('POST', '/api/v1/payment/tiket', { token: member.token, body })).body).toMatchObject({
      code: 'deposit.too_large',
      msg: 'Paling banyak Rp 10.000.000 sekali topup',
    })
  })
})

describe('a member whose account is shut', () => {
  async function close({ id }: TestMember) {
    const { token } = await app.member({ roles: ['ROLE_ADMIN'] })
    const change = { memberid: Number(id), memberstatus: 0, reason: 'Pamit lewat telepon' }
    expect((await app.call('PATCH', '/api/admin/v1/user/member', { token, body: change })).body).toMatchObject({ success: true })
  }

  test('is not credited, and the payments of the member become suspense money', async () => {
    const number = await invoice({ amount: 123_000 })
    await provider.expire(number)
    await accounts()
    await expect.poll(async () => (await accounts())[0].nova).toMatch(/^26215/)
    const { reference } = await app.db.read
      .selectFrom('payment_request')
      .select('reference')
      .where('member_id', '=', member.id)
      .where('kind', '=', 'va')
      .executeTakeFirstOrThrow()
    await close(member)
    await provider.pay(number)
    await provider.pay(reference, { amount: 124_000 })
    await settled()
    expect(await waiting()).toEqual(expect.arrayContaining([123_000n, 124_000n]))
    expect(await app.balance(member)).toBe(0n)
    const { open } = await app.db.read
      .selectFrom('top_up')
      .select((eb) => eb.fn.countAll<bigint>().as('open'))
      .where('member_id', '=', member.id)
      .where('state', '<', 3)
      .executeTakeFirstOrThrow()
    expect(open).toBe(0n)
    expect(await checkLedger(app.db)).toEqual([])
  })
})

describe('a virtual account of a member', () => {
  test('is opened once, shown on the profile, and credits every payment [B-OPEN-68]', async () => {
    const before = provider.asked
    expect(await accounts()).toMatchObject([{ bank: 'BRI' }])
    await expect.poll(async () => (await accounts())[0].nova).toMatch(/^26215\d{10}$/)
    expect(provider.asked).toBe(before + 1)
    const [{ nova }] = await accounts()
    expect((await app.call('GET', '/api/v1/user', { token: member.token })).body.data.va).toEqual([{ bank: 'BRI', nova }])
    const { reference } = await app.db.read
      .selectFrom('payment_request')
      .select('reference')
      .where('account_no', '=', nova)
      .executeTakeFirstOrThrow()
    await provider.pay(reference, { amount: 12_345, callbacks: 50 })
    await expect.poll(() => app.balance(member)).toBe(12_345n)
    await provider.pay(reference, { amount: 12_345 })
    await expect.poll(() => app.balance(member)).toBe(24_690n)
    const row = app.db.read.selectFrom('payment_request').select(['state', 'due_at']).where('reference', '=', reference)
    expect(await row.executeTakeFirst(), 'it takes more').toEqual({ state: 'open', due_at: null })
    expect(await checkLedger(app.db)).toEqual([])
  })

  test('pays the open ticket of the received sum', async () => {
    const number = await ticket(7, 60_000)
    await expect.poll(async () => (await read(number)).vano).toMatch(/^26215/)
    const { reference } = await app.db.read
      .selectFrom('payment_request')
      .select('reference')
      .where('member_id', '=', member.id)
      .executeTakeFirstOrThrow()
    await provider.pay(reference, { amount: 60_000 })
    await expect.poll(async () => (await read(number)).status).toBe(2)
    expect(await app.balance(member)).toBe(60_000n)
  })

  test('has at most one open ticket per sum, because two could not be distinguished', async () => {
    const ask = (reffclient: string) =>
      app.call('POST', '/api/v1/payment/tiket', { token: member.token, body: { jumlah: 60_000, methode: 7, reffclient } })
    expect((await ask('A')).status).toBe(200)
    expect((await ask('B')).body).toMatchObject({ success: false, code: 'deposit.va_open' })
  })

  test('is available to members with a complete account only', async () => {
    const { token } = await app.member()
    expect((await app.call('GET', '/api/v1/payment/va', { token })).body).toMatchObject({ code: 'account.incomplete' })
  })
})

describe('a callback', () => {
  const send = (body: string, token: string, to = 'xendit') =>
    fetch(`${app.url}/public/gateway/${to}`, {
      method: 'POST',
      headers: { 'x-callback-token': token, 'content-type': 'application/json' },
      body,
    })

  test('is refused and audited if its sender is not the provider', async () => {
    const number = await invoice()
    const body = JSON.stringify({ id: 'forged', external_id: number, status: 'PAID', amount: 100_000, paid_amount: 100_000 })
    const answer = await send(body, 'another-token')
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ success: false, code: 'callback.not_proved' })
    expect((await read(number)).status).toBe(1)
    const noted = await app.db.read.selectFrom('audit').select('subject').where('event', '=', 'gateway.callback_refused').execute()
    expect(noted.length).toBeGreaterThan(0)
  })

  test('is answered with "not found" if its URL contains a provider that is not set up', async () => {
    expect((await send('{}', keys.callbackToken, 'midtrans')).status).toBe(404)
  })

  test.each(['', 'null', '[]', '{"external_id":7}', 'not JSON', '{"event":"qr.payment"}'])(
    'is answered and ignored with the body %j',
    async (body) => {
      const before = await app.db.read.selectFrom('gateway_payment').select('id').execute()
      expect((await send(body, keys.callbackToken)).status).toBe(200)
      expect(await app.db.read.selectFrom('gateway_payment').select('id').execute()).toEqual(before)
    },
  )

  test.each([
    { id: 'elsewhere', external_id: 'TP-ZZZ-1', status: 'PAID', amount: 5_000, paid_amount: 5_000 },
    { payment_id: 'elsewhere', callback_virtual_account_id: 'va-1', external_id: 'VA-ZZZ-1', account_number: '26215', amount: 5_000 },
  ])('is answered and books nothing if the payment is of another installation ($external_id)', async (body) => {
    expect((await send(JSON.stringify(body), keys.callbackToken)).status).toBe(200)
    const stored = await app.db.read.selectFrom('gateway_payment').select('id').where('provider_payment_id', '=', 'elsewhere').execute()
    expect(stored).toEqual([])
  })
})

test('production without a provider offers transfers only', async () => {
  const alone = await startTestApp(productionEnvironment, ['http'])
  try {
    member = await alone.member({ complete: true })
    expect((await invoiceAt(alone)).body).toMatchObject({ code: 'deposit.method_off', msg: 'Metode ini sedang tidak tersedia' })
    const ask = (methode: number) =>
      alone.call('POST', '/api/v1/payment/tiket', { token: member.token, body: { jumlah: 100_000, methode } })
    expect((await ask(7)).body).toMatchObject({ code: 'deposit.method_off' })
    expect((await ask(8)).body).toMatchObject({ code: 'deposit.method_off' })
    const { body } = await alone.call('GET', '/api/v1/payment/method', { token: member.token })
    expect(body.data.map(({ channel }: Json) => channel).filter((channel: string) => channel !== 'transfer')).toEqual([])
    expect((await fetch(`${alone.url}/dev/gateway`, { headers: { accept: 'application/json' } })).status).toBe(404)
  } finally {
    await alone.stop()
  }
})

describe('the sandbox', () => {
  let sandbox: TestApp
  beforeAll(async () => {
    sandbox = await startTestApp()
  })
  afterAll(() => sandbox?.stop())

  test('simulates the provider, and an invoice can be paid only on its page', async () => {
    member = await sandbox.member({ complete: true })
    const { invoice: number, invoiceurl } = (await invoiceAt(sandbox)).body.data
    expect(invoiceurl).toBe(`/dev/gateway/${number}`)
    const page = await fetch(sandbox.url + invoiceurl)
    expect(await page.text()).toContain('Rp 100.000')
    const press = (act: string) =>
      fetch(sandbox.url + invoiceurl, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ act, amount: '100000' }) })
    const failed = await press('failed')
    expect([failed.status, failed.headers.get('location')]).toEqual([303, '/paymenttopup/failure'])
    expect(await sandbox.balance(member)).toBe(0n)
    expect((await press('twice')).headers.get('location')).toBe('/paymenttopup/success')
    await expect.poll(() => sandbox.balance(member)).toBe(100_000n)
    await expect.poll(async () => (await sandbox.db.read.selectFrom('suspense_item').select('amount').execute()).length).toBe(1)
    const forged = await fetch(`${sandbox.url}/public/gateway/sandbox`, { method: 'POST', headers: { 'x-callback-token': '' }, body: '{}' })
    expect(forged.status).toBe(401)
    expect(await checkLedger(sandbox.db)).toEqual([])
  })

  test('does not accept a payment on the page of an expired ticket', async () => {
    member = await sandbox.member({ complete: true })
    const { invoice: number, invoiceurl } = (await invoiceAt(sandbox)).body.data
    await sandbox.tables
      .updateTable('top_up')
      .set({ expires_at: new Date(0) })
      .where('member_id', '=', member.id)
      .execute()
    const body = new URLSearchParams({ act: 'paid', amount: '100000' })
    const paid = await fetch(sandbox.url + invoiceurl, { method: 'POST', redirect: 'manual', body })
    expect(paid.headers.get('location')).toBe('/paymenttopup/failure')
    const { body: shown } = await sandbox.call('GET', `/api/v1/payment/tiket/${number}`, { token: member.token })
    expect(shown.data).toMatchObject({ status: 4, endedreason: 'Kedaluwarsa di penyedia pembayaran' })
  })
})
