import type { Breaker } from '#contexts/catalogue/seller-api/seller-api.ts'
import type { Database } from '#db/db.ts'
import type { SupplierExchange } from '#integrations/suppliers/supplier.ts'
import { type PollingLoop, startLoop } from '#jobs/polling-loop.ts'
import type { WorkerIdentity } from '#jobs/worker-identity.ts'
import { crashPoint } from '#shared/crash-points.ts'
import type { Log } from '#shared/log.ts'
import type { NeedsPerson } from '../settlement/decide.ts'
import type { Settler } from '../settlement/settle.ts'
import { type CallContext, isOrder, prepareCall } from './call.ts'
import { type Capacity, type Claimed, createClaims, type Lease } from './claims.ts'
import { createSalePublisher } from './publish-sales.ts'

/**
 * Carries attempts to sellers. A claim commits "sending" before anything is sent, so whatever happens afterwards is known
 * to have possibly left. An attempt that is found claimed but unanswered is asked about, never sent again.
 */
export interface DispatchContext extends CallContext {
  db: Database
  settler: Settler
  worker: WorkerIdentity
  leaseMs: number
  breaker: Breaker
  log: Log
}

/** Between two claims: one of many attempts costs hardly more than one of one (decision 0004). */
const minIntervalMs = 10

export function startDispatcher(context: DispatchContext): PollingLoop {
  const { db, market, log, worker, leaseMs } = context
  const inHand = new Map<bigint, Promise<void>>()
  const inFlight = new Map<bigint, number>()
  const count = (sellerId: bigint, by: 1 | -1) => inFlight.set(sellerId, (inFlight.get(sellerId) ?? 0) + by)
  const claims = createClaims({ db, worker, leaseMs, inHand: () => [...inHand.keys()] })
  const salePublisher = createSalePublisher(context)

  function capacity(): Capacity {
    const rooms = [...market.sellerApis.values()]
      .map(({ sellerId, maxInFlight }) => ({ sellerId, free: maxInFlight - (inFlight.get(sellerId) ?? 0) }))
      .filter(({ free }) => free > 0)
    return { sellers: rooms.map(({ sellerId }) => sellerId), free: rooms.map(({ free }) => free) }
  }

  async function tick(): Promise<boolean> {
    const { claimed, lease } = await claims.claim(capacity)
    if (claimed.length > 0) crashPoint('attempt.claimed')
    salePublisher.sent(claimed)
    for (const attempt of claimed) {
      count(attempt.seller_id, 1)
      const call = executeAttempt(context, attempt, lease)
        .catch((error) => {
          log.error({ err: error, attempt: attempt.id }, 'carrying an attempt failed; it comes back as a question')
          return claims.askSoon(attempt).then(
            () => undefined,
            () => undefined,
          )
        })
        .finally(() => {
          count(attempt.seller_id, -1)
          if (inHand.get(attempt.id) === call) inHand.delete(attempt.id)
          loop.wake()
        })
      inHand.set(attempt.id, call)
    }
    return claimed.length > 0
  }

  const loop = startLoop({ name: 'dispatcher', everyMs: 250, minIntervalMs, tick, log })
  return {
    wake: loop.wake,
    async stop() {
      await loop.stop()
      await Promise.allSettled([salePublisher.stop(), ...inHand.values()])
    },
  }
}

async function executeAttempt(context: DispatchContext, attempt: Claimed, lease: Lease) {
  const call = await prepareCall(context, attempt)
  if ('why' in call) {
    if (call.needsPerson) context.log.warn({ attempt: attempt.id, seller: attempt.seller_id, why: call.why }, 'an attempt needs a person')
    return settle(context, attempt, nothingLeft(call.why), call.needsPerson)
  }
  const { api, supplier, access, order } = call
  // Nothing may be waited for between this look and the call.
  if (!lease.lastsFor(api.timeoutMs)) throw new Error('an attempt was in hand for too long to leave; another worker may have it')
  const asked = isOrder(attempt) ? supplier.order(access, order) : supplier.status(access, order)
  crashPoint('attempt.sent')
  const exchange = await asked
  await reportToBreaker(context, attempt, exchange)
  crashPoint('attempt.answered')
  await settle(context, attempt, exchange)
}

const nothingLeft = (message: string): SupplierExchange => ({ outcome: { state: 'unsent', message }, request: '', answer: '', tookMs: 0 })

/**
 * An answer counts whether or not it can be written down what it says of its seller. Where PIN, address or account are refused, no order
 * reaches its seller, though its server answers.
 */
async function reportToBreaker({ breaker, log }: DispatchContext, { id, seller_id }: Claimed, { outcome }: SupplierExchange) {
  const isReached = outcome.state !== 'unknown' && outcome.state !== 'unsent' && !(outcome.state === 'refused' && outcome.connection)
  if (isReached) return breaker.reached(seller_id)
  await breaker.missed(seller_id, id).catch((error) => log.error({ err: error, seller: seller_id }, 'a seller could not be rested'))
}

async function settle({ settler }: DispatchContext, attempt: Claimed, exchange: SupplierExchange, needsPerson?: NeedsPerson) {
  await settler.add({
    attemptId: attempt.id,
    purchaseId: attempt.purchase_id,
    source: isOrder(attempt) ? 'order' : 'status',
    claim: attempt.claims,
    result: exchange.outcome,
    request: exchange.request,
    answer: exchange.answer,
    tookMs: Math.round(exchange.tookMs),
    ...(needsPerson && { needsPerson }),
  })
}
