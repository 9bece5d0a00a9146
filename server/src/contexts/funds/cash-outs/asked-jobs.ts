import { z } from 'zod'
import { idInJob, type Job } from '#jobs/jobs.ts'

const row = z.object({ id: idInJob })

/** Sends a payout to the provider, or queries its state there. */
export const sendPayout: Job<typeof row> = { name: 'send-payout', payload: row, triesMax: 5, takesSeconds: true }

/** Enqueued by a callback. Callbacks of one payout are merged into one query per second, so that they do not delay other jobs. */
export const hearOfPayout: Job<typeof row> = { ...sendPayout, name: 'hear-of-payout', batchSeconds: 1 }
