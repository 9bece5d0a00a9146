import { type Bill, billSellersMax, billWaitSeconds } from '@lapak/contract/ordering/purchases'
import { billTokenMinutes } from '@lapak/contract/shared/bill-token'
import type { Product } from '#contexts/market-data/snapshot/snapshot.ts'
import { Refusal } from '#http/refusal.ts'
import type { InquiryOutcome, SupplierExchange } from '#integrations/suppliers/supplier.ts'
import { randomToken } from '#shared/secrets.ts'
import { storableText } from '#shared/text.ts'
import { failureForBuyer } from '../failure-reasons.ts'
import { refuseUnroutable, routeFromList, routeTo, type SellerCandidate } from '../routing/route.ts'
import { checkedTarget } from './accept-order.ts'
import { type InquiryCounting, rateLimitInquiry } from './day-of-inquiries.ts'
import { type InquireContext, type Inquiry, inquiryOrder, serverOf } from './inquire.ts'

export interface BillContext extends InquireContext, InquiryCounting {
  now(): Date
}

/** The maximum wait in milliseconds for one seller's server: billers take up to half a minute. */
export const billSellerWaitMs = 30_000
/** With less time left than this, no further seller is asked, since hardly any biller answers so soon. */
const shortestWaitMs = 5_000

/** Milliseconds to wait for the next seller of an inquiry that has asked so many sellers and has taken so long; null if no further seller is asked. */
export function waitForNext(asked: number, passedMs: number): number | null {
  const leftMs = billWaitSeconds * 1000 - passedMs
  return asked >= billSellersMax || leftMs < shortestWaitMs ? null : Math.min(billSellerWaitMs, leftMs)
}

/**
 * Requests a bill from the first sellers of the buyer's list, one after another, until one of them returns it. No money is debited and nothing is
 * sold: an inquiry has no effect at any seller, so after an unclear answer the next seller is asked. However many sellers are asked, it is one inquiry
 * of the buyer, who does not decide how often sellers fail.
 */
export async function inquireBill(context: BillContext, ask: Inquiry): Promise<Bill> {
  const { catalogue } = context
  if (!catalogue.tradingProfiles.get(ask.buyerId)?.active) throw new Refusal('access.blocked')
  const product = catalogue.productsByCode.get(ask.productcode)
  if (product === undefined) throw new Refusal('purchase.not_in_list', { productcode: ask.productcode })
  if (product.type !== 1) throw new Refusal('purchase.not_a_bill', { productcode: product.code })
  const target = checkedTarget(catalogue, product, ask.target)
  const now = context.now()
  const { candidates, skipped, mapped } =
    ask.offerId === null ? routeFromList(catalogue, ask.buyerId, product, now) : routeTo(catalogue, ask.buyerId, product, ask.offerId, now)
  if (!mapped) throw new Refusal('purchase.not_in_list', { productcode: product.code })
  if (candidates.length > 0) await rateLimitInquiry(context, ask.buyerId, 'bills')
  const beganAt = performance.now()
  let sellersWords = ''
  for (const [asked, candidate] of candidates.entries()) {
    const waitMs = waitForNext(asked, performance.now() - beganAt)
    if (waitMs === null) break
    const { outcome } = await inquire(context, candidate, target, waitMs)
    if (outcome.state === 'found') return keep(context, ask.buyerId, product, target, candidate, outcome)
    sellersWords = outcome.message
  }
  if (sellersWords !== '') throw new Refusal('purchase.bill_not_found', { reason: failureForBuyer(sellersWords) })
  return refuseUnroutable(skipped, product.code)
}

function inquire(
  context: BillContext,
  { offer }: SellerCandidate,
  target: string,
  waitMs: number,
): Promise<SupplierExchange<InquiryOutcome>> {
  const { supplier, access } = serverOf(context, offer)
  return supplier.inquiry({ ...access, timeoutMs: Math.min(access.timeoutMs, waitMs) }, inquiryOrder(offer.supplierCode, target))
}

async function keep(
  context: BillContext,
  buyerId: bigint,
  product: Product,
  target: string,
  { offer, price }: SellerCandidate,
  found: Extract<InquiryOutcome, { state: 'found' }>,
): Promise<Bill> {
  const token = randomToken(18)
  const expiresAt = new Date(context.now().getTime() + billTokenMinutes * 60_000)
  const total = found.bill + price
  await context.db.transaction((tx) =>
    tx
      .insertInto('inquiry')
      .values({
        token,
        buyer_id: buyerId,
        product_id: product.id,
        offer_id: offer.id,
        target,
        customer_name: storableText(found.customerName, 200),
        period: storableText(found.period, 100),
        bill: found.bill,
        admin_fee: found.adminFee,
        price: total,
        supplier_reference: found.supplierReference === null ? null : storableText(found.supplierReference, 100),
        expires_at: expiresAt,
      })
      .execute(),
  )
  return {
    token,
    expiresat: expiresAt,
    productcode: product.code,
    target,
    customername: found.customerName,
    period: found.period,
    bill: found.bill,
    adminfee: found.adminFee,
    customerprice: found.bill + found.adminFee,
    price: total,
  }
}
