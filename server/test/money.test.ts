import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#db/db.ts'
import type { Json, TestMember } from './app.ts'
import { liftCashOutLimits, makePayable, requestCashOut } from './cash-outs.ts'
import {
  askCashOut,
  askTopUp,
  cancelTopUp,
  deposit,
  endTopUp,
  formerAdministrators,
  payCashOut,
  payOut,
  processCashOut,
  rejectCashOut,
  returnCashOut,
} from './money.ts'
import { PayoutInstance } from './payout-instance.ts'
import { runJob } from './run-job.ts'

/** The functions of money.ts write the rows that the calls of members and administrators write. */

let instance: PayoutInstance
/** The members of these rows by their ids: those who decide, in the functions and in the calls, and the owners of the money. */
const people = new Map<string, string>()

beforeAll(async () => {
  instance = await PayoutInstance.start()
  const { app, ayu, bima } = instance
  await liftCashOutLimits(app)
  await app.setting('topup.cancelAfterHours', 0)
  await app.tables.updateTable('payment_method').set({ account_no: '8810012345' }).where('channel', '=', 'transfer').execute()
  const [first, second] = await book(formerAdministrators)
  for (const id of [ayu.id, first]) people.set(String(id), 'the first administrator')
  for (const id of [bima.id, second]) people.set(String(id), 'the second administrator')
})

afterAll(() => instance?.stop())

const book = <T>(work: (tx: Tx) => Promise<T>) => instance.app.db.transaction(work)

/** What administrators write as reasons in the calls. */
const typed = ['Transfer BCA 12', 'Salah rekening', 'Bank mengembalikan', 'Bayar pagi ini']

/** The values of a row without its ids and times, so that equal rows of different tickets are equal. */
function withoutIds(row: Json, ticket: bigint): Json {
  const shown = (name: string, value: unknown): unknown => {
    if (value === null) return null
    if (value instanceof Date) return 'a time'
    if (name === 'code' || name === 'nominal') return 'a sum of its own'
    if (/(_by|member_id|actor_id|account_id|^member)$/.test(name)) return people.get(String(value)) ?? value
    if (name === 'provider_id' || (typeof value === 'string' && typed.includes(value))) return 'a text'
    if (typeof value === 'string')
      return value === 'Uji' && /reason|description/.test(name) ? 'a text' : value.replaceAll(`-${ticket}`, '-#')
    return typeof value === 'object' ? withoutIds(value, ticket) : value
  }
  const values = Object.entries(row).filter(([name]) => !['id', 'cash_out_id', 'set_id'].includes(name))
  return Object.fromEntries(values.map(([name, value]) => [name, shown(name, value)]))
}

/** Everything that is stored about a ticket. */
async function stored(table: 'top_up' | 'cash_out', id: bigint): Promise<Json> {
  const { read } = instance.app.db
  const kind = table === 'top_up' ? 'deposit' : 'cash_out'
  const rows = [
    await read.selectFrom(table).selectAll().where('id', '=', id).execute(),
    table === 'cash_out' ? await instance.payouts(id) : [],
    await read
      .selectFrom('audit')
      .select(['event', 'actor_id', 'before', 'after', 'reason'])
      .where('subject_kind', '=', kind)
      .where('subject', '=', String(id))
      .orderBy('id')
      .execute(),
    await read
      .selectFrom('entry')
      .select(['event', 'leg', 'account_id', 'amount'])
      .where('reference', '=', id)
      .where(sql<boolean>`event::text like ${`${kind}.%`}`)
      .orderBy('set_id')
      .orderBy('leg')
      .execute(),
  ]
  return rows.map((some) => some.map((row) => withoutIds(row, id)))
}

async function owner(): Promise<TestMember> {
  const who = await instance.app.member({ roles: ['ROLE_SELLER'], balance: 500_000n })
  people.set(String(who.id), 'the owner')
  return who
}

async function requested(who: TestMember): Promise<bigint> {
  const { app } = instance
  const account = await makePayable(app, who)
  const ofHelper = { bank_code: '04', account_no: '1234567890', account_name: 'Uji' }
  await app.tables.updateTable('bank_account').set(ofHelper).where('id', '=', BigInt(account)).execute()
  const { body } = await requestCashOut(app, who, { id: account, amount: 150_000 })
  return BigInt(body.data.id)
}

const process = (id: bigint) => instance.send('PATCH', `update/${id}/1`, {})
async function atProvider(id: bigint): Promise<{ id: bigint; reference: string }> {
  await process(id)
  await instance.payOut(id, { by: instance.bima })
  await instance.became(id, 'waits')
  return { id, reference: await instance.referenceOf(id) }
}

interface Way {
  name: string
  byFunctions: (tx: Tx, id: bigint) => Promise<unknown>
  byCalls: (id: bigint, who: TestMember) => Promise<unknown>
}

