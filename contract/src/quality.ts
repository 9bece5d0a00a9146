import { z } from 'zod'

/** Over so many days, up to now, it is measured how sellers and their offers deliver. */
export const qualityDays = 7

/** In percent, and the median in seconds; null before there were sales. */
export const quality = { successrate: z.number().nullable(), mediandetik: z.number().nullable() }
