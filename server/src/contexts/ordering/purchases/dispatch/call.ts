import { type SupplierKind, supplierKinds } from '@lapak/contract/catalogue/seller-api'
import { supplierAccess } from '#contexts/catalogue/seller-api/seller-api.ts'
import { type CatalogueSnapshot, type Offer, offerState, type SellerApi } from '#contexts/market-data/snapshot/snapshot.ts'
import type { Supplier, SupplierAccess, SupplierOrder } from '#integrations/suppliers/supplier.ts'
import type { Cipher } from '#shared/secrets.ts'
import { attemptState } from '../attempt-state.ts'
import type { NeedsPerson } from '../settlement/decide.ts'
import type { Claimed } from './claims.ts'
import { supplierReference } from './reference.ts'

export interface CallContext {
  market: CatalogueSnapshot
  cipher: Cipher
  suppliers: Record<SupplierKind, Supplier>
  /** Distinguishes our references from those of an earlier installation. */
  installation: string
  refreshMarket(): Promise<void>
}

/** What is about to leave. */
export interface Call {
  api: SellerApi
  supplier: Supplier
  access: SupplierAccess
  order: SupplierOrder
}

/** Why nothing can leave. */
export interface NoCall {
  why: string
  needsPerson?: NeedsPerson
}

export const isOrder = ({ was }: Claimed): boolean => was === attemptState.queued
export const isFirstOrder = (attempt: Claimed): boolean => isOrder(attempt) && attempt.claims === 1

/** Looks once more at everything that may have changed since the order was accepted, or since it was asked about. */
export async function prepareCall(context: CallContext, attempt: Claimed): Promise<Call | NoCall> {
  const { market, cipher, suppliers } = context
  // Another process may have sold an offer that is younger than our last look at the catalogue, or just opened.
  if (!isKnown(market, attempt)) await context.refreshMarket()
  const api = market.sellerApis.get(attempt.seller_id)
  const offer = market.offers.get(attempt.offer_id)
  if (api === undefined || offer === undefined) return { why: 'Suplier tidak terhubung' }
  if (isOrder(attempt) && isRested(api)) return { why: 'Suplier sedang gangguan' }
  if (isFirstOrder(attempt) && offerState(market, offer, new Date()) === 'closed') return { why: 'Suplier tutup' }
  const code = attempt.claims > 1 ? codeOfThen(offer, attempt) : offer.supplierCode
  if (code === null || (attempt.claims > 1 && wentElsewhere(api, attempt)))
    return { why: moved, needsPerson: { why: 'status_too_old', mayAsk: false } }
  const supplier = suppliers[supplierKinds[api.kind]]
  if (wouldOrderAgain(attempt, supplier) && attempt.sent_ms_ago > api.remembersHours * 3_600_000) {
    return { why: tooLong, needsPerson: { why: 'status_too_old', mayAsk: !supplier.statusResendsOrder } }
  }
  try {
    return {
      api,
      supplier,
      access: supplierAccess(api, cipher),
      order: supplierOrder(context, attempt, code, market.products.get(offer.productId)?.name ?? null),
    }
  } catch {
    return { why: 'Rahasia API suplier tidak dapat dibuka', needsPerson: { why: 'unknown_too_long', mayAsk: true } }
  }
}

const moved = 'Server atau kode suplier diganti sejak pesanan ini dikirim; putuskan secara manual'
const tooLong = 'Terlalu lama untuk ditanyakan dengan aman; putuskan secara manual'

function isKnown(market: CatalogueSnapshot, attempt: Claimed): boolean {
  const offer = market.offers.get(attempt.offer_id)
  return offer !== undefined && !(isFirstOrder(attempt) && offerState(market, offer, new Date()) === 'closed')
}

/** What left within a minute of a change may have gone either way: each process learns of it by itself, and the clocks of machines differ. */
const changingMs = 60_000

const leftAt = (attempt: Claimed): number => Date.now() - attempt.sent_ms_ago

/** Another server would take a question about it for a new order, or say that there is none. */
const wentElsewhere = ({ serverSince }: SellerApi, attempt: Claimed): boolean =>
  serverSince !== null && leftAt(attempt) < serverSince.getTime() + changingMs

/** The code that it was ordered by; null where that cannot be told. */
function codeOfThen({ supplierCode, formerCode }: Offer, attempt: Claimed): string | null {
  const left = leftAt(attempt)
  if (formerCode === null || left >= formerCode.until.getTime() + changingMs) return supplierCode
  const begun = formerCode.since === null || left >= formerCode.since.getTime() + changingMs
  return begun && left < formerCode.until.getTime() - changingMs ? formerCode.code : null
}

const isRested = (api: SellerApi) => api.restedUntil !== null && api.restedUntil.getTime() > Date.now()

const wouldOrderAgain = (attempt: Claimed, supplier: Supplier): boolean =>
  attempt.claims > 1 && (isOrder(attempt) || supplier.statusResendsOrder)

const supplierOrder = (
  { installation }: CallContext,
  attempt: Claimed,
  productCode: string,
  productName: string | null,
): SupplierOrder => ({
  reference: supplierReference(installation, attempt.id),
  productCode,
  target: attempt.target,
  productName,
  counter: attempt.counter,
  amount: attempt.amount,
  payment: attempt.inquiry_id !== null,
  inquiryReference: attempt.inquiry_reference,
})
