import { coreJobs } from '#core/core.jobs.ts'
import { startJobs, type Work } from '#core/jobs.ts'
import { takeWorkerIdentity } from '#core/worker-identity.ts'
import { ledgerJobs } from '#ledger/ledger.jobs.ts'
import { createMailer } from '#outside/mail/mail.ts'
import { createNameInquiry } from '#outside/name-inquiry/inquiries.ts'
import { createWhatsapp } from '#outside/whatsapp/carriers.ts'
import { accessJobs } from './features/access/access.jobs.ts'
import { endSessions, liveSessions } from './features/access/access.ts'
import { auditJobs } from './features/audit/audit.jobs.ts'
import { bankAccountJobs } from './features/bank-accounts/bank-accounts.jobs.ts'
import { bankStatementJobs } from './features/bank-statements/bank-statements.jobs.ts'
import { statementEvidence } from './features/bank-statements/evidence.ts'
import { type CallbackJobsContext, callbackJobs } from './features/callbacks/callbacks.jobs.ts'
import { startSender } from './features/callbacks/sender.ts'
import { cashOutJobs } from './features/cash-out/cash-out.jobs.ts'
import { payoutJobs } from './features/cash-out/payouts.jobs.ts'
import { tellIfUnread } from './features/chat/away.ts'
import { chatJobs } from './features/chat/chat.jobs.ts'
import { depositJobs } from './features/deposits/deposits.jobs.ts'
import { disputeJobs } from './features/disputes/disputes.jobs.ts'
import { forgetFavourites } from './features/favourites/favourites.ts'
import { feedJobs } from './features/feeds/feeds.jobs.ts'
import { gatewayJobs } from './features/gateway/gateway.jobs.ts'
import { healthJobs } from './features/health/health.jobs.ts'
import { intakeJobs } from './features/intake/intake.jobs.ts'
import { jabberJobs } from './features/jabber/jabber.jobs.ts'
import { noticeJobs } from './features/notices/notices.jobs.ts'
import { otpJobs } from './features/otp/otp.jobs.ts'
import { createCarrier } from './features/outbox/carry.ts'
import { type OutboxJobsContext, outboxJobs } from './features/outbox/outbox.jobs.ts'
import { priceChangeJobs } from './features/price-changes/price-changes.jobs.ts'
import { purchaseJobs } from './features/purchases/purchases.jobs.ts'
import { startDispatcher } from './features/purchases/sending/dispatch.ts'
import { pushJobs } from './features/push/push.jobs.ts'
import { createSender as createPushSender } from './features/push/push.ts'
import { reconciliationJobs } from './features/reconciliation/reconciliation.jobs.ts'
import { createBreaker } from './features/seller-api/breaker.ts'
import { sellerApplicationJobs } from './features/seller-applications/seller-applications.jobs.ts'
import { createSelfTestRunner } from './features/seller-self-test/runner.ts'
import { type SelfTestJobsContext, sellerSelfTestJobs } from './features/seller-self-test/seller-self-test.jobs.ts'
import { shopNameJobs } from './features/shop-names/shop-names.jobs.ts'
import { specialPriceJobs } from './features/special-prices/special-prices.jobs.ts'
import { uploadJobs } from './features/uploads/uploads.jobs.ts'
import { atMost, graceMs } from './grace.ts'
import type { Parts } from './parts.ts'

/** Orders to sellers, callbacks to buyers, and everything that has its hour. */
export async function startWorkerRole(parts: Parts, databaseUrl: string) {
  const { db, purchases, outgoing, settings, config, log } = parts
  const worker = await takeWorkerIdentity(databaseUrl, (error) => {
    // Without the lock others take our claims as dead; going on would ask sellers twice at once.
    log.fatal({ err: error }, 'the connection that shows this worker alive broke')
    process.exit(1)
  })
  const dispatcher = startDispatcher({
    ...parts,
    settler: purchases.settler,
    worker,
    leaseMs: config.claimLeaseMs,
    breaker: createBreaker(db, settings, log),
  })
  const sender = startSender({ ...parts, worker, firstPauseMs: config.callbackRetryMs })
  const mailer = config.smtpUrl === '' ? null : createMailer({ url: config.smtpUrl, from: config.mailFrom })
  const whatsapp = config.whatsapp && createWhatsapp(outgoing, config.whatsapp)
  const carry = createCarrier({ ...parts, mailer, whatsapp, production: config.production })
  const selfTests = createSelfTestRunner({ ...parts, timing: config })
  const jobs = await startJobs({ databaseUrl, db, log }, jobsOf({ ...parts, carry, selfTests, wakeSender: sender.wake }))
  await db.listen('attempts', dispatcher.wake)
  return {
    wakeDispatcher: dispatcher.wake,
    wakeSender: sender.wake,
    async stop() {
      await atMost(graceMs, Promise.all([dispatcher.stop(), sender.stop(), selfTests.stop(), jobs.stop()]))
      mailer?.close()
      await purchases.settler.idle()
      await worker.close()
    },
  }
}

type JobParts = Parts & Pick<OutboxJobsContext, 'carry'> & Pick<CallbackJobsContext, 'wakeSender'> & Pick<SelfTestJobsContext, 'selfTests'>

/** Jobs, by hand: what is not listed here is never done. */
const jobsOf = (parts: JobParts): Work[] => [
  ...coreJobs(parts),
  ...ledgerJobs({ ...parts, evidence: [statementEvidence] }),
  ...accessJobs(parts),
  ...auditJobs(parts),
  ...otpJobs(parts),
  ...jabberJobs(parts),
  ...outboxJobs(parts),
  ...purchaseJobs(parts),
  ...disputeJobs(parts),
  ...feedJobs(parts),
  ...chatJobs({ tell: (told) => parts.db.transaction((tx) => tellIfUnread(tx, told)) }),
  ...noticeJobs(parts),
  ...pushJobs({
    send: createPushSender({ ...parts, identity: parts.pushIdentity, liveSessions: (hashes) => liveSessions(parts, hashes) }),
  }),
  ...callbackJobs(parts),
  ...depositJobs(parts),
  ...gatewayJobs(parts),
  ...bankStatementJobs(parts),
  ...reconciliationJobs(parts),
  ...healthJobs(parts),
  ...cashOutJobs({ ...parts, endSessions, forgetFavourites }),
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