const cashOuts: Way[] = [
  { name: 'requested', byFunctions: () => Promise.resolve(), byCalls: () => Promise.resolve() },
  { name: 'processed', byFunctions: processCashOut, byCalls: process },
  { name: 'rejected', byFunctions: rejectCashOut, byCalls: (id) => instance.reject(id) },
  {
    name: 'rejected after its processing',
    byFunctions: (tx, id) => processCashOut(tx, id).then(() => rejectCashOut(tx, id)),
    byCalls: (id) => process(id).then(() => instance.reject(id)),
  },
  {
    name: 'withdrawn',
    byFunctions: (tx, id) => rejectCashOut(tx, id, 4),
    byCalls: (id, { token }) => instance.app.call('DELETE', `/api/v1/seller/cashout/${id}`, { token }),
  },
  { name: 'paid by hand', byFunctions: payCashOut, byCalls: (id) => process(id).then(() => instance.approve(id)) },
  {
    name: 'returned by the bank',
    byFunctions: (tx, id) => payCashOut(tx, id).then(() => returnCashOut(tx, id)),
    byCalls: async (id) => {
      await process(id)
      await instance.approve(id)
      await instance.giveBack(id)
    },
  },
  { name: 'waiting at the provider', byFunctions: (tx, id) => payOut(tx, id, 'waits'), byCalls: atProvider },
  {
    name: 'paid by the provider',
    byFunctions: (tx, id) => payOut(tx, id, 'succeeded'),
    byCalls: async (id) => instance.ends(await atProvider(id), 'SUCCEEDED'),
  },
  {
    name: 'returned by the provider',
    byFunctions: (tx, id) => payOut(tx, id, 'succeeded').then(() => returnCashOut(tx, id)),
    byCalls: async (id) => {
      const taken = await atProvider(id)
      await instance.ends(taken, 'SUCCEEDED')
      await instance.ends(taken, 'REVERSED')
    },
  },
]

test.each(cashOuts.map((way) => [way.name, way] as const))(
  'a cash-out that a test makes %s has the rows of one that is so by calls',
  async (_, way) => {
    const { id: member } = await owner()
    const made = await book(async (tx) => {
      const id = await askCashOut(tx, member, 150_000n)
      await way.byFunctions(tx, id)
      return id
    })
    const who = await owner()
    const called = await requested(who)
    await way.byCalls(called, who)
    expect(await stored('cash_out', made)).toEqual(await stored('cash_out', called))
    await instance.booksHold()
  },
)

async function opened({ token }: TestMember): Promise<{ id: bigint; invoice: string; nominal: bigint }> {
  const { body } = await instance.app.call('POST', '/api/v1/payment/tiket', { token, body: { jumlah: 100_000, methode: 1 } })
  const { invoice, nominal } = body.data
  return { id: BigInt(invoice.split('-').at(-1)), invoice, nominal: BigInt(nominal) }
}

const payer = async (): Promise<TestMember> => {
  const who = await instance.app.member({ complete: true })
  people.set(String(who.id), 'the owner')
  return who
}

/** Expires the ticket, as its time passes. */
async function expire(id: bigint) {
  await instance.app.tables
    .updateTable('top_up')
    .set({ expires_at: new Date(0) })
    .where('id', '=', id)
    .execute()
  await runJob(instance.app, 'expire-top-ups')
}

const ends = ['rejected', 'cancelled', 'expired', 'open'] as const
test.each(ends)('a top-up that a test makes %s has the rows of one that is so by calls', async (end) => {
  const [who, other] = [await payer(), await payer()]
  const called = await opened(other)
  const code = Number(called.nominal % 1000n)
  const made = await askTopUp(instance.app.tables, who.id, { code: code === 1 ? 2 : code - 1 })
  if (end !== 'open') await endTopUp(instance.app.tables, made, end)
  if (end === 'rejected') await instance.reject(called.id)
  else if (end === 'expired') await expire(called.id)
  else if (end === 'cancelled') await instance.app.call('DELETE', `/api/v1/payment/tiket/${called.invoice}`, { token: other.token })
  expect(await stored('top_up', made)).toEqual(await stored('top_up', called.id))
})

test.each(['approved', 'taken back'])('a top-up that a test makes %s has the rows of one that is so by calls', async (end) => {
  const [{ id: member }, who] = [await payer(), await payer()]
  const called = await opened(who)
  await instance.approve(called.id, instance.ayu)
  const made = await book((tx) => deposit(tx, member, called.nominal, { how: 'admin' }))
  if (end === 'taken back') {
    await book((tx) => cancelTopUp(tx, made))
    await instance.giveBack(called.id)
  }
  // What the member asked for; the function has a ticket for exactly the money that came.
  const asked = { account_no: '', account_name: '', amount: 0n, expires_at: null }
  const [[row], , audit, entries] = await stored('top_up', made)
  const [[same], , [, ...lines], others] = await stored('top_up', called.id)
  expect([{ ...row, ...asked }, audit, entries]).toEqual([{ ...same, ...asked }, lines, others])
  await instance.booksHold()
})
