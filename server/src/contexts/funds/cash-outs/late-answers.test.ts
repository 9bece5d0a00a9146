import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestMember } from '../../../../test/app.ts'
import { PayoutHouse } from '../../../../test/payout-house.ts'

/** What the provider says of payouts, late, out of order, or only when it is asked. */

let house: PayoutHouse
let member: TestMember

beforeAll(async () => {
  house = await PayoutHouse.start()
})

afterAll(() => house?.stop())

beforeEach(async () => {
  member = await house.app.member()
})

describe('an answer about a payout that comes after a newer one', () => {
  test('“it waits” does not bring back what has failed since', async () => {
    const taken = await house.underWay(member)
    const comes = await house.askSlowly(taken)
    await house.ends(taken, 'FAILED')
    comes()
    await house.doneWithJobs()
    expect((await house.newest(taken.id))?.state).toBe('failed')
    expect(await house.contradictions(taken.id)).toEqual([])
    expect((await house.reject(taken.id)).status).toBe(200)
    await house.booksHold()
  })

  test('“it failed” does not contradict what was paid since, nor what was sent back since', async () => {
    const taken = await house.underWay(member)
    house.provider.endPayout(taken.reference, 'FAILED')
    const comes = await house.askSlowly(taken)
    await house.ends(taken, 'SUCCEEDED')
    await house.ends(taken, 'REVERSED')
    comes()
    await house.doneWithJobs()
    expect(await house.newest(taken.id)).toMatchObject({ state: 'reversed', failure: null })
    expect(await house.contradictions(taken.id)).toEqual([])
    expect(await house.app.balance(member)).toBe(200_000n)
    await house.booksHold()
  })

  test('“it is not known” makes nobody miss what was found since', async () => {
    const taken = await house.underWay(member)
    house.provider.shownPayouts = []
    const comes = await house.askSlowly(taken)
    house.provider.shownPayouts = undefined
    await house.askAgain(taken)
    comes()
    await house.doneWithJobs()
    expect(await house.newest(taken.id)).toMatchObject({ state: 'waits', failure: null, missing_since: null })
  })

  test('is not lost should it be the newer one: the provider is asked once more', async () => {
    const taken = await house.underWay(member)
    house.provider.endPayout(taken.reference, 'SUCCEEDED')
    const comes = await house.askSlowly(taken)
    house.provider.endPayout(taken.reference, 'ACCEPTED')
    await house.askAgain(taken)
    house.provider.endPayout(taken.reference, 'SUCCEEDED')
    comes()
    await house.became(taken.id, 'succeeded')
    await house.doneWithJobs()
    expect(await house.contradictions(taken.id)).toEqual([])
    await house.booksHold()
  })
})

describe('what only the provider knows of a payout', () => {
  test('and tells while it is being asked about it is heard: it is asked once more', async () => {
    const { id, reference } = await house.underWay(member)
    house.provider.slowMs = 2_000
    const before = house.provider.payoutQuestions
    expect(await house.provider.tellPayout(reference)).toEqual([200])
    await expect.poll(() => house.provider.payoutQuestions).toBe(before + 1)
    house.provider.endPayout(reference, 'SUCCEEDED')
    expect(await house.provider.tellPayout(reference)).toEqual([200])
    await house.became(id, 'succeeded')
    house.provider.slowMs = 0
    await house.doneWithJobs()
    await house.booksHold()
  })

  test('that was called lost, and was paid, is asked for daily for a week, since nobody may tell', async () => {
    const { id, reference } = await house.lost(member)
    house.provider.takePayout(reference, 150_000)
    house.provider.endPayout(reference, 'SUCCEEDED')
    await house.lookAfter(id, 23)
    expect(await house.stateOf(id), 'not a day ago').toBe(1)
    await house.lookAfter(id, 2)
    expect(await house.newest(id)).toMatchObject({ state: 'succeeded' })
    expect(await house.stateOf(id)).toBe(2)
    expect(await house.contradictions(id)).toEqual(['sudah dibayar'])
    await house.booksHold()
  })

  test('that failed, and was paid all the same, is asked for daily as well', async () => {
    const { id, reference } = await house.ended(member, 'FAILED')
    house.provider.endPayout(reference, 'SUCCEEDED')
    await house.lookAfter(id, 23)
    expect(await house.stateOf(id), 'not a day ago').toBe(1)
    await house.lookAfter(id, 2)
    expect(await house.stateOf(id)).toBe(2)
    await house.booksHold()
  })

  test('that was called lost, and that it does not know, stays lost', async () => {
    const { id } = await house.lost(member)
    await house.lookAfter(id, 24)
    expect(await house.newest(id)).toMatchObject({ state: 'failed', failure: 'ditandai tidak terkirim', due_at: null })
    expect(await house.contradictions(id)).toEqual([])
  })
})
