import { z } from 'zod'
import { idInJob, type Job } from '#jobs/jobs.ts'

const row = z.object({ id: idInJob })

/** Asks the provider to pay, or what became of what it was asked for. */
export const sendPayout: Job<typeof row> = { name: 'send-payout', payload: row, triesMax: 5, takesSeconds: true }

/** The provider told of it. However often it does so, it is asked once in a while only, so that it holds up no other job. */
export const hearOfPayout: Job<typeof row> = { ...sendPayout, name: 'hear-of-payout', batchSeconds: 1 }
