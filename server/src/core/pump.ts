import type { Log } from './log.ts'

/**
 * Works off something that others fill: as soon as it is woken, again while a round found work, and at least every
 * `everyMs` because a wake-up can be lost. Rounds never overlap.
 */
export interface Pump {
  wake(): void
  /** Stops after the round under way. */
  stop(): Promise<void>
}

/** `round` answers true when there may be more to do at once. */
export function startPump({ name, everyMs, round, log }: { name: string; everyMs: number; round(): Promise<boolean>; log: Log }): Pump {
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
      const more = await round().catch((error) => {
        log.error({ err: error }, `${name}: a round failed; the next one comes`)
        return false
      })
      if (!more && !woken && !stopped) await sleep()
      sleeping = null
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
