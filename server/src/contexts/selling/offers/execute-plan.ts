import { sql } from 'kysely'
import { publishSoon, rateLimitLines, recordOfferChanges } from '#contexts/catalogue/price-changes/price-changes.ts'
import { requireStepUp } from '#contexts/members/step-up-auth/step-up-auth.ts'
import { moveStocks } from '#contexts/ordering/purchases/purchases.ts'
import type { Actor, Audit } from '#contexts/system/audit/audit.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import { lockCache } from '#db/cache-lock.ts'
import { ConcurrentModificationError } from '#db/concurrent-modification.ts'
import { type Database, type Tx, violatesConstraint } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { codesOf, type ManyWay, pricesOf, recordBulkChange, recordCount } from './audited.ts'
import { areStillOnSale } from './goods.ts'
import { planNeedsStepUp } from './needs-step-up.ts'
import type { Goods, OwnOffer, Plan, Planned, Terms } from './plan.ts'
import { deleteSeenStock } from './seen-stock.ts'

export interface ExecuteDeps {
  db: Database
  audit: Audit
  settings: Settings
}

/** The seller whose offers are changed, and the actor: the seller, or the system, such as a job. */
export interface ForSeller {
  sellerId: bigint
  by: Actor
  /** Called only for changes that an attacker with a stolen session would want; throws without step-up authentication. */
  requireStepUp(): Promise<void>
}

/** A seller changes its own offers. */
export const bySeller = (deps: Pick<ExecuteDeps, 'db' | 'audit'>, caller: Caller): ForSeller => ({
  sellerId: caller.memberId,
  by: caller,
  requireStepUp: () => requireStepUp(deps, caller),
})

/**
 * Executes a plan completely or not at all. All members' changes of offers wait for the same cache lock, so planning, price checks and audit rows are
 * done before this lock is taken. Under the lock, only the versions of the offers are compared, new products are checked once more, and the offers
 * are written. If an offer has changed since it was read, the whole plan is computed again. A change that an attacker with a stolen session would
 * want requires step-up authentication first.
 */
export async function executePlan(deps: ExecuteDeps, whose: ForSeller, method: ManyWay, plan: () => Promise<Plan>): Promise<Plan> {
  let now = await withStepUp(deps, whose, await plan())
  await rateLimitLines(deps, whose.sellerId, now.lines.length)
  for (let tried = 1; !(await written(deps, whose, method, now)); tried += 1) {
    if (tried === triesMax) throw new Refusal('offer.changed_meanwhile')
    now = await withStepUp(deps, whose, await plan())
  }
  return now
}

/** Checks every plan before it is written, since a concurrent change may have led to a different plan. */
async function withStepUp({ db, settings }: ExecuteDeps, whose: ForSeller, now: Plan): Promise<Plan> {
  if (await planNeedsStepUp(db.read, settings, now.lines)) await whose.requireStepUp()
  return now
}

/**
 * Maximum number of attempts. An attempt fails when another request changes the same offers between reading and writing, which takes less than a
 * second.
 */
const triesMax = 3

/** Returns false and writes nothing when an offer, or a product to be offered, has changed since the plan read it. */
function written(deps: ExecuteDeps, { sellerId, by }: ForSeller, method: ManyWay, { lines }: Plan): Promise<boolean> {
  return deps.db
    .transaction(async (tx) => {
      const [at, changed] = [new Date(), changedOf(lines)]
      const added = await addedOf(tx, lines)
      let mustPublish = false
      for (const some of inBatches(changed)) mustPublish = (await recordChanged(deps.audit, tx, by, some, at)) || mustPublish
      for (const some of inBatches(added)) await recordAdded(deps.audit, tx, by, some)
      await recordBulkChange(deps.audit, tx, { sellerId, by, method, changed, added: added.length })
      await lockCache(tx)
      if (!(await noneMoved(tx, changed)) || !(await areStillOnSale(tx, added))) throw new ConcurrentModificationError()
      for (const some of inBatches(changed)) await update(tx, some, at)
      for (const some of inBatches(added)) await insert(tx, sellerId, some)
      if (mustPublish) await publishSoon(tx)
      await recordCount(tx, deps.audit, { by, sellerId }, await setStocks(tx, sellerId, [...changed, ...added]))
      return true
    })
    .catch((error) => {
      if (error instanceof ConcurrentModificationError || violatesConstraint(error, 'offer_once')) return false
      throw error
    })
}

/**
 * Sets all stocks in one step at the end of the transaction: orders lock the same stocks, in the order of the offers, and wait for these locks until
 * the commit.
 */
async function setStocks(tx: Tx, sellerId: bigint, lines: readonly (Changed | Added)[]): Promise<bigint> {
  const stocks = lines.flatMap(({ offerId, before, after: { stock } }) => {
    const was = before?.stock ?? null
    return was === stock ? [] : [{ offerId, was, stock }]
  })
  if (stocks.length === 0) return 0n
  await deleteSeenStock(tx, sellerId)
  return moveStocks(tx, stocks)
}

