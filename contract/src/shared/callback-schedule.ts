import { durationText } from './duration-text.ts'

/** Seconds between the attempts of a callback, starting after the first failure. After the last attempt it is given up and listed. */
export const callbackPauses = [1, 5, 30, 120, 600, 1800, 7200, 21_600, 86_400] as const
export const callbackPausesText = callbackPauses.map(durationText).join(', ')
export const longestCallbackPause = durationText(Math.max(...callbackPauses))
