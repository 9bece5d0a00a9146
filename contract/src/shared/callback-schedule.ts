import { durationText } from './duration-text.ts'

/**
 * Seconds between two delivery attempts of a callback, beginning after the first failure. After the last attempt no further attempt is made, and the
 * callback is listed as given up.
 */
export const callbackPauses = [1, 5, 30, 120, 600, 1800, 7200, 21_600, 86_400] as const
export const callbackPausesText = callbackPauses.map(durationText).join(', ')
export const longestCallbackPause = durationText(Math.max(...callbackPauses))
