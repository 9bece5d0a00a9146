import { setTimeout as pause } from 'node:timers/promises'
import type { randomOf } from '../traffic.ts'
import type { Buyers } from './buyers.ts'
import type { SoakDatabase } from './database.ts'
import type { KeptRunning } from './kept-running.ts'
import type { Outsiders } from './outsiders.ts'

export interface Kill {
  what: Victim
  /** Milliseconds until an order sent after the kill was accepted; null if the soak ended before. */
  placedAgain: number | null
  /** Milliseconds until a supplier received an order again. */
  carriedAgain: number | null
}

const victims = ['http', 'worker', 'a connection of PostgreSQL', 'PostgreSQL'] as const
type Victim = (typeof victims)[number]

const shortestMs = 10_000
const longestMs = 40_000
/** For this long after the recovery of Lapak, orders that were under way are still affected by the kill. */
const calmAfterMs = 5_000

export interface Killing {
  readonly kills: readonly Kill[]
  /** Whether no process is dead or recovering. */
  isQuiet(): boolean
  /** Kills processes at random times until `isOver` returns true. */
  run(isOver: () => boolean): Promise<void>
}

export function createKilling(options: {
  random: ReturnType<typeof randomOf>
  database: SoakDatabase
  http: KeptRunning
  worker: KeptRunning
  outsiders: Outsiders
  /** A function, because the buyers are created after this object: they use `isQuiet`. */
  buyers(): Buyers
}): Killing {
  const { random, database, http, worker, outsiders, buyers } = options
  const kills: Kill[] = []
  let recovering = 0
  let quietFrom = performance.now() + calmAfterMs

  const strike: Record<Victim, () => Promise<void>> = {
    http: async () => http.kill(),
    worker: async () => worker.kill(),
    'a connection of PostgreSQL': database.killBackend,
    PostgreSQL: database.killServer,
  }

  async function recover(kill: Kill, isOver: () => boolean) {
    const killedAt = performance.now()
    const over = untilOver(isOver)
    recovering += 1
    const placed = buyers()
      .nextAccepted()
      .then((at) => {
        kill.placedAgain = at - killedAt
      })
    const carried = untilCarried(outsiders, isOver).then((at) => {
      kill.carriedAgain = at === null ? null : at - killedAt
    })
    await Promise.race([over, Promise.all([placed, carried])])
    recovering -= 1
    quietFrom = performance.now() + calmAfterMs
  }

  return {
    kills,
    isQuiet: () => recovering === 0 && performance.now() > quietFrom,
    async run(isOver) {
      const begun: Promise<void>[] = []
      for (;;) {
        const until = performance.now() + shortestMs + random.below(longestMs - shortestMs)
        while (performance.now() < until && !isOver()) await pause(250)
        if (isOver()) break
        const kill: Kill = { what: random.pick(victims), placedAgain: null, carriedAgain: null }
        kills.push(kill)
        begun.push(recover(kill, isOver))
        await strike[kill.what]()
      }
      await Promise.all(begun)
    },
  }
}

async function untilOver(isOver: () => boolean) {
  while (!isOver()) await pause(250)
}

/** Waits until the suppliers have received the orders that were already on their way, and then for a new order. Null if the soak ended before. */
async function untilCarried(outsiders: Outsiders, isOver: () => boolean): Promise<number | null> {
  await pause(500)
  const before = outsiders.now.taken
  while (outsiders.now.taken === before) {
    if (isOver()) return null
    await pause(50)
  }
  return performance.now()
}
