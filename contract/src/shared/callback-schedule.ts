import { durationText } from './duration-text.ts'

/** Seconds between the tries of a callback, the first after the first failure; then it is given up and shown. */
export const callbackPauses = [1, 5, 30, 120, 600, 1800, 7200, 21_600, 86_400] as const
export const callbackPausesText = callbackPauses.map(durationText).join(', ')
export const longestCallbackPause = durationText(Math.max(...callbackPauses))
