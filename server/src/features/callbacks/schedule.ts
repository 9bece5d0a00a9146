import { durationText } from '@lapak/contract/durations'

/** Multiples of the first pause, which is a second unless the environment says otherwise; then given up and shown. */
const pauses = [1, 5, 30, 120, 600, 1800, 7200, 21_600, 86_400]

/**
 * The pause after the nth failed try in milliseconds; null gives up. Spread by up to a tenth, so that after an outage not all
 * callbacks are repeated in the same moment.
 */
export function pauseAfter(tries: number, firstMs: number, spread: number): number | null {
  const pause = pauses[tries - 1]
  return pause === undefined ? null : Math.round(pause * firstMs * (1 + spread * 0.1))
}

export const pausesInWords = (): string => pauses.map(durationText).join(', ')
