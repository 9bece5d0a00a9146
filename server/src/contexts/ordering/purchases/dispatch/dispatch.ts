import { type SupplierKind, supplierKinds } from '@lapak/contract/catalogue/seller-api'
import type { Breaker } from '#contexts/catalogue/seller-api/seller-api.ts'
import { supplierAccess } from '#contexts/catalogue/seller-api/seller-api.ts'
import { type CatalogueSnapshot, type Offer, offerState, type SellerApi } from '#contexts/market-data/snapshot/snapshot.ts'
import type { Database } from '#db/db.ts'
import type { Witness } from '#db/witness.ts'
import type { Supplier, SupplierAccess, SupplierExchange, SupplierOrder } from '#integrations/suppliers/supplier.ts'
import { type PollingLoop, startLoop } from '#jobs/polling-loop.ts'
import type { WorkerIdentity } from '#jobs/worker-identity.ts'
import { crashPoint } from '#shared/crash-points.ts'
import type { Log } from '#shared/log.ts'
import type { Cipher } from '#shared/secrets.ts'
import type { Tracer } from '#shared/tracing/tracer.ts'
import type { ManualReview } from '../settlement/decide.ts'
import type { Settler } from '../settlement/settle.ts'
import { traceCall, traceClaimed } from '../traces.ts'
import { type Capacity, type Claimed, createClaims, isFirstOrder, isOrder, type Lease } from './claims.ts'
import { createSalePublisher } from './publish-sales.ts'
import { supplierReference } from './reference.ts'

/**
 * Sends attempts to sellers' servers. A claim commits the state "sending" before anything is sent, so after a crash the attempt counts as possibly
 * sent. For a claimed attempt without an answer the status is requested; it is never sent as new.
 */
export interface DispatchContext extends CallContext {
  db: Database
  settler: Settler
  worker: WorkerIdentity
  witness: Witness
  leaseMs: number
  breaker: Breaker
  log: Log
  tracer: Tracer | null
}

/** The pause in milliseconds between two claims. Claiming many attempts costs hardly more than claiming one (ADR 0004). */
const minIntervalMs = 10

export function startDispatcher(context: DispatchContext): PollingLoop {
  const { db, catalogue, log, tracer, worker, witness, leaseMs } = context
  const calls = new Map<bigint, Promise<void>>()
  const inFlightBySeller = new Map<bigint, number>()
  const reserveSlot = (sellerId: bigint) => inFlightBySeller.set(sellerId, (inFlightBySeller.get(sellerId) ?? 0) + 1)
  const releaseSlot = (sellerId: bigint) => inFlightBySeller.set(sellerId, (inFlightBySeller.get(sellerId) ?? 0) - 1)
  const claims = createClaims({ db, worker, witness, leaseMs, inProgress: () => [...calls.keys()] })
  const salePublisher = createSalePublisher(context)

  function capacity(): Capacity {
    const available = [...catalogue.sellerApis.values()]
      .map(({ sellerId, maxInFlight }) => ({ sellerId, slots: maxInFlight - (inFlightBySeller.get(sellerId) ?? 0) }))
      .filter(({ slots }) => slots > 0)
    return { sellers: available.map(({ sellerId }) => sellerId), slots: available.map(({ slots }) => slots) }
  }

  async function tick(): Promise<boolean> {
    const begunAt = tracer === null ? 0 : performance.now()
    const { claimed, lease } = await claims.claim(capacity)
    if (tracer !== null) traceClaimed(tracer, claimed, performance.now() - begunAt)
    if (claimed.length > 0) crashPoint('attempt.claimed')
    salePublisher.publishSent(claimed)
    for (const attempt of claimed) {
      reserveSlot(attempt.seller_id)
      const call = executeAttempt(context, attempt, lease)
        .catch((error) => {
          log.error({ err: error, attempt: attempt.id }, 'attempt failed; will request its status')
          return claims.requestStatusSoon(attempt, lease).then(
            () => undefined,
            () => undefined,
          )
        })
        .finally(() => {
          releaseSlot(attempt.seller_id)
          if (calls.get(attempt.id) === call) calls.delete(attempt.id)
          loop.wake()
        })
      calls.set(attempt.id, call)
    }
    return claimed.length > 0
  }

  const loop = startLoop({ name: 'dispatcher', everyMs: 250, minIntervalMs, tick, log })
  return {
    wake: loop.wake,
    async stop() {
      await loop.stop()
      await Promise.allSettled([salePublisher.stop(), ...calls.values()])
    },
  }
}

