import type { IncomingHttpHeaders } from 'node:http'
import { anonymousActor } from '#contexts/system/audit/audit.ts'
import type { Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { crashPoint } from '#shared/crash-points.ts'
import { lockPaymentRequest } from './payment-requests.queries.ts'
import { expireRequest, type PaymentRequestDeps } from './payment-requests.ts'
import { storePayment } from './payments.ts'
import { isOurs } from './references.ts'

export interface CallbackDeps extends PaymentRequestDeps {
  /** Passed in by the caller, because `cash-outs` is above this folder. */
  recheckPayout(tx: Tx, reference: string): Promise<void>
}

export interface CallbackSent {
  body: string
  headers: IncomingHttpHeaders
  /** IP address of the sender. */
  address: string
}

/** Handles a callback. Its content is stored before the provider gets an answer. Providers repeat callbacks that were not answered in time. */
export async function receiveCallback(deps: CallbackDeps, { body, headers, address }: CallbackSent): Promise<void> {
  const { db, audit, gateway, installation, log } = deps
  const heard = gateway.parseCallback(body, headers)
  if (heard === null) {
    await audit.recordRefused({ event: 'gateway.callback_refused', by: anonymousActor(address), subject: gateway.name })
    throw new Refusal('callback.not_proved')
  }
  if (heard.kind === 'other') return log.warn({ gateway: gateway.name }, 'payment provider sent a callback of an unknown type')
  if (heard.kind === 'expired')
    return db.transaction(async (tx) => {
      const row = await lockPaymentRequest(tx, heard.of, heard.reference)
      if (row) await expireRequest(deps, tx, row)
    })
  if (heard.kind === 'payout') return db.transaction((tx) => deps.recheckPayout(tx, heard.reference))
  if (heard.kind === 'unread') return refuseUnread(deps, heard.reference, address)
  const { payment } = heard
  if (!isOurs(installation, payment.reference))
    return log.warn({ gateway: gateway.name }, 'payment provider reported a payment of another installation')
  await db.transaction((tx) => storePayment(tx, log, payment))
  crashPoint('payment.kept')
}

/**
 * Refuses an unreadable callback if its reference is from this installation: it may report money that is not stored yet. After a refusal, the
 * provider repeats the callback and shows it as not delivered.
 */
async function refuseUnread({ audit, installation, log }: PaymentRequestDeps, reference: string, address: string): Promise<void> {
  if (!isOurs(installation, reference)) return
  log.error({ reference }, 'payment provider sent an unreadable callback about one of our requests')
  await audit.recordRefused({ event: 'gateway.callback_unread', by: anonymousActor(address), subject: reference })
  throw new Refusal('callback.unread')
}
