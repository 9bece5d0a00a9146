import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jakartaDayOf, startOfJakartaDay } from '#shared/clock.ts'
import type { Json, TestMember } from '../../../../test/app.ts'
import { correctCash, deposit, strayAtProvider, transferCash } from '../../../../test/money.ts'
import { comparedDayAgo, moveEntriesToYesterday, withinOneDay } from '../../../../test/one-day.ts'
import { PayoutInstance } from '../../../../test/payout-instance.ts'
import { runJob } from '../../../../test/run-job.ts'

await withinOneDay()

/** What the books have in the cash account of the payment provider, and the provider does not. */

const dayMs = 86_400_000
const yesterday = comparedDayAgo(1)
const noon = new Date(startOfJakartaDay(yesterday).getTime() + dayMs / 2).toISOString()

describe.each<[string, Record<string, string>]>([
  ['in an account of its own', {}],
  ['in an account that is shared with other installations', { XENDIT_SHARED_WITH: '00FF' }],
])('%s', (_, configured) => {
  let instance: PayoutInstance
  let member: TestMember
  /** Invoices of a virtual account: approved although nothing was paid, and although its payment was not reported. */
  let unpaid: string
  let unreported: string
  let account: string

  beforeAll(async () => {
    instance = await PayoutInstance.start(configured)
    const { app } = instance
    await app.setting('reconciliation.lookBackDays', 8)
  })
  afterAll(() => instance?.stop())

  async function bookAndCompare(): Promise<void> {
    const { app } = instance
    member = await app.member({ name: 'Budi', complete: true })
    await app.db.transaction((tx) => deposit(tx, member.id, 900_000n, { bank: '06' }))
    ;[unpaid, unreported] = [await approvedByHand(300_000), await approvedByHand(150_000)]
    account = (
      await app.db.read.selectFrom('payment_request').select('reference').where('member_id', '=', member.id).executeTakeFirstOrThrow()
    ).reference
    const book = (path: string, body: Json) =>
      app.call('POST', `/api/admin/v1/accounts/${path}`, { token: instance.ayu.token, body: { ...body, reason: 'Sesuai dasbor' } })
    const answers = [
      await book('transfer', { idsumber: '06', idtujuan: '01', jumlah: 200_000 }),
      await book('transfer', { idsumber: '06', idtujuan: '01', jumlah: 40_000 }),
      await book('transfer', { idsumber: '06', idtujuan: '01', jumlah: 45_000 }),
      await book('correction', { code: '06', kind: 'rounding', jumlah: -70_000 }),
      await book('correction', { code: '06', kind: 'gateway_cost', jumlah: -5_000 }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const stray = await app.db.transaction((tx) => strayAtProvider(tx, 60_000n))
    const release = { token: instance.ayu.token, body: { reason: 'Bukan urusan kita' } }
    expect((await app.call('POST', `/api/admin/v1/bank/unmatched/${stray}/explain`, release)).status).toBe(200)
    await lostPayout()
    await everythingWasYesterday()
    const { provider } = instance
    provider.addTransaction({ reference_id: account, amount: 150_000, created: noon })
    provider.addTransaction({ reference_id: 'uji', amount: 60_000, created: noon })
    const withdrawal = { type: 'WITHDRAWAL', cashflow: 'MONEY_OUT', created: noon } as const
    provider.addTransaction({ ...withdrawal, reference_id: 'WD-1', amount: 40_000 })
    provider.addTransaction({ ...withdrawal, reference_id: 'WD-2', amount: 45_000, status: 'PENDING' })
    await runJob(app, 'reconcile-provider')
  }

  async function approvedByHand(jumlah: number): Promise<string> {
    const { app } = instance
    const { body } = await app.call('POST', '/api/v1/payment/tiket', { token: member.token, body: { jumlah, methode: 7 } })
    const id = Number(body.data.invoice.split('-').at(-1))
    expect((await instance.approve(BigInt(id), instance.ayu)).status).toBe(200)
    return body.data.invoice
  }

  /** A payout that failed and that the provider calls paid; an administrator booked the loss. */
  async function lostPayout(): Promise<void> {
    const taken = await instance.ended(await instance.app.member({ complete: true }), 'FAILED')
    const listed = instance.provider.transactions.find(({ reference_id }) => reference_id === taken.reference)
    Object.assign(listed ?? {}, { status: 'SUCCESS', created: noon })
    await instance.app.db.transaction((tx) => correctCash(tx, '06', 'loss', -150_000n))
  }

  /** The sums of the days are not stored yet. */
  async function everythingWasYesterday(): Promise<void> {
    await instance.app.tables.transaction().execute(async (tx) => {
      const run = (text: string) => sql.raw(text).execute(tx)
      await run('alter table entry disable trigger user')
      for (const [table, column] of [
        ['entry', 'at'],
        ['top_up', 'created_at'],
        ['top_up', 'approved_at'],
        ['payout', 'created_at'],
        ['payout', 'updated_at'],
        ['gateway_payment', 'created_at'],
      ])
        await run(`update ${table} set ${column} = ${column} - interval '25 hours'`)
      await run('alter table entry enable trigger user')
    })
  }

  const differences = async (query = 'kind=not_at_provider'): Promise<Json[]> => {
    const path = `/api/admin/v1/reconciliation/differences?scope=provider&size=100&${query}`
    const { body } = await instance.app.call('GET', path, { token: instance.ayu.token })
    return body.data.content.toSorted((one: Json, other: Json) => one.ours - other.ours)
  }

  test('a transfer, a correction, released money and a top-up approved without a payment are not at the provider', async () => {
    await bookAndCompare()
    const all = { theirs: null, hari: yesterday, still: true, name: 'Xendit' }
    expect(await differences()).toMatchObject([
      { ...all, ours: -200_000, reference: expect.stringMatching(/^transfer \d+$/), keterangan: 'Transfer kas' },
      { ...all, ours: -70_000, reference: expect.stringMatching(/^koreksi \d+$/), keterangan: 'Koreksi kas' },
      {
        ...all,
        ours: -60_000,
        reference: expect.stringMatching(/^dana masuk \d+$/),
        keterangan: 'Dana masuk dilepas sebagai bukan urusan Lapak',
      },
      { ...all, ours: 300_000, reference: unpaid, keterangan: `Topup ${unpaid}, disetujui admin` },
    ])
    expect(await differences(`search=${unreported}`)).toEqual([])
  })

  test('what the provider lists later is no difference any more', async () => {
    instance.provider.addTransaction({ reference_id: account, amount: 300_000, created: noon })
    instance.provider.addTransaction({ type: 'WITHDRAWAL', cashflow: 'MONEY_OUT', reference_id: 'WD-3', amount: 200_000, created: noon })
    await runJob(instance.app, 'reconcile-provider')
    const left = (await differences()).filter(({ still }) => still)
    expect(left.map(({ ours }) => ours)).toEqual([-70_000, -60_000])
  })
})

test('what was booked before the days of the record is no difference', async () => {
  const instance = await PayoutInstance.start()
  try {
    const { app } = instance
    await app.setting('reconciliation.lookBackDays', 3)
    await app.db.transaction((tx) => correctCash(tx, '06', 'rounding', -70_000n))
    await moveEntriesToYesterday(app.tables)
    await runJob(app, 'reconcile-provider')
    const { body } = await app.call('GET', '/api/admin/v1/reconciliation/differences?scope=provider', { token: instance.ayu.token })
    expect(body.data.content.filter(({ kind }: Json) => kind === 'not_at_provider')).toEqual([])
  } finally {
    await instance.stop()
  }
})

test('of settlements of one sum on many days, exactly the one that was not booked and the one that was booked twice are differences', async () => {
  const instance = await PayoutInstance.start()
  try {
    const { app, provider } = instance
    const days = 6
    await app.setting('reconciliation.lookBackDays', days)
    const at = (ago: number, hour: number) => new Date(startOfJakartaDay(comparedDayAgo(ago)).getTime() + hour * 3_600_000)
    const [unbooked, twice] = [61_000, 62_000]
    await sql`alter table entry disable trigger user`.execute(app.tables)
    await sql`update entry set at = at - interval '20 days'`.execute(app.tables)
    const book = async (sum: number, ago: number, hour: number) => {
      const id = await app.db.transaction((tx) => transferCash(tx, '06', '01', BigInt(sum)))
      await sql`update entry set at = ${at(ago, hour)} where event = 'cash.transferred' and reference = ${id}`.execute(app.tables)
      return id
    }
    // The provider's record begins later than the books.
    for (let ago = days + 3; ago > 0; ago -= 1) {
      if (ago !== 3) await book(unbooked, ago, 15)
      await book(twice, ago, 15)
    }
    const second = await book(twice, 1, 16)
    await sql`alter table entry enable trigger user`.execute(app.tables)
    for (let ago = days; ago > 0; ago -= 1)
      for (const amount of [unbooked, twice])
        provider.addTransaction({
          type: 'WITHDRAWAL',
          cashflow: 'MONEY_OUT',
          reference_id: `WD-${amount}-${ago}`,
          amount,
          created: at(ago, 10).toISOString(),
        })
    await runJob(app, 'reconcile-provider')
    const path = '/api/admin/v1/reconciliation/differences?scope=provider&size=100&sort=hari,ASC'
    const { body } = await app.call('GET', path, { token: instance.ayu.token })
    expect(body.data.content.filter(({ kind }: Json) => kind !== 'provider_balance')).toMatchObject([
      { kind: 'not_in_books', hari: jakartaDayOf(at(3, 10)), keterangan: `Penarikan saldo ke bank WD-${unbooked}-3`, theirs: -unbooked },
      { kind: 'not_at_provider', hari: jakartaDayOf(at(1, 16)), reference: `transfer ${second}`, ours: -twice },
    ])
  } finally {
    await instance.stop()
  }
})
