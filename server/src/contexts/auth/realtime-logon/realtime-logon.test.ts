import { events } from '@lapak/contract/shared/events'
import { sql } from 'kysely'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { publishEvent } from '#realtime/events.ts'
import type { Json, TestMember } from '../../../../test/app.ts'
import { lockedOut } from '../../../../test/locks.ts'
import { startMarket, type TestMarket } from '../../../../test/market.ts'
import { shutOut } from '../../../../test/shut-out.ts'

let market: TestMarket
let offerId: bigint
let shop: TestMember
beforeAll(async () => {
  market = await startMarket({ PUBLIC_URL: 'https://lapak.example' })
  const { seller } = await market.addSeller()
  shop = seller
  const product = await market.app.product({ code: 'S10', operator: 'TSEL' })
  offerId = await market.app.offer({ seller, product, price: 10_250n })
})
afterAll(() => market.stop())

interface Page {
  socket: Socket
  heard: { event: string; data: Json }[]
  of(event: string): Json[]
  logon(token: string): void
}

const pages: Page[] = []
afterEach(() => {
  for (const { socket } of pages.splice(0)) socket.disconnect()
})

function open(options: { url?: string; origin?: string; transports?: string[] } = {}): Page {
  const socket = io(options.url ?? market.app.url, {
    reconnection: false,
    forceNew: true,
    transports: options.transports ?? ['websocket'],
    ...(options.origin && { extraHeaders: { origin: options.origin } }),
  })
  const heard: Page['heard'] = []
  socket.onAny((event: string, data: Json) => heard.push({ event, data }))
  const page = {
    socket,
    heard,
    of: (event: string) => heard.filter((one) => one.event === event).map((one) => one.data),
    logon: (token: string) => void socket.emit('logon', { token, userid: 1 }),
  }
  pages.push(page)
  return page
}

async function signedOn(who: TestMember, options: Parameters<typeof open>[0] = {}): Promise<Page> {
  const page = open(options)
  page.logon(who.token)
  await expect.poll(() => page.of('logonok').length, { interval: 5 }).toBe(1)
  return page
}

async function newBuyer(): Promise<TestMember> {
  const buyer = await market.app.member({ balance: 100_000n, guardMinutes: 0 })
  await market.app.map(buyer, offerId)
  return buyer
}

let serial = 0
async function sale(buyer: TestMember): Promise<string> {
  serial += 1
  const reffclient = `RT-${serial}`
  expect((await market.order(buyer, { productcode: 'S10', target: '081234567890', reffclient })).status).toBe(200)
  await market.app.settled(buyer, reffclient)
  return reffclient
}
const settling = () => new Promise((resolve) => setTimeout(resolve, 250))
const states = (page: Page, reffclient: string) =>
  page
    .of('trxupdate')
    .filter((row) => row.reffclient === reffclient)
    .map((row) => row.transactionrc)

