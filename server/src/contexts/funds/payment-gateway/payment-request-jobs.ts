import { z } from 'zod'
import { idInJob, type Job } from '#jobs/jobs.ts'

const row = z.object({ id: idInJob })

/** Asks the provider, or asks it what became of an earlier question. */
export const sendPaymentRequest: Job<typeof row> = { name: 'ask-provider', payload: row, triesMax: 5, takesSeconds: true }

/** Gives the money of one payment to whom it belongs. */
export const settlePayment: Job<typeof row> = { name: 'settle-payment', payload: row, takesSeconds: true }
