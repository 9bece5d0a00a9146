import { countLines, noteOfferChanges, publishSoon } from '#contexts/catalogue/price-changes/price-changes.ts'
import { requireStepUp } from '#contexts/members/step-up-auth/step-up-auth.ts'
import { moveStocks } from '#contexts/ordering/purchases/purchases.ts'
import type { Actor, Audit } from '#contexts/system/audit/audit.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import { lockCache } from '#db/cache-lock.ts'
import { ConcurrentModificationError } from '#db/concurrent-modification.ts'
import { type Database, type Tx, violates } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { codesOf, type ManyWay, noteCount, pricesOf, recordBulkChange } from './audited.ts'
import { areStillOnSale } from './goods.ts'
import { planNeedsStepUp } from './needs-step-up.ts'
import type { Plan } from './plan.ts'
import { forgetSeenStock } from './seen-stock.ts'
import { type Added, addedOf, type Changed, changedOf, inPortions, insert, noneMoved, update } from './write-offers.ts'

export interface ExecuteDeps {
  db: Database
  audit: Audit
  settings: Settings
}

/** Whose offers are changed, and by whom: a seller at its page, or who is nobody, such as a clock. */
export interface ForSeller {
  sellerId: bigint
  by: Actor
  /** Asked only of what a thief of a session would want: throws unless that is done by who it should be. */
  requireStepUp(): Promise<void>
}

/** A seller changes its own offers. */
export const bySeller = (deps: Pick<ExecuteDeps, 'db' | 'audit'>, caller: Caller): ForSeller => ({
  sellerId: caller.memberId,
  by: caller,
  requireStepUp: () => requireStepUp(deps, caller),
})

/**
 * Does what a plan says, all or nothing. Everybody's changes wait for the cache lock, so what takes long comes before it: the plan, its
 * news and its trail. Under the lock only the versions of the offers are compared, what is new looked at
 * once more, and the offers written; where one moved since it was read, all of it is planned again. What a thief of the session would want of it asks for a proof before.
 */
export async function executePlan(deps: ExecuteDeps, whose: ForSeller, way: ManyWay, plan: () => Promise<Plan>): Promise<Plan> {
  let now = await withStepUp(deps, whose, await plan())
  await countLines(deps, whose.sellerId, now.lines.length)
  for (let tried = 1; !(await written(deps, whose, way, now)); tried += 1) {
    if (tried === triesMax) throw new Refusal('offer.changed_meanwhile')
    now = await withStepUp(deps, whose, await plan())
  }
  return now
}

/** Each plan that is written: what moved meanwhile may have made another one of it. */
async function withStepUp({ db, settings }: ExecuteDeps, whose: ForSeller, now: Plan): Promise<Plan> {
  if (await planNeedsStepUp(db.read, settings, now.lines)) await whose.requireStepUp()
  return now
}

/** Between reading and writing lies less than a second in which somebody else changes the same. */
const triesMax = 3

/** False when an offer, or a product that becomes one, is no longer what the plan begins with; nothing is written then. */
function written(deps: ExecuteDeps, { sellerId, by }: ForSeller, way: ManyWay, { lines }: Plan): Promise<boolean> {
  return deps.db
    .transaction(async (tx) => {
      const [at, changed] = [new Date(), changedOf(lines)]
      const added = await addedOf(tx, lines)
      let mustPublish = false
      for (const some of inPortions(changed)) mustPublish = (await noteChanged(deps.audit, tx, by, some, at)) || mustPublish
      for (const some of inPortions(added)) await noteAdded(deps.audit, tx, by, some)
      await recordBulkChange(deps.audit, tx, { sellerId, by, way, changed, added: added.length })
      await lockCache(tx)
      if (!(await noneMoved(tx, changed)) || !(await areStillOnSale(tx, added))) throw new ConcurrentModificationError()
      for (const some of inPortions(changed)) await update(tx, some, at)
      for (const some of inPortions(added)) await insert(tx, sellerId, some)
      if (mustPublish) await publishSoon(tx)
      await noteCount(tx, deps.audit, { by, sellerId }, await setStocks(tx, sellerId, [...changed, ...added]))
      return true
    })
    .catch((error) => {
      if (error instanceof ConcurrentModificationError || violates(error, 'offer_once')) return false
      throw error
    })
}

/** At last and together: orders lock stock in the order of offers, and wait for it until the commit. */
async function setStocks(tx: Tx, sellerId: bigint, lines: readonly (Changed | Added)[]): Promise<bigint> {
  const stocks = lines.flatMap(({ offerId, before, after: { stock } }) => {
    const was = before?.stock ?? null
    return was === stock ? [] : [{ offerId, was, stock }]
  })
  if (stocks.length === 0) return 0n
  await forgetSeenStock(tx, sellerId)
  return moveStocks(tx, stocks)
}

async function noteChanged(audit: Audit, tx: Tx, by: Actor, changed: readonly Changed[], at: Date): Promise<boolean> {
  const mustPublish = await noteOfferChanges(tx, changed, at)
  const priced = changed.filter(({ before, after }) => before.sell_price !== after.sell_price || before.promo_price !== after.promo_price)
  await audit.noteAll(
    tx,
    priced.map(({ offerId, before, after }) => ({
      ...{ event: 'price.changed' as const, by, subject: offerId },
      ...{ before: pricesOf(before), after: pricesOf(after) },
    })),
  )
  const coded = changed.filter(
    ({ before, after }) => before.supplier_code !== after.supplier_code || before.check_code !== after.check_code,
  )
  await audit.noteAll(
    tx,
    coded.map(({ offerId, before, after }) => ({
      ...{ event: 'offer.codes_changed' as const, by, subject: offerId },
      ...{ before: codesOf(before), after: codesOf(after) },
    })),
  )
  return mustPublish
}

const noteAdded = (audit: Audit, tx: Tx, by: Actor, added: readonly Added[]): Promise<void> =>
  audit.noteAll(
    tx,
    added.map(({ offerId, after }) => ({ event: 'price.changed' as const, by, subject: offerId, after: pricesOf(after) })),
  )
