import { type GatewaySimulator, startGateway } from '@lapak/simulators/gateway'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkLedger } from '#ledger/proof/proof.ts'
import { type Json, startTestApp, type TestApp, type TestMember } from '../../../test/app.ts'
import { lettersTo } from '../../../test/letters.ts'
import { askCashOut, deposit } from '../../../test/money.ts'
import { runJob } from '../../../test/run-job.ts'

/** Cash-outs that the payment provider pays: asked for once, whatever becomes of the answer. */

const keys = { secretKey: 'xnd_test_1', callbackToken: 'token-of-callbacks' }

let provider: GatewaySimulator
let settings: Record<string, string>
let app: TestApp
let [ayu, bima]: TestMember[] = []
let member: TestMember

beforeAll(async () => {
  provider = await startGateway(keys)
  settings = {
    DATABASE_POOL: '6',
    GATEWAY: 'xendit',
    XENDIT_SECRET_KEY: keys.secretKey,
    XENDIT_CALLBACK_TOKEN: keys.callbackToken,
    XENDIT_URL: provider.url,
    XENDIT_DISBURSE: '1',
  }
  app = await startTestApp(settings)
  provider.shop = app.url
  ;[ayu, bima] = await Promise.all(['Ayu', 'Bima'].map((name) => app.member({ name, roles: ['ROLE_ADMIN'] })))
})

afterAll(async () => {
  await app?.stop()
  await provider?.close()
})

beforeEach(async () => {
  provider.mood = 'answers'
  await app.setting('money.secondAdminFrom', 0n)
  member = await app.member()
})

async function cashOut(who = member): Promise<bigint> {
  await app.db.transaction((tx) => deposit(tx, who.id, 200_000n))
  const id = await app.db.transaction((tx) => askCashOut(tx, who.id, 150_000n))
  await app.tables.updateTable('cash_out').set({ state: 1 }).where('id', '=', id).execute()
  return id
}

const send = (who: TestMember | undefined, method: string, path: string, body: Json) =>
  app.call(method, `/api/admin/v1/payment/tiket/${path}`, { token: who?.token, body })
const payOut = (who: TestMember | undefined, id: bigint, description = 'Bayar pagi ini') =>
  send(who, 'POST', `${id}/payout`, { description })
const payOutAfter = (who: TestMember | undefined, id: bigint, after: string) =>
  send(who, 'POST', `${id}/payout`, { description: 'Bayar pagi ini', after })
const approve = (who: TestMember | undefined, id: bigint) =>
  send(who, 'POST', 'approve', { id: Number(id), description: 'Transfer BCA 12' })
const reject = (who: TestMember | undefined, id: bigint) => send(who, 'PATCH', `update/${id}/3`, { description: 'Salah rekening' })
const detail = async (id: bigint) => (await app.call('GET', `/api/admin/v1/payment/tiket/${id}`, { token: ayu?.token })).body.data

