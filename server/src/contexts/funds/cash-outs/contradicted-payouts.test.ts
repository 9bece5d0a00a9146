import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkLedger } from '#ledger/verification/verification.ts'
import type { TestMember } from '../../../../test/app.ts'
import { PayoutInstance, type Taken } from '../../../../test/payout-instance.ts'

/** A payout failed, and then the provider reports that it waits or is paid, while something else was decided about its cash-out. */

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

const paidTwice = 'the provider calls no payout paid but the one that paid its cash-out, or its loss is booked'
const breaches = async () => (await checkLedger(instance.app.db)).map(({ rule }) => rule)

/** A cash-out whose first payout failed and whose second payout is not sent yet, since the provider refuses the API key. */
async function secondUnsent(): Promise<Taken> {
  const first = await instance.ended(member, 'FAILED', 'TEMPORARY_TRANSFER_ERROR')
  instance.provider.mood = 'forbids'
  expect((await instance.payOut(first.id, { after: first.reference })).status).toBe(200)
  await expect.poll(async () => (await instance.newest(first.id))?.sends).toBe(1)
  await instance.became(first.id, 'new')
  instance.provider.mood = 'answers'
  return first
}

/** A cash-out whose first payout failed and whose second payout is at the bank. */
async function secondWaits(): Promise<{ first: Taken; second: Taken }> {
  const first = await instance.ended(member, 'FAILED', 'TEMPORARY_TRANSFER_ERROR')
  expect((await instance.payOut(first.id, { after: first.reference })).status).toBe(200)
  await instance.became(first.id, 'waits')
  return { first, second: { id: first.id, reference: await instance.referenceOf(first.id) } }
}

/** The provider reports another state of the first payout, and Lapak hears it. */
async function says({ id, reference }: Taken, state: string, amount?: number): Promise<void> {
  const before = (await instance.contradictions(id)).length
  instance.provider.endPayout(reference, state, undefined, amount)
  expect(await instance.provider.sendPayoutCallbacks(reference)).toEqual([200])
  await expect.poll(async () => (await instance.contradictions(id)).length).toBe(before + 1)
  await instance.doneWithJobs()
}

const statesOf = async (id: bigint) => (await instance.payouts(id)).map(({ state }) => state)
const codesOf = async ({ id }: Taken, after: string) => {
  const answers = [await instance.reject(id), await instance.approve(id), await instance.payOut(id, { after, by: instance.bima })]
  return answers.map(({ body }) => body.code)
}
const contradicted = Array(3).fill('cash_out.payout_contradicted')

