import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAudit, systemActor } from '#contexts/system/audit/audit.ts'
import { createSettings } from '#contexts/system/settings/settings.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { executePlan, type ForSeller } from './execute-plan.ts'
import { ownOffers } from './offers-to-plan.ts'
import { planOf, type Terms } from './plan.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({}, ['http'])
})
afterAll(() => app?.stop())

let serial = 0
/** Creates a seller with one offer at Rp 10,000. */
async function shop() {
  const seller = await app.seller({ apiUrl: 'http://127.0.0.1:9/api/h2h' })
  const offerId = await app.offer({ seller, product: await app.product({ code: `CO${++serial}` }), price: 10_000n })
  return { sellerId: seller.id, offerId }
}

function change(whose: ForSeller, terms: Partial<Terms>) {
  const { db } = app
  const deps = { db, audit: createAudit({ db, log: { info: () => undefined } }), settings: createSettings({ production: false }) }
  return executePlan(deps, whose, 'sync', async () => {
    const offers = await ownOffers(db.read, whose.sellerId, 'all')
    return planOf(offers.map((offer) => ({ ...offer, line: null, after: { ...offer.before, ...terms } })))
  })
}

const trailOf = ({ sellerId, offerId }: { sellerId: bigint; offerId: bigint }) =>
  app.db.read
    .selectFrom('audit')
    .select(['event', 'actor_id', 'session_id', 'subject'])
    .where((where) => where.or([where('subject', '=', String(offerId)), where('subject', '=', String(sellerId))]))
    .where('event', 'in', ['price.changed', 'offers.changed'])
    .orderBy('id')
    .execute()

test('a change by the system is audited without an actor, for the seller and its offer', async () => {
  const one = await shop()
  await change(
    { sellerId: one.sellerId, by: systemActor, requireStepUp: () => Promise.reject(new Error('asked')) },
    { sell_price: 10_100n, buy_price: 9_000n },
  )
  expect((await ownOffers(app.db.read, one.sellerId, 'all')).map(({ before }) => [before.sell_price, before.buy_price])).toEqual([
    [10_100n, 9_000n],
  ])
  expect(await trailOf(one)).toEqual([
    { event: 'price.changed', actor_id: null, session_id: null, subject: String(one.offerId) },
    { event: 'offers.changed', actor_id: null, session_id: null, subject: String(one.sellerId) },
  ])
})

test('a change that an attacker with a stolen session would want requires step-up authentication, even if the system makes it', async () => {
  const one = await shop()
  const cheap = { sell_price: 1_000n }
  await expect(
    change({ sellerId: one.sellerId, by: systemActor, requireStepUp: () => Promise.reject(new Error('unproved')) }, cheap),
  ).rejects.toThrow('unproved')
  expect(await trailOf(one)).toEqual([])
  let asked = 0
  await change(
    {
      ...{ sellerId: one.sellerId, by: systemActor },
      async requireStepUp() {
        asked++
      },
    },
    cheap,
  )
  expect([asked, (await trailOf(one)).length]).toEqual([1, 2])
})

test('a plan that a concurrent change has altered requires step-up authentication again', async () => {
  const one = await shop()
  const { db } = app
  const deps = { db, audit: createAudit({ db, log: { info: () => undefined } }), settings: createSettings({ production: false }) }
  let planned = 0
  const requireStepUp = () => Promise.reject(new Error('unproved'))
  const done = executePlan(deps, { sellerId: one.sellerId, by: systemActor, requireStepUp }, 'sync', async () => {
    const offers = await ownOffers(db.read, one.sellerId, 'all')
    planned += 1
    // Raises the price before the first plan is written. The first plan would not have changed the price; the second plan would lower the price far.
    if (planned === 1) await app.tables.updateTable('offer').set({ sell_price: 100_000n }).where('id', '=', one.offerId).execute()
    return planOf(offers.map((offer) => ({ ...offer, line: null, after: { ...offer.before, sell_price: 10_000n, buy_price: 9_000n } })))
  })
  await expect(done).rejects.toThrow('unproved')
  expect(planned).toBe(2)
  expect((await ownOffers(db.read, one.sellerId, 'all')).map(({ before }) => before.sell_price)).toEqual([100_000n])
})