describe('the realtime channel', () => {
  test.each([['websocket'], ['polling']])('requests a sign-on with needlogon and accepts a token over %s', async (transport) => {
    const buyer = await newBuyer()
    const page = open({ transports: [transport] })
    await expect.poll(() => page.heard.map((one) => one.event)).toEqual(['needlogon'])
    page.logon('no token of ours')
    await expect.poll(() => page.of('needlogon').length).toBe(2)
    page.logon(buyer.token)
    await expect.poll(() => page.of('logonok').length).toBe(1)
  })

  test.each([[undefined], [null], ['token'], [{ token: 5 }], [{ token: 'x'.repeat(201) }], [[]]])(
    'ignores the invalid sign-on payload %j and continues to work',
    async (payload) => {
      const page = open()
      page.socket.emit('logon', payload)
      await expect.poll(() => page.of('needlogon').length).toBe(2)
    },
  )

  test('limits the size of a request, and closes a connection that sends too many packets', async () => {
    const channel = `${market.app.url}/socket.io/?EIO=4&transport=polling`
    const begin = async () => (JSON.parse((await (await fetch(channel)).text()).slice(1)) as { sid: string }).sid
    const say = async (sid: string, packets: string[]) =>
      (await fetch(`${channel}&sid=${sid}`, { method: 'POST', body: packets.join('\x1e') })).status
    const wishes = (count: number) => Array.from({ length: count }, () => '40/none,')
    const long = await begin()
    expect(await say(long, wishes(1_000))).toBe(413)
    const many = await begin()
    expect(await say(many, wishes(300))).toBe(200)
    // On a slow machine the ten-second period of the packet count may end between the two rounds.
    await expect.poll(() => say(many, wishes(300))).toBe(400)
  })

  test('refuses pages of another origin, and accepts those of its own host and of the public URL', async () => {
    const refusedAt = async (origin: string, transports: string[]) => {
      const page = open({ origin, transports })
      return new Promise<boolean>((resolve) => {
        page.socket.on('connect', () => resolve(false))
        page.socket.on('connect_error', () => resolve(true))
      })
    }
    for (const transports of [['websocket'], ['polling']]) {
      for (const foreign of ['https://evil.example', 'null', 'https://lapak.example.evil.example', 'http://lapak.example'])
        expect(await refusedAt(foreign, transports), foreign).toBe(true)
      for (const own of [market.app.url, 'https://lapak.example']) expect(await refusedAt(own, transports), own).toBe(false)
    }
  })

  test('closes a socket that does not sign on, and keeps one that has signed on', async () => {
    const silent = open()
    const pollingOnly = open({ transports: ['polling'] })
    const member = await signedOn(await newBuyer())
    await expect.poll(() => [silent, pollingOnly].map(({ socket }) => socket.connected), { interval: 200 }).toEqual([true, true])
    await expect.poll(() => [silent, pollingOnly].map(({ socket }) => socket.connected), { interval: 200 }).toEqual([false, false])
    expect(member.socket.connected).toBe(true)
  })

  test('limits the number of sockets per network that have not signed on', async () => {
    // A separate process, because these sockets use up the limit that the other tests need.
    const { address: url } = await market.app.startAnother(['http'])
    const crowd = Array.from({ length: 60 }, () => open({ url }))
    const alive = () => crowd.filter(({ socket }) => socket.connected).length
    const decided = crowd.map(
      ({ socket }) =>
        new Promise<unknown>(
          (resolve) =>
            void socket
              .once('connect', () => resolve(true))
              .once('connect_error', resolve)
              .once('disconnect', resolve),
        ),
    )
    await Promise.all(decided)
    await expect.poll(alive).toBeLessThanOrEqual(50)
  })

  test('limits the number of pages of one member and closes the oldest page', async () => {
    const buyer = await newBuyer()
    const ownPages: Page[] = []
    for (let count = 0; count < 22; count++) ownPages.push(await signedOn(buyer))
    await expect.poll(() => ownPages.map(({ socket }) => socket.connected)).toEqual(ownPages.map((_, index) => index > 1))
  })

  test('closes a socket that tries many tokens', async () => {
    const page = open()
    for (let n = 0; n < 100; n++) page.logon(`guess ${n}`)
    await expect.poll(() => page.socket.connected || page.heard.length === 0).toBe(false)
    expect(page.of('needlogon').length).toBeLessThan(50)
  })
})

