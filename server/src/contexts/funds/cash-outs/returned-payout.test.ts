import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestMember } from '../../../../test/app.ts'
import { payCashOut } from '../../../../test/money.ts'
import { PayoutInstance, type Taken } from '../../../../test/payout-instance.ts'

let instance: PayoutInstance
let member: TestMember

beforeAll(async () => {
  instance = await PayoutInstance.start()
})

afterAll(() => instance?.stop())

beforeEach(async () => {
  await instance.app.setting('money.secondAdminFrom', 0n)
  member = await instance.app.member()
})

describe('a cash-out that the provider paid', () => {
  test('is returned only if the provider reports the return, because the bank may have the money', async () => {
    const paid = await instance.ended(member, 'SUCCEEDED')
    expect(await instance.detail(paid.id)).toMatchObject({ paidbyprovider: true, ticket: { status: 2 } })
    expect(await instance.giveBack(paid.id)).toMatchObject({ status: 409, body: { code: 'cash_out.paid_by_provider' } })
    expect(await instance.app.balance(member)).toBe(50_000n)
    await instance.ends(paid, 'REVERSED')
    expect(await instance.cashOutOf(paid.id)).toMatchObject({ state: 4, returned_by: null })
    expect((await instance.giveBack(paid.id)).body).toMatchObject({ code: 'ticket.state' })
    expect(await instance.app.balance(member)).toBe(200_000n)
    await instance.booksHold()
  })

  test('cannot be returned by two administrators either: already the first request is refused', async () => {
    await instance.app.setting('money.secondAdminFrom', 200_000n)
    const paid = await instance.ended(member, 'SUCCEEDED')
    await instance.app.setting('money.secondAdminFrom', 100_000n)
    expect((await instance.giveBack(paid.id)).body).toMatchObject({ code: 'cash_out.paid_by_provider' })
    expect((await instance.detail(paid.id)).ticket.decision).toBe(null)
    expect(await instance.app.balance(member)).toBe(50_000n)
  })

  test('is returned once, by the report of the provider, if administrators try to return it at the same time', async () => {
    const tryToGiveBack = async ({ id }: Taken, times: number): Promise<void> => {
      for (let at = 0; at < times; at += 1)
        expect((await instance.giveBack(id, at % 2 === 0 ? instance.ayu : instance.bima)).status, `try ${at}`).toBe(409)
    }
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        const owner = await instance.app.member()
        const paid = await instance.ended(owner, 'SUCCEEDED')
        await Promise.all([instance.ends(paid, 'REVERSED'), tryToGiveBack(paid, 30)])
        expect(await instance.cashOutOf(paid.id)).toMatchObject({ state: 4, returned_by: null })
        expect(await instance.app.balance(owner)).toBe(200_000n)
      }),
    )
    await instance.booksHold()
  })

  test('is not confused with a cash-out that was paid by hand after a failed payout', async () => {
    const failed = await instance.ended(member, 'FAILED')
    expect((await instance.approve(failed.id)).status).toBe(200)
    expect(await instance.detail(failed.id)).toMatchObject({ paidbyprovider: false })
    expect((await instance.giveBack(failed.id)).body.data).toMatchObject({ status: 4 })
    expect(await instance.app.balance(member)).toBe(200_000n)
    const byHand = await instance.cashOut(await instance.app.member())
    await instance.app.db.transaction((tx) => payCashOut(tx, byHand, '06'))
    expect(await instance.detail(byHand), 'by a person who used the provider’s own page').toMatchObject({ paidbyprovider: false })
    await instance.booksHold()
  })
})
