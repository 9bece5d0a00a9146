import { type SupplierKind, supplierKinds } from '@lapak/contract/catalogue/seller-api'
import { supplierAccess } from '#contexts/catalogue/seller-api/seller-api.ts'
import type { CatalogueSnapshot, Offer } from '#contexts/market-data/snapshot/snapshot.ts'
import type { Supplier, SupplierAccess, SupplierOrder } from '#integrations/suppliers/supplier.ts'
import { type Cipher, randomToken } from '#shared/secrets.ts'

export interface InquireContext {
  catalogue: CatalogueSnapshot
  cipher: Cipher
  suppliers: Record<SupplierKind, Supplier>
}

/** An inquiry about a target, before an order. */
export interface Inquiry {
  buyerId: bigint
  productcode: string
  target: string
  /** The only offer to ask; null asks the sellers of the buyer's list. */
  offerId: bigint | null
}

/** The adapter for the server of an offer's seller, and the data to reach it. */
export function serverOf(
  { catalogue, cipher, suppliers }: InquireContext,
  { sellerId }: Offer,
): { supplier: Supplier; access: SupplierAccess } {
  const api = catalogue.sellerApis.get(sellerId)
  if (api === undefined) throw new Error(`seller ${sellerId} has no seller API`)
  return { supplier: suppliers[supplierKinds[api.kind]], access: supplierAccess(api, cipher) }
}

/** A request about a target that buys nothing. Its reference belongs to no order. */
export const inquiryOrder = (productCode: string, target: string): SupplierOrder => ({
  reference: `INQ${Date.now().toString(36)}${randomToken(4)}`.replace(/[^A-Za-z0-9]/g, ''),
  productCode,
  target,
  counter: 1,
  amount: null,
  payment: false,
  inquiryReference: null,
})
