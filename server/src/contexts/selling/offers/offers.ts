import type { offerCalls } from '@lapak/contract/selling/offers'
import type { BodyOf } from '@lapak/contract/shared/call'
import type { Selectable } from 'kysely'
import { recordOfferChange } from '#contexts/catalogue/price-changes/price-changes.ts'
import { endSpecialPrices } from '#contexts/catalogue/special-prices/special-prices.ts'
import { removeFromLists } from '#contexts/ordering/buying-list/buying-list.ts'
import { setStock } from '#contexts/ordering/purchases/purchases.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import { lockCache } from '#db/cache-lock.ts'
import { type Database, violatesConstraint } from '#db/db.ts'
import type { Offer } from '#db/schema.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { changesOf } from '#shared/changes.ts'
import { codesOf, pricesOf, recordCount } from './audited.ts'
import { refuseUnsafeCheckCode } from './check-code.ts'
import { onSale } from './goods.ts'
import type { Judged } from './needs-step-up.ts'
import { readOffer, type StoredOffer } from './offers.queries.ts'
import { checkTerms } from './offers.rules.ts'
import { deleteSeenStock } from './seen-stock.ts'

export { listOffers } from './offers.queries.ts'

export interface OfferDeps {
  db: Database
  audit: Audit
}

type NewOffer = BodyOf<typeof offerCalls.add>
type OfferChanges = BodyOf<typeof offerCalls.change>

/** Adds a product to the seller's offers; a seller offers each product once. */
export function addOffer({ db, audit }: OfferDeps, by: Caller, asked: NewOffer): Promise<StoredOffer> {
  const { memberId: sellerId } = by
  const terms = {
    supplier_code: asked.kodesupplier,
    check_code: asked.kodecek || null,
    sell_price: asked.sellprice,
    buy_price: asked.buyprice,
    promo_price: asked.promoprice || null,
    open: asked.status,
    disturbed: asked.gangguan,
    stocked: typeof asked.stok === 'number',
    cutoff_from: toTime(asked.cutoffawal ?? null),
    cutoff_to: toTime(asked.cutoffakhir ?? null),
  }
  return db.transaction(async (tx) => {
    await lockCache(tx)
    const product = await onSale(tx)
      .select(['product.id', 'product.type', 'product.brand_id', 'product.category_id'])
      .where('product.id', '=', asked.productid)
      .executeTakeFirst()
    const elsewhere =
      product &&
      ((asked.brandid ?? product.brand_id) !== product.brand_id || (asked.categoryid ?? product.category_id) !== product.category_id)
    if (!product || elsewhere) throw new Refusal('not_found.product')
    checkTerms(terms, product.type)
    await refuseUnsafeCheckCode(tx, sellerId, terms.check_code)
    const { id } = await tx
      .insertInto('offer')
      .values({ ...terms, seller_id: sellerId, product_id: product.id })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(refuseSecond)
    await recordCount(tx, audit, { by, sellerId, offer: id }, await setStock(tx, id, asked.stok))
    await audit.record(tx, { event: 'price.changed', by, subject: id, after: pricesOf(terms) })
    return readOffer(tx, sellerId, id)
  })
}

interface Looked {
  id: bigint
  /** The fields as they were when the need for step-up authentication was decided. */
  judged: Judged | undefined
}

