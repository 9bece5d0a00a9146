import { z } from 'zod'

/** Enqueued by an administrator. Requests while one is queued are merged into it. */
export const reconcileNow = { name: 'reconcile-now', payload: z.object({}), oneByOne: true, batchSeconds: 1 }
