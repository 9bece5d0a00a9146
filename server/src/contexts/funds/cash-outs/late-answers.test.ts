import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestMember } from '../../../../test/app.ts'
import { PayoutInstance } from '../../../../test/payout-instance.ts'

/** Answers of the provider about payouts that come late or out of order, and states that the provider reports only if it is queried. */

let instance: PayoutInstance
let member: TestMember

beforeAll(async () => {
  instance = await PayoutInstance.start()
})

afterAll(() => instance?.stop())

beforeEach(async () => {
  member = await instance.app.member()
})

describe('a late answer about a payout', () => {
  test('with the state “pending” does not undo a newer failure', async () => {
    const taken = await instance.underWay(member)
    const comes = await instance.askSlowly(taken)
    await instance.ends(taken, 'FAILED')
    comes()
    await instance.doneWithJobs()
    expect((await instance.newest(taken.id))?.state).toBe('failed')
    expect(await instance.contradictions(taken.id)).toEqual([])
    expect((await instance.reject(taken.id)).status).toBe(200)
    await instance.booksHold()
  })

  test('with the state “failed” does not contradict a newer payment or return', async () => {
    const taken = await instance.underWay(member)
    instance.provider.endPayout(taken.reference, 'FAILED')
    const comes = await instance.askSlowly(taken)
    await instance.ends(taken, 'SUCCEEDED')
    await instance.ends(taken, 'REVERSED')
    comes()
    await instance.doneWithJobs()
    expect(await instance.newest(taken.id)).toMatchObject({ state: 'reversed', failure: null })
    expect(await instance.contradictions(taken.id)).toEqual([])
    expect(await instance.app.balance(member)).toBe(200_000n)
    await instance.booksHold()
  })

  test('with an unknown payout does not mark the payout as missing if it was found in the meantime', async () => {
    const taken = await instance.underWay(member)
    instance.provider.shownPayouts = []
    const comes = await instance.askSlowly(taken)
    instance.provider.shownPayouts = undefined
    await instance.askAgain(taken)
    comes()
    await instance.doneWithJobs()
    expect(await instance.newest(taken.id)).toMatchObject({ state: 'waits', failure: null, missing_since: null })
  })

  test('causes a further query, since it may be newer than the stored answer', async () => {
    const taken = await instance.underWay(member)
    instance.provider.endPayout(taken.reference, 'SUCCEEDED')
    const comes = await instance.askSlowly(taken)
    instance.provider.endPayout(taken.reference, 'ACCEPTED')
    await instance.askAgain(taken)
    instance.provider.endPayout(taken.reference, 'SUCCEEDED')
    comes()
    await instance.became(taken.id, 'succeeded')
    await instance.doneWithJobs()
    expect(await instance.contradictions(taken.id)).toEqual([])
    await instance.booksHold()
  })
})

describe('a state that only the provider knows', () => {
  test('is queried again if a callback arrives during a query', async () => {
    const { id, reference } = await instance.underWay(member)
    instance.provider.slowMs = 2_000
    const before = instance.provider.payoutQuestions
    expect(await instance.provider.sendPayoutCallbacks(reference)).toEqual([200])
    await expect.poll(() => instance.provider.payoutQuestions).toBe(before + 1)
    instance.provider.endPayout(reference, 'SUCCEEDED')
    expect(await instance.provider.sendPayoutCallbacks(reference)).toEqual([200])
    await instance.became(id, 'succeeded')
    instance.provider.slowMs = 0
    await instance.doneWithJobs()
    await instance.booksHold()
  })

  test('is queried daily for a week after the payout was marked as lost, since the callback may not come', async () => {
    const { id, reference } = await instance.lost(member)
    instance.provider.takePayout(reference, 150_000)
    instance.provider.endPayout(reference, 'SUCCEEDED')
    await instance.lookAfter(id, 23)
    expect(await instance.stateOf(id), 'not a day ago').toBe(1)
    await instance.lookAfter(id, 2)
    expect(await instance.newest(id)).toMatchObject({ state: 'succeeded' })
    expect(await instance.stateOf(id)).toBe(2)
    expect(await instance.contradictions(id)).toEqual(['sudah dibayar'])
    await instance.booksHold()
  })

  test('is queried daily after the payout failed', async () => {
    const { id, reference } = await instance.ended(member, 'FAILED')
    instance.provider.endPayout(reference, 'SUCCEEDED')
    await instance.lookAfter(id, 23)
    expect(await instance.stateOf(id), 'not a day ago').toBe(1)
    await instance.lookAfter(id, 2)
    expect(await instance.stateOf(id)).toBe(2)
    await instance.booksHold()
  })

  test('does not change a lost payout as long as queries do not find the payout', async () => {
    const { id } = await instance.lost(member)
    await instance.lookAfter(id, 24)
    expect(await instance.newest(id)).toMatchObject({ state: 'failed', failure: 'ditandai tidak terkirim', due_at: null })
    expect(await instance.contradictions(id)).toEqual([])
  })
})