const payouts = (id: bigint) => app.db.read.selectFrom('payout').selectAll().where('cash_out_id', '=', id).orderBy('number').execute()
const newest = async (id: bigint) => (await payouts(id)).at(-1)
const stateOf = async (id: bigint) =>
  (await app.db.read.selectFrom('cash_out').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
const referenceOf = async (id: bigint) => (await newest(id))?.reference ?? ''
/** Asked for, and in this state at last. */
const became = (id: bigint, state: string) => expect.poll(async () => (await newest(id))?.state).toBe(state)
const sound = async () => expect(await checkLedger(app.db)).toEqual([])

/** As if the provider's next turn had come. */
async function watch() {
  await app.tables
    .updateTable('payout')
    .set({ due_at: new Date(0), updated_at: new Date(0) })
    .where('due_at', 'is not', null)
    .execute()
  await runJob(app, 'watch-payouts')
  await doneWithJobs()
}

/** Everything that was asked of the worker is done. */
const doneWithJobs = () =>
  expect
    .poll(
      async () =>
        (await sql`select from graphile_worker.jobs where task_identifier in ('send-payout', 'hear-of-payout')`.execute(app.tables)).rows
          .length,
    )
    .toBe(0)

/** The provider did not know it for an hour, and an administrator said that it was never made. Answers its name. */
async function lostPayout(id: bigint): Promise<string> {
  provider.mood = 'stranger'
  await payOut(ayu, id)
  await became(id, 'unknown')
  provider.mood = 'answers'
  await watch()
  await app.tables
    .updateTable('payout')
    .set({ missing_since: new Date(Date.now() - 3_700_000) })
    .where('cash_out_id', '=', id)
    .execute()
  expect((await send(ayu, 'POST', `${id}/payout/lost`, { description: 'Tidak ada di dasbor' })).status).toBe(200)
  return referenceOf(id)
}

/** What the provider said in the end about payouts that were known to have ended otherwise. */
async function contradictions(id: bigint): Promise<unknown[]> {
  const rows = await app.db.read
    .selectFrom('audit')
    .select('after')
    .where('event', '=', 'payout.contradicted')
    .where('subject', '=', String(id))
    .orderBy('id')
    .execute()
  return rows.map(({ after }) => (after as { said: string }).said)
}

describe('a payout', () => {
  test('is asked for once, and pays the cash-out when the provider says so, from what the house has there', async () => {
    const id = await cashOut()
    expect(await detail(id)).toMatchObject({ payable: true, ticket: { payout: null } })
    expect((await payOut(ayu, id)).body).toMatchObject({ msg: 'Pembayaran diminta dari penyedia', data: { status: 1 } })
    await became(id, 'waits')
    expect(await detail(id)).toMatchObject({ payable: false, ticket: { status: 1, payout: { state: 'waits', failure: null } } })
    const reference = await referenceOf(id)
    expect(reference).toMatch(new RegExp(`^CO-.+-${id}-1$`))
    expect(provider.payout(reference)).toMatchObject({ asked: 1, amount: 150_000, channel_code: 'ID_BRI' })
    provider.endPayout(reference, 'SUCCEEDED')
    expect(await provider.tellPayout(reference)).toEqual([200])
    await became(id, 'succeeded')
    const row = await app.db.read.selectFrom('cash_out').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ state: 2, paid_from: '06', paid_how: 'provider', approved_by: null })
    expect(row.approved_description).toContain(reference)
    expect((await lettersTo(app, member.email)).at(-1)?.subject).toBe('Penarikan Rp 150.000 dikirim')
    expect(await app.balance(member)).toBe(50_000n)
    await sound()
  })

  test('that was told fifty times at once pays once', async () => {
    const id = await cashOut()
    await payOut(ayu, id)
    await became(id, 'waits')
    const reference = await referenceOf(id)
    provider.endPayout(reference, 'SUCCEEDED')
    expect(await provider.tellPayout(reference, 50)).toEqual(Array(50).fill(200))
    await became(id, 'succeeded')
    await provider.tellPayout(reference, 3)
    await watch()
    expect(await app.balance(member)).toBe(50_000n)
    expect((await lettersTo(app, member.email)).filter(({ subject }) => subject.endsWith('dikirim'))).toHaveLength(1)
    await sound()
  })

  test('asked for fifty times at once is one, and while it is under way nobody pays or rejects by hand', async () => {
    const id = await cashOut()
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => payOut(at % 2 === 0 ? ayu : bima, id)))
    // The same word of the same administrator is the same payout.
    expect(new Set(answers.map(({ status, body }) => (status === 200 ? 'taken' : body.code)))).toEqual(
      new Set(['taken', 'cash_out.payout_live']),
    )
    expect(await payouts(id)).toHaveLength(1)
    await became(id, 'waits')
    expect(provider.payout(await referenceOf(id))).toMatchObject({ asked: 1 })
    expect((await approve(bima, id)).body).toMatchObject({ code: 'cash_out.payout_live' })
    expect((await reject(bima, id)).body).toMatchObject({ code: 'cash_out.payout_live' })
    expect((await payOut(bima, id, 'Sekali lagi')).body).toMatchObject({ code: 'cash_out.payout_live' })
    await sound()
  })

  test('paid by hand or rejected at the same moment ends in one of the three', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, async () => cashOut(await app.member())))
    for (const id of ids) {
      const answers = await Promise.all([payOut(ayu, id), approve(bima, id), reject(ayu, id)])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const asked = (await payouts(id)).length
      expect([await stateOf(id), asked]).toEqual(
        [
          [1, 1],
          [2, 0],
          [3, 0],
        ][answers.findIndex(({ status }) => status === 200)],
      )
    }
    await sound()
  })

  test('whose answer was lost is never asked for again: it is asked about by its name', async () => {
    const id = await cashOut()
    provider.mood = 'loses'
    await payOut(ayu, id)
    await became(id, 'unknown')
    const reference = await referenceOf(id)
    await watch()
    provider.mood = 'answers'
    await watch()
    await became(id, 'waits')
    expect(provider.payout(reference)).toMatchObject({ asked: 1 })
    provider.endPayout(reference, 'SUCCEEDED')
    await watch()
    await became(id, 'succeeded')
    expect(await stateOf(id)).toBe(2)
    await sound()
  })

  test('that was found under way by another process is like one whose answer was lost, though the provider does not know it', async () => {
    const id = await cashOut()
    await provider.goDown()
    await payOut(ayu, id)
    await expect.poll(async () => (await newest(id))?.sends).toBe(1)
    await became(id, 'new')
    // Whoever asked died before the answer.
    await app.tables
      .updateTable('payout')
      .set({ state: 'asking', updated_at: new Date(0) })
      .where('cash_out_id', '=', id)
      .execute()
    await provider.comeUp()
    await watch()
    await became(id, 'unknown')
    await watch()
    expect(await newest(id)).toMatchObject({ state: 'unknown', failure: 'tidak dikenal penyedia', sends: 1 })
    expect(provider.payout(await referenceOf(id))).toBe(undefined)
    expect((await approve(bima, id)).body).toMatchObject({ code: 'cash_out.payout_live' })
    expect(await stateOf(id)).toBe(1)
  })

  test('that the provider has not known for an hour is called lost by a person, and paid in another way', async () => {
    const id = await cashOut()
    provider.mood = 'stranger'
    await payOut(ayu, id)
    await became(id, 'unknown')
    const lost = (who = ayu) => send(who, 'POST', `${id}/payout/lost`, { description: 'Tidak ada di dasbor' })
    expect((await lost()).body, 'nobody has been asked about it').toMatchObject({ code: 'payout.not_lost' })
    provider.mood = 'answers'
    await watch()
    expect((await lost()).body, 'it may be behind').toMatchObject({ code: 'payout.not_lost' })
    expect((await detail(id)).ticket.payout).toMatchObject({ state: 'unknown', maybelost: false })
    await app.tables
      .updateTable('payout')
      .set({ missing_since: new Date(Date.now() - 3_700_000) })
      .where('cash_out_id', '=', id)
      .execute()
    expect((await detail(id)).ticket.payout).toMatchObject({ maybelost: true })
    expect((await lost(member)).status).toBe(403)
    expect((await lost()).body).toMatchObject({ msg: 'Ditandai tidak terkirim', data: { status: 1, payout: { state: 'failed' } } })
    expect((await lost()).body).toMatchObject({ code: 'payout.not_lost' })
    expect((await approve(bima, id)).body.data).toMatchObject({ status: 2 })
    await sound()
  })

  test('that provably did not leave is sent again, five times at most', async () => {
    const id = await cashOut()
    await provider.goDown()
    await payOut(ayu, id)
    await expect.poll(async () => (await newest(id))?.sends).toBe(1)
    await became(id, 'new')
    await provider.comeUp()
    await watch()
    await became(id, 'waits')
    expect(await newest(id)).toMatchObject({ sends: 2 })
    const other = await cashOut(await app.member())
    await provider.goDown()
    await payOut(ayu, other)
    for (let sends = 1; sends < 5; sends += 1) {
      await expect.poll(async () => (await newest(other))?.sends).toBe(sends)
      await became(other, 'new')
      await watch()
    }
    await became(other, 'failed')
    await provider.comeUp()
    expect(await stateOf(other)).toBe(1)
    await sound()
  })

  test('that failed for certain leaves the cash-out to a person: asked for anew, paid by hand, or rejected', async () => {
    const id = await cashOut()
    await payOut(ayu, id)
    await became(id, 'waits')
    const first = await referenceOf(id)
    provider.endPayout(first, 'FAILED', 'INVALID_DESTINATION')
    await provider.tellPayout(first)
    await became(id, 'failed')
    expect(await detail(id)).toMatchObject({ payable: true, ticket: { status: 1, payout: { failure: 'INVALID_DESTINATION' } } })
    expect(await app.balance(member), 'not given back by itself').toBe(50_000n)
    await payOutAfter(ayu, id, await referenceOf(id))
    await became(id, 'waits')
    expect(await referenceOf(id)).toBe(first.replace(/1$/, '2'))
    provider.endPayout(await referenceOf(id), 'FAILED')
    await watch()
    await became(id, 'failed')
    expect((await reject(ayu, id)).body.data).toMatchObject({ status: 3 })
    expect(await app.balance(member)).toBe(200_000n)
    await sound()
  })

  test('that the provider refuses at once has failed', async () => {
    const id = await cashOut()
    provider.mood = 'refuses'
    await payOut(ayu, id)
    await became(id, 'failed')
    expect((await newest(id))?.failure).toContain('API_VALIDATION_ERROR')
    provider.mood = 'answers'
    expect((await approve(ayu, id)).body.data).toMatchObject({ status: 2 })
    await sound()
  })

  test.each([
    ['a no that is not the provider’s own', 'stranger'],
    ['an answer in another form', 'garbles'],
    ['the word that it was asked already', 'duplicate'],
    ['an error of the provider', 'fails'],
  ] as const)('that was answered by %s is unknown', async (_, mood) => {
    const id = await cashOut()
    provider.mood = mood
    await payOut(ayu, id)
    await became(id, 'unknown')
    provider.mood = 'answers'
    expect((await reject(ayu, id)).body).toMatchObject({ code: 'cash_out.payout_live' })
  })

  test('that was sent back by the bank is back in the balance, once, also when nobody had heard that it was paid', async () => {
    const id = await cashOut()
    await payOut(ayu, id)
    await became(id, 'waits')
    const reference = await referenceOf(id)
    provider.endPayout(reference, 'SUCCEEDED')
    await provider.tellPayout(reference)
    await became(id, 'succeeded')
    provider.endPayout(reference, 'REVERSED')
    expect(await provider.tellPayout(reference, 20)).toEqual(Array(20).fill(200))
    await became(id, 'reversed')
    expect(await stateOf(id)).toBe(4)
    expect(await app.balance(member)).toBe(200_000n)

    const unheard = await cashOut(await app.member())
    await payOut(ayu, unheard)
    await became(unheard, 'waits')
    provider.endPayout(await referenceOf(unheard), 'REVERSED')
    await watch()
    await became(unheard, 'reversed')
    expect(await stateOf(unheard)).toBe(4)
    await sound()
  })

  test('that was called lost and is there after all is under way again, where nobody has acted upon it', async () => {
    const id = await cashOut()
    const reference = await lostPayout(id)
    provider.mood = 'answers'
    provider.takePayout(reference, 150_000)
    await provider.tellPayout(reference)
    await became(id, 'waits')
    expect((await approve(bima, id)).body).toMatchObject({ code: 'cash_out.payout_live' })
    expect(await detail(id)).toMatchObject({ payable: false })
    provider.endPayout(reference, 'SUCCEEDED')
    await provider.tellPayout(reference)
    await became(id, 'succeeded')
    expect(await stateOf(id)).toBe(2)
    expect(await contradictions(id)).toEqual(['menunggu bank'])
    await sound()
  })

  test('that was called lost and was paid twice so moves no more money, and says so where it is seen', async () => {
    const id = await cashOut()
    const reference = await lostPayout(id)
    expect((await approve(bima, id)).body.data).toMatchObject({ status: 2 })
    provider.mood = 'answers'
    provider.takePayout(reference, 150_000)
    provider.endPayout(reference, 'SUCCEEDED')
    for (let times = 0; times < 3; times += 1) {
      await provider.tellPayout(reference, 5)
      await doneWithJobs()
    }
    expect((await detail(id)).ticket).toMatchObject({
      status: 2,
      payout: { state: 'failed', failure: 'Penyedia menyatakan: sudah dibayar' },
    })
    expect(await contradictions(id), 'noted once, however often it is told').toEqual(['sudah dibayar'])
    await sound()
  })

  test('that failed, and was paid all the same, pays the cash-out that nobody has touched since', async () => {
    const id = await cashOut()
    await payOut(ayu, id)
    await became(id, 'waits')
    const reference = await referenceOf(id)
    provider.endPayout(reference, 'FAILED', 'TEMPORARY_TRANSFER_ERROR')
    await watch()
    await became(id, 'failed')
    provider.endPayout(reference, 'SUCCEEDED')
    await provider.tellPayout(reference)
    await became(id, 'succeeded')
    expect(await stateOf(id)).toBe(2)
    expect((await reject(ayu, id)).body).toMatchObject({ code: 'ticket.state' })
    await sound()
  })

  test('that failed, and was paid all the same while another one is under way, is not paid for twice in the books', async () => {
    const id = await cashOut()
    await payOut(ayu, id)
    await became(id, 'waits')
    const first = await referenceOf(id)
    provider.endPayout(first, 'FAILED')
    await watch()
    await became(id, 'failed')
    await payOutAfter(ayu, id, await referenceOf(id))
    await became(id, 'waits')
    provider.endPayout(first, 'SUCCEEDED')
    await provider.tellPayout(first)
    await doneWithJobs()
    expect((await payouts(id)).map(({ state }) => state)).toEqual(['failed', 'waits'])
    expect(await contradictions(id)).toEqual(['sudah dibayar'])
    expect(await stateOf(id)).toBe(1)
    await sound()
  })

  test('that is said to be of another sum is seen by administrators, and a person ends it after a day', async () => {
    const id = await cashOut()
    provider.mood = 'garbles'
    await payOut(ayu, id)
    await became(id, 'unknown')
    provider.mood = 'answers'
    provider.endPayout(await referenceOf(id), 'SUCCEEDED', undefined, 149_999)
    await watch()
    expect((await detail(id)).ticket).toMatchObject({
      status: 1,
      payout: { state: 'unknown', failure: 'Penyedia menyatakan: Rp 149.999', maybelost: false },
    })
    const old = new Date(Date.now() - 86_500_000)
    await app.tables.updateTable('payout').set({ created_at: old }).where('cash_out_id', '=', id).execute()
    expect((await detail(id)).ticket.payout).toMatchObject({ maybelost: true })
    expect((await send(ayu, 'POST', `${id}/payout/lost`, { description: 'Tidak ada di dasbor' })).status).toBe(200)
    await sound()
  })

  test('that was missing once and is not heard of since is not missing for an hour', async () => {
    const id = await cashOut()
    provider.mood = 'stranger'
    await payOut(ayu, id)
    await became(id, 'unknown')
    provider.mood = 'answers'
    await watch()
    await app.tables
      .updateTable('payout')
      .set({ missing_since: new Date(Date.now() - 3_700_000) })
      .where('cash_out_id', '=', id)
      .execute()
    provider.mood = 'fails'
    await watch()
    expect((await detail(id)).ticket.payout).toMatchObject({ state: 'unknown', maybelost: false })
  })

  test('that the provider took and does not know any more can be called lost as well', async () => {
    const id = await cashOut()
    await payOut(ayu, id)
    await became(id, 'waits')
    provider.mood = 'missing'
    await watch()
    await app.tables
      .updateTable('payout')
      .set({ missing_since: new Date(Date.now() - 3_700_000) })
      .where('cash_out_id', '=', id)
      .execute()
    expect((await detail(id)).ticket.payout).toMatchObject({ state: 'waits', maybelost: true })
  })

  test('that failed for a reason that no database keeps has failed all the same', async () => {
    const id = await cashOut()
    await payOut(ayu, id)
    await became(id, 'waits')
    provider.endPayout(await referenceOf(id), 'FAILED', `BAD\u0000\ud800${'x'.repeat(1_000)}`)
    await watch()
    await became(id, 'failed')
    await sound()
  })

  test('that the provider does not let in is sent again, and fails for certain', async () => {
    const id = await cashOut()
    provider.mood = 'forbids'
    await payOut(ayu, id)
    await expect.poll(async () => (await newest(id))?.sends).toBe(1)
    await became(id, 'new')
    for (let sends = 1; sends < 5; sends += 1) await watch()
    await became(id, 'failed')
    expect(provider.payout(await referenceOf(id))).toBe(undefined)
    expect((await detail(id)).ticket.payout.failure).toContain('REQUEST_FORBIDDEN_ERROR')
  })

  test('asked for fifty times at once is one, though the provider refuses it at once', async () => {
    const id = await cashOut()
    provider.mood = 'refuses'
    await Promise.all(Array.from({ length: 50 }, (_, at) => payOut(at % 2 === 0 ? ayu : bima, id)))
    await doneWithJobs()
    expect(await payouts(id)).toHaveLength(1)
    provider.mood = 'answers'
    expect((await payOut(bima, id, 'Tanpa melihat yang pertama')).body).toMatchObject({ code: 'payout.not_last' })
    expect((await payOutAfter(bima, id, await referenceOf(id))).status).toBe(200)
    await became(id, 'waits')
    expect(await payouts(id)).toHaveLength(2)
  })

  test('that was paid is asked about for a week, since its bank may send it back and nobody may tell', async () => {
    const id = await cashOut()
    await payOut(ayu, id)
    await became(id, 'waits')
    const reference = await referenceOf(id)
    provider.endPayout(reference, 'SUCCEEDED')
    await watch()
    await became(id, 'succeeded')
    provider.endPayout(reference, 'REVERSED')
    const paidAgo = (hours: number) =>
      app.tables
        .updateTable('payout')
        .set({ updated_at: new Date(Date.now() - hours * 3_600_000) })
        .where('cash_out_id', '=', id)
        .execute()
    for (const hours of [0, 24 * 8]) {
      await paidAgo(hours)
      await runJob(app, 'look-at-ended-payouts')
      await doneWithJobs()
      expect(await stateOf(id), `${hours} hours ago`).toBe(2)
    }
    await paidAgo(24 * 3)
    await runJob(app, 'look-at-ended-payouts')
    await became(id, 'reversed')
    expect(await stateOf(id)).toBe(4)
    await sound()
  })

  test('that is told a hundred times while the provider is slow is asked about a few times', async () => {
    const id = await cashOut()
    await payOut(ayu, id)
    await became(id, 'waits')
    const before = provider.payoutQuestions
    provider.slowMs = 300
    await provider.tellPayout(await referenceOf(id), 100)
    await doneWithJobs()
    provider.slowMs = 0
    expect(provider.payoutQuestions - before).toBeLessThan(20)
  })

  test('of a member that leaves closes its account, which is open again when the bank sends the money back', async () => {
    await app.db.transaction((tx) => deposit(tx, member.id, 150_000n))
    const id = await app.db.transaction((tx) => askCashOut(tx, member.id, 150_000n))
    await app.tables.updateTable('cash_out').set({ state: 1, kasus: 2 }).where('id', '=', id).execute()
    const status = async () =>
      (await app.db.read.selectFrom('member').select('status').where('id', '=', member.id).executeTakeFirstOrThrow()).status
    const open = await status()
    await payOut(ayu, id)
    await became(id, 'waits')
    expect(await status()).toBe(open)
    provider.endPayout(await referenceOf(id), 'SUCCEEDED')
    await provider.tellPayout(await referenceOf(id))
    await expect.poll(status).toBe(0)
    provider.endPayout(await referenceOf(id), 'REVERSED')
    await provider.tellPayout(await referenceOf(id))
    await expect.poll(status).toBe(open)
    expect(await app.balance(member)).toBe(150_000n)
    await sound()
  })

  test('that contradicts itself moves no money', async () => {
    const id = await cashOut()
    await payOut(ayu, id)
    await became(id, 'waits')
    const reference = await referenceOf(id)
    // Of another sum than was asked for.
    provider.endPayout(reference, 'SUCCEEDED', undefined, 149_999)
    await watch()
    expect(await stateOf(id)).toBe(1)
    expect((await newest(id))?.state).toBe('waits')
    provider.endPayout(reference, 'SUCCEEDED', undefined, 150_000)
    await watch()
    await became(id, 'succeeded')
    provider.endPayout(reference, 'FAILED')
    await provider.tellPayout(reference)
    await doneWithJobs()
    expect(await stateOf(id)).toBe(2)
    expect((await newest(id))?.state).toBe('succeeded')
    expect(await app.balance(member)).toBe(50_000n)
    await sound()
  })

  test('told by somebody else, or of a name that is not ours, changes nothing', async () => {
    const id = await cashOut()
    await payOut(ayu, id)
    await became(id, 'waits')
    const reference = await referenceOf(id)
    const forged = { event: 'payout.succeeded', data: { id: 'x', reference_id: reference, amount: 150_000, status: 'SUCCEEDED' } }
    const tell = (token: string, body: object) =>
      fetch(`${app.url}/public/gateway/xendit`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-callback-token': token },
        body: JSON.stringify(body),
      }).then(({ status }) => status)
    expect(await tell('guess', forged)).toBe(401)
    // Even with the token: what counts is what the provider answers when it is asked.
    expect(await tell(keys.callbackToken, forged)).toBe(200)
    expect(await tell(keys.callbackToken, { event: 'payout.failed', data: { reference_id: 'CO-XX-1-1', status: 'FAILED' } })).toBe(200)
    expect(await tell(keys.callbackToken, { event: 'payout.failed', data: 7 })).toBe(200)
    await watch()
    expect(await newest(id)).toMatchObject({ state: 'waits' })
    expect(await stateOf(id)).toBe(1)
  })
})

