import type { Tx } from '#db/db.ts'
import type { ProviderPayment } from '#integrations/payment-gateway/payment-gateway.ts'
import { enqueue } from '#jobs/jobs.ts'
import type { Log } from '#shared/log.ts'
import { storableText } from '#shared/text.ts'
import { settlePaymentJob } from './payment-request-jobs.ts'

/** Stores a payment once, however many callbacks and queries report it; a job credits it. */
export async function storePayment(tx: Tx, log: Log, payment: ProviderPayment): Promise<void> {
  const stored = await tx
    .insertInto('gateway_payment')
    .values({
      kind: payment.kind,
      provider_payment_id: storableText(payment.id, 200),
      reference: storableText(payment.reference, 200),
      amount: payment.amount,
      paid_at: payment.paidAt,
      facts: JSON.stringify(payment.facts),
    })
    .onConflict((conflict) => conflict.columns(['kind', 'provider_payment_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (stored) return enqueue(tx, settlePaymentJob, { id: stored.id })
  const known = await tx
    .selectFrom('gateway_payment')
    .select(['id', 'amount'])
    .where('kind', '=', payment.kind)
    .where('provider_payment_id', '=', storableText(payment.id, 200))
    .executeTakeFirstOrThrow()
  if (known.amount !== payment.amount)
    log.error({ payment: known.id.toString() }, 'provider reported a different amount for a stored payment')
}
