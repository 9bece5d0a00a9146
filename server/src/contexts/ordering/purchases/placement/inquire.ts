import { type SupplierKind, supplierKinds } from '@lapak/contract/catalogue/seller-api'
import { supplierAccess } from '#contexts/catalogue/seller-api/seller-api.ts'
import type { CatalogueSnapshot, Offer } from '#contexts/market-data/snapshot/snapshot.ts'
import type { Supplier, SupplierAccess, SupplierOrder } from '#integrations/suppliers/supplier.ts'
import { type Cipher, randomToken } from '#shared/secrets.ts'

export interface InquireContext {
  market: CatalogueSnapshot
  cipher: Cipher
  suppliers: Record<SupplierKind, Supplier>
}

/** The input of an inquiry before an order. */
export interface Inquiry {
  buyerId: bigint
  productcode: string
  target: string
  /** Ask only this offer; null uses the buyer's list. */
  offerId: bigint | null
}

/** The adapter of an offer's seller and how its server is reached. */
export function serverOf(
  { market, cipher, suppliers }: InquireContext,
  { sellerId }: Offer,
): { supplier: Supplier; access: SupplierAccess } {
  const api = market.sellerApis.get(sellerId)
  if (api === undefined) throw new Error(`seller ${sellerId} was routed to without an API`)
  return { supplier: suppliers[supplierKinds[api.kind]], access: supplierAccess(api, cipher) }
}

/** An inquiry about a target: it buys nothing, and its reference belongs to no order. */
export const question = (productCode: string, target: string): SupplierOrder => ({
  reference: `INQ${Date.now().toString(36)}${randomToken(4)}`.replace(/[^A-Za-z0-9]/g, ''),
  productCode,
  target,
  counter: 1,
  amount: null,
  payment: false,
  inquiryReference: null,
})
