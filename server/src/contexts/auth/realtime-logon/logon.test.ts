/* The tests of how the server reports, at sign-on, whether the page may have missed events. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Lapak } from '#app.ts'
import { publishEvent } from '#realtime/events.ts'
import type { Json, TestMember } from '../../../../test/app.ts'
import { startMarket, type TestMarket } from '../../../../test/market.ts'

let market: TestMarket
let other: Lapak
let offerId: bigint
let shop: TestMember
let administrator: TestMember
beforeAll(async () => {
  market = await startMarket()
  other = await market.app.startAnother(['http'])
  const { seller } = await market.addSeller()
  shop = seller
  administrator = await market.app.member({ roles: ['ROLE_ADMIN'] })
  const product = await market.app.product({ code: 'S10', operator: 'TSEL' })
  offerId = await market.app.offer({ seller, product, price: 10_250n })
})
afterAll(() => market.stop())

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect()
})

interface Page {
  socket: Socket
  /** The arguments of each `logonok` event. */
  accepted: Json[][]
  heard: { event: string; data: Json }[]
}

/** A page that signs on as soon as it is connected. Before that it sends `readago`, the number of milliseconds since it read its data. */
async function signOn({ token }: TestMember, readago: () => unknown = () => 100, url = market.app.url): Promise<Page> {
  const socket = io(url, { reconnection: false, forceNew: true, transports: ['websocket'] })
  sockets.push(socket)
  const page: Page = { socket, accepted: [], heard: [] }
  socket.on('logonok', (...answer: Json[]) => page.accepted.push(answer))
  socket.onAny((event: string, data: Json) => page.heard.push({ event, data }))
  socket.on('connect', () => {
    const ago = readago()
    if (ago !== undefined) socket.emit('readago', ago)
    socket.emit('logon', { token })
  })
  await expect.poll(() => page.accepted.length, { interval: 5 }).toBe(1)
  return page
}

async function missed(who: TestMember, readago: unknown = 100, url?: string): Promise<unknown> {
  const { socket, accepted } = await signOn(who, () => readago, url)
  socket.disconnect()
  return accepted[0]?.[0]?.missed
}

const newMember = () => market.app.member({ balance: 100_000n, guardMinutes: 0 })

/** Waits until both processes no longer report earlier events as missed. */
async function quiet(...who: TestMember[]) {
  for (const member of who) for (const url of [market.app.url, other.address]) await expect.poll(() => missed(member, 100, url)).toBe(false)
}

test('a page has missed an event if there was one for its member, but not if there was one for another member', async () => {
  const [anna, budi] = [await newMember(), await newMember()]
  await quiet(anna, budi)
  await market.app.db.transaction((tx) => publishEvent(tx, budi.id, 'saldo', { balance: 1n }))
  expect([await missed(budi), await missed(anna)]).toEqual([true, false])
  expect([await missed(budi, 100, other.address), await missed(anna, 100, other.address)]).toEqual([true, false])
})

test('a page has not missed an event that was published before it read its data', async () => {
  const anna = await newMember()
  await market.app.db.transaction((tx) => publishEvent(tx, anna.id, 'saldo', { balance: 1n }))
  await quiet(anna)
  expect(await missed(anna, 9_000)).toBe(true)
})

test('the pages of buyer and seller have missed a purchase that ended after they read their data, in every process', async () => {
  const anna = await newMember()
  await market.app.map(anna, offerId)
  expect((await market.order(anna, { productcode: 'S10', target: '081234567890', reffclient: 'LG-1' })).status).toBe(200)
  await market.app.settled(anna, 'LG-1')
  for (const url of [market.app.url, other.address])
    expect([await missed(anna, 100, url), await missed(shop, 100, url)]).toEqual([true, true])
})

test('a page has missed an order that was accepted after it read its data, also if another process accepted the order', async () => {
  const [anna, budi] = [await newMember(), await newMember()]
  await market.app.map(anna, offerId)
  await quiet(anna, budi)
  const order = { productcode: 'S10', target: '081234560013', reffclient: 'LG-2' }
  expect((await market.app.h2h(anna, 'POST', '/h2h/v1/transactions', order)).status).toBe(200)
  // Longer than the time for which events of the member itself are reported as missed.
  await pause(5_500)
  expect([await missed(anna, 100, other.address), await missed(budi, 100, other.address)]).toEqual([true, false])
})

