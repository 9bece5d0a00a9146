// @module-tag nightly
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Crash, type CrashPoint, orderPoints } from '#shared/crash-points.ts'
import { EndedEarly, type LapakProcess, startLapakProcess } from './lapak-process.ts'
import { createTraffic, randomOf, type Traffic } from './traffic.ts'
import { booksHold, verifyRun, waitUntilSettled } from './verdict.ts'
import { startWorld, type World } from './world.ts'

/**
 * SIGKILL at every step of a purchase. Each round sends orders until the server dies at one point, starts the server again, repeats the unanswered
 * orders as buyers do, waits until all orders are final, and verifies the books. Each point is tested once; NIGHTLY=1 continues up to 216 kills, and
 * FAULT_KILLS sets another number.
 */
const killsWanted = Number(process.env.FAULT_KILLS ?? (process.env.NIGHTLY === '1' ? 216 : 0))
/** Each kill takes the time of a start and of a verification of the books, which grow. */
const maxWaitMs = 400_000 + killsWanted * 15_000
const seed = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000)

let world: World
let traffic: Traffic
let lapak: LapakProcess
const kills = new Map<string, number>()

beforeAll(async () => {
  world = await startWorld()
  traffic = createTraffic(world, seed)
  lapak = await started()
})

afterAll(async () => {
  lapak?.signal('SIGKILL')
  await lapak?.end
  await world?.stop()
  process.stdout.write(`kills by point (FAULT_SEED=${seed}): ${JSON.stringify(Object.fromEntries(kills))}\n`)
})

async function start(fault?: Crash) {
  const process = await startLapakProcess({ databaseUrl: world.app.databaseUrl, fault })
  world.proxy.leadTo(process.url)
  return process
}

/** If the armed fault kills the process while it starts, the process is started again without the fault. */
async function started(fault?: Crash): Promise<LapakProcess> {
  try {
    return await start(fault)
  } catch (error) {
    if (!(error instanceof EndedEarly) || fault === undefined) throw error
    count(`${fault.point} while starting`)
    return start()
  }
}

const count = (name: string) => kills.set(name, (kills.get(name) ?? 0) + 1)
const killsSoFar = () => [...kills.values()].reduce((sum, one) => sum + one, 0)

/** The maximum time until an armed process dies: the recovery after the last orders reaches the point by then. */
const deathMs = 120_000

async function diedBySigkill(process: LapakProcess, moment: string) {
  const waited = new AbortController()
  const never = pause(deathMs, null, { signal: waited.signal }).catch(() => null)
  const end = await Promise.race([process.end, never])
  waited.abort()
  if (end === null) throw new Error(`nothing came to "${moment}" within ${deathMs / 1000} s of the last order`)
  expect(end.signal, end.output).toBe('SIGKILL')
}

/** Points that only the supplier or the receiver of a callback sees: it has received the request and has not answered yet. */
const watched: Record<string, () => () => boolean> = {
  'a seller works on the order'() {
    const slow = () =>
      world.sellers.flatMap(({ supplier }) => [...supplier.orders.values()]).filter(({ behaviour }) => behaviour === 'slow').length
    const before = slow()
    return () => slow() > before
  },
  'a buyer reads the callback'() {
    const before = world.receiver.count
    return () => world.receiver.count > before + 3
  },
}
const moments = [...orderPoints, ...Object.keys(watched)]

async function killWhen(watch: () => () => boolean, current: LapakProcess) {
  world.receiver.misbehave({ delayMs: 100 })
  const happened = watch()
  while (!current.ended && !happened()) await pause(1)
  current.signal('SIGKILL')
  world.receiver.misbehave({})
}

/** Points that a restarted server passes during the recovery after a kill. */
const recoveryPoints: CrashPoint[] = [
  'attempt.claimed',
  'attempt.sent',
  'attempt.answered',
  'outcome.settling',
  'outcome.written',
  'outcome.settled',
  'callback.claimed',
  'callback.sent',
]

test(`a kill at any step of a purchase neither loses an order or a rupiah nor sells twice (at least ${Math.max(killsWanted, moments.length)} kills, seed ${seed})`, {
  timeout: maxWaitMs,
}, async () => {
  const random = randomOf(seed)
  for (let round = 0; round < moments.length || killsSoFar() < killsWanted; round++) {
    const moment = moments[round % moments.length] ?? ''
    const point = orderPoints.find((name) => name === moment)
    await world.sellersFail()
    if (point) await lapak.arm({ point, nth: 1 + random.below(6) })
    else if (watched[moment]) void killWhen(watched[moment], lapak)
    await traffic.flow({ until: () => lapak.ended, most: 400 })
    await diedBySigkill(lapak, moment)
    count(moment)
    await world.sellersRecover()

    // In every third round the server is killed again during its recovery.
    lapak = await started(round % 3 === 2 ? { point: random.pick(recoveryPoints), nth: 1 + random.below(3) } : undefined)
    const again = await restedOrKilled()
    if (again !== null) {
      await diedBySigkill(lapak, 'again while clearing up')
      count('again while clearing up')
      lapak = await started()
      await restedOrKilled()
    }
    await booksHold(world)
  }
  await verifyRun(world, traffic.orders)
  for (const moment of moments) expect(kills.get(moment), moment).toBeGreaterThan(0)
})

/** Null when all orders are final; 'killed' if the server was killed before that. */
async function restedOrKilled(): Promise<'killed' | null> {
  const current = lapak
  const killed = current.end.then(() => 'killed' as const)
  const rested = traffic
    .sendAgain()
    .then(() => waitUntilSettled(world))
    .then(() => null)
  rested.catch(() => undefined)
  return Promise.race([killed, rested])
}
