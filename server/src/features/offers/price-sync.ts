import type { DataOf } from '@lapak/contract/call'
import type { offerCalls } from '@lapak/contract/offers'
import type { SupplierKind } from '@lapak/contract/seller-api'
import { sql } from 'kysely'
import type { Database, Tx } from '#core/db.ts'
import { lockMirror } from '#core/mirror-lock.ts'
import { Refusal } from '#core/refusal.ts'
import type { Vault } from '#core/secrets.ts'
import { buyerPrice } from '#money/price.ts'
import type { PriceList, Supplier } from '#outside/suppliers/supplier.ts'
import { noteOfferChanges } from '../price-changes/price-changes.ts'
import { testedSupplierAccess } from '../seller-api/seller-api.ts'

/** No offer may cost more, so a price list that says so is wrong. */
const priceMax = 1_000_000_000n

/** By product codes what became of each. Offers whose supplier code is not in the list (`unlisted`) stay as they are. */
export type PricesSynced = DataOf<typeof offerCalls.syncPrices>

export interface SyncDeps {
  db: Database
  vault: Vault
  suppliers: Record<SupplierKind, Supplier>
}

/** Takes buy price and open or closed from the price list of the seller's own server. What buyers pay stays untouched. */
export async function syncPrices({ db, vault, suppliers }: SyncDeps, sellerId: bigint): Promise<PricesSynced> {
  const access = await testedSupplierAccess(db, vault, sellerId)
  const { priceList } = suppliers[access.kind]
  if (priceList === null) throw new Refusal('supplier.no_answer', { reason: 'jenis API ini tidak punya daftar harga' })
  const list = await priceList(access)
  if (list === null) throw new Refusal('supplier.no_answer', { reason: 'daftar harga tidak diterima atau tidak dapat dibaca' })
  return db.transaction((tx) => takePrices(tx, sellerId, list))
}

async function takePrices(tx: Tx, sellerId: bigint, list: PriceList): Promise<PricesSynced> {
  await lockMirror(tx)
  const offers = await tx
    .selectFrom('offer')
    .innerJoin('product', 'product.id', 'offer.product_id')
    .select([
      'offer.id',
      'offer.supplier_code',
      'offer.buy_price',
      'offer.open',
      'offer.disturbed',
      'offer.sell_price as sellPrice',
      'offer.promo_price as promoPrice',
      'product.code',
    ])
    .where('offer.seller_id', '=', sellerId)
    .where('offer.archived_at', 'is', null)
    .orderBy('product.code')
    .execute()
  const taken = list.rows.filter(({ price }) => price <= priceMax)
  const rows = new Map(taken.map((row) => [row.supplierCode, row]))
  const listed = offers.flatMap((offer) => {
    const row = rows.get(offer.supplier_code)
    return row ? [{ offer, row }] : []
  })
  const changed = listed.filter(({ offer, row }) => offer.buy_price !== row.price || offer.open !== row.open)
  if (changed.length > 0) {
    const ids = changed.map(({ offer }) => offer.id)
    const prices = changed.map(({ row }) => row.price)
    const opens = changed.map(({ row }) => row.open)
    await sql`
      update offer set buy_price = news.price, open = news.open, updated_at = now()
      from unnest(${ids}::bigint[], ${prices}::bigint[], ${opens}::boolean[]) as news(id, price, open)
      where offer.id = news.id`.execute(tx)
    const terms = (offer: (typeof changed)[0]['offer'], open: boolean) => ({
      sell_price: offer.sellPrice,
      promo_price: offer.promoPrice,
      open,
      disturbed: offer.disturbed,
    })
    await noteOfferChanges(
      tx,
      changed.map(({ offer, row }) => ({ offerId: offer.id, before: terms(offer, offer.open), after: terms(offer, row.open) })),
      new Date(),
    )
  }
  return {
    updated: changed.length,
    unchanged: listed.length - changed.length,
    missing: offers.length - listed.length,
    unread: list.unread + list.rows.length - taken.length,
    belowcost: codesOf(listed.filter(({ offer, row }) => buyerPrice(offer, null) < row.price)),
    opened: codesOf(changed.filter(({ offer, row }) => row.open && !offer.open)),
    closed: codesOf(changed.filter(({ offer, row }) => offer.open && !row.open)),
    unlisted: offers.filter((offer) => !rows.has(offer.supplier_code)).map(({ code }) => code),
    costs: changed
      .filter(({ offer, row }) => offer.buy_price !== row.price)
      .map(({ offer, row }) => ({ productcode: offer.code, before: offer.buy_price, after: row.price })),
  }
}

const codesOf = (offers: readonly { offer: { code: string } }[]): string[] => offers.map(({ offer }) => offer.code)