test('all pages have missed an event for all members, but only pages of administrators one for administrators', async () => {
  const anna = await newMember()
  await quiet(anna, administrator)
  await sql`select pg_notify('tickets', '')`.execute(market.app.tables)
  await expect.poll(() => missed(administrator)).toBe(true)
  expect(await missed(anna)).toBe(false)
  await sql`select pg_notify('feed_posts', '7')`.execute(market.app.tables)
  await expect.poll(() => missed(anna)).toBe(true)
  await quiet(anna)
})

test('every page may have missed events if it read its data before the process started', async () => {
  const anna = await newMember()
  await quiet(anna)
  for (const readago of [3_600_000, Number.MAX_SAFE_INTEGER, 1e300]) expect(await missed(anna, readago)).toBe(true)
})

test('a page that sends no valid readago gets no answer about missed events', async () => {
  const anna = await newMember()
  await quiet(anna)
  expect((await signOn(anna, () => undefined)).accepted).toEqual([[]])
  for (const readago of [-1, '5', null, Number.NaN, Number.POSITIVE_INFINITY, true, [], {}])
    expect((await signOn(anna, () => readago)).accepted, String(readago)).toEqual([[]])
})

test('pages may have missed events if their process lost its LISTEN connection, also pages that sign on before it is restored', async () => {
  const anna = await newMember()
  await quiet(anna)
  const page = await signOn(anna)
  expect(page.accepted).toEqual([[{ missed: false }]])
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'lapak-listen' and datname = current_database()`.execute(market.app.tables)
  expect(await missed(anna)).toBe(true)
  await expect.poll(() => page.accepted.at(-1)).toEqual([{ missed: true }])
  await market.app.db.transaction((tx) => publishEvent(tx, anna.id, 'saldo', { balance: 7n }))
  await expect.poll(() => page.heard.at(-1)).toEqual({ event: 'saldo', data: { balance: 7 } })
  await quiet(anna)
})

test('each of many events at about the time of a sign-on is received or reported as missed', async () => {
  const crowd: TestMember[] = []
  for (let at = 0; at < 60; at += 10) crowd.push(...(await Promise.all(Array.from({ length: 10 }, newMember))))
  await Promise.all(crowd.map(async (member) => quiet(member)))
  const ways = { heard: 0, missed: 0 }

  /** Publishes one event and signs on at about the same time. */
  async function round(member: TestMember, nth: number) {
    const began = performance.now()
    const fire = async () => {
      await pause(Math.random() * 40)
      if (nth % 2 === 0) await market.app.db.transaction((tx) => publishEvent(tx, member.id, 'saldo', { balance: BigInt(nth) }))
      else await sql`select pg_notify('notices', ${member.id.toString()})`.execute(market.app.tables)
    }
    const look = async () => {
      await pause(Math.random() * 40)
      return signOn(member, () => performance.now() - began, nth % 3 === 0 ? other.address : market.app.url)
    }
    // In some calls the event is certain to come before the sign-on, and in some after it, whatever the speed of the machine.
    if (nth % 10 === 0) await fire()
    const [page] = nth % 10 > 1 ? await Promise.all([look(), fire()]) : [await look()]
    if (nth % 10 === 1) await fire()
    const isHeard = () => page.heard.some(({ event }) => event === 'saldo' || event === 'notifikasi')
    if (page.accepted[0]?.[0]?.missed === true) ways.missed += 1
    else {
      await expect.poll(isHeard, { message: `event ${nth}` }).toBe(true)
      ways.heard += 1
    }
    page.socket.disconnect()
  }

  // Twenty together, fewer than the maximum of connections that one network may have before sign-on.
  for (let at = 0; at < crowd.length; at += 20) await Promise.all(crowd.slice(at, at + 20).map((member, nth) => round(member, at + nth)))
  expect(ways.heard + ways.missed).toBe(crowd.length)
  expect(Math.min(ways.heard, ways.missed), JSON.stringify(ways)).toBeGreaterThan(0)
})
