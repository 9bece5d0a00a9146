import { z } from 'zod'

/** Number of past days over which the quality of sellers and offers is measured. */
export const qualityDays = 7

/**
 * Success rate in percent, median duration in seconds, and disputes per hundred successful sales; null before the first sale. Withdrawn and rejected
 * disputes do not count.
 */
export const quality = { successrate: z.number().nullable(), mediandetik: z.number().nullable(), sengketa: z.number().nullable() }
