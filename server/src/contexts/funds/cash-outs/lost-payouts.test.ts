import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestMember } from '../../../../test/app.ts'
import { PayoutInstance, type Taken } from '../../../../test/payout-instance.ts'

/** The conditions under which a payout can be marked as lost that the provider accepted and did not report afterwards. */

let instance: PayoutInstance

beforeAll(async () => {
  instance = await PayoutInstance.start()
})

afterAll(() => instance?.stop())

beforeEach(() => {
  instance.provider.mood = 'answers'
})

/** A payout that the provider accepted and has not reported for this many hours. */
async function silent(hours: number, owner?: TestMember): Promise<Taken> {
  const taken = await instance.underWay(owner ?? (await instance.app.member()))
  const then = new Date(Date.now() - hours * 3_600_000)
  await instance.app.tables.updateTable('payout').set({ created_at: then, heard_at: then }).where('cash_out_id', '=', taken.id).execute()
  return taken
}

const days = (count: number): number => count * 24 + 1

const maybeLost = async ({ id }: Taken): Promise<boolean> => (await instance.detail(id)).ticket.payout.maybelost

describe('a payout that waits for its bank', () => {
  test('can be marked as lost after the days of the setting without a report by the provider, but not after one day', async () => {
    const taken = await silent(days(1))
    instance.provider.mood = 'fails'
    expect(await maybeLost(taken)).toBe(false)
    expect((await instance.callLost(taken.id)).body).toMatchObject({ code: 'payout.not_lost' })
    instance.provider.mood = 'answers'
    await instance.app.setting('cashOut.payoutSilentDays', 2)
    expect(await maybeLost(await silent(days(1)))).toBe(false)
    expect(await maybeLost(await silent(days(2)))).toBe(true)
    await instance.app.setting('cashOut.payoutSilentDays', 3)
  })

  test('can be marked as lost by two administrators if the provider does not answer, and its cash-out can then be paid in another way', async () => {
    const taken = await silent(days(3))
    instance.provider.mood = 'fails'
    expect((await instance.callLost(taken.id)).body).toMatchObject({
      msg: 'Menunggu admin kedua',
      data: { status: 1, payout: { state: 'waits' }, decision: { to: 1, lost: true, own: true } },
    })
    expect((await instance.approve(taken.id)).body).toMatchObject({ code: 'cash_out.decision_waits' })
    expect((await instance.agree(taken.id, instance.ayu)).body).toMatchObject({ code: 'decision.own_request' })
    expect((await instance.agree(taken.id)).body.data).toMatchObject({ outcome: 'approved' })
    expect(await instance.newest(taken.id)).toMatchObject({ state: 'failed', failure: 'ditandai tidak terkirim' })
    expect((await instance.approve(taken.id)).body.data).toMatchObject({ status: 2 })
    await instance.booksHold()
  })

  test('is marked as lost by one administrator if the query right before reports that the provider does not know the payout', async () => {
    const taken = await silent(days(3))
    instance.provider.mood = 'missing'
    expect((await instance.callLost(taken.id)).body).toMatchObject({
      msg: 'Ditandai tidak terkirim',
      data: { payout: { state: 'failed' } },
    })
    await instance.booksHold()
  })

  test('fails instead of being marked as lost if the query right before reports the failure', async () => {
    const taken = await silent(days(3))
    instance.provider.endPayout(taken.reference, 'FAILED', 'REJECTED_BY_CHANNEL')
    expect((await instance.callLost(taken.id)).body).toMatchObject({
      data: { payout: { state: 'failed', failure: 'REJECTED_BY_CHANNEL' } },
    })
    await instance.booksHold()
  })

  test('is paid instead of being marked as lost if the query right before reports the payment', async () => {
    const taken = await silent(days(3))
    instance.provider.endPayout(taken.reference, 'SUCCEEDED')
    expect((await instance.callLost(taken.id)).body).toMatchObject({ code: 'payout.not_lost' })
    expect(await instance.stateOf(taken.id)).toBe(2)
    await instance.booksHold()
  })

  test('is paid if the provider reports the payment while an administrator marks the payout as lost', async () => {
    const taken = await silent(days(3))
    instance.provider.shownPayouts = []
    const { asked, release } = instance.provider.holdAnswer(taken.reference)
    const calling = instance.callLost(taken.id)
    await asked
    instance.provider.shownPayouts = undefined
    await instance.ends(taken, 'SUCCEEDED')
    release()
    expect((await calling).body).toMatchObject({ code: 'payout.not_lost' })
    expect(await instance.stateOf(taken.id)).toBe(2)
    expect(await instance.contradictions(taken.id)).toEqual([])
    await instance.booksHold()
  })

  test('is paid if the provider reports the payment before the second administrator approves, and the approval is refused', async () => {
    const taken = await silent(days(3))
    instance.provider.mood = 'fails'
    await instance.callLost(taken.id)
    instance.provider.mood = 'answers'
    instance.provider.endPayout(taken.reference, 'SUCCEEDED')
    expect((await instance.agree(taken.id)).body).toMatchObject({ code: 'decision.changed' })
    expect(await instance.stateOf(taken.id)).toBe(2)
    expect((await instance.detail(taken.id)).ticket.decision).toBe(null)
    await instance.booksHold()
  })

  test('cannot be marked as lost by the member who gets the money, and this member cannot approve it either', async () => {
    const taken = await silent(days(3), instance.bima)
    instance.provider.mood = 'fails'
    expect((await instance.callLost(taken.id, instance.bima)).body).toMatchObject({ code: 'decision.own_money' })
    await instance.callLost(taken.id)
    expect((await instance.agree(taken.id)).body).toMatchObject({ code: 'decision.own_money' })
    expect(await instance.newest(taken.id)).toMatchObject({ state: 'waits' })
  })
})
