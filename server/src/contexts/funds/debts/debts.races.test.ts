import { type GatewaySimulator, startGateway } from '@lapak/simulators/gateway'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Json, TestMember } from '../../../../test/app.ts'
import { liftCashOutLimits, makePayable, requestCashOut } from '../../../../test/cash-outs.ts'
import { lockedOut } from '../../../../test/locks.ts'
import { startMarket, type TestMarket } from '../../../../test/market.ts'
import { deposit } from '../../../../test/money.ts'
import { runJob } from '../../../../test/run-job.ts'

/** Debts that arise while money is leaving the balance, and the lock order of debts, tickets and wallets. */
let market: TestMarket
let provider: GatewaySimulator
let seller: TestMember
let account: number
let buyer: TestMember
let code: string
let ayu: TestMember
let bima: TestMember
let serial = 0

beforeAll(async () => {
  const [secretKey, callbackToken] = ['xnd_test_1', 'token-of-callbacks']
  provider = await startGateway({ secretKey, callbackToken })
  market = await startMarket({
    DATABASE_POOL: '6',
    GATEWAY: 'xendit',
    XENDIT_SECRET_KEY: secretKey,
    XENDIT_CALLBACK_TOKEN: callbackToken,
    XENDIT_URL: provider.url,
    XENDIT_DISBURSE: '1',
  })
  provider.shop = market.app.url
  await liftCashOutLimits(market.app)
  ayu = await market.app.member({ name: 'Ayu', roles: ['ROLE_ADMIN'] })
  bima = await market.app.member({ name: 'Bima', roles: ['ROLE_ADMIN'] })
})
afterAll(async () => {
  await market?.stop()
  await provider?.close()
})

beforeEach(async () => {
  serial += 1
  seller = (await market.addSeller()).seller
  account = await makePayable(market.app, seller)
  const product = await market.app.product({ code: `BALAP${serial}` })
  code = product.code
  buyer = await market.app.member({ balance: 2_000_000n })
  await market.app.map(buyer, await market.app.offer({ seller, product, price: 400_000n }))
})

const send = (who: TestMember, method: string, path: string, body?: unknown) => market.app.call(method, path, { token: who.token, body })
const done = async (answer: Promise<{ body: Json }>): Promise<Json> => {
  const { body } = await answer
  expect(body, body.msg).toMatchObject({ success: true })
  return body.data
}
const give = (amount: bigint) => market.app.db.transaction((tx) => deposit(tx, seller.id, amount))
const ask = async (amount: number, more: Json = {}) =>
  BigInt((await done(requestCashOut(market.app, seller, { id: account, amount, ...more }))).id)
const step = (id: bigint, to: number, description?: string) =>
  done(send(ayu, 'PATCH', `/api/admin/v1/payment/tiket/update/${id}/${to}`, description === undefined ? undefined : { description }))
const payOut = (id: bigint) => done(send(ayu, 'POST', `/api/admin/v1/payment/tiket/${id}/payout`, { description: 'Bayar pagi ini' }))
const refund = (id: number) =>
  done(send(ayu, 'PATCH', `/api/admin/v1/transaction/${id}/2`, { postdata: { description: 'Pulsa tidak masuk' } }))
