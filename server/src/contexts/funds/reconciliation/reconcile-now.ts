import { z } from 'zod'
import type { Job } from '#jobs/jobs.ts'

/** Enqueued by an administrator. A request that arrives while a run is queued is merged into that run. */
export const reconcileNow: Job<z.ZodType> = { name: 'reconcile-now', payload: z.object({}), serial: true, batchSeconds: 1 }
