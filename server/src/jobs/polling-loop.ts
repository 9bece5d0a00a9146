import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '#shared/log.ts'

/**
 * Works off something that others fill: as soon as it is woken, again while a round found work, and at least every
 * `everyMs` because a wake-up can be lost. Rounds never overlap, and begin at least `minIntervalMs` apart, so that under load each finds more.
 */
export interface PollingLoop {
  wake(): void
  /** Stops after the round under way. */
  stop(): Promise<void>
}

export interface PollingLoopOptions {
  name: string
  everyMs: number
  /** Milliseconds from the start of one round to that of the next; 0 without it. */
  minIntervalMs?: number
  /** Answers true when there may be more to do at once. */
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
        log.error({ err: error }, `${name}: a round failed; the next one comes`)
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
