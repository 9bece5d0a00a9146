import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Answer, Json, TestMember } from '../../../../test/app.ts'
import { BankInstance } from '../../../../test/bank-instance.ts'
import { strayAtProvider, transferCash } from '../../../../test/money.ts'

/** Administrators who repeat a command, for example because the answer was lost. */
let instance: BankInstance
let member: TestMember

beforeAll(async () => {
  instance = await BankInstance.start()
  // Money of rows from before the first ticket is not booked, so a first ticket is created.
  await instance.ticketOf(await instance.member())
})

afterAll(() => instance?.stop())

beforeEach(async () => {
  member = await instance.member()
})

afterEach(async () => {
  await instance.app.setting('money.secondAdminFrom', 0n)
  await instance.booksHold()
})

const description = 'Lupa membuat tiket'
const reason = 'Bukan uang kita'
const toMember = (who = member) => ({ memberid: Number(who.id) })
const assign = (money: unknown, body: Json, who = instance.admin) => instance.asAdmin('POST', `unmatched/${money}/assign`, body, who)
const release = (money: unknown, body: Json, who = instance.admin) => instance.asAdmin('POST', `unmatched/${money}/explain`, body, who)
const explain = ({ id }: Json, body: Json, who = instance.admin) => instance.asAdmin('POST', `mutasi/${id}/explain`, body, who)

/** Sends fifty concurrent copies of a request and then one more copy, and expects the same answer for all of them. */
async function fiftyTimes(send: () => Promise<Answer>): Promise<Json> {
  const answers = await Promise.all(Array.from({ length: 50 }, send))
  const { body: last } = await send()
  for (const { status, body } of answers) expect([status, body]).toEqual([200, last])
  return last
}

const audited = async (event: 'unmatched.assigned' | 'unmatched.released' | 'statement.explained', subject: unknown) =>
  (await instance.app.db.read.selectFrom('audit').select('id').where('event', '=', event).where('subject', '=', String(subject)).execute())
    .length

const waiting = async (subject: unknown) =>
  (
    await instance.app.db.read
      .selectFrom('approval_request')
      .select('id')
      .where('kind', '=', 'unmatched.assign')
      .where('subject', '=', String(subject))
      .where('outcome', 'is', null)
      .execute()
  ).length

const atProvider = (amount: bigint) => instance.app.db.transaction((tx) => strayAtProvider(tx, amount))

describe('a repeated allocation', () => {
  test('is executed once if it is sent fifty times', async () => {
    const { unmatched } = await instance.paid(81_001)
    const last = await fiftyTimes(() => assign(unmatched, { owner: toMember(), description }))
    expect(last).toMatchObject({ msg: 'Uang dijodohkan', data: { status: 'assigned', endedby: instance.admin.name } })
    expect(await instance.app.balance(member)).toBe(81_001n)
    expect(await audited('unmatched.assigned', unmatched)).toBe(1)
  })

  test('of money at the provider is recognised if it has the number of the ticket', async () => {
    const money = await atProvider(81_002n)
    const { body } = await assign(money, { owner: toMember(), description })
    const ticketid = Number(body.data.invoice.split('-').at(-1))
    expect((await assign(money, { owner: { ticketid }, description })).body).toEqual(body)
    expect(await instance.app.balance(member)).toBe(81_002n)
  })

  test('is refused if it differs from the earlier decision, and the refusal shows that decision', async () => {
    const { unmatched } = await instance.paid(81_003)
    const { body } = await assign(unmatched, { owner: toMember(), description })
    const won = {
      code: 'statement.taken',
      msg: `Sudah dijodohkan atau dijelaskan: tiket ${body.data.invoice}, oleh ${instance.admin.name}`,
    }
    const otherMember = await instance.member()
    for (const answer of [
      await assign(unmatched, { owner: toMember(otherMember), description }),
      await assign(unmatched, { owner: toMember(), description: 'Alasan lain' }),
      await assign(unmatched, { owner: toMember(), description }, instance.second),
      await release(unmatched, { reason }),
    ])
      expect([answer.status, answer.body]).toMatchObject([409, won])
    expect(await instance.app.balance(member)).toBe(81_003n)
  })

  test('requests the approval only once', async () => {
    await instance.app.setting('money.secondAdminFrom', 50_000n)
    const { unmatched } = await instance.paid(81_004)
    const last = await fiftyTimes(() => assign(unmatched, { owner: toMember(), description }))
    expect(last).toMatchObject({ msg: 'Menunggu admin kedua', data: { status: 'waiting', askedby: instance.admin.name } })
    expect(await waiting(unmatched)).toBe(1)
    expect((await assign(unmatched, { owner: toMember(), description: 'Alasan lain' })).body.code).toBe('decision.waits')
    expect((await release(unmatched, { reason: description })).body.code).toBe('decision.waits')
    expect((await assign(unmatched, { owner: toMember(), description }, instance.second)).body.code).toBe('decision.waits')
    expect((await instance.agree('unmatched.assign', unmatched)).status).toBe(200)
    expect(await instance.app.balance(member)).toBe(81_004n)
  })
})