const payoutOf = (id: bigint) => market.app.db.read.selectFrom('payout').selectAll().where('cash_out_id', '=', id).executeTakeFirst()
const stateOf = async (id: bigint) =>
  (await market.app.db.read.selectFrom('cash_out').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
const debt = async () =>
  (await market.app.db.read.selectFrom('seller_debt').select('amount').where('seller_id', '=', seller.id).executeTakeFirst())?.amount ?? 0n

async function sold(reffclient: string): Promise<number> {
  const { data } = await market.order(buyer, { productcode: code, target: `86${serial}${reffclient.length}7777`, reffclient })
  await market.app.settled(buyer, reffclient)
  return data.id
}

/** A payout of Rp 450.000 that waits to be sent, because the provider is unreachable when it is requested. */
async function waitsToBeSent(): Promise<bigint> {
  await give(100_000n)
  const id = await ask(450_000)
  await step(id, 1)
  await provider.goDown()
  await payOut(id)
  await expect.poll(async () => (await payoutOf(id))?.sends).toBe(1)
  await expect.poll(async () => (await payoutOf(id))?.state).toBe('new')
  return id
}

async function sendNow(): Promise<void> {
  await provider.comeUp()
  await market.app.tables
    .updateTable('payout')
    .set({ due_at: new Date(0) })
    .where('due_at', 'is not', null)
    .execute()
  await runJob(market.app, 'continue-payouts')
}

test('an unsent payout is not sent if its member has come to owe more than its balance', async () => {
  const sale = await sold('hutang')
  const id = await waitsToBeSent()
  await refund(sale)
  expect(await debt()).toBe(350_000n)
  await sendNow()
  await expect.poll(async () => (await payoutOf(id))?.state).not.toBe('new')
  expect(await payoutOf(id)).toMatchObject({ state: 'failed', sends: 1, failure: expect.stringContaining('Rp 350.000') })
  expect(provider.payout((await payoutOf(id))?.reference ?? '')).toBeUndefined()
  await step(id, 3, 'Ada hutang')
  expect([await market.app.balance(seller), await debt()]).toEqual([100_000n, 0n])
  await market.booksHold()
})

test('an unsent payout is not sent if a buyer has come to claim more than the balance', async () => {
  const idtrx = await sold('sengketa')
  const id = await waitsToBeSent()
  await done(send(buyer, 'POST', '/api/v1/disputes', { idtrx, reason: 'missing', msg: 'Pulsa belum masuk' }))
  await sendNow()
  await expect.poll(async () => (await payoutOf(id))?.state).toBe('failed')
  expect(await stateOf(id)).toBe(1)
})

test('an unsent payout is sent if its member owes nothing', async () => {
  await sold('lunas')
  const id = await waitsToBeSent()
  await sendNow()
  await expect.poll(async () => (await payoutOf(id))?.state).toBe('waits')
})

test('blocking a member locks its debt before its wallet, in the same order as refunds and sales', async () => {
  await refund(await sold('blokir'))
  await market.app.tables.transaction().execute(async (tx) => {
    await tx.selectFrom('seller_debt').select('amount').where('seller_id', '=', seller.id).forUpdate().executeTakeFirstOrThrow()
    const blocking = send(ayu, 'PATCH', '/api/admin/v1/user/member', {
      memberid: Number(seller.id),
      memberstatus: 0,
      reason: 'Banyak refund',
    })
    await lockedOut(market.app, 1)
    await tx.selectFrom('wallet').select('balance').where('member_id', '=', seller.id).forUpdate().noWait().execute()
    void blocking.catch(() => undefined)
  })
  await expect
    .poll(
      async () => (await market.app.db.read.selectFrom('member').select('status').where('id', '=', seller.id).executeTakeFirst())?.status,
    )
    .toBe(0)
})

test('closing an account locks its cash-out before the debt, in the same order as a return by the bank', async () => {
  await give(450_000n)
  const id = await ask(450_000, { kasus: 2 })
  await step(id, 1)
  await market.app.tables.transaction().execute(async (back) => {
    await market.app.tables.transaction().execute(async (held) => {
      await held.selectFrom('member').select('id').where('id', '=', seller.id).forNoKeyUpdate().execute()
      await done(send(bima, 'POST', '/api/admin/v1/payment/tiket/approve', { id: Number(id), description: 'Ref 1' }))
      await lockedOut(market.app, 1)
      await back.selectFrom('cash_out').select('id').where('id', '=', id).forUpdate().execute()
    })
    await lockedOut(market.app, 1)
    await sql`select from seller_debt where seller_id = ${seller.id} for update nowait`.execute(back)
  })
  await expect
    .poll(
      async () => (await market.app.db.read.selectFrom('member').select('status').where('id', '=', seller.id).executeTakeFirst())?.status,
    )
    .toBe(0)
})
