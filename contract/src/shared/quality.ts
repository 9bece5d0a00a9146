import { z } from 'zod'

/** Over so many days, up to now, it is measured how sellers and their offers deliver. */
export const qualityDays = 7

/**
 * In percent, the median in seconds, and how many of a hundred successes their buyers disputed; null before there were sales. What a buyer
 * took back or the house rejected is no dispute here.
 */
export const quality = { successrate: z.number().nullable(), mediandetik: z.number().nullable(), sengketa: z.number().nullable() }