test('a payout that waits to be sent does not leave any more when they are switched off', async () => {
  const house = await startTestApp(settings, ['http'])
  try {
    const { id: owner } = await house.member()
    await house.db.transaction((tx) => deposit(tx, owner, 200_000n))
    const id = await house.db.transaction((tx) => askCashOut(tx, owner, 150_000n))
    await house.tables.updateTable('cash_out').set({ state: 1 }).where('id', '=', id).execute()
    const { token } = await house.member({ roles: ['ROLE_ADMIN'] })
    const body = { description: 'Bayar pagi ini' }
    expect((await house.call('POST', `/api/admin/v1/payment/tiket/${id}/payout`, { token, body })).status).toBe(200)
    const payout = () =>
      house.db.read.selectFrom('payout').select(['state', 'failure', 'sends']).where('cash_out_id', '=', id).executeTakeFirst()
    await house.startAnother(['worker'], undefined, { XENDIT_DISBURSE: '0' })
    await expect.poll(async () => (await payout())?.state).toBe('failed')
    expect(await payout()).toMatchObject({ failure: 'tidak dikirim: pembayaran lewat penyedia dimatikan', sends: 0 })
  } finally {
    await house.stop()
  }
})

describe('who asks for a payout', () => {
  test('is an administrator, and of a cash-out that is processed', async () => {
    const id = await cashOut()
    expect((await payOut(member, id)).status).toBe(403)
    expect((await payOut(ayu, id, '')).status).toBe(400)
    expect((await payOut(ayu, 999_999n)).body).toMatchObject({ code: 'not_found.ticket' })
    await app.tables.updateTable('cash_out').set({ state: 0 }).where('id', '=', id).execute()
    expect((await payOut(ayu, id)).body).toMatchObject({ code: 'ticket.state', msg: 'Status tiket ini: menunggu' })
    const topup = await app.db.transaction((tx) => deposit(tx, member.id, 60_000n))
    expect((await payOut(ayu, topup)).body).toMatchObject({ code: 'not_found.ticket' })
  })

  test('does not have own money paid', async () => {
    if (!ayu) throw new Error('nobody')
    const id = await cashOut(ayu)
    expect((await payOut(ayu, id)).body).toMatchObject({ code: 'decision.own_money' })
    expect(await payouts(id)).toEqual([])
    expect((await payOut(bima, id)).status).toBe(200)
    await became(id, 'waits')
    const lost = (who: TestMember | undefined) => send(who, 'POST', `${id}/payout/lost`, { description: 'Tidak ada di dasbor' })
    expect((await lost(ayu)).body).toMatchObject({ code: 'decision.own_money' })
    expect((await lost(bima)).body).toMatchObject({ code: 'payout.not_lost' })
  })

  test('and comes too late hears so, though the same word was followed before', async () => {
    const id = await cashOut()
    provider.mood = 'refuses'
    await payOut(ayu, id)
    await became(id, 'failed')
    const failed = await referenceOf(id)
    expect((await reject(bima, id)).status).toBe(200)
    expect((await payOutAfter(ayu, id, failed)).body).toMatchObject({ code: 'ticket.state' })
    expect((await payOut(ayu, id)).body, 'the one that was followed, whose answer was lost').toMatchObject({ data: { status: 3 } })
  })

  test('alone has as much paid as it may approve alone, together', async () => {
    await app.setting('money.secondAdminFrom', 200_000n)
    const [candra, dewi] = await Promise.all(['Candra', 'Dewi'].map((name) => app.member({ name, roles: ['ROLE_ADMIN'] })))
    const ids = await Promise.all([1, 2].map(async () => cashOut(await app.member())))
    const [first = 0n, second = 0n] = ids
    expect((await payOut(candra, first)).body).toMatchObject({ msg: 'Pembayaran diminta dari penyedia' })
    expect((await payOut(candra, second)).body).toMatchObject({ msg: 'Menunggu admin kedua' })
    expect((await payOut(dewi, second)).body).toMatchObject({ msg: 'Pembayaran diminta dari penyedia' })
    await sound()
  })

  test('has a second one agree from a sum on, and nothing leaves before', async () => {
    await app.setting('money.secondAdminFrom', 100_000n)
    const id = await cashOut()
    expect((await payOut(ayu, id)).body).toMatchObject({ msg: 'Menunggu admin kedua', data: { decision: { to: 2, byprovider: true } } })
    expect(await payouts(id)).toEqual([])
    const { decision } = (await detail(id)).ticket
    const decide = (who: TestMember | undefined) =>
      app.call('POST', `/api/admin/v1/decisions/${decision.id}`, { token: who?.token, body: { yes: true, reason: 'Sudah dicek' } })
    expect((await decide(ayu)).body).toMatchObject({ code: 'decision.own_request' })
    expect((await decide(bima)).status).toBe(200)
    await became(id, 'waits')
    expect(await stateOf(id)).toBe(1)
    await sound()
  })
})
