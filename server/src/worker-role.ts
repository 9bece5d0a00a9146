import type { Witness } from '#db/witness.ts'
import { throttlingJobs } from '#http/throttling.jobs.ts'
import { createNameInquiry } from '#integrations/name-inquiry/inquiries.ts'
import { type RegisteredJob, startJobs } from '#jobs/jobs.ts'
import { takeWorkerIdentity } from '#jobs/worker-identity.ts'
import { ledgerJobs } from '#ledger/ledger.jobs.ts'
import { accessJobs } from './contexts/auth/access/access.jobs.ts'
import { endSessions, liveSessions } from './contexts/auth/access/access.ts'
import { type BackupJobsContext, backupJobs } from './contexts/backoffice/backups/backups.jobs.ts'
import { healthJobs } from './contexts/backoffice/health/health.jobs.ts'
import { priceChangeJobs } from './contexts/catalogue/price-changes/price-changes.jobs.ts'
import { createBreaker } from './contexts/catalogue/seller-api/breaker.ts'
import { specialPriceJobs } from './contexts/catalogue/special-prices/special-prices.jobs.ts'
import { notifyIfUnread } from './contexts/community/chat/away.ts'
import { chatJobs } from './contexts/community/chat/chat.jobs.ts'
import { feedJobs } from './contexts/community/feeds/feeds.jobs.ts'
import { bankAccountJobs } from './contexts/funds/bank-accounts/bank-accounts.jobs.ts'
import { bankStatementJobs } from './contexts/funds/bank-statements/bank-statements.jobs.ts'
import { statementEvidence } from './contexts/funds/bank-statements/evidence.ts'
import { cashOutJobs } from './contexts/funds/cash-outs/cash-outs.jobs.ts'
import { payoutJobs } from './contexts/funds/cash-outs/payouts.jobs.ts'
import { paymentGatewayJobs } from './contexts/funds/payment-gateway/payment-gateway.jobs.ts'
import { reconciliationJobs } from './contexts/funds/reconciliation/reconciliation.jobs.ts'
import { topUpJobs } from './contexts/funds/top-ups/top-ups.jobs.ts'
import { deleteFavourites } from './contexts/market-data/favourites/favourites.ts'
import { otpJobs } from './contexts/members/otp/otp.jobs.ts'
import { shopNameJobs } from './contexts/members/shop-names/shop-names.jobs.ts'
import { disputeJobs } from './contexts/ordering/disputes/disputes.jobs.ts'
import { intakeJobs } from './contexts/ordering/intake/intake.jobs.ts'
import { startDispatcher } from './contexts/ordering/purchases/dispatch/dispatch.ts'
import { purchaseJobs } from './contexts/ordering/purchases/purchases.jobs.ts'
import { type CallbackJobsContext, callbackJobs } from './contexts/partners/callbacks/callbacks.jobs.ts'
import { startSender } from './contexts/partners/callbacks/sender.ts'
import { xmppJobs } from './contexts/partners/jabber/jabber.jobs.ts'
import { sellerApplicationJobs } from './contexts/selling/seller-applications/seller-applications.jobs.ts'
import { createSelfTestRunner } from './contexts/selling/seller-self-test/runner.ts'
import { type SelfTestJobsContext, sellerSelfTestJobs } from './contexts/selling/seller-self-test/seller-self-test.jobs.ts'
import { auditJobs } from './contexts/system/audit/audit.jobs.ts'
import { notificationJobs } from './contexts/system/notifications/notifications.jobs.ts'
import { type OutboxJobsContext, outboxJobs } from './contexts/system/outbox/outbox.jobs.ts'
import { pushJobs } from './contexts/system/push/push.jobs.ts'
import { createSender as createPushSender } from './contexts/system/push/push.ts'
import { uploadJobs } from './contexts/system/uploads/uploads.jobs.ts'
import { createDeliverer } from './deliverer.ts'
import type { Services } from './services.ts'
import { atMost, shutdownMs, startParts } from './shutdown.ts'

/** The worker role: orders to sellers, callbacks to buyers, and background jobs. */
export const startWorkerRole = (parts: Services, databaseUrl: string, witness: Witness) =>
  startParts(parts.log, (opened) => startWorker(parts, { databaseUrl, witness, opened }))

interface WorkerStart {
  databaseUrl: string
  witness: Witness
  opened(close: () => unknown): void
}

async function startWorker(parts: Services, { databaseUrl, witness, opened }: WorkerStart) {
  const { db, purchases, settings, config, log } = parts
  const worker = await takeWorkerIdentity(databaseUrl, log)
  opened(worker.close)
  const dispatcher = startDispatcher({
    ...parts,
    settler: purchases.settler,
    worker,
    witness,
    leaseMs: config.claimLeaseMs,
    breaker: createBreaker(db, settings, log),
  })
  opened(dispatcher.stop)
  const sender = startSender({ ...parts, worker, firstPauseMs: config.callbackRetryMs })
  opened(sender.stop)
  const { deliver, close: closeMail } = createDeliverer(parts)
  const selfTests = createSelfTestRunner({ ...parts, timing: config })
  const jobs = await startJobs({ databaseUrl, db, log }, jobsOf({ ...parts, databaseUrl, deliver, selfTests, wakeSender: sender.wake }))
  opened(jobs.stop)
  await db.listen('attempts', dispatcher.wake)
  return {
    wakeDispatcher: dispatcher.wake,
    wakeSender: sender.wake,
    async stop() {
      await atMost(shutdownMs, Promise.all([dispatcher.stop(), sender.stop(), selfTests.stop(), jobs.stop()]))
      closeMail()
      await purchases.settler.idle()
      await worker.close()
    },
  }
}

type JobParts = Services &
  Pick<OutboxJobsContext, 'deliver'> &
  Pick<CallbackJobsContext, 'wakeSender'> &
  Pick<SelfTestJobsContext, 'selfTests'> &
  Pick<BackupJobsContext, 'databaseUrl'>

/** All jobs. A job that is not listed here never runs. */
const jobsOf = (parts: JobParts): RegisteredJob[] => [
  ...throttlingJobs(parts),
  ...ledgerJobs({ ...parts, evidence: [statementEvidence] }),
  ...accessJobs(parts),
  ...auditJobs(parts),
  ...otpJobs(parts),
  ...xmppJobs(parts),
  ...outboxJobs(parts),
  ...purchaseJobs(parts),
  ...disputeJobs(parts),
  ...feedJobs(parts),
  ...chatJobs({ notify: (unread) => parts.db.transaction((tx) => notifyIfUnread(tx, unread)) }),
  ...notificationJobs(parts),
  ...pushJobs({
    send: createPushSender({ ...parts, identity: parts.pushIdentity, liveSessions: (hashes) => liveSessions(parts, hashes) }),
  }),
  ...callbackJobs(parts),
  ...topUpJobs(parts),
  ...paymentGatewayJobs(parts),
  ...bankStatementJobs(parts),
  ...reconciliationJobs(parts),
  ...healthJobs(parts),
  ...backupJobs(parts),
  ...cashOutJobs({ ...parts, endSessions, deleteFavourites }),
  ...payoutJobs(parts),
  ...bankAccountJobs({ ...parts, nameInquiry: createNameInquiry(parts.outgoing, parts.config) }),
  ...priceChangeJobs(parts),
  ...shopNameJobs(parts),
  ...specialPriceJobs(parts),
  ...sellerApplicationJobs(parts),
  ...sellerSelfTestJobs(parts),
  ...uploadJobs(parts),
  ...intakeJobs(parts),
]
