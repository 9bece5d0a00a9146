import type { RefusalCode } from '@lapak/contract/shared/refusals'
import type { Selectable } from 'kysely'
import { openSuspense } from '#contexts/funds/suspense/suspense.ts'
import {
  cashCodeOf,
  creditTopUp,
  type EndDeps,
  namedTicket,
  type PaidTicket,
  recordPaymentOfTicket,
  ticketOfPayment,
} from '#contexts/funds/top-ups/top-ups.ts'
import { systemActor } from '#contexts/system/audit/audit.ts'
import type { Tx } from '#db/db.ts'
import { asLocked, type Locked } from '#db/locked.ts'
import type { GatewayPayment } from '#db/schema.ts'
import { Refusal } from '#http/refusal.ts'
import type { PaymentRequestKind } from '#integrations/payment-gateway/payment-gateway.ts'
import { crashPoint } from '#shared/crash-points.ts'
import type { Log } from '#shared/log.ts'
import { channelOf } from './channels.ts'
import { lockPaymentRequest, type PaymentRequestRow } from './payment-requests.queries.ts'

type PaymentRow = Locked<Selectable<GatewayPayment>>

export interface SettleDeps extends EndDeps {
  log: Log
}

/** Credits a payment to its member, or puts it into suspense. Lock order: payment, payment request, ticket. */
export async function settlePayment(deps: SettleDeps, id: bigint): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const found = await tx
      .selectFrom('gateway_payment')
      .selectAll()
      .where('id', '=', id)
      .where('state', '=', 'new')
      .forUpdate()
      .executeTakeFirst()
    if (!found) return
    const payment = asLocked(found)
    const ask = await lockPaymentRequest(tx, payment.kind, payment.reference)
    const ticket = ask ? await credit(deps, tx, payment, ask) : null
    await tx
      .updateTable('gateway_payment')
      .set({ state: ticket === null ? 'unmatched' : 'credited', top_up_id: ticket })
      .where('id', '=', id)
      .execute()
    if (ticket === null) await keepApart(deps, tx, payment)
    // The request needs no more queries: a second payment would be reported by callback and become suspense money.
    if (ask && ask.kind !== 'va')
      await tx
        .updateTable('payment_request')
        .set({ state: 'paid', due_at: null, updated_at: new Date() })
        .where('id', '=', ask.id)
        .execute()
    crashPoint('payment.written')
  })
  crashPoint('payment.settled')
}

const keepsApart: ReadonlySet<string> = new Set<RefusalCode>(['ticket.state', 'deposit.below_fee', 'account.closed'])

/** Credits the ticket of the payment. Returns null if the sum differs from the requested one, or if the ticket already has a payment. */
async function credit(deps: EndDeps, tx: Tx, payment: PaymentRow, ask: PaymentRequestRow): Promise<bigint | null> {
  const ticket = await paidBy(deps, tx, payment, ask)
  if (ticket === null) return null
  const { id } = ticket
  try {
    if (ticket.byHand) await recordPaymentOfTicket(deps.audit, tx, id, payment.provider_payment_id)
    else await creditTopUp(deps, tx, { id, by: systemActor, evidence: { how: 'gateway', payment } })
    return id
  } catch (error) {
    // These refusals are thrown before anything is written, so the transaction can continue.
    if (error instanceof Refusal && keepsApart.has(error.code)) return null
    throw error
  }
}

async function paidBy(
  { audit }: EndDeps,
  tx: Tx,
  { amount: received, paid_at: paidAt }: PaymentRow,
  ask: PaymentRequestRow,
): Promise<PaidTicket | null> {
  if (ask.top_up_id === null) return ticketOfPayment(audit, tx, { memberId: ask.member_id, channel: 'va', received, paidAt })
  return ask.amount === received ? namedTicket(tx, ask.top_up_id) : null
}

async function keepApart({ audit, log }: SettleDeps, tx: Tx, { id, kind, amount }: PaymentRow): Promise<void> {
  const cashCode = await cashCodeOf(tx, channelOf[kind as PaymentRequestKind])
  await openSuspense(audit, tx, { bank: cashCode, amount, shown: { paymentId: id } })
  tx.afterCommit(() => log.warn({ payment: id.toString() }, 'provider payment put into suspense'))
}
