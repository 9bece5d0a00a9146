import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Role } from '#app.ts'
import { EndedEarly, type LapakProcess, startLapakProcess } from './lapak-process.ts'
import { createTraffic, type Traffic } from './traffic.ts'
import { verifyRun, waitUntilSettled } from './verdict.ts'
import { startWorld, type World } from './world.ts'

const seed = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000)
let world: World
let traffic: Traffic
let running: LapakProcess[]

beforeEach(async () => {
  running = []
})

afterEach(async () => {
  for (const process of running) process.signal('SIGKILL')
  for (const process of running) await process.end
  await world.stop()
})

async function start(roles?: readonly Role[]): Promise<LapakProcess> {
  const started = await startLapakProcess({ databaseUrl: world.app.databaseUrl, roles })
  if (started.url !== '') world.proxy.leadTo(started.url)
  running.push(started)
  return started
}

/**
 * A worker that loses its database connection ends (ADR 0006). It is restarted, as by a service manager, even if its connections break while it
 * starts. `ended` rejects if the worker ends in another way, or never becomes ready.
 */
function keptRunning(roles: readonly Role[]) {
  let stopping = false
  let current: LapakProcess | undefined
  let earlyEnds = 0
  const again = async () => {
    try {
      current = await start(roles)
    } catch (error) {
      earlyEnds += 1
      if (!(error instanceof EndedEarly) || error.code !== 1 || earlyEnds > 10) throw error
      return
    }
    if (stopping) current.signal('SIGTERM')
    const { code, output } = await current.end
    if (!stopping) expect(code, output).toBe(1)
  }
  const ended = (async () => {
    while (!stopping) await again()
  })()
  return {
    ended,
    async stop() {
      stopping = true
      current?.signal('SIGTERM')
      await ended
    },
  }
}

/** Repeats all unanswered orders, and waits until all orders are final. */
async function comesToRest() {
  await world.sellersRecover()
  await traffic.sendAgain()
  await waitUntilSettled(world)
  await verifyRun(world, traffic.orders)
}

test(`SIGTERM ends the server within ten seconds despite a slow seller and a slow callback receiver, and loses nothing (seed ${seed})`, {
  timeout: 480_000,
}, async () => {
  world = await startWorld({ supplierTimeoutMs: 30_000 })
  traffic = createTraffic(world, seed)
  const lapak = await start()
  world.receiver.misbehave({ delayMs: 20_000 })
  const flow = traffic.flow({ until: () => lapak.ended, most: 1500 })
  const hanging = () =>
    world.sellers.some(({ supplier }) => [...supplier.orders.values()].some(({ behaviour }) => behaviour === 'timeout-taken'))
  while (!hanging() || world.receiver.count === 0) await pause(5)

  const askedAt = performance.now()
  lapak.signal('SIGTERM')
  const { code, output } = await lapak.end
  expect(code, output).toBe(0)
  expect(performance.now() - askedAt).toBeLessThan(10_000)
  await flow

  world.receiver.misbehave({})
  await world.app.tables.updateTable('seller_api').set({ timeout_ms: 250 }).execute()
  await start()
  await comesToRest()
})

test(`orders continue after all database connections broke, and nothing is lost (seed ${seed})`, {
  timeout: 480_000,
}, async () => {
  world = await startWorld()
  traffic = createTraffic(world, seed + 1)
  const http = await start(['http'])
  const worker = keptRunning(['worker'])
  let calm = false
  const breaking = async () => {
    const flow = traffic.flow({ until: () => calm, most: 1500 })
    const ordered = async (more: number) => {
      const before = traffic.orders.length
      while (traffic.orders.length < before + more && !calm) await pause(5)
    }
    for (let round = 0; round < 3; round++) {
      await ordered(60)
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`.execute(world.app.db.read)
    }
    await ordered(60)
    expect(http.ended, http.output).toBe(false)
    calm = true
    await flow
    await comesToRest()
  }
  try {
    await Promise.race([worker.ended, breaking()])
  } finally {
    calm = true
    await worker.stop()
  }
})
