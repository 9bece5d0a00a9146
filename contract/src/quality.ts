import { z } from 'zod'

/** Over so many days, up to now, it is measured how sellers and their offers deliver. */
export const qualityDays = 7

/** In percent, and the median in seconds; null before there were sales. */
export const quality = { successrate: z.number().nullable(), mediandetik: z.number().nullable() }

/** Of a seller: how many of a hundred successes their buyers disputed, and did not take back; null before there were sales. */
export const disputeRate = z.number().nullable()
