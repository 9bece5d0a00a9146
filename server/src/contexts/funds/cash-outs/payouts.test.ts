import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { checkLedger } from '#ledger/verification/verification.ts'
import { startTestApp, type TestMember } from '../../../../test/app.ts'
import { emailsTo } from '../../../../test/emails.ts'
import { askCashOut, askTopUp, correctCash, deposit, processCashOut } from '../../../../test/money.ts'
import { PayoutInstance, type Taken } from '../../../../test/payout-instance.ts'
import { runJob } from '../../../../test/run-job.ts'
import { shutOut } from '../../../../test/shut-out.ts'
import { payoutRequestOf } from './payouts.queries.ts'

/** Cash-outs that the payment provider pays. Each payout is sent once, even if the answer is lost. */

let instance: PayoutInstance
let member: TestMember

beforeAll(async () => {
  instance = await PayoutInstance.start()
})

afterAll(() => instance?.stop())

beforeEach(async () => {
  instance.provider.mood = 'answers'
  await instance.app.setting('money.secondAdminFrom', 0n)
  member = await instance.app.member()
})

describe('a payout', () => {
  test('is sent once and pays the cash-out from the provider account when the provider reports success', async () => {
    const id = await instance.cashOut(member)
    expect(await instance.detail(id)).toMatchObject({ payable: true, ticket: { payout: null } })
    expect((await instance.payOut(id)).body).toMatchObject({ msg: 'Pembayaran diminta dari penyedia', data: { status: 1 } })
    await instance.became(id, 'waits')
    expect(await instance.detail(id)).toMatchObject({ payable: false, ticket: { status: 1, payout: { state: 'waits', failure: null } } })
    const reference = await instance.referenceOf(id)
    expect(reference).toMatch(new RegExp(`^CO-.+-${id}-1$`))
    expect(instance.provider.payout(reference)).toMatchObject({ asked: 1, amount: 150_000, channel_code: 'ID_BRI' })
    for (const another of [{ description: 'Bayar lagi' }, { after: reference }])
      expect((await instance.payOut(id, another)).body, JSON.stringify(another)).toMatchObject({ code: 'cash_out.payout_live' })
    await instance.ends({ id, reference }, 'SUCCEEDED')
    const row = await instance.app.db.read.selectFrom('cash_out').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ state: 2, paid_from: '06', paid_how: 'provider', approved_by: null })
    expect(row.approved_description).toContain(reference)
    expect((await emailsTo(instance.app, member.email)).at(-1)?.subject).toBe('Penarikan Rp 150.000 dikirim')
    expect(await instance.app.balance(member)).toBe(50_000n)
    await instance.booksHold()
  })

  test('is booked once even if fifty callbacks arrive at the same time', async () => {
    const { id, reference } = await instance.underWay(member)
    instance.provider.endPayout(reference, 'SUCCEEDED')
    expect(await instance.provider.sendPayoutCallbacks(reference, 50)).toEqual(Array(50).fill(200))
    await instance.became(id, 'succeeded')
    await instance.provider.sendPayoutCallbacks(reference, 3)
    await instance.watch()
    expect(await instance.app.balance(member)).toBe(50_000n)
    expect((await emailsTo(instance.app, member.email)).filter(({ subject }) => subject.endsWith('dikirim'))).toHaveLength(1)
    await instance.booksHold()
  })

  test('is created once for fifty concurrent requests, and its cash-out cannot be paid by hand or rejected while it is pending', async () => {
    const id = await instance.cashOut(member)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => instance.payOut(id, { by: at % 2 === 0 ? instance.ayu : instance.bima })),
    )
    // A request by the same administrator with the same reason means the existing payout.
    expect(new Set(answers.map(({ status, body }) => (status === 200 ? 'taken' : body.code)))).toEqual(
      new Set(['taken', 'cash_out.payout_live']),
    )
    expect(await instance.payouts(id)).toHaveLength(1)
    await instance.became(id, 'waits')
    expect(instance.provider.payout(await instance.referenceOf(id))).toMatchObject({ asked: 1 })
    expect((await instance.approve(id)).body).toMatchObject({ code: 'cash_out.payout_live' })
    expect((await instance.reject(id, instance.bima)).body).toMatchObject({ code: 'cash_out.payout_live' })
    expect((await instance.payOut(id, { by: instance.bima, description: 'Sekali lagi' })).body).toMatchObject({
      code: 'cash_out.payout_live',
    })
    await instance.booksHold()
  })

  test('excludes a payment by hand and a rejection if all three are requested at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, async () => instance.cashOut(await instance.app.member())))
    for (const id of ids) {
      const answers = await Promise.all([instance.payOut(id), instance.approve(id), instance.reject(id)])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const asked = (await instance.payouts(id)).length
      expect([await instance.stateOf(id), asked]).toEqual(
        [
          [1, 1],
          [2, 0],
          [3, 0],
        ][answers.findIndex(({ status }) => status === 200)],
      )
    }
    await instance.booksHold()
  })

  test('is queried by its reference and not sent again after its answer was lost', async () => {
    const id = await instance.cashOut(member)
    instance.provider.mood = 'loses'
    await instance.payOut(id)
    await instance.became(id, 'unknown')
    const reference = await instance.referenceOf(id)
    await instance.watch()
    instance.provider.mood = 'answers'
    await instance.watch()
    await instance.became(id, 'waits')
    expect(instance.provider.payout(reference)).toMatchObject({ asked: 1 })
    await instance.ends({ id, reference }, 'SUCCEEDED')
    expect(await instance.stateOf(id)).toBe(2)
    await instance.booksHold()
  })

  test('is queried and not sent again if the sending process died, even if the provider does not know the payout', async () => {
    const id = await instance.cashOut(member)
    await instance.provider.goDown()
    await instance.payOut(id)
    await expect.poll(async () => (await instance.newest(id))?.sends).toBe(1)
    await instance.became(id, 'new')
    // The state after the sending process died before the answer came.
    await instance.app.tables
      .updateTable('payout')
      .set({ state: 'asking', updated_at: new Date(0) })
      .where('cash_out_id', '=', id)
      .execute()
    await instance.provider.comeUp()
    await instance.watch()
    await instance.became(id, 'unknown')
    await instance.watch()
    expect(await instance.newest(id)).toMatchObject({ state: 'unknown', failure: 'tidak dikenal penyedia', sends: 1 })
    expect(instance.provider.payout(await instance.referenceOf(id))).toBe(undefined)
    expect((await instance.approve(id)).body).toMatchObject({ code: 'cash_out.payout_live' })
    expect(await instance.stateOf(id)).toBe(1)
  })

  test('keeps a newer state if the answer to its sending is late', async () => {
    const id = await instance.cashOut(member)
    instance.provider.mood = 'garbles'
    const sending = instance.provider.holdRequest('POST')
    await instance.payOut(id)
    await sending.asked
    instance.provider.mood = 'answers'
    // When the query runs, the payout has been in `asking` for longer than an answer takes.
    await instance.dueNow()
    await instance.became(id, 'waits')
    sending.release()
    await instance.doneWithJobs()
    expect(await instance.newest(id)).toMatchObject({ state: 'waits', failure: null })
  })

  test("is sent with the owner's name from the bank", async () => {
    const id = await instance.cashOut(member)
    await instance.payOut(id)
    const asked = async () => {
      const row = await instance.newest(id)
      return row && payoutRequestOf(instance.app.db.read, row)
    }
    const { account_name: written } = await instance.cashOutOf(id)
    expect(await asked()).toMatchObject({ accountName: written, amount: 150_000n })
    await instance.app.tables.updateTable('cash_out').set({ bank_says: 'SARI DEWI' }).where('id', '=', id).execute()
    expect(await asked()).toMatchObject({ accountName: 'SARI DEWI' })
    await instance.became(id, 'waits')
  })

  test('can be marked as lost if the provider has not known it for an hour, and its cash-out can then be paid in another way', async () => {
    const id = await instance.cashOut(member)
    instance.provider.mood = 'stranger'
    await instance.payOut(id)
    await instance.became(id, 'unknown')
    const lost = (who = instance.ayu) => instance.callLost(id, who)
    expect((await lost()).body, 'nobody has been asked about it').toMatchObject({ code: 'payout.not_lost' })
    instance.provider.mood = 'answers'
    await instance.watch()
    const missingSince = async () => (await instance.newest(id))?.missing_since
    const first = await missingSince()
    expect(first).toBeInstanceOf(Date)
    await instance.watch()
    expect(await missingSince(), 'since it was missing first').toEqual(first)
    expect((await lost()).body, 'it may be behind').toMatchObject({ code: 'payout.not_lost' })
    expect((await instance.detail(id)).ticket.payout).toMatchObject({ state: 'unknown', maybelost: false })
    await instance.missingForAnHour(id)
    expect((await instance.detail(id)).ticket.payout).toMatchObject({ maybelost: true })
    expect((await lost(member)).status).toBe(403)
    expect((await lost()).body).toMatchObject({ msg: 'Ditandai tidak terkirim', data: { status: 1, payout: { state: 'failed' } } })
    expect((await lost()).body).toMatchObject({ code: 'payout.not_lost' })
    expect((await instance.approve(id)).body.data).toMatchObject({ status: 2 })
    await instance.booksHold()
  })

  test('is sent again if the provider certainly did not receive it, at most five times', async () => {
    const id = await instance.cashOut(member)
    await instance.provider.goDown()
    await instance.payOut(id)
    await expect.poll(async () => (await instance.newest(id))?.sends).toBe(1)
    await instance.became(id, 'new')
    await instance.provider.comeUp()
    await instance.watch()
    await instance.became(id, 'waits')
    expect(await instance.newest(id)).toMatchObject({ sends: 2 })
    const other = await instance.cashOut(await instance.app.member())
    await instance.provider.goDown()
    await instance.payOut(other)
    for (let sends = 1; sends < 5; sends += 1) {
      await expect.poll(async () => (await instance.newest(other))?.sends).toBe(sends)
      await instance.became(other, 'new')
      await instance.watch()
    }
    await instance.became(other, 'failed')
    await instance.provider.comeUp()
    expect(await instance.stateOf(other)).toBe(1)
    await instance.booksHold()
  })

  test('can fail; an administrator then requests a new payout, pays the cash-out by hand or rejects it', async () => {
    const { id, reference: first } = await instance.ended(member, 'FAILED', 'INVALID_DESTINATION')
    expect(await instance.detail(id)).toMatchObject({ payable: true, ticket: { status: 1, payout: { failure: 'INVALID_DESTINATION' } } })
    expect(await instance.app.balance(member), 'not given back by itself').toBe(50_000n)
    await instance.payOut(id, { after: await instance.referenceOf(id) })
    await instance.became(id, 'waits')
    expect(await instance.referenceOf(id)).toBe(first.replace(/1$/, '2'))
    instance.provider.endPayout(await instance.referenceOf(id), 'FAILED')
    await instance.watch()
    await instance.became(id, 'failed')
    expect((await instance.reject(id)).body.data).toMatchObject({ status: 3 })
    expect(await instance.app.balance(member)).toBe(200_000n)
    await instance.booksHold()
  })

  test('fails if the provider refuses it at once', async () => {
    const id = await instance.cashOut(member)
    instance.provider.mood = 'refuses'
    await instance.payOut(id)
    await instance.became(id, 'failed')
    expect((await instance.newest(id))?.failure).toContain('API_VALIDATION_ERROR')
    instance.provider.mood = 'answers'
    expect((await instance.approve(id, instance.ayu)).body.data).toMatchObject({ status: 2 })
    await instance.booksHold()
  })

  test.each([
    ['a no that is not the provider’s own', 'stranger'],
    ['an answer in another form', 'garbles'],
    ['the word that it was asked already', 'duplicate'],
    ['an error of the provider', 'fails'],
  ] as const)('is unknown after this answer: %s', async (_, mood) => {
    const id = await instance.cashOut(member)
    instance.provider.mood = mood
    await instance.payOut(id)
    await instance.became(id, 'unknown')
    instance.provider.mood = 'answers'
    expect((await instance.reject(id)).body).toMatchObject({ code: 'cash_out.payout_live' })
  })

  test('is returned to the balance once if the bank returns it, even if the payment was not reported before', async () => {
    const { id, reference } = await instance.ended(member, 'SUCCEEDED')
    instance.provider.endPayout(reference, 'REVERSED')
    expect(await instance.provider.sendPayoutCallbacks(reference, 20)).toEqual(Array(20).fill(200))
    await instance.became(id, 'reversed')
    await instance.doneWithJobs()
    expect(await instance.stateOf(id)).toBe(4)
    expect(await instance.app.balance(member)).toBe(200_000n)

    const unheard = await instance.underWay(await instance.app.member())
    instance.provider.endPayout(unheard.reference, 'REVERSED')
    await instance.watch()
    await instance.became(unheard.id, 'reversed')
    expect(await instance.stateOf(unheard.id)).toBe(4)
    await instance.booksHold()
  })

  test('is pending again if it was marked as lost, the provider then reports it, and its cash-out is unchanged', async () => {
    const { id, reference } = await instance.lost(member)
    instance.provider.mood = 'answers'
    instance.provider.takePayout(reference, 150_000)
    await instance.provider.sendPayoutCallbacks(reference)
    await instance.became(id, 'waits')
    expect((await instance.approve(id)).body).toMatchObject({ code: 'cash_out.payout_live' })
    expect(await instance.detail(id)).toMatchObject({ payable: false })
    await instance.ends({ id, reference }, 'SUCCEEDED')
    expect(await instance.stateOf(id)).toBe(2)
    expect(await instance.contradictions(id)).toEqual(['menunggu bank'])
    await instance.booksHold()
  })

  test('does not move money again if it was marked as lost, replaced and then paid; the contradiction is shown', async () => {
    const { id, reference } = await instance.lost(member)
    expect((await instance.approve(id)).body.data).toMatchObject({ status: 2 })
    instance.provider.mood = 'answers'
    instance.provider.takePayout(reference, 150_000)
    instance.provider.endPayout(reference, 'SUCCEEDED')
    for (let times = 0; times < 3; times += 1) {
      await instance.provider.sendPayoutCallbacks(reference, 5)
      await instance.doneWithJobs()
    }
    expect((await instance.detail(id)).ticket).toMatchObject({
      status: 2,
      payout: { state: 'failed', failure: 'Penyedia menyatakan: sudah dibayar' },
    })
    expect(await instance.contradictions(id), 'noted once, however often it is told').toEqual(['sudah dibayar'])
    // The money left twice: that is shown until its loss is booked.
    expect(await checkLedger(instance.app.db)).toMatchObject([{ row: expect.stringContaining(reference) }])
    await instance.app.db.transaction((tx) => correctCash(tx, '06', 'loss', -150_000n))
    await instance.booksHold()
  })

  test('pays the cash-out if the provider reports the payment after a failure and the cash-out is unchanged', async () => {
    const { id, reference } = await instance.ended(member, 'FAILED', 'TEMPORARY_TRANSFER_ERROR')
    await instance.ends({ id, reference }, 'SUCCEEDED')
    expect(await instance.stateOf(id)).toBe(2)
    expect((await instance.reject(id)).body).toMatchObject({ code: 'ticket.state' })
    await instance.booksHold()
  })

  test('is not booked twice if the provider reports the payment after a failure while another payout is pending', async () => {
    const { id, reference: first } = await instance.ended(member, 'FAILED')
    await instance.payOut(id, { after: await instance.referenceOf(id) })
    await instance.became(id, 'waits')
    instance.provider.endPayout(first, 'SUCCEEDED')
    await instance.provider.sendPayoutCallbacks(first)
    await instance.doneWithJobs()
    expect((await instance.payouts(id)).map(({ state }) => state)).toEqual(['failed', 'waits'])
    expect(await instance.contradictions(id)).toEqual(['sudah dibayar'])
    expect(await instance.stateOf(id)).toBe(1)
    await instance.booksHold()
  })

  test('is shown to administrators if the provider reports a different sum, and two administrators can end it after some days', async () => {
    const id = await instance.cashOut(member)
    instance.provider.mood = 'garbles'
    await instance.payOut(id)
    await instance.became(id, 'unknown')
    instance.provider.mood = 'answers'
    instance.provider.endPayout(await instance.referenceOf(id), 'SUCCEEDED', undefined, 149_999)
    await instance.watch()
    expect((await instance.detail(id)).ticket).toMatchObject({
      status: 1,
      payout: { state: 'unknown', failure: 'Penyedia menyatakan: Rp 149.999', maybelost: false },
    })
    const old = new Date(Date.now() - 4 * 86_400_000)
    await instance.app.tables.updateTable('payout').set({ created_at: old }).where('cash_out_id', '=', id).execute()
    expect((await instance.detail(id)).ticket.payout).toMatchObject({ maybelost: true })
    expect((await instance.callLost(id)).body).toMatchObject({ msg: 'Menunggu admin kedua' })
    expect((await instance.agree(id)).status).toBe(200)
    expect(await instance.newest(id)).toMatchObject({ state: 'failed' })
    await instance.booksHold()
  })

  test('does not count as unknown for an hour if only one query did not find it and later queries had no answer', async () => {
    const id = await instance.cashOut(member)
    instance.provider.mood = 'stranger'
    await instance.payOut(id)
    await instance.became(id, 'unknown')
    instance.provider.mood = 'answers'
    await instance.watch()
    await instance.missingForAnHour(id)
    instance.provider.mood = 'fails'
    await instance.watch()
    expect((await instance.detail(id)).ticket.payout).toMatchObject({ state: 'unknown', maybelost: false })
  })

  test('can be marked as lost after some days if the provider accepted it and no longer knows it', async () => {
    const { id } = await instance.underWay(member)
    instance.provider.mood = 'missing'
    await instance.watch()
    await instance.missingForAnHour(id)
    expect((await instance.detail(id)).ticket.payout).toMatchObject({ state: 'waits', maybelost: false })
    const old = new Date(Date.now() - 4 * 86_400_000)
    await instance.app.tables.updateTable('payout').set({ heard_at: old }).where('cash_out_id', '=', id).execute()
    expect((await instance.detail(id)).ticket.payout).toMatchObject({ state: 'waits', maybelost: true })
  })

  test('fails even if the database cannot store the reason of the failure', async () => {
    const { id } = await instance.underWay(member)
    instance.provider.endPayout(await instance.referenceOf(id), 'FAILED', `BAD\u0000\ud800${'x'.repeat(1_000)}`)
    await instance.watch()
    await instance.became(id, 'failed')
    await instance.booksHold()
  })

  test('is sent again while the provider refuses the API key, and finally fails', async () => {
    const id = await instance.cashOut(member)
    instance.provider.mood = 'forbids'
    await instance.payOut(id)
    await expect.poll(async () => (await instance.newest(id))?.sends).toBe(1)
    await instance.became(id, 'new')
    for (let sends = 1; sends < 5; sends += 1) await instance.watch()
    await instance.became(id, 'failed')
    expect(instance.provider.payout(await instance.referenceOf(id))).toBe(undefined)
    expect((await instance.detail(id)).ticket.payout.failure).toContain('REQUEST_FORBIDDEN_ERROR')
  })

  test('is created once even if it is requested fifty times concurrently and the provider refuses it immediately', async () => {
    const id = await instance.cashOut(member)
    instance.provider.mood = 'refuses'
    await Promise.all(Array.from({ length: 50 }, (_, at) => instance.payOut(id, { by: at % 2 === 0 ? instance.ayu : instance.bima })))
    await instance.doneWithJobs()
    expect(await instance.payouts(id)).toHaveLength(1)
    instance.provider.mood = 'answers'
    expect((await instance.payOut(id, { by: instance.bima, description: 'Tanpa melihat yang pertama' })).body).toMatchObject({
      code: 'payout.not_last',
    })
    expect((await instance.payOut(id, { by: instance.bima, after: await instance.referenceOf(id) })).status).toBe(200)
    await instance.became(id, 'waits')
    expect(await instance.payouts(id)).toHaveLength(2)
  })

  test('is queried daily for a week after the payment, because the bank may return it without a callback', async () => {
    const { id, reference } = await instance.ended(member, 'SUCCEEDED')
    const asked = async (hours: number) => {
      const before = instance.provider.payoutQuestions
      await instance.lookAfter(id, hours)
      return instance.provider.payoutQuestions - before
    }
    expect(await asked(0)).toBe(0)
    for (let day = 1; day <= 7; day += 1) {
      expect(await asked(25), `day ${day}`).toBe(1)
      expect(await asked(0), `later on day ${day}`).toBe(0)
    }
    instance.provider.endPayout(reference, 'REVERSED')
    expect(await asked(25), 'its week is over').toBe(0)
    expect(await instance.stateOf(id)).toBe(2)
  })

  test('is queried later if no worker ran at the due time or at the end of the week', async () => {
    for (const hours of [24 * 2 + 5, 24 * 9]) {
      const owner = await instance.app.member()
      const { id, reference } = await instance.ended(owner, 'SUCCEEDED')
      instance.provider.endPayout(reference, 'REVERSED')
      await instance.lookAfter(id, hours)
      await instance.became(id, 'reversed')
      expect(await instance.stateOf(id)).toBe(4)
      expect(await instance.app.balance(owner)).toBe(200_000n)
    }
    await instance.booksHold()
  })

  test('is queried after its end in batches of 200 per run, until no query is due', async () => {
    const { id, reference } = await instance.ended(member, 'FAILED')
    await sql`
      insert into payout (cash_out_id, number, reference, amount, state, asked_by, reason, due_at, look_at)
      select cash_out_id, later, left(reference, -1) || later, amount, state, asked_by, reason, due_at, now() - interval '1 hour'
      from payout, generate_series(2, 451) later where reference = ${reference}`.execute(instance.app.tables)
    onTestFinished(async () => {
      await instance.app.tables.deleteFrom('payout').where('cash_out_id', '=', id).where('number', '>', 1).execute()
    })
    const before = instance.provider.payoutQuestions
    const asked: number[] = []
    for (let turn = 1; turn <= 4; turn += 1) {
      await instance.lookAfter(id, 0)
      asked.push(instance.provider.payoutQuestions - before)
    }
    // Each run queries 200 payouts, and the worker's own periodic run may come between the two runs of this test.
    expect(asked[0]).toBeOneOf([200, 400])
    expect(asked[1]).toBeOneOf([400, 450])
    expect(asked.slice(2)).toEqual([450, 450])
  })

  test('is queried only a few times if a hundred callbacks arrive while the provider is slow', async () => {
    const { id } = await instance.underWay(member)
    const before = instance.provider.payoutQuestions
    instance.provider.slowMs = 300
    await instance.provider.sendPayoutCallbacks(await instance.referenceOf(id), 100)
    await instance.doneWithJobs()
    instance.provider.slowMs = 0
    expect(instance.provider.payoutQuestions - before).toBeLessThan(20)
  })

  test('closes the account of a leaving member, and the account is reopened if the bank returns the money', async () => {
    await instance.app.db.transaction((tx) => deposit(tx, member.id, 150_000n))
    const id = await instance.app.db.transaction((tx) => askCashOut(tx, member.id, 150_000n, 2))
    await instance.app.db.transaction((tx) => processCashOut(tx, id))
    const status = async () =>
      (await instance.app.db.read.selectFrom('member').select('status').where('id', '=', member.id).executeTakeFirstOrThrow()).status
    const open = await status()
    // The favourites of the member are deleted with the account.
    const favourites = () => instance.app.db.read.selectFrom('favourite').select('name').where('member_id', '=', member.id).execute()
    await instance.app.tables.insertInto('favourite').values({ member_id: member.id, name: 'Ibu Sari', target: '081200000001' }).execute()
    await instance.payOut(id)
    await instance.became(id, 'waits')
    expect(await status()).toBe(open)
    instance.provider.endPayout(await instance.referenceOf(id), 'SUCCEEDED')
    await instance.provider.sendPayoutCallbacks(await instance.referenceOf(id))
    await expect.poll(status).toBe(0)
    expect(await favourites()).toEqual([])
    instance.provider.endPayout(await instance.referenceOf(id), 'REVERSED')
    await instance.provider.sendPayoutCallbacks(await instance.referenceOf(id))
    await expect.poll(status).toBe(open)
    expect(await instance.app.balance(member)).toBe(150_000n)
    await instance.booksHold()
  })

  test('does not close the account if its member has something pending or has a different case', async () => {
    const [leaving, mistaken] = [member, await instance.app.member()]
    const status = async ({ id }: TestMember) =>
      (await instance.app.db.read.selectFrom('member').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
    const open = await status(leaving)
    const keptOpen = async ({ id }: TestMember) => {
      const noted = instance.app.db.read.selectFrom('audit').select('event').where('event', '=', 'account.kept_open')
      return (await noted.where('subject', '=', String(id)).execute()).length
    }
    const closingIsOver = () =>
      expect
        .poll(async () => {
          const names = sql`('close-account', 'money-in-closed-account')`
          return (await sql`select from graphile_worker.jobs where task_identifier in ${names}`.execute(instance.app.tables)).rows.length
        })
        .toBe(0)
    const taken: Taken[] = []
    for (const [who, kasus] of [
      [leaving, 2],
      [mistaken, 1],
    ] as const) {
      await instance.app.db.transaction((tx) => deposit(tx, who.id, 150_000n))
      const id = await instance.app.db.transaction((tx) => askCashOut(tx, who.id, 150_000n, kasus))
      await instance.app.db.transaction((tx) => processCashOut(tx, id))
      await instance.payOut(id)
      await instance.became(id, 'waits')
      taken.push({ id, reference: await instance.referenceOf(id) })
    }
    await askTopUp(instance.app.tables, leaving.id, { amount: 50_000n, code: 3 })
    for (const one of taken) await instance.ends(one, 'SUCCEEDED')
    await closingIsOver()
    expect([await status(leaving), await keptOpen(leaving)]).toEqual([open, 1])
    expect([await status(mistaken), await keptOpen(mistaken)]).toEqual([open, 0])
    // An account that an administrator closed stays closed after the bank returned the money.
    await shutOut(instance.app.tables, leaving.id)
    for (const one of taken) await instance.ends(one, 'REVERSED')
    await closingIsOver()
    expect(await status(leaving)).toBe(0)
    // The job does nothing if the money was returned before the job runs.
    await runJob(instance.app, 'close-account', { id: String(taken[0]?.id) })
    expect(await keptOpen(leaving)).toBe(1)
    await instance.booksHold()
  })

  test('does not move money if the reports about it contradict each other', async () => {
    const { id, reference } = await instance.underWay(member)
    // The reported sum differs from the requested one.
    instance.provider.endPayout(reference, 'SUCCEEDED', undefined, 149_999)
    await instance.watch()
    expect(await instance.stateOf(id)).toBe(1)
    expect((await instance.newest(id))?.state).toBe('waits')
    instance.provider.endPayout(reference, 'SUCCEEDED', undefined, 150_000)
    await instance.watch()
    await instance.became(id, 'succeeded')
    instance.provider.endPayout(reference, 'FAILED')
    await instance.provider.sendPayoutCallbacks(reference)
    await instance.doneWithJobs()
    expect(await instance.stateOf(id)).toBe(2)
    expect((await instance.newest(id))?.state).toBe('succeeded')
    expect(await instance.app.balance(member)).toBe(50_000n)
    await instance.booksHold()
  })

  test('is not changed by a forged callback or the reference of another installation', async () => {
    const { id, reference } = await instance.underWay(member)
    const forged = { event: 'payout.succeeded', data: { id: 'x', reference_id: reference, amount: 150_000, status: 'SUCCEEDED' } }
    const sendCallback = (token: string, body: object) =>
      fetch(`${instance.app.url}/public/gateway/xendit`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-callback-token': token },
        body: JSON.stringify(body),
      }).then(({ status }) => status)
    expect(await sendCallback('guess', forged)).toBe(401)
    // A callback only causes a query, so even a forged callback with the right token cannot change the state.
    expect(await sendCallback(instance.callbackToken, forged)).toBe(200)
    expect(
      await sendCallback(instance.callbackToken, { event: 'payout.failed', data: { reference_id: 'CO-XX-1-1', status: 'FAILED' } }),
    ).toBe(200)
    expect(await sendCallback(instance.callbackToken, { event: 'payout.failed', data: 7 })).toBe(200)
    await instance.watch()
    expect(await instance.newest(id)).toMatchObject({ state: 'waits' })
    expect(await instance.stateOf(id)).toBe(1)
  })
})

