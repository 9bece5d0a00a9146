import type { Database, Statement } from '#core/db.ts'
import { freesDeadClaims } from '#core/dead-claims.ts'
import { passing } from '#core/fault.ts'
import type { Log } from '#core/log.ts'
import { type Pump, startPump } from '#core/pump.ts'
import type { Vault } from '#core/secrets.ts'
import type { WorkerIdentity } from '#core/worker-identity.ts'
import type { Supplier, SupplierExchange, SupplierKind, SupplierOrder } from '#outside/suppliers/supplier.ts'
import type { Market, SellerApi } from '../../market/market.ts'
import { type Breaker, supplierAccess, supplierKinds } from '../../seller-api/seller-api.ts'
import { attemptState } from '../settling/attempt-state.ts'
import type { Settler } from '../settling/settle.ts'

/**
 * Carries attempts to sellers. A claim commits "sending" before anything is sent, so whatever happens afterwards is known
 * to have possibly left. An attempt that is found claimed but unanswered is asked about, never sent again.
 */
export interface DispatchContext {
  db: Database
  market: Market
  vault: Vault
  suppliers: Record<SupplierKind, Supplier>
  settler: Settler
  worker: WorkerIdentity
  /** Distinguishes our references from those of an earlier installation. */
  installation: string
  breaker: Breaker
  refreshMarket(): Promise<void>
  log: Log
}

interface Claimed {
  id: bigint
  purchase_id: bigint
  seller_id: bigint
  offer_id: bigint
  was: number
  sent_at: Date | null
  target: string
  counter: number
  amount: bigint | null
  inquiry_id: bigint | null
  inquiry_reference: string | null
}

/** Longer than any supplier call may take, shorter than a person waits. */
const leaseSeconds = 150

const claimDue: Statement = {
  name: 'attempts.claim',
  text: `
  with due as materialized (
    select picked.id, picked.state
    from unnest($1::bigint[], $2::integer[]) as seller(id, free)
    cross join lateral (
      select attempt.id, attempt.state from attempt
      where attempt.seller_id = seller.id and attempt.state <= 3 and attempt.due_at <= now()
      order by attempt.due_at limit seller.free for update skip locked
    ) picked
  ),
  claimed as (
    update attempt set state = case when attempt.state = 0 then 1 else attempt.state end, claimed_by = $3, due_at = now() + $4 * interval '1 second',
      sent_at = coalesce(attempt.sent_at, now()), updated_at = now()
    from due where attempt.id = due.id
    returning attempt.id, attempt.purchase_id, attempt.seller_id, attempt.offer_id, attempt.sent_at, due.state as was
  )
  select claimed.*, purchase.target, purchase.counter, purchase.amount, purchase.inquiry_id,
    (select inquiry.supplier_reference from inquiry where inquiry.id = purchase.inquiry_id) as inquiry_reference
  from claimed join purchase on purchase.id = claimed.purchase_id`,
}

const claims = {
  claimers: {
    name: 'attempts.claimers',
    text: 'select claimed_by from attempt where state <= 3 and claimed_by is not null group by claimed_by',
  },
  free: {
    name: 'attempts.free',
    text: 'update attempt set due_at = now(), claimed_by = null where state <= 3 and claimed_by = any($1::integer[])',
  },
}

/** What became of it could not be written. If not even this can, the lease brings it back. */
const askAgainSoon: Statement = {
  name: 'attempts.ask-soon',
  text: `update attempt set due_at = now() + interval '1 second', claimed_by = null where id = $1 and claimed_by = $2 and state <= 3`,
}

const neverAgain = new Date('9999-12-31T00:00:00Z')

/** The reference by which a seller's server knows an attempt. */
export const supplierReference = (installation: string, attemptId: bigint): string => `${installation}${attemptId}`

export function attemptOfReference(installation: string, reference: string): bigint | null {
  const digits = reference.startsWith(installation) ? reference.slice(installation.length) : ''
  return /^\d{1,18}$/.test(digits) ? BigInt(digits) : null
}