describe('realtime events', () => {
  test('contain every change of a purchase, in the form that the list has, and the balance', async () => {
    const buyer = await newBuyer()
    const page = await signedOn(buyer)
    const reffclient = await sale(buyer)
    await expect.poll(() => states(page, reffclient).at(-1)).toBe(1)
    const { body } = await market.app.call('GET', '/api/v1/transactions/buyer', { token: buyer.token })
    expect(page.of('trxupdate').at(-1)).toEqual(body.data.content[0])
    expect(page.of('saldo').at(-1)).toEqual({ balance: 89_750 })
  })

  test('are never sent to another member, or to a page before its sign-on', async () => {
    const buyer = await newBuyer()
    const outsider = await signedOn(await newBuyer())
    const anonymous = open()
    const own = await signedOn(buyer)
    const reffclient = await sale(buyer)
    await expect.poll(() => states(own, reffclient).at(-1)).toBe(1)
    await settling()
    expect(outsider.heard.map((one) => one.event)).toEqual(['needlogon', 'logonok'])
    expect(anonymous.heard.map((one) => one.event)).toEqual(['needlogon'])
  })

  test('inform the seller of an order about its first and its last state, and do not inform other sellers', async () => {
    const other = await signedOn((await market.addSeller()).seller)
    const page = await signedOn(shop)
    const reffclient = await sale(await newBuyer())
    const sales = () => page.of('penjualan').filter((row) => row.reffclient === reffclient)
    await expect.poll(() => sales().at(-1)?.transactionrc).toBe(1)
    const { body } = await market.app.call('GET', '/api/v1/seller/trx', { token: shop.token })
    expect(sales().at(-1)).toEqual(body.data.content[0])
    await settling()
    expect(other.of('penjualan')).toEqual([])
  })

  test('inform the seller while its server processes the order, also if another process accepted the order', async () => {
    const intake = await market.app.startAnother(['http'])
    const buyer = await newBuyer()
    const page = await signedOn(shop)
    const reffclient = 'RT-elsewhere'
    const order = { productcode: 'S10', target: '081234560013', reffclient }
    expect((await market.app.h2h(buyer, 'POST', '/h2h/v1/transactions', order, intake.address)).status).toBe(200)
    const sales = () => page.of('penjualan').filter((row) => row.reffclient === reffclient)
    await expect.poll(() => sales().map((row) => row.transactionrc)).toEqual([0])
    const { body } = await market.app.call('GET', '/api/v1/seller/trx?search=RT-elsewhere', { token: shop.token })
    expect(sales()).toEqual(body.data.content)
    await intake.stop()
  })

  test('inform the first seller when an order fails over to another seller, and then inform only the second one', async () => {
    const [failing, next] = [await market.addSeller(), await market.addSeller()]
    const product = await market.app.product({ code: 'PINDAH' })
    const buyer = await market.app.member({ balance: 100_000n, guardMinutes: 0 })
    for (const [at, { seller }] of [failing, next].entries())
      await market.app.map(buyer, await market.app.offer({ seller, product, price: 9_000n + BigInt(at) }), at + 1)
    const [left, taken] = [await signedOn(failing.seller), await signedOn(next.seller)]
    const target = '081234560003'
    next.supplier.script(target, 'success')
    expect((await market.order(buyer, { productcode: 'PINDAH', target, reffclient: 'RT-moved' })).status).toBe(200)
    const { id } = await market.app.settled(buyer, 'RT-moved')
    await expect.poll(() => left.of('penjualanpindah').at(-1)).toEqual({ id: Number(id) })
    await expect.poll(() => taken.of('penjualan').at(-1)?.transactionrc).toBe(1)
    await settling()
    expect(left.heard.at(-1)?.event).toBe('penjualanpindah')
    expect(left.of('penjualan').filter((row) => row.transactionrc !== 0 || row.sellername !== failing.seller.name)).toEqual([])
    expect(taken.of('penjualanpindah')).toEqual([])
  })

  test('are replaced by a single event if too many purchases changed together, so that pages read their lists again', async () => {
    const [buyer, seller] = [await newBuyer(), (await market.addSeller()).seller]
    const [buying, selling] = [await signedOn(buyer), await signedOn(seller)]
    const changed = (count: number) => {
      const payload = Array.from({ length: count }, (_, nth) => `${9_000_000 + nth}:${buyer.id}:${seller.id}`).join(' ')
      return sql`select pg_notify('purchases', ${payload})`.execute(market.app.tables)
    }
    await changed(50)
    // Events for sellers are collected for half a second, and the two batches must not be combined.
    await new Promise((resolve) => setTimeout(resolve, 700))
    await changed(51)
    await expect.poll(() => buying.of('trxbanyak')).toEqual([{}])
    await expect.poll(() => selling.of('penjualanbanyak')).toEqual([{}])
    expect([buying.of('penjualanbanyak'), selling.of('trxbanyak')]).toEqual([[], []])
  })

  test('are sent to pages of every process, whichever process accepted the order', async () => {
    const other = await market.app.startAnother(['http'])
    const buyer = await newBuyer()
    const page = await signedOn(buyer, { url: other.address })
    const reffclient = await sale(buyer)
    await expect.poll(() => states(page, reffclient).at(-1)).toBe(1)
  })

  test('are sent to a member only after the transaction is committed, whichever process published them', async () => {
    const [buyer, outsider] = [await newBuyer(), await newBuyer()]
    const [page, deaf] = [await signedOn(buyer), await signedOn(outsider)]
    const { db } = market.app
    const failing = db.transaction(async (tx) => {
      await publishEvent(tx, buyer.id, 'saldo', { balance: 1n })
      throw new Error('after all not')
    })
    await expect(failing).rejects.toThrow('after all not')
    await db.transaction((tx) => publishEvent(tx, buyer.id, 'saldo', { balance: 123_456n }))
    await expect.poll(() => page.of('saldo')).toEqual([{ balance: 123_456 }])
    expect(deaf.of('saldo')).toEqual([])
  })

  /** Publishes an event while a table is locked, and then terminates the database connection that waits to read the table. */
  async function readingBroken(table: 'notification' | 'session', say: () => Promise<unknown>) {
    await market.app.tables.transaction().execute(async (tx) => {
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx)
      await say()
      await lockedOut(market.app, 1)
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(tx)
      await lockedOut(market.app, 0)
    })
  }

  test('are read and published again if the database connection broke during the read', async () => {
    const buyer = await newBuyer()
    const page = await signedOn(buyer)
    await readingBroken('notification', () => sql`select pg_notify('notices', ${buyer.id.toString()})`.execute(market.app.tables))
    await expect.poll(() => page.of('notifikasi')).toEqual([{ belumdibaca: 0 }])
  })

  test('are reported as missed if they contain their data and could not be published', async () => {
    const buyer = await newBuyer()
    const page = await signedOn(buyer)
    await readingBroken('session', () => market.app.db.transaction((tx) => publishEvent(tx, buyer.id, 'saldo', { balance: 5n })))
    await expect.poll(() => page.heard.at(-1)).toEqual({ event: 'logonok', data: { missed: true } })
  })

  test('cannot be published if they are too large for NOTIFY', async () => {
    const buyer = await newBuyer()
    const page = await signedOn(buyer)
    await sale(buyer)
    await expect.poll(() => page.of('trxupdate').length).toBeGreaterThan(0)
    const row = z.decode(events.trxupdate, page.of('trxupdate')[0])
    const telling = market.app.db.transaction((tx) => publishEvent(tx, buyer.id, 'trxupdate', { ...row, target: '0'.repeat(8000) }))
    await expect(telling).rejects.toThrow('too large')
  })

  test('are sent to the member that signed on last with the socket', async () => {
    const first = await newBuyer()
    const second = await newBuyer()
    const page = await signedOn(first)
    page.logon(second.token)
    await expect.poll(() => page.of('logonok').length).toBe(2)
    const forSecond = await sale(second)
    await expect.poll(() => states(page, forSecond).at(-1)).toBe(1)
    expect(states(page, await sale(first))).toEqual([])
    page.logon('a token that is none')
    await expect.poll(() => page.of('needlogon').length).toBe(2)
    expect(states(page, await sale(second))).toEqual([])
    await settling()
    expect(page.of('trxupdate').filter((row) => row.reffclient !== forSecond)).toEqual([])
  })
})