describe('a repeated explanation', () => {
  test('about a bank row is executed once if it is sent fifty times', async () => {
    const row = await instance.paid(82_001)
    const moved = await instance.app.db.transaction((tx) => transferCash(tx, '02', '01', 82_001n))
    const last = await fiftyTimes(() => explain(row, { kind: 'cash_transfer', reference: Number(moved), reason }))
    expect(last).toMatchObject({ msg: 'Mutasi dijelaskan', data: { status: 'cash_transfer', reference: Number(moved) } })
    expect(await audited('statement.explained', row.id)).toBe(1)
    expect((await explain(row, { kind: 'noted', reason })).body).toMatchObject({
      code: 'statement.taken',
      msg: `Sudah dijodohkan atau dijelaskan: transfer kas ${moved}, oleh ${instance.admin.name}`,
    })
  })

  test("is executed once for a row whose money is not the platform's, with or without suspense money", async () => {
    for (const amount of [82_002, -82_003]) {
      const row = await instance.paid(amount)
      const last = await fiftyTimes(() => explain(row, { kind: 'noted', reason }))
      expect(last).toMatchObject({ msg: 'Mutasi dijelaskan', data: { status: 'noted', why: reason } })
      expect(await audited('statement.explained', row.id)).toBe(1)
      expect((await explain(row, { kind: 'noted', reason: 'Alasan lain' })).body).toMatchObject({
        code: 'statement.taken',
        msg: `Sudah dijodohkan atau dijelaskan: bukan uang kita, oleh ${instance.admin.name}`,
      })
    }
  })

  test('with the number of the suspense money is executed once, for money at a bank and at the provider', async () => {
    const { unmatched } = await instance.paid(82_004)
    for (const money of [unmatched, await atProvider(82_005n)]) {
      const last = await fiftyTimes(() => release(money, { reason }))
      expect(last).toMatchObject({ msg: 'Uang dijelaskan', data: { status: 'explained' } })
      expect((await release(money, { reason }, instance.second)).body).toMatchObject({
        code: 'statement.taken',
        msg: `Sudah dijodohkan atau dijelaskan: bukan uang kita, oleh ${instance.admin.name}`,
      })
    }
  })

  test('requests the approval only once if it is sent fifty times', async () => {
    await instance.app.setting('money.secondAdminFrom', 50_000n)
    const row = await instance.paid(82_006)
    const last = await fiftyTimes(() => explain(row, { kind: 'noted', reason }))
    expect(last).toMatchObject({ msg: 'Menunggu admin kedua', data: { status: 'unmatched' } })
    expect(await waiting(row.unmatched)).toBe(1)
    expect((await explain(row, { kind: 'noted', reason: 'Alasan lain' })).body.code).toBe('decision.waits')
    expect((await instance.agree('unmatched.assign', row.unmatched)).status).toBe(200)
  })
})