/** Fields that are not given keep their value; an empty promo price, stock or cut-off window is removed. */
export function changeOffer({ db, audit }: OfferDeps, by: Caller, { id, judged }: Looked, asked: OfferChanges): Promise<StoredOffer> {
  const { memberId: sellerId } = by
  return db.transaction(async (tx) => {
    await lockCache(tx)
    const before = await tx
      .selectFrom('offer')
      .innerJoin('product', 'product.id', 'offer.product_id')
      .selectAll('offer')
      .select('product.type')
      .where('offer.id', '=', id)
      .where('offer.seller_id', '=', sellerId)
      .where('offer.archived_at', 'is', null)
      .executeTakeFirst()
    if (!before) throw new Refusal('not_found.offer')
    if (judged && changesOf(before, judged)) throw new Refusal('offer.changed_meanwhile')
    const after = {
      supplier_code: asked.kodesupplier ?? before.supplier_code,
      check_code: asked.kodecek === undefined ? before.check_code : asked.kodecek || null,
      sell_price: asked.sellprice ?? before.sell_price,
      buy_price: asked.buyprice ?? before.buy_price,
      promo_price: asked.promoprice === undefined ? before.promo_price : asked.promoprice || null,
      open: asked.status ?? before.open,
      disturbed: asked.gangguan ?? before.disturbed,
      stocked: asked.stok === undefined ? before.stocked : asked.stok !== null,
      cutoff_from: asked.cutoffawal === undefined ? before.cutoff_from : toTime(asked.cutoffawal),
      cutoff_to: asked.cutoffakhir === undefined ? before.cutoff_to : toTime(asked.cutoffakhir),
    }
    checkTerms(after, before.type)
    const changes = changesOf(before, after)
    if (changes) {
      if (changes.check_code) await refuseUnsafeCheckCode(tx, sellerId, changes.check_code)
      const now = new Date()
      await tx
        .updateTable('offer')
        .set({ ...changes, ...(changes.supplier_code !== undefined && anotherCode(before, now)), updated_at: now })
        .where('id', '=', id)
        .execute()
      await recordOfferChange(tx, { offerId: id, before, after }, now)
      if (changes.sell_price !== undefined || changes.promo_price !== undefined)
        await audit.record(tx, { event: 'price.changed', by, subject: id, before: pricesOf(before), after: pricesOf(after) })
      if (changes.supplier_code !== undefined || changes.check_code !== undefined)
        await audit.record(tx, { event: 'offer.codes_changed', by, subject: id, before: codesOf(before), after: codesOf(after) })
    }
    if (asked.stok !== undefined) await deleteSeenStock(tx, sellerId)
    await recordCount(tx, audit, { by, sellerId, offer: id }, await setStock(tx, id, asked.stok))
    return readOffer(tx, sellerId, id)
  })
}

/** Keeps the previous supplier code: the status of orders that were sent with it is requested by it. */
const anotherCode = ({ supplier_code, code_since }: Pick<Selectable<Offer>, 'supplier_code' | 'code_since'>, now: Date) => ({
  former_code: supplier_code,
  former_code_since: code_since,
  code_since: now,
})

/** Archives the offer with its entries in buying lists and its special prices. */
export function removeOffer({ db, audit }: Pick<OfferDeps, 'db' | 'audit'>, by: Caller, id: bigint): Promise<void> {
  const { memberId: sellerId } = by
  return db.transaction(async (tx) => {
    await lockCache(tx)
    await readOffer(tx, sellerId, id)
    const before = await tx
      .selectFrom('offer')
      .select(['sell_price', 'promo_price', 'open', 'disturbed'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    // All rows get the same timestamp, by which the buyers and special prices of an archived offer can be found.
    const archived = { archived_at: new Date() }
    await removeFromLists(tx, id, archived.archived_at)
    await endSpecialPrices(tx, id, archived.archived_at)
    await tx
      .updateTable('offer')
      .set({ ...archived, updated_at: archived.archived_at })
      .where('id', '=', id)
      .execute()
    await recordOfferChange(tx, { offerId: id, before, after: null }, archived.archived_at)
    await audit.record(tx, { event: 'offer.removed', by, subject: id, before: pricesOf(before) })
  })
}

/** Stored times have seconds; those of the API do not. */
const toTime = (clock: string | null) => (clock === null ? null : `${clock}:00`)

function refuseSecond(error: unknown): never {
  if (violatesConstraint(error, 'offer_once')) throw new Refusal('offer.exists')
  throw error
}
