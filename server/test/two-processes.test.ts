// @module-tag nightly
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import type { Lapak, Role } from '#app.ts'
import { signedHeaders } from './app.ts'
import { type LapakProcess, startLapakProcess } from './fault/lapak-process.ts'
import { createTraffic, type Traffic } from './fault/traffic.ts'
import { verifyRun, waitUntilSettled } from './fault/verdict.ts'
import { startWorld, type World } from './fault/world.ts'
import { countStock } from './stocks.ts'

/** Several Lapaks over one database, sharing nothing else. Every order is sent to both HTTP servers at the same time. */
const seed = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000)
/** The nightly run sends enough orders for rare races. */
const nightly = process.env.NIGHTLY === '1'
const ordersWanted = nightly ? 400 : 120
// A long timeout, because several Lapaks and all sellers share two busy cores, and a seller that times out would be checked again with growing
// pauses.
const patient = { supplierTimeoutMs: 2_500 }

let world: World
let instances: Lapak[] = []
let processes: LapakProcess[] = []

afterEach(async () => {
  for (const process of processes) process.signal('SIGKILL')
  for (const process of processes) await process.end
  processes = []
  instances = []
  await world.stop()
})

/** Sends the suppliers' reports to one process; callbacks come from both workers. */
function reportTo(url: string) {
  for (const { supplier } of world.sellers) supplier.reportUrl = supplier.reportUrl?.replace(/^http:\/\/[^/]+/, url)
}

async function comesToRest(traffic: Traffic) {
  await world.sellersRecover()
  await traffic.sendAgain()
  await waitUntilSettled(world)
  await verifyRun(world, traffic.orders)
  expect(traffic.orders.filter(({ ids }) => ids.length === 1).length).toBeGreaterThan(ordersWanted / 2)
}

const deadlocks = async () => {
  await sql`select pg_stat_force_next_flush(), pg_stat_clear_snapshot()`.execute(world.app.db.read)
  const { rows } = await sql<{ deadlocks: bigint }>`select deadlocks from pg_stat_database where datname = current_database()`.execute(
    world.app.db.read,
  )
  return rows[0]?.deadlocks
}

test(`two http and two worker processes create one purchase and one sale per reference (seed ${seed})`, {
  timeout: 240_000,
}, async () => {
  world = await startWorld(patient)
  for (const role of ['http', 'http', 'worker', 'worker'] satisfies Role[]) instances.push(await world.app.startAnother([role]))
  const urls = instances.flatMap(({ address }) => (address === '' ? [] : [address]))
  expect(urls).toHaveLength(2)
  reportTo(urls[0] as string)
  const traffic = createTraffic(world, seed, urls)
  await traffic.flow({ until: () => false, most: ordersWanted, width: 32 })
  await comesToRest(traffic)
  expect(await deadlocks()).toBe(0n)
})

test(`a second worker takes over the orders of a killed one, and nothing is lost or doubled (seed ${seed})`, {
  timeout: 240_000,
}, async () => {
  world = await startWorld(patient)
  const start = async (role: Role) => {
    const process = await startLapakProcess({ databaseUrl: world.app.databaseUrl, roles: [role] })
    processes.push(process)
    return process
  }
  const [one, two, doomed] = await Promise.all([start('http'), start('http'), start('worker'), start('worker')])
  reportTo(two.url)
  const traffic = createTraffic(world, seed + 1, [one.url, two.url])
  const flow = traffic.flow({ until: () => false, most: ordersWanted, width: 32 })
  while (traffic.orders.length < ordersWanted / 2) await pause(2)
  doomed.signal('SIGKILL')
  await flow
  await comesToRest(traffic)
  expect(await deadlocks()).toBe(0n)
})

test(`orders for the last pieces of several sellers that fail over to each other neither block each other nor oversell (seed ${seed})`, {
  timeout: 240_000,
}, async () => {
  world = await startWorld(patient)
  const { app, buyers, sellers } = world
  // Every offer of S10 has little stock and fails half of the time, so that stock is taken from the offers and returned to them.
  const offers = await app.db.read
    .selectFrom('offer')
    .innerJoin('product', 'product.id', 'offer.product_id')
    .select('offer.id')
    .where('product.code', '=', 'S10')
    .execute()
  const [stock, ordered] = nightly ? [40n, 300] : [15n, 110]
  for (const { id } of offers) {
    await app.tables.updateTable('offer').set({ stocked: true }).where('id', '=', id).execute()
    await countStock(app.tables, id, stock)
  }
  for (const role of ['http', 'http', 'worker', 'worker'] satisfies Role[]) instances.push(await app.startAnother([role]))
  const urls = instances.flatMap(({ address }) => (address === '' ? [] : [address]))
  const sent = Array.from({ length: ordered }, (_, index) => ({
    index,
    target: `0899${String(index).padStart(5, '0')}7777`,
    buyer: buyers[index % 3] as (typeof buyers)[number],
  }))
  for (const { index, target } of sent) {
    for (const [nth, { supplier }] of sellers.entries()) if ((index >> nth) % 2 === 1) supplier.script(target, 'failure')
  }
  await Promise.all(
    sent.map(({ index, target, buyer }) => {
      const body = JSON.stringify({ productcode: 'S10', target, reffclient: `S-${index}` })
      return fetch(`${urls[index % 2]}/h2h/v1/transactions`, { method: 'POST', headers: signedHeaders(buyer, body), body }).then(
        async (answer) => expect([200, 422], await answer.text()).toContain(answer.status),
      )
    }),
  )
  await waitUntilSettled(world)
  const { rows } = await sql<{ remaining: bigint; sold: bigint }>`
    select remaining, (select count(*) from purchase where purchase.offer_id = offer_stock.offer_id and transactionrc = 1) as sold from offer_stock`.execute(
    app.db.read,
  )
  expect(rows.map(({ remaining, sold }) => remaining + sold)).toEqual(offers.map(() => stock))
  expect(await deadlocks()).toBe(0n)
})
