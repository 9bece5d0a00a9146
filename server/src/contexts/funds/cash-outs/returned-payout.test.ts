import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestMember } from '../../../../test/app.ts'
import { payCashOut } from '../../../../test/money.ts'
import { PayoutHouse, type Taken } from '../../../../test/payout-house.ts'

let house: PayoutHouse
let member: TestMember

beforeAll(async () => {
  house = await PayoutHouse.start()
})

afterAll(() => house?.stop())

beforeEach(async () => {
  await house.app.setting('money.secondAdminFrom', 0n)
  member = await house.app.member()
})

describe('a cash-out that the provider paid', () => {
  test('is given back by the provider’s word and by nobody’s else, since its bank may have the money', async () => {
    const paid = await house.ended(member, 'SUCCEEDED')
    expect(await house.detail(paid.id)).toMatchObject({ paidbyprovider: true, ticket: { status: 2 } })
    expect(await house.giveBack(paid.id)).toMatchObject({ status: 409, body: { code: 'cash_out.paid_by_provider' } })
    expect(await house.app.balance(member)).toBe(50_000n)
    await house.ends(paid, 'REVERSED')
    expect(await house.cashOutOf(paid.id)).toMatchObject({ state: 4, returned_by: null })
    expect((await house.giveBack(paid.id)).body).toMatchObject({ code: 'ticket.state' })
    expect(await house.app.balance(member)).toBe(200_000n)
    await house.booksHold()
  })

  test('is not given back by two administrators either: the first one hears so', async () => {
    await house.app.setting('money.secondAdminFrom', 200_000n)
    const paid = await house.ended(member, 'SUCCEEDED')
    await house.app.setting('money.secondAdminFrom', 100_000n)
    expect((await house.giveBack(paid.id)).body).toMatchObject({ code: 'cash_out.paid_by_provider' })
    expect((await house.detail(paid.id)).ticket.decision).toBe(null)
    expect(await house.app.balance(member)).toBe(50_000n)
  })

  test('and that administrators would give back while the provider tells of it is given back once, by the provider', async () => {
    const tryToGiveBack = async ({ id }: Taken, times: number): Promise<void> => {
      for (let at = 0; at < times; at += 1)
        expect((await house.giveBack(id, at % 2 === 0 ? house.ayu : house.bima)).status, `try ${at}`).toBe(409)
    }
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        const owner = await house.app.member()
        const paid = await house.ended(owner, 'SUCCEEDED')
        await Promise.all([house.ends(paid, 'REVERSED'), tryToGiveBack(paid, 30)])
        expect(await house.cashOutOf(paid.id)).toMatchObject({ state: 4, returned_by: null })
        expect(await house.app.balance(owner)).toBe(200_000n)
      }),
    )
    await house.booksHold()
  })

  test('is known by its own payment, not by the payout that failed beside one by hand', async () => {
    const failed = await house.ended(member, 'FAILED')
    expect((await house.approve(failed.id)).status).toBe(200)
    expect(await house.detail(failed.id)).toMatchObject({ paidbyprovider: false })
    expect((await house.giveBack(failed.id)).body.data).toMatchObject({ status: 4 })
    expect(await house.app.balance(member)).toBe(200_000n)
    const byHand = await house.cashOut(await house.app.member())
    await house.app.db.transaction((tx) => payCashOut(tx, byHand, '06'))
    expect(await house.detail(byHand), 'by a person who used the provider’s own page').toMatchObject({ paidbyprovider: false })
    await house.booksHold()
  })
})