test('a payout that waits to be sent is not sent after payouts are switched off', async () => {
  const app = await startTestApp(instance.settings, ['http'])
  try {
    const id = await instance.cashOut(await app.member(), app)
    const { token } = await app.member({ roles: ['ROLE_ADMIN'] })
    const body = { description: 'Bayar pagi ini' }
    expect((await app.call('POST', `/api/admin/v1/payment/tiket/${id}/payout`, { token, body })).status).toBe(200)
    const payout = () =>
      app.db.read.selectFrom('payout').select(['state', 'failure', 'sends']).where('cash_out_id', '=', id).executeTakeFirst()
    await app.startAnother(['worker'], undefined, { XENDIT_DISBURSE: '0' })
    await expect.poll(async () => (await payout())?.state).toBe('failed')
    expect(await payout()).toMatchObject({ failure: 'tidak dikirim: pembayaran lewat penyedia dimatikan', sends: 0 })
  } finally {
    await app.stop()
  }
})

describe('a payout request', () => {
  test('can be made by an administrator for a processed cash-out', async () => {
    const id = await instance.cashOut(member)
    expect((await instance.payOut(id, { by: member })).status).toBe(403)
    expect((await instance.payOut(id, { description: '' })).status).toBe(400)
    expect((await instance.payOut(999_999n)).body).toMatchObject({ code: 'not_found.ticket' })
    const unprocessed = await instance.requested(await instance.app.member())
    expect((await instance.payOut(unprocessed)).body).toMatchObject({ code: 'ticket.state', msg: 'Status tiket ini: menunggu' })
    const topUp = await instance.app.db.transaction((tx) => deposit(tx, member.id, 60_000n))
    expect((await instance.payOut(topUp)).body).toMatchObject({ code: 'not_found.ticket' })
  })

  test("is refused if the cash-out is the administrator's own", async () => {
    const id = await instance.cashOut(instance.ayu)
    expect((await instance.payOut(id)).body).toMatchObject({ code: 'decision.own_money' })
    expect(await instance.payouts(id)).toEqual([])
    expect((await instance.payOut(id, { by: instance.bima })).status).toBe(200)
    await instance.became(id, 'waits')
    const lost = (who: TestMember) => instance.callLost(id, who)
    expect((await lost(instance.ayu)).body).toMatchObject({ code: 'decision.own_money' })
    expect((await lost(instance.bima)).body).toMatchObject({ code: 'payout.not_lost' })
  })

  test('is refused after the cash-out ended, but a repetition of an earlier request gets the same answer again', async () => {
    const id = await instance.cashOut(member)
    instance.provider.mood = 'refuses'
    await instance.payOut(id)
    await instance.became(id, 'failed')
    const failed = await instance.referenceOf(id)
    expect((await instance.reject(id, instance.bima)).status).toBe(200)
    expect((await instance.payOut(id, { after: failed })).body).toMatchObject({ code: 'ticket.state' })
    expect((await instance.payOut(id)).body, 'the one that was followed, whose answer was lost').toMatchObject({ data: { status: 3 } })
  })

  test('counts against the limit for decisions without a second administrator', async () => {
    await instance.app.setting('money.secondAdminFrom', 200_000n)
    const [candra, dewi] = await Promise.all(['Candra', 'Dewi'].map((name) => instance.app.member({ name, roles: ['ROLE_ADMIN'] })))
    const ids = await Promise.all([1, 2, 3].map(async () => instance.cashOut(await instance.app.member())))
    const [first = 0n, second = 0n, third = 0n] = ids
    expect((await instance.payOut(first, { by: candra })).body).toMatchObject({ msg: 'Pembayaran diminta dari penyedia' })
    expect((await instance.payOut(second, { by: candra })).body).toMatchObject({ msg: 'Menunggu admin kedua' })
    expect((await instance.payOut(third, { by: dewi })).body).toMatchObject({ msg: 'Pembayaran diminta dari penyedia' })
    await instance.booksHold()
  })

  test('needs a second administrator if its sum reaches the limit, and nothing is sent before the approval', async () => {
    await instance.app.setting('money.secondAdminFrom', 100_000n)
    const id = await instance.cashOut(member)
    expect((await instance.payOut(id)).body).toMatchObject({ msg: 'Menunggu admin kedua', data: { decision: { to: 2, byprovider: true } } })
    expect(await instance.payouts(id)).toEqual([])
    expect((await instance.agree(id, instance.ayu)).body).toMatchObject({ code: 'decision.own_request' })
    expect((await instance.agree(id)).status).toBe(200)
    await instance.became(id, 'waits')
    expect(await instance.stateOf(id)).toBe(1)
    await instance.booksHold()
  })

  test('is refused while a payment by hand waits for a second administrator, also below the limit', async () => {
    await instance.app.setting('money.secondAdminFrom', 100_000n)
    const id = await instance.cashOut(member)
    expect((await instance.approve(id)).body.msg).toBe('Menunggu admin kedua')
    for (const limit of [100_000n, 0n]) {
      await instance.app.setting('money.secondAdminFrom', limit)
      const { body } = await instance.payOut(id)
      expect(body).toMatchObject({ code: 'cash_out.decision_waits', msg: expect.stringContaining('Bima meminta supaya') })
    }
    expect(await instance.payouts(id)).toEqual([])
    expect((await instance.agree(id, instance.ayu)).status).toBe(200)
    expect(await instance.stateOf(id)).toBe(2)
    await instance.booksHold()
  })

  test('keeps a payment by hand from being asked for while the payout is live', async () => {
    await instance.app.setting('money.secondAdminFrom', 0n)
    const id = await instance.cashOut(member)
    await instance.payOut(id)
    await instance.became(id, 'waits')
    await instance.app.setting('money.secondAdminFrom', 100_000n)
    expect((await instance.approve(id)).body.code).toBe('cash_out.payout_live')
    expect((await instance.detail(id)).ticket.decision).toBeNull()
  })

  test('that was not sent yet is not sent while a payment by hand waits', async () => {
    await instance.app.setting('money.secondAdminFrom', 0n)
    const id = await instance.cashOut(member)
    await instance.provider.goDown()
    await instance.payOut(id)
    await expect.poll(async () => (await instance.newest(id))?.sends).toBe(1)
    await instance.became(id, 'new')
    await instance.provider.comeUp()
    // Only a process of the previous version stores such a request while a payout is not sent yet.
    const asked = { kind: 'ticket.decide', subject: String(id), amount: 150_000n, payload: { to: 2, from: 1 }, reason: 'Transfer BCA 12' }
    await instance.app.tables
      .insertInto('approval_request')
      .values({ ...asked, asked_by: instance.bima.id })
      .execute()
    await instance.watch()
    expect(await instance.newest(id)).toMatchObject({ state: 'failed', failure: expect.stringContaining('Bima meminta supaya') })
  })
})
