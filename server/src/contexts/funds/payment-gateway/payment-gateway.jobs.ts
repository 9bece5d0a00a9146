import { sql } from 'kysely'
import type { Gateway } from '#integrations/payment-gateway/payment-gateway.ts'
import { cronJob, enqueue, onDemandJob, type RegisteredJob } from '#jobs/jobs.ts'
import { sendPaymentRequestJob, settlePaymentJob } from './payment-request-jobs.ts'
import { advancePaymentRequest, type PaymentRequestDeps } from './payment-requests.ts'
import { type SettleDeps, settlePayment } from './settle.ts'

/** Stored payments are credited even if the provider is no longer set up. */
export const paymentGatewayJobs = (deps: Omit<PaymentRequestDeps, 'gateway'> & { gateway: Gateway | null }): RegisteredJob[] => {
  const { gateway } = deps
  return [
    onDemandJob(settlePaymentJob, ({ id }) => settlePayment(deps, id)),
    onDemandJob(sendPaymentRequestJob, async ({ id }) => {
      if (gateway !== null) await advancePaymentRequest({ ...deps, gateway }, id)
    }),
    cronJob({
      name: 'check-payment-provider',
      cron: '* * * * *',
      async run() {
        await askAboutDue(deps)
        await settleForgotten(deps)
      },
    }),
  ]
}

const batchSize = 200

/**
 * Settles payments whose job failed for good or was lost. Each payment is settled on its own, so that a failure does not block the other payments.
 */
async function settleForgotten(deps: SettleDeps): Promise<void> {
  for (let after = 0n; ; ) {
    const forgotten = await deps.db.read
      .selectFrom('gateway_payment')
      .select('id')
      .where('state', '=', 'new')
      .where('created_at', '<', sql<Date>`now() - interval '10 minutes'`)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    for (const { id } of forgotten)
      await settlePayment(deps, id).catch((error: unknown) =>
        deps.log.error({ payment: id.toString(), err: error }, 'settling a provider payment failed'),
      )
    const last = forgotten.at(-1)
    if (last === undefined || forgotten.length < batchSize) return
    after = last.id
  }
}

/**
 * Enqueues a query for each due payment request, for example without an answer or without a payment. Moves the due time of the selected requests, so
 * that no request is queried twice.
 */
async function askAboutDue({ db }: Pick<PaymentRequestDeps, 'db'>): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await sql<{ id: bigint }>`
      update payment_request set due_at = now() + interval '2 minutes'
      where id in (select id from payment_request where due_at < now() order by due_at limit 200 for update skip locked)
      returning id`.execute(tx)
    for (const { id } of rows) await enqueue(tx, sendPaymentRequestJob, { id })
  })
}
