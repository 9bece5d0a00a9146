import { z } from 'zod'
import type { Job } from '#jobs/jobs.ts'

/** Enqueued by an administrator. A request that arrives while a run is queued is merged into that run. */
export const reconcileJob: Job<z.ZodType> = { name: 'reconcile-now', payload: z.object({}), serial: true, batchSeconds: 1 }

/** The payment provider is asked in a job of its own, so that its failure does not repeat the comparison of the banks. */
export const reconcileProviderJob: Job<z.ZodType> = {
  name: 'reconcile-provider-now',
  payload: z.object({}),
  maxAttempts: 1,
  serial: true,
  batchSeconds: 1,
}
