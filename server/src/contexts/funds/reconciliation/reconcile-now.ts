import { z } from 'zod'

/** Enqueued by an administrator. A request that arrives while a run is queued is merged into that run. */
export const reconcileNow = { name: 'reconcile-now', payload: z.object({}), oneByOne: true, batchSeconds: 1 }
