// @module-tag nightly
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Role } from '#app.ts'
import { startDatabaseProxy } from './database-proxy.ts'
import { type LapakProcess, startLapakProcess } from './lapak-process.ts'
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

async function start(roles?: readonly Role[], databaseUrl = world.app.databaseUrl): Promise<LapakProcess> {
  const started = await startLapakProcess({ databaseUrl, roles })
  if (started.url !== '') world.proxy.leadTo(started.url)
  running.push(started)
  return started
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

/** How long the database refuses connections, in milliseconds. The first outage only breaks those that are open. */
const outagesMs = [0, 400, 1_500]
const rounds = process.env.NIGHTLY === '1' ? 20 : outagesMs.length
/** The longest time from an outage until all its orders are final. The suppliers of this test answer late on purpose. */
const settledWithinMs = 30_000

test(`both roles go on after the database was cut off, orders settle, and nothing is lost (seed ${seed})`, {
  timeout: 480_000 + rounds * 30_000,
}, async () => {
  world = await startWorld()
  traffic = createTraffic(world, seed + 1)
  const database = await startDatabaseProxy(world.app.databaseUrl)
  const processes = [await start(['http'], database.url), await start(['worker'], database.url)]
  try {
    for (let round = 0; round < rounds; round++) {
      await withTraffic(() => database.cutOff(outagesMs[round % outagesMs.length] ?? 0))
      await world.sellersRecover()
      await traffic.sendAgain()
      await waitUntilSettled(world, settledWithinMs)
      await world.sellersFail()
    }
    for (const process of processes) expect(process.ended, process.output).toBe(false)
    await comesToRest()
  } finally {
    for (const process of processes) process.signal('SIGKILL')
    await database.close()
  }
})

/** Sends orders before, during and after the disturbance. */
async function withTraffic(disturb: () => Promise<void>): Promise<void> {
  let isOver = false
  const flow = traffic.flow({ until: () => isOver, most: 1500 })
  const ordered = async (more: number) => {
    const before = traffic.orders.length
    while (traffic.orders.length < before + more) await pause(5)
  }
  await ordered(60)
  await disturb()
  await ordered(60)
  isOver = true
  await flow
}
