import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '#shared/log.ts'

/**
 * Processes a queue of rows in rounds; a round is one call of `tick`. A round starts when the loop is woken, when the previous round found work, and
 * at least every `everyMs`, because a wake-up can be lost. Rounds never overlap. They start at least `minIntervalMs` apart, so that under load each
 * round finds more rows.
 */
export interface PollingLoop {
  wake(): void
  /** Stops after the current round. */
  stop(): Promise<void>
}

export interface PollingLoopOptions {
  name: string
  everyMs: number
  /** Minimum milliseconds between the starts of two rounds; default 0. */
  minIntervalMs?: number
  /** Returns true when there may be more work. */
  tick(): Promise<boolean>
  log: Log
}

export function startLoop({ name, everyMs, minIntervalMs = 0, tick, log }: PollingLoopOptions): PollingLoop {
  let stopped = false
  let woken = true
  let sleeping: (() => void) | null = null

  const sleep = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, everyMs)
      sleeping = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  async function run() {
    while (!stopped) {
      woken = false
      const begunAt = performance.now()
      const more = await tick().catch((error) => {
        log.error({ err: error }, `${name}: poll failed; retrying`)
        return false
      })
      if (!more && !woken && !stopped) await sleep()
      sleeping = null
      const early = minIntervalMs - (performance.now() - begunAt)
      if (early > 0 && !stopped) await pause(early)
    }
  }

  const running = run()
  const wake = () => {
    woken = true
    sleeping?.()
  }
  return {
    wake,
    stop() {
      stopped = true
      wake()
      return running
    },
  }
}
