import { z } from 'zod'
import { idInJob, type Job } from '#jobs/jobs.ts'

const row = z.object({ id: idInJob })

/** Sends a payout to the provider, or queries its state at the provider. */
export const sendPayoutJob: Job<typeof row> = { name: 'send-payout', payload: row, maxAttempts: 5, isShort: true }

/** Enqueued by a callback about a payout. Callbacks about one payout within a second cause one query, so that they do not delay other jobs. */
export const checkPayoutJob: Job<typeof row> = { ...sendPayoutJob, name: 'check-payout', batchSeconds: 1 }
