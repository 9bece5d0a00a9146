import type { Server as HttpServer } from 'node:http'
import { balanceUpdate, logon, priceUpdate, trxUpdate } from '@lapak/contract/realtime'
import { type DefaultEventsMap, Server, type Socket } from 'socket.io'
import { z } from 'zod'
import type { Database } from '#core/db.ts'
import type { Log } from '#core/log.ts'
import { balanceOf } from '#ledger/balance.ts'
import type { Access } from '../access/access.ts'
import { buyersOf, priceChangesChannel, shopChangesChannel } from '../price-changes/price-changes.ts'
import type { Purchases } from '../purchases/purchases.ts'

/**
 * The realtime channel. Every http process hears of changes by one NOTIFY per settled batch and reads only the rows of
 * members who are connected to it; so resellers without a browser cost nothing, and processes share nothing else.
 */
export interface Realtime {
  /** A purchase of this buyer changed. */
  changed(buyerId: bigint, purchaseId: bigint): void
  close(): Promise<void>
}

export interface RealtimeContext {
  db: Database
  access: Access
  purchases: Purchases
  log: Log
  /** Origins that pages may come from besides our own address. */
  publicUrl: string
}

type MemberSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, { lastAsk?: symbol; sessionHash?: Buffer }>

const roomPrefix = 'member:'
const roomOf = (memberId: bigint) => `${roomPrefix}${memberId}`

/** Logons of one socket within ten seconds. */
const asksMax = 20
/** Changes of one member that are told one by one; of more, the newest. A list that misses some reads itself again. */
const toldMax = 50
/** Prices that change by the hundred are told to a page once. */
const pricesGatheredMs = 200

async function leaveMembers(socket: MemberSocket) {
  for (const room of [...socket.rooms]) if (room.startsWith(roomPrefix)) await socket.leave(room)
}

export async function startRealtime(server: HttpServer, { db, access, purchases, log, publicUrl }: RealtimeContext): Promise<Realtime> {
  const io = new Server(server, {
    transports: ['polling', 'websocket'],
    maxHttpBufferSize: 100_000,
    serveClient: false,
    allowRequest: (request, allow) => allow(null, isOwnOrigin(request.headers.origin, request.headers.host, publicUrl)),
  })

  io.on('connection', (socket: MemberSocket) => {
    let asks = 0
    const calm = setInterval(() => {
      asks = 0
    }, 10_000)
    socket.on('disconnect', () => clearInterval(calm))
    socket.emit('needlogon')
    socket.on('logon', async (said: unknown) => {
      asks += 1
      // A page signs on once in a while; who guesses tokens is shown out.
      if (asks > asksMax) return socket.disconnect(true)
      const ask = Symbol('logon')
      socket.data.lastAsk = ask
      await leaveMembers(socket)
      const read = logon.safeParse(said)
      const caller = read.success ? await access.memberOfToken(read.data.token).catch(() => null) : null
      // One socket, one member: what was asked last counts, whichever look-up took longer.
      if (socket.data.lastAsk !== ask) return
      if (caller === null || caller.sessionHash === null) return socket.emit('needlogon')
      socket.data.sessionHash = caller.sessionHash
      await socket.join(roomOf(caller.memberId))
      socket.emit('logonok')
    })
  })

  const isConnected = (memberId: bigint) => (io.sockets.adapter.rooms.get(roomOf(memberId))?.size ?? 0) > 0

  const connectedMembers = () =>
    [...io.sockets.adapter.rooms.keys()].flatMap((room) => (room.startsWith(roomPrefix) ? BigInt(room.slice(roomPrefix.length)) : []))

  /** The member's sockets whose sessions still live; the others hear nothing more and are asked to sign on again. */
  async function liveSockets(memberId: bigint): Promise<MemberSocket[]> {
    const ids = io.sockets.adapter.rooms.get(roomOf(memberId)) ?? new Set<string>()
    const sockets = [...ids].flatMap((id) => (io.sockets.sockets.get(id) as MemberSocket | undefined) ?? [])
    const alive = await access.liveSessions(sockets.flatMap(({ data }) => data.sessionHash ?? []))
    const [live, ended]: [MemberSocket[], MemberSocket[]] = [[], []]
    for (const socket of sockets) (alive.has(socket.data.sessionHash?.toString('hex') ?? '') ? live : ended).push(socket)
    for (const socket of ended) {
      await leaveMembers(socket)
      socket.emit('needlogon')
    }
    return live
  }

  async function tell(buyerId: bigint, purchaseIds: bigint[]) {
    const sockets = await liveSockets(buyerId)
    if (sockets.length === 0) return
    const emit = (event: string, data: unknown) => {
      for (const socket of sockets) if (socket.rooms.has(roomOf(buyerId))) socket.emit(event, data)
    }
    for (const id of purchaseIds) {
      const row = await purchases.read({ buyerId }, id)
      if (row) emit('trxupdate', z.encode(trxUpdate, row))
    }
    emit('saldo', z.encode(balanceUpdate, { balance: await balanceOf(db.read, buyerId) }))
  }

  const waiting = new Map<bigint, Set<bigint>>()
  let telling = false

  /** Several changes of one member within a round are told together. */
  async function tellAll() {
    if (telling) return
    telling = true
    try {
      for (let [entry] = waiting; entry; [entry] = waiting) {
        waiting.delete(entry[0])
        await tell(entry[0], [...entry[1]].slice(-toldMax)).catch((error) =>
          log.warn({ err: error }, 'telling a member about a change failed'),
        )
      }
    } finally {
      telling = false
    }
  }

  function changed(buyerId: bigint, purchaseId: bigint) {
    if (!isConnected(buyerId)) return
    waiting.set(buyerId, (waiting.get(buyerId) ?? new Set()).add(purchaseId))
    setImmediate(tellAll)
  }

  await db.listen('purchases', (payload) => {
    for (const pair of payload.split(' ')) {
      const [buyer, purchase] = pair.split(':')
      if (buyer && purchase) changed(BigInt(buyer), BigInt(purchase))
    }
  })
  const repriced = new Set<bigint>()
  const turnedShops = new Set<bigint>()
  let priceTimer: NodeJS.Timeout | undefined

  async function tellPrices() {
    priceTimer = undefined
    const shops = [...turnedShops]
    turnedShops.clear()
    if (shops.length > 0) for (const id of await buyersOf(db.read, shops, connectedMembers())) repriced.add(id)
    const members = [...repriced]
    repriced.clear()
    for (const memberId of members)
      for (const socket of await liveSockets(memberId))
        if (socket.rooms.has(roomOf(memberId))) socket.emit('hargaupdate', z.encode(priceUpdate, {}))
  }

  function tellPricesSoon() {
    priceTimer ??= setTimeout(
      () => tellPrices().catch((error) => log.warn({ err: error }, 'telling members about prices failed')),
      pricesGatheredMs,
    )
  }

  await db.listen(priceChangesChannel, (payload) => {
    for (const id of payload.split(' ').map(BigInt)) if (isConnected(id)) repriced.add(id)
    if (repriced.size > 0) tellPricesSoon()
  })
  await db.listen(shopChangesChannel, (payload) => {
    turnedShops.add(BigInt(payload))
    tellPricesSoon()
  })
  return {
    changed,
    async close() {
      clearTimeout(priceTimer)
      await io.close()
    },
  }
}

/** Browsers name the page's origin; software without one is not a browser and holds a token of its own. */
function isOwnOrigin(origin: string | undefined, host: string | undefined, publicUrl: string): boolean {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  return new URL(origin).host === host || (publicUrl !== '' && new URL(publicUrl).origin === origin)
}
