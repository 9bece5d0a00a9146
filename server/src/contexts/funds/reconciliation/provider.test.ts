import { differencesMax } from '@lapak/contract/funds/reconciliation'
import type { GatewayTransaction } from '@lapak/simulators/gateway'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startOfJakartaDay } from '#shared/clock.ts'
import { type Json, startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { correctCash, deposit, showRow, transferCash } from '../../../../test/money.ts'
import { comparedDayAgo, withinOneDay } from '../../../../test/one-day.ts'
import { PayoutInstance } from '../../../../test/payout-instance.ts'
import { runJob } from '../../../../test/run-job.ts'

await withinOneDay()

/** The payment provider's own record of transactions and balances is compared with the books of its cash account. */

const dayAgo = comparedDayAgo
const yesterday = dayAgo(1)
/** A time of that day, by default noon. */
const timeOf = (day: string, hours = 12) => new Date(startOfJakartaDay(day).getTime() + hours * 3_600_000)

let instance: PayoutInstance
let app: TestApp
let member: TestMember

beforeAll(async () => {
  instance = await PayoutInstance.start()
  app = instance.app
  await app.setting('reconciliation.lookBackDays', 3)
})
afterAll(() => instance?.stop())

beforeEach(async () => {
  const { provider } = instance
  provider.mood = 'answers'
  provider.shownTransactions = undefined
  member = await app.member({ complete: true })
  // Each test begins with a provider and a comparison that have seen nothing.
  provider.transactions.length = 0
  provider.fees = { payment: 0, payout: 0 }
  await app.tables.transaction().execute(async (tx) => {
    await sql`alter table provider_transaction disable trigger user`.execute(tx)
    await sql`delete from provider_transaction`.execute(tx)
    await sql`alter table provider_transaction enable trigger user`.execute(tx)
    await sql`delete from compared_provider_day`.execute(tx)
    await sql`delete from reconciliation_difference`.execute(tx)
    // What earlier tests moved is of a time that no comparison reaches.
    await sql`update gateway_payment set paid_at = now() - interval '1 year', created_at = now() - interval '1 year'`.execute(tx)
    await sql`update payout set updated_at = now() - interval '1 year'`.execute(tx)
    await sql`update cash_out set paid_at = now() - interval '1 year' where paid_at is not null`.execute(tx)
  })
  provider.openingBalance = 0
})

const reconcile = () => runJob(app, 'reconcile-provider')

/** The run of a scheduled job that fails at once. */
async function reconcileInVain(): Promise<void> {
  const { rows } = await sql<Json>`select id from graphile_worker.add_job('reconcile-provider', max_attempts => 1)`.execute(app.tables)
  const error = async () => {
    const { rows: jobs } = await sql<Json>`select last_error from graphile_worker._private_jobs where id = ${rows[0]?.id}`.execute(
      app.tables,
    )
    return jobs[0]?.last_error
  }
  await expect.poll(error).toMatch(/\d+ days of the payment provider could not be reconciled/)
}

async function differences(query = ''): Promise<Json[]> {
  const path = `/api/admin/v1/reconciliation/differences?scope=provider&sort=hari,ASC&${query}`
  return (await app.call('GET', path, { token: instance.ayu.token })).body.data.content
}

async function dayOf(day = yesterday): Promise<Json> {
  const path = `/api/admin/v1/reconciliation/provider?awal=${day}&akhir=${day}`
  return (await app.call('GET', path, { token: instance.ayu.token })).body.data.content[0]
}

/** A card payment, credited to its ticket. */
async function paid(amount: number, at = timeOf(yesterday)): Promise<string> {
  const { body } = await app.call('POST', '/api/v1/payment/invoice', { token: member.token, body: { amount } })
  const { invoice } = body.data
  await instance.provider.pay(invoice, { at })
  const state = async () => (await app.call('GET', `/api/v1/payment/tiket/${invoice}`, { token: member.token })).body.data.status
  await expect.poll(state).toBe(2)
  return invoice
}

/** A cash-out that the provider paid; both sides have it at this time. */
async function paidOut(at = timeOf(yesterday)): Promise<string> {
  const { id, reference } = await instance.underWay(member)
  await instance.ends({ id, reference }, 'SUCCEEDED')
  transactionOf(reference).created = at.toISOString()
  await app.tables.updateTable('payout').set({ created_at: at }).where('reference', '=', reference).execute()
  await app.tables.updateTable('cash_out').set({ paid_at: at }).where('id', '=', id).execute()
  return reference
}

function transactionOf(reference: string): GatewayTransaction {
  const one = instance.provider.transactions.find(({ reference_id }) => reference_id === reference)
  if (!one) throw new Error(`no transaction ${reference}`)
  return one
}

const stored = async () =>
  (await app.db.read.selectFrom('provider_transaction').select(['transaction_id', 'version', 'status']).orderBy('version').execute()).map(
    ({ transaction_id, version, status }) => `${transaction_id} ${version} ${status}`,
  )

describe('payments and payouts', () => {
  test('that both sides have are no difference', async () => {
    await paid(100_000)
    await paidOut()
    await reconcile()
    expect(await differences()).toEqual([])
    expect(await dayOf()).toMatchObject({
      diperiksa: true,
      transaksi: 2,
      masukpenyedia: 100_000,
      keluarpenyedia: 150_000,
      biayapenyedia: 0,
      terbuka: 0,
    })
  })

  test('that only the provider has are not in the books', async () => {
    const reference = await paid(120_000)
    instance.provider.addTransaction({ ...transactionOf(reference), id: 'txn_twice', created: timeOf(yesterday, 13).toISOString() })
    instance.provider.addTransaction({
      reference_id: 'dari-dashboard',
      amount: 70_000,
      cashflow: 'MONEY_OUT',
      type: 'DISBURSEMENT',
      created: timeOf(yesterday).toISOString(),
    })
    await reconcile()
    const found = (await differences()).toSorted((one, other) => one.theirs - other.theirs)
    expect(found).toMatchObject([
      {
        scope: 'provider',
        name: 'Xendit',
        bankcode: null,
        sellerid: null,
        hari: yesterday,
        kind: 'not_in_books',
        theirs: -70_000,
        ours: null,
      },
      { kind: 'not_in_books', reference: 'txn_twice', theirs: 120_000, ours: null, keterangan: `Pembayaran ${reference}` },
    ])
  })

  test('that only the books have are not at the provider', async () => {
    const [payment, payout] = [await paid(130_000), await paidOut()]
    instance.provider.transactions.length = 0
    await reconcile()
    // The day before is compared as well, so the provider cannot have them there.
    expect((await differences()).map(({ kind, ours, theirs, keterangan }) => ({ kind, ours, theirs, keterangan }))).toEqual(
      expect.arrayContaining([
        { kind: 'not_at_provider', ours: 130_000, theirs: null, keterangan: `Pembayaran ${payment}` },
        { kind: 'not_at_provider', ours: -150_000, theirs: null, keterangan: `Pembayaran penarikan ${payout}` },
      ]),
    )
    expect(await dayOf()).toMatchObject({ masukpenyedia: 0, keluarpenyedia: 0, terbuka: 2 })
  })

  test('of an administrator are ended by another one', async () => {
    member = await app.member({ complete: true, roles: ['ROLE_ADMIN'] })
    await paid(135_000)
    instance.provider.transactions.length = 0
    await reconcile()
    const [{ id }] = await differences()
    const end = (token: string) =>
      app.call('POST', `/api/admin/v1/reconciliation/differences/${id}/end`, { token, body: { reason: 'Sudah ditanyakan' } })
    expect(await end(member.token)).toMatchObject({ status: 422, body: { code: 'decision.own_money' } })
    expect((await end(instance.ayu.token)).status).toBe(200)
  })

  test('with another sum or a failure at the provider differ, and agree again once the provider changes them', async () => {
    const [payment, payout] = [await paid(140_000), await paidOut()]
    Object.assign(transactionOf(payment), { amount: 139_000, net_amount: 139_000 })
    transactionOf(payout).status = 'FAILED'
    await reconcile()
    expect((await differences()).map(({ kind, ours, theirs }) => ({ kind, ours, theirs }))).toEqual(
      expect.arrayContaining([
        { kind: 'amount', ours: 140_000, theirs: 139_000 },
        { kind: 'status', ours: -150_000, theirs: null },
      ]),
    )
    Object.assign(transactionOf(payment), { amount: 140_000, net_amount: 140_000 })
    transactionOf(payout).status = 'SUCCESS'
    await reconcile()
    expect(await differences('open=1')).toMatchObject([{ still: false }, { still: false }])
    const [{ id }] = await differences()
    const ended = await app.call('POST', `/api/admin/v1/reconciliation/differences/${id}/end`, {
      token: instance.ayu.token,
      body: { reason: 'Sudah cocok' },
    })
    expect(ended).toMatchObject({ status: 200, body: { data: { scope: 'provider', endedreason: 'Sudah cocok' } } })
  })

  test('that are pending are no difference, and are asked about again', async () => {
    const payout = await paidOut()
    transactionOf(payout).status = 'PENDING'
    await reconcile()
    expect(await differences()).toEqual([])
    const asked = instance.provider.transactionQuestions
    transactionOf(payout).status = 'SUCCESS'
    await reconcile()
    expect(instance.provider.transactionQuestions).toBe(asked + 1)
    await reconcile()
    expect(instance.provider.transactionQuestions, 'a day that is settled is not asked about again').toBe(asked + 1)
    expect((await stored()).map((row) => row.split(' ')[2])).toEqual(['pending', 'success'])
    expect(await differences()).toEqual([])
  })

  test('of one virtual account are compared one by one', async () => {
    await app.call('POST', '/api/v1/payment/tiket', { token: member.token, body: { jumlah: 50_000, methode: 7 } })
    const { reference } = await app.db.read
      .selectFrom('payment_request')
      .select('reference')
      .where('member_id', '=', member.id)
      .where('kind', '=', 'va')
      .executeTakeFirstOrThrow()
    await expect.poll(() => instance.provider.opened(reference).length).toBe(1)
    for (const hours of [1, 2, 23.99]) await instance.provider.pay(reference, { amount: 50_000, at: timeOf(yesterday, hours) })
    const waiting = () => app.db.read.selectFrom('gateway_payment').select('id').where('state', '=', 'new').execute()
    await expect.poll(async () => (await waiting()).length).toBe(0)
    // The provider lists the last one a little later, which is the next day.
    const last = instance.provider.transactions.at(-1)
    if (last) last.created = timeOf(yesterday, 24.1).toISOString()
    instance.provider.transactions.splice(0, 1)
    await reconcile()
    expect(await differences()).toMatchObject([{ kind: 'not_at_provider', ours: 50_000, keterangan: `Pembayaran ${reference}` }])
  })

  test('with a reference of another installation are not in the books, and the balance is compared', async () => {
    instance.provider.addTransaction({ reference_id: 'TP-0000-15', amount: 90_000, created: timeOf(yesterday).toISOString() })
    await paid(100_000)
    await reconcile()
    expect(await differences()).toMatchObject([{ kind: 'not_in_books', theirs: 90_000, keterangan: 'Pembayaran TP-0000-15' }])
    expect(await dayOf()).toMatchObject({ transaksi: 2, masukpenyedia: 190_000, sisa: 90_000 })
  })
})

describe('a settlement to a bank', () => {
  test('is not in the books until its transfer is booked', async () => {
    instance.provider.addTransaction({
      type: 'WITHDRAWAL',
      reference_id: 'WD-1',
      amount: 40_000,
      cashflow: 'MONEY_OUT',
      created: timeOf(yesterday, 20).toISOString(),
    })
    await reconcile()
    expect(await differences()).toMatchObject([
      { kind: 'not_in_books', theirs: -40_000, ours: null, keterangan: 'Penarikan saldo ke bank WD-1', still: true },
    ])
    await app.db.transaction((tx) => transferCash(tx, '06', '01', 40_000n))
    await reconcile()
    expect(await differences()).toMatchObject([{ kind: 'not_in_books', still: false }])
  })
})

describe('a withdrawal to a bank that nobody booked', () => {
  test('names the ticket that a bank row of its sum has paid meanwhile, and alerts administrators once', async () => {
    const at = timeOf(yesterday, 20)
    const [ticket, row] = await app.db.transaction(async (tx) => {
      const id = await deposit(tx, member.id, 100_457n, { how: 'statement' })
      return [id, await showRow(tx, '01', 100_457n, 'deposit', id, at)]
    })
    const withdrawal = { type: 'WITHDRAWAL', cashflow: 'MONEY_OUT', created: at.toISOString() } as const
    instance.provider.addTransaction({ ...withdrawal, reference_id: 'WD-7', amount: 100_457 })
    instance.provider.addTransaction({ ...withdrawal, reference_id: 'WD-8', amount: 70_000 })
    await reconcile()
    await reconcile()
    const found = await differences('kind=not_in_books')
    expect(found.find(({ theirs }) => theirs === -100_457)).toMatchObject({
      keterangan: expect.stringMatching(
        new RegExp(
          `^Penarikan saldo ke bank WD-7; mutasi ${row} di BCA sebesar Rp 100.457 menjadi tiket TP-.*-${ticket}, dan bisa uang kita`,
        ),
      ),
    })
    expect(found.find(({ theirs }) => theirs === -70_000)).toMatchObject({ keterangan: 'Penarikan saldo ke bank WD-8' })
    const { body } = await app.call('GET', '/api/v1/notifications?size=100', { token: instance.ayu.token })
    const alerts = body.data.content.filter(({ judul }: Json) => judul === 'Uang kita sendiri mungkin masuk tiket member')
    expect(alerts).toMatchObject([{ jml: 1 }])
    const events = await app.db.read.selectFrom('audit').select(['subject', 'after']).where('event', '=', 'statement.perhaps_own').execute()
    expect(events).toEqual([{ subject: String(row), after: { withdrawal: expect.stringMatching(/^txn_/), ticket: Number(ticket) } }])
  })
})

describe('fees', () => {
  test('are a difference that names the correction to book, until it is booked', async () => {
    instance.provider.fees = { payment: 4_000, payout: 2_500 }
    await paid(100_000, timeOf(dayAgo(2)))
    await paid(110_000)
    await reconcile()
    const fees = async () => (await differences('open=1&kind=fee')).map(({ hari, ours, theirs, still }) => ({ hari, ours, theirs, still }))
    expect(await fees()).toEqual([
      { hari: dayAgo(2), ours: null, theirs: -4_440, still: true },
      { hari: yesterday, ours: null, theirs: -4_440, still: true },
    ])
    expect((await differences('kind=fee'))[0].keterangan).toBe('Bukukan koreksi kas KARTU −Rp 4.440, jenis Biaya gateway')
    expect(await dayOf()).toMatchObject({ masukpenyedia: 110_000, biayapenyedia: 4_440 })
    const asked = instance.provider.transactionQuestions
    await app.db.transaction((tx) => correctCash(tx, '06', 'gateway_cost', -5_000n))
    await reconcile()
    // The oldest day is covered first, the next one in part.
    expect(await fees()).toEqual([
      { hari: dayAgo(2), ours: null, theirs: -4_440, still: false },
      { hari: yesterday, ours: null, theirs: -4_440, still: false },
      { hari: yesterday, ours: -560, theirs: -4_440, still: true },
    ])
    await app.db.transaction((tx) => correctCash(tx, '06', 'gateway_cost', -3_880n))
    await reconcile()
    expect(await differences('open=1&kind=fee')).toMatchObject([{ still: false }, { still: false }, { still: false }])
    expect(instance.provider.transactionQuestions, 'bookings need no answer of the provider').toBe(asked)
  })
})

describe('the balance', () => {
  test('is explained by fees, by money that is not settled, and by payments that are booked after midnight', async () => {
    instance.provider.fees = { payment: 4_000, payout: 0 }
    Object.assign(transactionOf(await paid(100_000)), { settlement_status: 'PENDING' })
    await paid(80_000)
    await reconcile()
    expect(await dayOf()).toMatchObject({ saldopenyedia: 75_560, saldobuku: 0, sisa: 0 })
    expect(await differences('kind=provider_balance')).toEqual([])
  })

  test('is a difference once, on the second day that ends with the same rest', async () => {
    await paid(100_000)
    instance.provider.openingBalance = -1_234.5
    await reconcile()
    expect(await differences('kind=provider_balance')).toMatchObject([{ hari: dayAgo(2), ours: 0, theirs: -1_234.5 }])
    expect(await dayOf()).toMatchObject({ sisa: -1_234.5 })
    instance.provider.openingBalance = 0
    await reconcile()
    expect(await differences('kind=provider_balance'), 'the balance of a day is asked for once').toMatchObject([{ still: true }])
  })
})

describe('the balance that falls every day', () => {
  test('is a difference every day, by the growth of what is missing two days in a row', async () => {
    await reconcile()
    for (const [day, rest] of [
      [dayAgo(3), -1_000],
      [dayAgo(2), -3_000],
      [yesterday, -5_000],
    ] as const)
      await sql`update compared_provider_day set rest = ${rest} where day = ${day}::date`.execute(app.tables)
    await reconcile()
    const found = (await differences('kind=provider_balance')).map(({ hari, ours, theirs, still }) => [hari, theirs - ours, still])
    expect(found).toEqual([
      [dayAgo(2), -1_000, true],
      [yesterday, -2_000, true],
    ])
    await sql`update compared_provider_day set rest = 0 where day = ${yesterday}::date`.execute(app.tables)
    await reconcile()
    expect((await differences('kind=provider_balance')).map(({ still }) => still)).toEqual([false, false])
  })
})

describe('an answer', () => {
  test('is stored once, however often the job runs, also concurrently and over several pages', async () => {
    for (let n = 0; n < 120; n += 1)
      instance.provider.addTransaction({ reference_id: `R-${n}`, amount: 1_000 + n, created: timeOf(yesterday, n / 6).toISOString() })
    const run = () => app.call('POST', '/api/admin/v1/reconciliation/run', { token: instance.ayu.token })
    await Promise.all([reconcile(), reconcile(), reconcile(), run(), run()])
    // A requested run begins after a second, so that requests are merged.
    const requested = async () =>
      (await sql`select from graphile_worker.jobs where task_identifier = 'reconcile-provider-now'`.execute(app.tables)).rows.length
    await expect.poll(requested).toBe(0)
    await reconcile()
    const rows = await stored()
    expect(rows).toHaveLength(120)
    expect(new Set(rows).size).toBe(120)
    expect(await dayOf()).toMatchObject({ transaksi: 120, terbuka: 120 })
    expect(await differences('size=200')).toHaveLength(120)
  })

  test('with very many differences lists the first of them, and counts the others', async () => {
    const known = sql<string>`(select provider from compared_provider_day limit 1)`
    await reconcile()
    await sql`
      insert into provider_transaction (provider, transaction_id, version, product_id, reference, type, direction, status, amount, fee, happened_at, seen_at)
      select ${known}, 'many_' || n, 1, '', '', 'REFUND', 'out', 'success', n, 0, ${timeOf(yesterday)}, now()
      from generate_series(1, ${differencesMax + 3}::integer) n`.execute(app.tables)
    await reconcile()
    expect(await dayOf()).toMatchObject({ transaksi: differencesMax + 3, terbuka: differencesMax, belumdidaftar: 3 })
  })

  test.each<[string, (shown: (fields: object) => object) => unknown]>([
    ['is no list', () => ({ result: 'ok' })],
    ['has another currency', (row) => ({ has_more: false, data: [row({ currency: 'USD' })] })],
    ['has an unknown status', (row) => ({ has_more: false, data: [row({ status: 'MAYBE' })] })],
    ['has an unreadable sum', (row) => ({ has_more: false, data: [row({ amount: 'banyak' })] })],
    ['has an unreadable fee', (row) => ({ has_more: false, data: [row({ fee: { xendit_fee: 'x', value_added_tax: 0 } })] })],
    ['is of another time', (row) => ({ has_more: false, data: [row({ created: '2020-01-01T00:00:00Z' })] })],
    ['never ends', (row) => ({ has_more: true, data: [row({})] })],
    ['does not say whether there is more', (row) => ({ data: [row({})] })],
  ])('that %s leaves the day not compared', async (_, shown) => {
    await paid(100_000)
    const [row] = instance.provider.transactions
    instance.provider.shownTransactions = shown((fields) => ({ ...row, ...fields }))
    await reconcileInVain()
    expect(await differences()).toEqual([])
    expect(await stored()).toEqual([])
    expect(await dayOf()).toBeUndefined()
    instance.provider.shownTransactions = undefined
    await reconcile()
    expect(await differences()).toEqual([])
    expect(await dayOf()).toMatchObject({ diperiksa: true, masukpenyedia: 100_000 })
  })

  test.each(['fails', 'forbids'] as const)('that %s leaves earlier differences as they are', async (mood) => {
    instance.provider.addTransaction({ amount: 5_000, created: timeOf(yesterday).toISOString() })
    await reconcile()
    instance.provider.mood = mood
    await reconcileInVain()
    expect(await differences()).toMatchObject([{ kind: 'not_in_books', still: true }])
  })
})

test('without a provider that keeps a record nothing is compared, and the list says so', async () => {
  const other = await startTestApp()
  try {
    const admin = await other.member({ roles: ['ROLE_ADMIN'] })
    await runJob(other, 'reconcile-provider')
    const { body } = await other.call('GET', '/api/admin/v1/reconciliation/provider', { token: admin.token })
    expect(body.data).toEqual({ provider: null, content: [], totalElements: 0 })
    const { status } = await other.call('GET', '/api/admin/v1/reconciliation/provider', { token: (await other.member()).token })
    expect(status).toBe(403)
  } finally {
    await other.stop()
  }
})
