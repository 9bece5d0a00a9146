import type { SupplierExchange } from '#integrations/suppliers/supplier.ts'
import { currentRequest } from '#shared/request-context.ts'
import type { Tracer } from '#shared/tracing/tracer.ts'
import type { Claimed } from './dispatch/claims.ts'
import type { Outcome } from './settlement/decide.ts'
import type { Order, OrderResult } from './types.ts'

/* The spans of an order's trace. Called only while traces are on. */

/** The request of the order; the root of its trace, unless the order was stored before. */
export async function traceOrder(tracer: Tracer, order: Order, accept: () => Promise<OrderResult>): Promise<OrderResult> {
  const request = currentRequest()
  const begunAt = request?.begunAt ?? performance.now()
  const result = await accept()
  tracer.record(result.view.id, {
    name: result.isDuplicate ? 'order repeated' : 'order',
    kind: result.isDuplicate ? 'server' : 'root',
    tookMs: performance.now() - begunAt,
    attributes: { 'lapak.request_id': request?.id, 'lapak.channel': order.channel },
    causedBy: request?.traceparent,
  })
  return result
}

/** Orders of the batch that were refused or deferred have no attempt. */
type PlacedOrder = { id: bigint; attemptId: bigint } | { verdict: string } | symbol

export function tracePlaced(tracer: Tracer, placed: readonly PlacedOrder[], tookMs: number) {
  for (const one of placed) {
    if (typeof one === 'symbol' || !('attemptId' in one)) continue
    const attributes = { 'lapak.attempt_id': one.attemptId, 'lapak.batch_size': placed.length }
    tracer.record(one.id, { name: 'place', kind: 'internal', tookMs, attributes })
  }
}

export function traceClaimed(tracer: Tracer, claimed: readonly Claimed[], tookMs: number) {
  for (const { id, purchase_id, claims } of claimed) {
    const attributes = { 'lapak.attempt_id': id, 'lapak.claims': claims, 'lapak.batch_size': claimed.length }
    tracer.record(purchase_id, { name: 'claim', kind: 'internal', tookMs, attributes })
  }
}

export function traceCall(tracer: Tracer, { id, purchase_id }: Claimed, source: Outcome['source'], { outcome, tookMs }: SupplierExchange) {
  tracer.record(purchase_id, {
    name: `seller ${source}`,
    kind: 'client',
    tookMs,
    attributes: { 'lapak.attempt_id': id, 'lapak.outcome': outcome.state },
    failed: outcome.state === 'unknown' || outcome.state === 'unsent',
  })
}

export function traceSettled(
  tracer: Tracer,
  outcomes: readonly Outcome[],
  settled: readonly ({ decision: string } | symbol)[],
  tookMs: number,
) {
  for (const [index, { purchaseId, attemptId, source, result }] of outcomes.entries()) {
    const one = settled[index]
    if (one === undefined || typeof one === 'symbol') continue
    tracer.record(purchaseId, {
      name: 'settle',
      kind: 'internal',
      tookMs,
      attributes: {
        'lapak.attempt_id': attemptId,
        'lapak.source': source,
        'lapak.outcome': result.state,
        'lapak.decision': one.decision,
        'lapak.batch_size': outcomes.length,
      },
    })
  }
}
