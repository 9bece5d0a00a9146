import { Refusal } from '#http/refusal.ts'
import { routeFromList, routeTo } from '../routing/route.ts'
import { checkedTarget } from './accept-order.ts'
import { type InquiryCounting, rateLimitInquiry } from './day-of-inquiries.ts'
import { type InquireContext, type Inquiry, inquiryOrder, serverOf } from './inquire.ts'

/**
 * The maximum wait in milliseconds for a seller's server. The user waits for the name before confirming the order, so a slower server counts as not
 * answering.
 */
const maxWaitMs = 8_000
/** The maximum number of sellers that are asked for a name, one after another. */
const askedMax = 2

/**
 * Requests the name of a target's owner from the sellers that an order would try and that offer this inquiry; null if none of them returns a name.
 * The answer is not stored, because the name is personal data of a third person. The web app keeps it only while it is shown.
 */
export async function inquireCustomer(context: InquireContext & InquiryCounting & { now(): Date }, ask: Inquiry): Promise<string | null> {
  const { catalogue } = context
  if (!catalogue.tradingProfiles.get(ask.buyerId)?.active) throw new Refusal('access.blocked')
  const product = catalogue.productsByCode.get(ask.productcode)
  if (product === undefined) throw new Refusal('purchase.not_in_list', { productcode: ask.productcode })
  const target = checkedTarget(catalogue, product, ask.target)
  const way =
    ask.offerId === null
      ? routeFromList(catalogue, ask.buyerId, product, context.now())
      : routeTo(catalogue, ask.buyerId, product, ask.offerId, context.now())
  if (!way.mapped) throw new Refusal('purchase.not_in_list', { productcode: product.code })
  const telling = way.candidates.flatMap(({ offer }) => (offer.checkCode === null ? [] : [{ offer, checkCode: offer.checkCode }]))
  if (telling.length === 0) return null
  await rateLimitInquiry(context, ask.buyerId, 'customers')
  for (const { offer, checkCode } of telling.slice(0, askedMax)) {
    const { supplier, access } = serverOf(context, offer)
    const patient = { ...access, timeoutMs: Math.min(access.timeoutMs, maxWaitMs) }
    const { outcome } = await supplier.customer(patient, inquiryOrder(checkCode, target))
    if (outcome.state === 'found') return outcome.customerName
  }
  return null
}
