import { z } from 'zod'
import { idInJob, type Job } from '#jobs/jobs.ts'

const row = z.object({ id: idInJob })

/** Sends a payment request to the provider, or queries its state. */
export const sendPaymentRequestJob: Job<typeof row> = { name: 'send-payment-request', payload: row, maxAttempts: 5, isShort: true }

/** Credits a payment to its member, or puts it into suspense. */
export const settlePaymentJob: Job<typeof row> = { name: 'settle-payment', payload: row, isShort: true }