export function startDispatcher(context: DispatchContext): Pump {
  const { db, market, log, worker } = context
  const inFlight = new Map<bigint, number>()
  const calls = new Set<Promise<void>>()
  const freeDead = freesDeadClaims(db, worker, claims)

  function capacities(): { sellers: bigint[]; free: number[] } {
    const sellers: bigint[] = []
    const free: number[] = []
    for (const api of market.sellerApis.values()) {
      const left = api.maxInFlight - (inFlight.get(api.sellerId) ?? 0)
      if (left <= 0) continue
      sellers.push(api.sellerId)
      free.push(left)
    }
    return { sellers, free }
  }

  async function round(): Promise<boolean> {
    await freeDead()
    const { sellers, free } = capacities()
    if (sellers.length === 0) return false
    const claimed = await db.fast.run<Claimed>(claimDue, [sellers, free, worker.number, leaseSeconds])
    if (claimed.length > 0) passing('attempt.claimed')
    for (const attempt of claimed) {
      inFlight.set(attempt.seller_id, (inFlight.get(attempt.seller_id) ?? 0) + 1)
      const call = carry(context, attempt)
        .catch((error) => {
          log.error({ err: error, attempt: attempt.id }, 'carrying an attempt failed; it comes back as a question')
          return db.fast.run(askAgainSoon, [attempt.id, worker.number]).then(
            () => undefined,
            () => undefined,
          )
        })
        .finally(() => {
          inFlight.set(attempt.seller_id, (inFlight.get(attempt.seller_id) ?? 1) - 1)
          calls.delete(call)
          pump.wake()
        })
      calls.add(call)
    }
    return claimed.length > 0
  }

  const pump = startPump({ name: 'dispatcher', everyMs: 250, round, log })
  return {
    wake: pump.wake,
    async stop() {
      await pump.stop()
      await Promise.allSettled(calls)
    },
  }
}

async function carry(context: DispatchContext, attempt: Claimed) {
  // Another process may have sold an offer that is younger than our last look at the catalogue.
  if (!context.market.offers.has(attempt.offer_id)) await context.refreshMarket()
  const api = context.market.sellerApis.get(attempt.seller_id)
  const first = attempt.was === attemptState.queued
  if (api === undefined || (first && isRested(api))) {
    await settle(context, attempt, 'order', unsent('Suplier sedang gangguan'))
    return
  }
  const supplier = context.suppliers[supplierKinds[api.kind]]
  if (!first && supplier.statusResendsOrder && tooOldToAsk(attempt, api)) {
    await giveToPerson(context, attempt)
    return
  }
  const order = supplierOrder(context, attempt)
  const access = supplierAccess(api, context.vault)
  const asked = first ? supplier.order(access, order) : supplier.status(access, order)
  passing('attempt.sent')
  const exchange = await asked
  const unreachable = exchange.outcome.state === 'unknown' || exchange.outcome.state === 'unsent'
  if (unreachable) await context.breaker.missed(api.sellerId)
  else context.breaker.reached(api.sellerId)
  passing('attempt.answered')
  await settle(context, attempt, first ? 'order' : 'status', exchange)
}

const isRested = (api: SellerApi) => api.restedUntil !== null && api.restedUntil.getTime() > Date.now()

const unsent = (message: string): SupplierExchange => ({ outcome: { state: 'unsent', message }, request: '', answer: '', tookMs: 0 })

const tooOldToAsk = (attempt: Claimed, api: SellerApi) =>
  attempt.sent_at !== null && Date.now() - attempt.sent_at.getTime() > api.remembersHours * 3_600_000

function supplierOrder({ market, installation }: DispatchContext, attempt: Claimed): SupplierOrder {
  const offer = market.offers.get(attempt.offer_id)
  if (offer === undefined) throw new Error(`offer ${attempt.offer_id} is not in the market`)
  return {
    reference: supplierReference(installation, attempt.id),
    productCode: offer.supplierCode,
    target: attempt.target,
    counter: attempt.counter,
    amount: attempt.amount,
    payment: attempt.inquiry_id !== null,
    inquiryReference: attempt.inquiry_reference,
    sentAt: attempt.sent_at,
  }
}

async function settle({ settler }: DispatchContext, attempt: Claimed, source: 'order' | 'status', exchange: SupplierExchange) {
  await settler.add({
    attemptId: attempt.id,
    purchaseId: attempt.purchase_id,
    source,
    result: exchange.outcome,
    request: exchange.request,
    answer: exchange.answer,
    tookMs: Math.round(exchange.tookMs),
  })
}

/** Asking would mean ordering again, and the seller may have forgotten the reference: from here only people decide. */
async function giveToPerson({ db, log }: DispatchContext, attempt: Claimed) {
  await db.transaction(async (tx) => {
    await tx
      .updateTable('attempt')
      .set({ due_at: neverAgain, claimed_by: null })
      .where('id', '=', attempt.id)
      .where('state', '<=', 3)
      .execute()
    await tx
      .insertInto('purchase_alert')
      .values({
        purchase_id: attempt.purchase_id,
        attempt_id: attempt.id,
        kind: 'status_too_old',
        message: 'Terlalu lama untuk ditanyakan dengan aman; putuskan secara manual',
      })
      .onConflict((conflict) => conflict.columns(['attempt_id', 'kind']).doNothing())
      .execute()
  })
  log.warn({ attempt: attempt.id }, 'an attempt is too old to ask about')
}
