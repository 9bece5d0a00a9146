import { z } from 'zod'

/** Asked for by an administrator; who asks again while one waits asks for the same. */
export const reconcileNow = { name: 'reconcile-now', payload: z.object({}), oneByOne: true, batchSeconds: 1 }
