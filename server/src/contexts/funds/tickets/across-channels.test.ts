import { type GatewaySimulator, startGateway } from '@lapak/simulators/gateway'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Answer, Json, TestApp, TestMember } from '../../../../test/app.ts'
import { BankInstance, type Ticket } from '../../../../test/bank-instance.ts'

/** A member may pay by another channel than that of its ticket, whose receipt an administrator then takes for the money of the ticket. */
const keys = { secretKey: 'xnd_test_3', callbackToken: 'token-of-callbacks' }
const [va, qris] = [7, 8]

let provider: GatewaySimulator
let instance: BankInstance
let app: TestApp
let member: TestMember

beforeAll(async () => {
  provider = await startGateway(keys)
  instance = await BankInstance.start({
    GATEWAY: 'xendit',
    XENDIT_SECRET_KEY: keys.secretKey,
    XENDIT_CALLBACK_TOKEN: keys.callbackToken,
    XENDIT_URL: provider.url,
  })
  app = instance.app
  provider.shop = app.url
})

afterAll(async () => {
  await instance?.stop()
  await provider?.close()
})

beforeEach(async () => {
  member = await instance.member()
})

const approve = ({ id }: Ticket, seen?: string): Promise<Answer> =>
  app.call('POST', '/api/admin/v1/payment/tiket/approve', {
    token: instance.admin.token,
    body: { id, description: 'Bukti dari member', beside: seen },
  })
const assign = (money: number | bigint, notticket?: string): Promise<Answer> =>
  instance.asAdmin(
    'POST',
    `unmatched/${money}/assign`,
    { owner: { memberid: Number(member.id) }, description: 'Uang member', notticket },
    instance.second,
  )
const detail = async ({ id }: Ticket): Promise<Json> =>
  (await app.call('GET', `/api/admin/v1/payment/tiket/${id}`, { token: instance.admin.token })).body.data

/** The reference of the member's virtual account. */
async function account(): Promise<string> {
  const accounts = async () => (await app.call('GET', '/api/v1/payment/va', { token: member.token })).body.data
  await expect.poll(async () => (await accounts())[0]?.nova).toMatch(/^26215/)
  const ask = app.db.read.selectFrom('payment_request').select('reference').where('member_id', '=', member.id).where('kind', '=', 'va')
  return (await ask.executeTakeFirstOrThrow()).reference
}
const payment = (reference: string) =>
  app.db.read.selectFrom('gateway_payment').select(['id', 'state', 'top_up_id']).where('reference', '=', reference).executeTakeFirst()
const settled = (reference: string) => expect.poll(async () => (await payment(reference))?.state ?? 'new').not.toBe('new')

describe.each([
  ['a virtual account', va],
  ['QRIS', qris],
])('a ticket of %s that is approved by hand without a payment', (_, method) => {
  test('is asked about before a transfer of its member is credited', async () => {
    const counted = await instance.ticketOf(member, 100_000, method)
    expect((await approve(counted)).status).toBe(200)
    const row = await instance.paid(100_000)
    expect((await assign(row.unmatched)).body).toMatchObject({ code: 'ticket.perhaps_counted', tiket: counted.invoice })
    expect(await app.balance(member)).toBe(100_000n)
    expect((await assign(row.unmatched, counted.invoice)).status).toBe(200)
    await instance.booksHold()
  })

  test('asks about a transfer that was credited to its member before, and shows it', async () => {
    const row = await instance.paid(100_000)
    const { invoice } = (await assign(row.unmatched)).body.data
    const ticket = await instance.ticketOf(member, 100_000, method)
    expect(await detail(ticket)).toHaveProperty('beside', { invoice, amount: 100_000 })
    expect((await approve(ticket)).body).toMatchObject({ code: 'ticket.payment_beside', tiket: invoice })
    expect(await app.balance(member)).toBe(100_000n)
    expect((await approve(ticket, invoice)).status).toBe(200)
    await instance.booksHold()
  })
})

describe('a transfer ticket that is approved by hand without a row', () => {
  test('asks about a payment to the virtual account of its member', async () => {
    const reference = await account()
    await provider.pay(reference, { amount: 100_000 })
    await settled(reference)
    const ticket = await instance.ticketOf(member, 100_000)
    const refused = await approve(ticket)
    expect(refused.body).toMatchObject({ code: 'ticket.payment_beside' })
    expect((await approve(ticket, refused.body.tiket)).status).toBe(200)
    await instance.booksHold()
  })

  test('keeps a payment to the virtual account that was made before from being credited by itself, and is asked about', async () => {
    const reference = await account()
    const counted = await instance.ticketOf(member, 100_000)
    await provider.pay(reference, { amount: 100_000, callbacks: 0 })
    expect((await approve(counted)).status).toBe(200)
    await provider.sendCallback(reference)
    await settled(reference)
    expect(await app.balance(member)).toBe(BigInt(counted.nominal))
    const paid = await payment(reference)
    const { id } = await app.db.read
      .selectFrom('suspense_item')
      .select('id')
      .where('gateway_payment_id', '=', paid?.id ?? 0n)
      .executeTakeFirstOrThrow()
    expect((await assign(id)).body).toMatchObject({ code: 'ticket.perhaps_counted', tiket: counted.invoice })
    await instance.booksHold()
  })

  test('does not keep a payment to the virtual account from being credited once a row shows its own money', async () => {
    const reference = await account()
    const ticket = await instance.ticketOf(member, 100_000)
    await provider.pay(reference, { amount: 100_000, callbacks: 0 })
    expect((await approve(ticket)).status).toBe(200)
    expect(await instance.paid(ticket.nominal)).toMatchObject({ status: 'deposit', invoice: ticket.invoice })
    await provider.sendCallback(reference)
    await settled(reference)
    expect(await payment(reference)).toMatchObject({ state: 'credited' })
    expect(await app.balance(member)).toBe(BigInt(ticket.nominal) + 100_000n)
    await instance.booksHold()
  })

  test('and a payment to the virtual account at the same time credit the member once', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      member = await instance.member()
      const reference = await account()
      const ticket = await instance.ticketOf(member, 100_000)
      const both = [() => approve(ticket), () => provider.pay(reference, { amount: 100_000 })]
      await Promise.all((turn % 2 === 0 ? both : both.toReversed()).map((word) => word()))
      await settled(reference)
      expect([100_000n, BigInt(ticket.nominal)]).toContain(await app.balance(member))
    }
    await instance.booksHold()
  })
})