async function executeAttempt(context: DispatchContext, attempt: Claimed, lease: Lease) {
  const call = await prepareCall(context, attempt)
  if (call.kind === 'not-sent') {
    if (call.manualReview)
      context.log.warn({ attempt: attempt.id, seller: attempt.seller_id, reason: call.message }, 'attempt needs a decision by a person')
    return settle(context, attempt, notSent(call.message), call.manualReview)
  }
  const { api, supplier, access, order } = call
  // No `await` is allowed between this check of the lease and the call.
  if (!lease.lastsFor(api.timeoutMs)) throw new Error('the lease of the attempt has ended or is too short for a call')
  const exchanging = isOrder(attempt) ? supplier.order(access, order) : supplier.status(access, order)
  crashPoint('attempt.sent')
  const exchange = await exchanging
  follow(context, attempt, order.reference, exchange)
  await reportToBreaker(context, attempt, exchange)
  crashPoint('attempt.answered')
  await settle(context, attempt, exchange)
}

const sourceOf = (attempt: Claimed) => (isOrder(attempt) ? 'order' : 'status')

/** Leaves traces of a call for who follows an order. */
function follow({ log, tracer }: DispatchContext, attempt: Claimed, reference: string, exchange: SupplierExchange) {
  if (tracer !== null) traceCall(tracer, attempt, sourceOf(attempt), exchange)
  if (!log.isLevelEnabled('debug')) return
  const { purchase_id: purchase, id } = attempt
  log.debug({ purchase, attempt: id, reference, source: sourceOf(attempt), outcome: exchange.outcome.state }, 'seller called')
}

const notSent = (message: string): SupplierExchange => ({ outcome: { state: 'unsent', message }, request: '', answer: '', tookMs: 0 })

/**
 * Reports the result of a call to the circuit breaker. If that fails, the error is logged and the answer still counts. A refusal of the PIN, IP
 * address or account (`connection`) counts as a failure although the server answers, because the seller receives no order.
 */
async function reportToBreaker({ breaker, log }: DispatchContext, { id, seller_id }: Claimed, { outcome }: SupplierExchange) {
  const isReached = outcome.state !== 'unknown' && outcome.state !== 'unsent' && !(outcome.state === 'refused' && outcome.connection)
  if (isReached) return breaker.recordSuccess(seller_id)
  await breaker.recordFailure(seller_id, id).catch((error) => log.error({ err: error, seller: seller_id }, 'suspending a seller failed'))
}

async function settle({ settler }: DispatchContext, attempt: Claimed, exchange: SupplierExchange, manualReview?: ManualReview) {
  await settler.add({
    attemptId: attempt.id,
    purchaseId: attempt.purchase_id,
    source: sourceOf(attempt),
    claim: attempt.claims,
    result: exchange.outcome,
    request: exchange.request,
    answer: exchange.answer,
    tookMs: Math.round(exchange.tookMs),
    ...(manualReview && { manualReview }),
  })
}

// — Call

interface CallContext {
  catalogue: CatalogueSnapshot
  cipher: Cipher
  suppliers: Record<SupplierKind, Supplier>
  /** The prefix of our references, which distinguishes them from references of an earlier installation. */
  installation: string
  refreshCatalogue(): Promise<void>
}

/** A call that is ready to be sent. */
interface Call {
  kind: 'call'
  api: SellerApi
  supplier: Supplier
  access: SupplierAccess
  order: SupplierOrder
}

/** The reason why a call cannot be sent. */
interface NotSent {
  kind: 'not-sent'
  message: string
  manualReview?: ManualReview
}