describe('a payout that was not sent yet', () => {
  test('is stopped when the provider reports an earlier payout as paid, and the earlier one pays the cash-out', async () => {
    const first = await secondUnsent()
    const second = await instance.referenceOf(first.id)
    await says(first, 'SUCCEEDED')
    expect(await statesOf(first.id)).toEqual(['succeeded', 'failed'])
    expect((await instance.newest(first.id))?.failure).toBe(`tidak dikirim: penyedia menyatakan lain tentang ${first.reference}`)
    expect(await instance.stateOf(first.id)).toBe(2)
    await instance.watch()
    expect(instance.provider.payout(second)).toBe(undefined)
    expect(await instance.app.balance(member)).toBe(50_000n)
    await instance.booksHold()
  })

  test('is stopped when the provider reports an earlier payout as waiting, which then is the one that waits', async () => {
    const first = await secondUnsent()
    await says(first, 'ACCEPTED')
    expect(await statesOf(first.id)).toEqual(['waits', 'failed'])
    expect((await instance.reject(first.id)).body.code).toBe('cash_out.payout_live')
    instance.provider.endPayout(first.reference, 'FAILED')
    await instance.watch()
    expect(await statesOf(first.id)).toEqual(['failed', 'failed'])
    expect((await instance.reject(first.id)).status).toBe(200)
    await instance.booksHold()
  })

  test('is stopped when the provider reports an earlier payout as returned, and the sum returns to the balance', async () => {
    const first = await secondUnsent()
    await says(first, 'REVERSED')
    expect(await statesOf(first.id)).toEqual(['reversed', 'failed'])
    expect(await instance.stateOf(first.id)).toBe(4)
    expect(await instance.app.balance(member)).toBe(200_000n)
    await instance.booksHold()
  })

  test('is not sent again if the provider reports an earlier payout as paid while it is being sent', async () => {
    const first = await instance.ended(member, 'FAILED', 'TEMPORARY_TRANSFER_ERROR')
    instance.provider.mood = 'forbids'
    const sending = instance.provider.holdRequest('POST')
    expect((await instance.payOut(first.id, { after: first.reference })).status).toBe(200)
    await sending.asked
    instance.provider.mood = 'answers'
    instance.provider.endPayout(first.reference, 'SUCCEEDED')
    await instance.provider.sendPayoutCallbacks(first.reference)
    await expect.poll(() => instance.contradictions(first.id)).toEqual(['sudah dibayar'])
    expect(await statesOf(first.id)).toEqual(['failed', 'asking'])
    sending.release()
    await expect.poll(() => statesOf(first.id)).toEqual(['succeeded', 'failed'])
    expect(await instance.stateOf(first.id)).toBe(2)
    await instance.watch()
    expect(instance.provider.payout(await instance.referenceOf(first.id))).toBe(undefined)
    await instance.booksHold()
  })

  test('is stopped by the worker if the migration took the contradiction of an earlier payout from the text of an older process', async () => {
    const first = await secondUnsent()
    instance.provider.endPayout(first.reference, 'SUCCEEDED')
    await instance.app.tables
      .updateTable('payout')
      .set({ contradiction: 'succeeded', contradicted_at: new Date(), failure: 'Penyedia menyatakan: sudah dibayar' })
      .where('reference', '=', first.reference)
      .execute()
    expect(await codesOf(first, first.reference)).toContain('cash_out.payout_live')
    await instance.watch()
    await expect.poll(() => statesOf(first.id)).toEqual(['succeeded', 'failed'])
    expect(instance.provider.payout(await instance.referenceOf(first.id))).toBe(undefined)
    expect(await instance.stateOf(first.id)).toBe(2)
  })

  test('never leaves beside an earlier one that is known as paid, whichever of the two comes first', async () => {
    const firsts = await Promise.all(Array.from({ length: 4 }, async () => instance.ended(await instance.app.member(), 'FAILED')))
    for (const { reference } of firsts) instance.provider.endPayout(reference, 'SUCCEEDED')
    const asked = await Promise.all(
      firsts.flatMap(({ id, reference }) => [
        instance.payOut(id, { after: reference }),
        instance.provider.sendPayoutCallbacks(reference, 3),
      ]),
    )
    expect(asked.filter((answer) => 'status' in answer && answer.status >= 500)).toEqual([])
    await instance.doneWithJobs()
    for (const { id, reference } of firsts) {
      const [first, second] = await instance.payouts(id)
      const isSent = instance.provider.payout(reference.replace(/1$/, '2')) !== undefined
      if (isSent) {
        // The second payout had left before the answer about the first one came.
        expect([first?.contradiction, second?.state, await instance.stateOf(id)]).toEqual(['succeeded', 'waits', 1])
        instance.provider.endPayout(second?.reference ?? '', 'FAILED')
        await instance.watch()
      }
      await expect.poll(async () => [(await statesOf(id))[0], await instance.stateOf(id)]).toEqual(['succeeded', 2])
    }
    await instance.booksHold()
  })
})

