import { z } from 'zod'
import { idInJob, type Job } from '#jobs/jobs.ts'

const row = z.object({ id: idInJob })

/** Sends a payout to the provider, or queries its state at the provider. */
export const sendPayout: Job<typeof row> = { name: 'send-payout', payload: row, triesMax: 5, takesSeconds: true }

/** Enqueued by a callback about a payout. Callbacks about one payout within a second cause one query, so that they do not delay other jobs. */
export const hearOfPayout: Job<typeof row> = { ...sendPayout, name: 'check-payout', batchSeconds: 1 }
