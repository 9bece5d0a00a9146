import type { SupplierKind } from '@lapak/contract/catalogue/seller-api'
import { type offerCalls, priceMax, syncWaitSeconds } from '@lapak/contract/selling/offers'
import type { DataOf } from '@lapak/contract/shared/call'
import { testedSupplierAccess } from '#contexts/catalogue/seller-api/seller-api.ts'
import { Refusal } from '#http/refusal.ts'
import type { PriceList, PriceListRow, Supplier } from '#integrations/suppliers/supplier.ts'
import type { Cipher } from '#shared/secrets.ts'
import { type ExecuteDeps, executePlan, type ForSeller } from './execute-plan.ts'
import { ownOffers } from './offers-to-plan.ts'
import { type OwnOffer, planOf, priceOf } from './plan.ts'

/** The result by product codes. Offers whose supplier code is not in the list (`unlisted`) do not change. */
export type PricesSynced = DataOf<typeof offerCalls.syncPrices>

export interface SyncDeps extends ExecuteDeps {
  cipher: Cipher
  suppliers: Record<SupplierKind, Supplier>
}

interface Synced {
  offer: OwnOffer
  /** Null when the server's price list does not contain the supplier code of the offer. */
  row: PriceListRow | null
}

/** Copies the buy price and the open state from the price list of the seller's own server. The prices that buyers pay do not change. */
export async function syncPrices(deps: SyncDeps, whose: ForSeller): Promise<PricesSynced> {
  const list = await listOf(deps, whose.sellerId)
  const taken = list.rows.filter(({ price }) => price <= priceMax)
  const rows = new Map(taken.map((row) => [row.supplierCode, row]))
  let synced: Synced[] = []
  await executePlan(deps, whose, 'sync', async () => {
    const offers = await ownOffers(deps.db.read, whose.sellerId, 'all')
    synced = offers.map((offer) => ({ offer, row: rows.get(offer.before.supplier_code) ?? null }))
    // These lines were not previewed, so an offer whose change would be refused stays as it is.
    return planOf(synced.map(commandOf), { skipping: true })
  })
  return { ...resultOf(synced), unread: list.unread + list.rows.length - taken.length }
}

async function listOf({ db, cipher, suppliers }: SyncDeps, sellerId: bigint): Promise<PriceList> {
  const access = await testedSupplierAccess(db, cipher, sellerId)
  const { priceList } = suppliers[access.kind]
  if (priceList === null) throw new Refusal('supplier.no_price_list')
  // The seller waits for this answer in the web app, so its timeout can be shorter than the timeout of an order.
  const list = await priceList({ ...access, timeoutMs: Math.min(access.timeoutMs, syncWaitSeconds * 1000) })
  if (list === null)
    throw new Refusal('supplier.no_answer', {
      reason: `daftar harga tidak diterima dalam ${syncWaitSeconds} detik atau tidak dapat dibaca`,
    })
  return list
}

const commandOf = ({ offer, row }: Synced) => ({
  ...{ ...offer, line: null },
  after: row === null ? offer.before : { ...offer.before, buy_price: row.price, open: row.open },
})

function resultOf(synced: readonly Synced[]): Omit<PricesSynced, 'unread'> {
  const inOrder = synced.toSorted((one, other) => (one.offer.code < other.offer.code ? -1 : 1))
  const listed = inOrder.flatMap(({ offer, row }) => (row === null ? [] : [{ code: offer.code, before: offer.before, row }]))
  const changed = listed.filter(({ before, row }) => before.buy_price !== row.price || before.open !== row.open)
  const codes = (lines: readonly { code: string }[]) => lines.map(({ code }) => code)
  return {
    updated: changed.length,
    unchanged: listed.length - changed.length,
    missing: synced.length - listed.length,
    belowcost: codes(listed.filter(({ before, row }) => priceOf(before) < row.price)),
    opened: codes(changed.filter(({ before, row }) => row.open && !before.open)),
    closed: codes(changed.filter(({ before, row }) => before.open && !row.open)),
    unlisted: codes(inOrder.flatMap(({ offer, row }) => (row === null ? [offer] : []))),
    costs: changed
      .filter(({ before, row }) => before.buy_price !== row.price)
      .map(({ code, before, row }) => ({ productcode: code, before: before.buy_price, after: row.price })),
  }
}