/** Checks again everything that may have changed since the order was accepted or its status was last requested. */
async function prepareCall(context: CallContext, attempt: Claimed): Promise<Call | NotSent> {
  const { catalogue, cipher, suppliers } = context
  // Another process may have accepted an order for an offer that this process's snapshot does not contain yet or contains as closed.
  if (!isKnown(catalogue, attempt)) await context.refreshCatalogue()
  const api = catalogue.sellerApis.get(attempt.seller_id)
  const offer = catalogue.offers.get(attempt.offer_id)
  if (api === undefined || offer === undefined) return { kind: 'not-sent', message: 'Suplier tidak terhubung' }
  if (isOrder(attempt) && isSuspended(api)) return { kind: 'not-sent', message: 'Suplier sedang gangguan' }
  if (isFirstOrder(attempt) && offerState(catalogue, offer, new Date()) === 'closed') return { kind: 'not-sent', message: 'Suplier tutup' }
  const code = attempt.claims > 1 ? supplierCodeAtOrderTime(offer, attempt) : offer.supplierCode
  if (code === null || (attempt.claims > 1 && wasSentToFormerServer(api, attempt)))
    return { kind: 'not-sent', message: serverChangedMessage, manualReview: { alert: 'status_too_old', mayRequestStatus: false } }
  const supplier = suppliers[supplierKinds[api.kind]]
  if (mayRepeatOrder(attempt, supplier) && attempt.sent_ms_ago > api.remembersHours * 3_600_000) {
    return {
      kind: 'not-sent',
      message: tooLongMessage,
      manualReview: { alert: 'status_too_old', mayRequestStatus: !supplier.statusResendsOrder },
    }
  }
  try {
    return {
      kind: 'call',
      api,
      supplier,
      access: supplierAccess(api, cipher),
      order: supplierOrder(context, attempt, code, catalogue.products.get(offer.productId)?.name ?? null),
    }
  } catch {
    return {
      kind: 'not-sent',
      message: 'Rahasia API suplier tidak dapat dibuka',
      manualReview: { alert: 'unknown_too_long', mayRequestStatus: true },
    }
  }
}

const serverChangedMessage = 'Server atau kode suplier diganti sejak pesanan ini dikirim; putuskan secara manual'
const tooLongMessage = 'Terlalu lama untuk ditanyakan dengan aman; putuskan secara manual'

function isKnown(catalogue: CatalogueSnapshot, attempt: Claimed): boolean {
  const offer = catalogue.offers.get(attempt.offer_id)
  return offer !== undefined && !(isFirstOrder(attempt) && offerState(catalogue, offer, new Date()) === 'closed')
}

/**
 * The tolerance around a change: an order that was sent within a minute of the change may have used the old or the new value, because processes read
 * the change at different times and clocks differ.
 */
const changingMs = 60_000

const sentAtMs = (attempt: Claimed): number => Date.now() - attempt.sent_ms_ago

/**
 * True if the order was sent to the seller's former server. The present server could treat a status request about it as a new order, or answer that
 * the order does not exist.
 */
const wasSentToFormerServer = ({ serverSince }: SellerApi, attempt: Claimed): boolean =>
  serverSince !== null && sentAtMs(attempt) < serverSince.getTime() + changingMs

/** The supplier code with which the attempt was ordered; null if it cannot be determined. */
function supplierCodeAtOrderTime({ supplierCode, formerCode }: Offer, attempt: Claimed): string | null {
  const sentAt = sentAtMs(attempt)
  if (formerCode === null || sentAt >= formerCode.until.getTime() + changingMs) return supplierCode
  const begun = formerCode.since === null || sentAt >= formerCode.since.getTime() + changingMs
  return begun && sentAt < formerCode.until.getTime() - changingMs ? formerCode.code : null
}

const isSuspended = (api: SellerApi) => api.suspendedUntil !== null && api.suspendedUntil.getTime() > Date.now()

const mayRepeatOrder = (attempt: Claimed, supplier: Supplier): boolean =>
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
