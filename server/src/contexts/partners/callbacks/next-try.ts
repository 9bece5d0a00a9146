import { callbackPauses } from '@lapak/contract/shared/callback-schedule'

/**
 * The pause after the nth failed try in milliseconds; null gives up. The first lasts a second, unless the environment says
 * otherwise, and the others as many times as long. Spread by up to a tenth, so that after an outage not all
 * callbacks are repeated in the same moment.
 */
export function pauseAfter(tries: number, firstMs: number, spread: number): number | null {
  const pause = callbackPauses[tries - 1]
  return pause === undefined ? null : Math.round(pause * firstMs * (1 + spread * 0.1))
}
