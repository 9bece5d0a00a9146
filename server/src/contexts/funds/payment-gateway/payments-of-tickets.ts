import type { TopUpTicket } from '@lapak/contract/funds/top-ups'
import type { CashCode } from '@lapak/contract/shared/banks'
import { openSuspense } from '#contexts/funds/suspense/suspense.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Reader, Tx } from '#db/db.ts'
import type { PaymentRequestKind } from '#integrations/payment-gateway/payment-gateway.ts'
import { channelOf } from './channels.ts'

/** The channel of the tickets that such a payment can pay. */
export async function channelOfPayment(read: Reader, id: bigint): Promise<TopUpTicket['channel']> {
  const { kind } = await read.selectFrom('gateway_payment').select('kind').where('id', '=', id).executeTakeFirstOrThrow()
  return channelOf[kind as PaymentRequestKind]
}

/** The payment that paid this ticket, directly or from suspense; null if there is none. */
export async function paymentOfTicket(read: Reader, ticket: bigint): Promise<bigint | null> {
  const waited = read.selectFrom('suspense_item').select('gateway_payment_id').where('top_up_id', '=', ticket)
  const row = await read
    .selectFrom('gateway_payment')
    .select('id')
    .where(({ or, eb }) => or([eb('top_up_id', '=', ticket), eb('id', '=', waited)]))
    .executeTakeFirst()
  return row?.id ?? null
}

/** Locks a payment. Lock order: payments before tickets. */
export const lockPayment = (tx: Tx, id: bigint) =>
  tx.selectFrom('gateway_payment').select('id').where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/** The rupiah that were paid with this reference and are in suspense; null if there are none. */
export async function waitingFor(read: Reader, reference: string): Promise<bigint | null> {
  const { amount } = await read
    .selectFrom('gateway_payment')
    .innerJoin('suspense_item', 'suspense_item.gateway_payment_id', 'gateway_payment.id')
    .select(({ fn }) => fn.sum<bigint | null>('suspense_item.amount').as('amount'))
    .where('reference', '=', reference)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return amount === null ? null : BigInt(amount)
}

/** The suspense money that was paid with the payment request of this ticket, in rupiah; null if there is none. */
export async function waitingOverlap(read: Reader, ticket: bigint): Promise<bigint | null> {
  const ask = await read.selectFrom('payment_request').select('reference').where('top_up_id', '=', ticket).executeTakeFirst()
  return ask ? await waitingFor(read, ask.reference) : null
}

/** After an approved ticket was taken back, the provider still has the money: it becomes suspense money again. */
export async function freePayment(audit: Audit, tx: Tx, id: bigint, bank: CashCode): Promise<void> {
  const { amount } = await tx
    .updateTable('gateway_payment')
    .set({ state: 'unmatched', top_up_id: null })
    .where('id', '=', id)
    .returning('amount')
    .executeTakeFirstOrThrow()
  await openSuspense(audit, tx, { bank, amount, shown: { paymentId: id } })
}