describe('a page whose session has ended', () => {
  const endings: [string, (buyer: TestMember) => Promise<unknown>][] = [
    ['signed out', (buyer) => market.app.call('POST', '/api/v1/user/logout', { token: buyer.token })],
    ['revoked by somebody else', (buyer) => market.app.tables.deleteFrom('session').where('member_id', '=', buyer.id).execute()],
    [
      'idle for too long',
      (buyer) =>
        market.app.tables
          .updateTable('session')
          .set({ used_at: new Date(0) })
          .where('member_id', '=', buyer.id)
          .execute(),
    ],
  ]
  test.each(endings)('receives no more events and is asked to sign on again (%s)', async (_, end) => {
    const buyer = await newBuyer()
    const page = await signedOn(buyer)
    await end(buyer)
    await sale(buyer)
    await expect.poll(() => page.heard.map((one) => one.event)).toEqual(['needlogon', 'logonok', 'needlogon'])
  })

  test('receives no more events and is asked to sign on again (blocked)', async () => {
    const buyer = await newBuyer()
    const page = await signedOn(buyer)
    await shutOut(market.app.tables, buyer.id)
    await market.app.db.transaction((tx) => publishEvent(tx, buyer.id, 'saldo', { balance: 5n }))
    await expect.poll(() => page.heard.map((one) => one.event)).toEqual(['needlogon', 'logonok', 'needlogon'])
  })
})