describe('a cash-out whose failed payout the provider contradicts', () => {
  test('is neither rejected, paid by hand nor paid by another payout, and is paid by the earlier one after the newest failed', async () => {
    const { first, second } = await secondWaits()
    await says(first, 'SUCCEEDED')
    expect(await statesOf(first.id)).toEqual(['failed', 'waits'])
    const { asked, release } = instance.provider.holdAnswer(first.reference)
    await instance.ends(second, 'FAILED', 'INVALID_DESTINATION')
    await asked
    expect(await codesOf(first, second.reference)).toEqual(contradicted)
    expect((await instance.reject(first.id)).body.msg).toContain(`Pembayaran ${first.reference} tercatat gagal`)
    const detail = await instance.detail(first.id)
    expect(detail).toMatchObject({
      payable: false,
      payouts: [
        { reference: first.reference, contradiction: 'succeeded', failure: 'Penyedia menyatakan: sudah dibayar', maybelost: false },
        { reference: second.reference, contradiction: null, failure: 'INVALID_DESTINATION' },
      ],
    })
    release()
    await instance.doneWithJobs()
    expect(await statesOf(first.id)).toEqual(['succeeded', 'failed'])
    expect(await instance.stateOf(first.id)).toBe(2)
    expect((await instance.detail(first.id)).payouts).toMatchObject([{ contradiction: null, failure: null }, {}])
    await instance.booksHold()
  })

  test('waits for the earlier payout after the newest failed, if the provider reports the earlier one as waiting', async () => {
    const { first, second } = await secondWaits()
    await says(first, 'ACCEPTED')
    await instance.ends(second, 'FAILED')
    await instance.doneWithJobs()
    expect(await statesOf(first.id)).toEqual(['waits', 'failed'])
    expect((await instance.reject(first.id)).body.code).toBe('cash_out.payout_live')
    instance.provider.endPayout(first.reference, 'SUCCEEDED')
    await instance.watch()
    expect(await instance.stateOf(first.id)).toBe(2)
    await instance.booksHold()
  })

  test('can be decided again after the provider has reported the failure again', async () => {
    const { first, second } = await secondWaits()
    await says(first, 'SUCCEEDED')
    instance.provider.endPayout(first.reference, 'FAILED', 'REJECTED_BY_CHANNEL')
    await instance.provider.sendPayoutCallbacks(first.reference)
    await instance.doneWithJobs()
    expect((await instance.detail(first.id)).payouts[0]).toMatchObject({
      state: 'failed',
      contradiction: null,
      failure: 'REJECTED_BY_CHANNEL',
    })
    await instance.booksHold()
    await instance.ends(second, 'FAILED')
    expect((await instance.reject(first.id)).status).toBe(200)
    expect(await instance.app.balance(member)).toBe(200_000n)
    await instance.booksHold()
  })

  test('is queried every hour while nothing can be decided, also after the week of its failure', async () => {
    const first = await instance.ended(member, 'FAILED')
    await says(first, 'SUCCEEDED', 149_999)
    const asked = async (hours: number) => {
      const before = instance.provider.payoutQuestions
      await instance.lookAfter(first.id, hours)
      return instance.provider.payoutQuestions - before
    }
    expect(await asked(24 * 9)).toBe(1)
    expect(await asked(2)).toBe(1)
    instance.provider.endPayout(first.reference, 'SUCCEEDED', undefined, 150_000)
    await instance.lookAfter(first.id, 2)
    expect(await instance.stateOf(first.id)).toBe(2)
    await instance.booksHold()
  })

  test('is queried daily once its cash-out was paid in another way', async () => {
    const first = await instance.lost(member)
    expect((await instance.approve(first.id)).status).toBe(200)
    instance.provider.takePayout(first.reference, 150_000)
    await says(first, 'ACCEPTED')
    const before = instance.provider.payoutQuestions
    await instance.lookAfter(first.id, 23)
    expect(instance.provider.payoutQuestions).toBe(before)
    await instance.lookAfter(first.id, 2)
    expect(instance.provider.payoutQuestions).toBe(before + 1)
    await instance.booksHold()
  })

  test('stays undecided while the provider reports another sum, until two administrators call the payout lost after some days', async () => {
    const first = await instance.ended(member, 'FAILED')
    await says(first, 'SUCCEEDED', 149_999)
    expect(await codesOf(first, first.reference)).toEqual(contradicted)
    expect((await instance.callLost(first.id)).body.code).toBe('payout.not_lost')
    const old = new Date(Date.now() - 4 * 86_400_000)
    await instance.app.tables.updateTable('payout').set({ updated_at: old, created_at: old }).where('cash_out_id', '=', first.id).execute()
    expect((await instance.detail(first.id)).payouts).toMatchObject([{ contradiction: 'amount', maybelost: true }])
    const { body } = await instance.app.call('GET', '/api/admin/v1/payment/tiket/lost', { token: instance.ayu.token })
    expect(body.data.map(({ id }: { id: number }) => BigInt(id))).toContain(first.id)
    expect((await instance.callLost(first.id)).body.msg).toBe('Menunggu admin kedua')
    expect((await instance.agree(first.id)).status).toBe(200)
    expect((await instance.detail(first.id)).payouts).toMatchObject([{ contradiction: null, failure: 'ditandai tidak terkirim' }])
    expect((await instance.reject(first.id)).status).toBe(200)
    await instance.booksHold()
  })
})

describe('ledger:check', () => {
  const bookLoss = () =>
    instance.app.call('POST', '/api/admin/v1/accounts/correction', {
      token: instance.ayu.token,
      body: { code: '06', kind: 'loss', jumlah: -150_000, reason: 'Penyedia membayar dua kali', reffclient: crypto.randomUUID() },
    })

  test('finds a cash-out that the provider says it has paid twice, until its loss is booked', async () => {
    const { first, second } = await secondWaits()
    await instance.ends(second, 'SUCCEEDED')
    await says(first, 'SUCCEEDED')
    expect(await breaches()).toEqual([paidTwice])
    expect((await instance.detail(first.id)).payouts).toMatchObject([{ contradiction: 'succeeded' }, { state: 'succeeded' }])
    expect((await bookLoss()).status).toBe(200)
    await instance.booksHold()
  })

  test('finds no double payment while a second payout waits, nor after the bank returned the earlier one', async () => {
    const { first, second } = await secondWaits()
    await says(first, 'SUCCEEDED')
    await instance.booksHold()
    await instance.ends(second, 'SUCCEEDED')
    expect(await breaches()).toEqual([paidTwice])
    await says(first, 'REVERSED')
    await instance.booksHold()
  })

  test('finds a rejected cash-out that the provider says it has paid, and administrators are notified', async () => {
    const first = await instance.lost(member)
    expect((await instance.reject(first.id)).status).toBe(200)
    instance.provider.takePayout(first.reference, 150_000)
    await says(first, 'SUCCEEDED')
    expect(await breaches()).toEqual([paidTwice])
    const notified = await instance.app.db.read
      .selectFrom('notification')
      .select('title')
      .where('key', '=', `payout ${first.reference} contradicted`)
      .where('member_id', '=', instance.bima.id)
      .execute()
    expect(notified).toEqual([{ title: 'Kabar penyedia bertentangan' }])
    expect((await bookLoss()).status).toBe(200)
    await instance.booksHold()
  })
})