async function recordChanged(audit: Audit, tx: Tx, by: Actor, changed: readonly Changed[], at: Date): Promise<boolean> {
  const mustPublish = await recordOfferChanges(tx, changed, at)
  const priced = changed.filter(({ before, after }) => before.sell_price !== after.sell_price || before.promo_price !== after.promo_price)
  await audit.recordAll(
    tx,
    priced.map(({ offerId, before, after }) => ({
      ...{ event: 'price.changed' as const, by, subject: offerId },
      ...{ before: pricesOf(before), after: pricesOf(after) },
    })),
  )
  const coded = changed.filter(
    ({ before, after }) => before.supplier_code !== after.supplier_code || before.check_code !== after.check_code,
  )
  await audit.recordAll(
    tx,
    coded.map(({ offerId, before, after }) => ({
      ...{ event: 'offer.codes_changed' as const, by, subject: offerId },
      ...{ before: codesOf(before), after: codesOf(after) },
    })),
  )
  return mustPublish
}

const recordAdded = (audit: Audit, tx: Tx, by: Actor, added: readonly Added[]): Promise<void> =>
  audit.recordAll(
    tx,
    added.map(({ offerId, after }) => ({ event: 'price.changed' as const, by, subject: offerId, after: pricesOf(after) })),
  )

// — Write offers

/** The rows of a plan, written many at a time. */

type Changed = Planned & OwnOffer
/** With the id that the new offer will get, so that its audit row can be written before the offer. */
type Added = Goods & { offerId: bigint; before: null; after: Terms }

const changedOf = (lines: readonly Planned[]): Changed[] => lines.filter((line): line is Changed => line.before !== null)

async function addedOf(tx: Tx, lines: readonly Planned[]): Promise<Added[]> {
  const fresh = lines.filter(({ before }) => before === null)
  if (fresh.length === 0) return []
  const { rows } = await sql<{ id: bigint }>`
    select nextval(pg_get_serial_sequence('offer', 'id')) as id from generate_series(1, ${fresh.length})`.execute(tx)
  return rows.map(({ id }, nth) => ({ ...(fresh[nth] as Planned), offerId: id, before: null }))
}

/** Rows per statement, few enough that neither the statement nor the work on its result takes long. */
const batchSize = 200

function* inBatches<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += batchSize) yield rows.slice(from, from + batchSize)
}

/** Whether all offers are unchanged since they were read; the cache lock prevents changes until the commit. */
async function noneMoved(tx: Tx, lines: readonly Changed[]): Promise<boolean> {
  const [ids, versions] = [lines.map(({ offerId }) => offerId), lines.map(({ version }) => version)]
  const { rows } = await sql<{ same: bigint }>`
    select count(*) as same from unnest(${ids}::bigint[], ${versions}::bigint[]) as read(id, version)
    join offer on offer.id = read.id and offer.version = read.version`.execute(tx)
  return rows[0]?.same === BigInt(lines.length)
}

const columnsOf = (lines: readonly { after: Terms }[]) => {
  const of = <Value>(value: (terms: Terms) => Value) => lines.map(({ after }) => value(after))
  return sql`${of((terms) => terms.supplier_code)}::text[], ${of((terms) => terms.check_code)}::text[],
    ${of((terms) => terms.sell_price)}::bigint[], ${of((terms) => terms.buy_price)}::bigint[],
    ${of((terms) => terms.promo_price)}::bigint[], ${of((terms) => terms.open)}::boolean[],
    ${of((terms) => terms.disturbed)}::boolean[], ${of((terms) => terms.stock !== null)}::boolean[],
    ${of((terms) => terms.cutoff_from)}::time[], ${of((terms) => terms.cutoff_to)}::time[]`
}

const names = sql`supplier_code, check_code, sell_price, buy_price, promo_price, open, disturbed, stocked, cutoff_from, cutoff_to`

/** Keeps the previous supplier code: status requests for orders that were sent with it must use it. */
async function update(tx: Tx, lines: readonly Changed[], at: Date): Promise<void> {
  await sql`
    update offer set supplier_code = news.supplier_code, check_code = news.check_code, sell_price = news.sell_price,
      buy_price = news.buy_price, promo_price = news.promo_price, open = news.open, disturbed = news.disturbed,
      stocked = news.stocked, cutoff_from = news.cutoff_from, cutoff_to = news.cutoff_to, updated_at = ${at},
      former_code = case when offer.supplier_code = news.supplier_code then offer.former_code else offer.supplier_code end,
      former_code_since = case when offer.supplier_code = news.supplier_code then offer.former_code_since else offer.code_since end,
      code_since = case when offer.supplier_code = news.supplier_code then offer.code_since else ${at} end
    from unnest(${lines.map(({ offerId }) => offerId)}::bigint[], ${columnsOf(lines)}) as news(id, ${names})
    where offer.id = news.id`.execute(tx)
}

async function insert(tx: Tx, sellerId: bigint, lines: readonly Added[]): Promise<void> {
  const [ids, products] = [lines.map(({ offerId }) => offerId), lines.map(({ productId }) => productId)]
  await sql`
    insert into offer (seller_id, id, product_id, ${names}) overriding system value
    select ${sellerId}, news.* from unnest(${ids}::bigint[], ${products}::bigint[], ${columnsOf(lines)}) as news`.execute(tx)
}
