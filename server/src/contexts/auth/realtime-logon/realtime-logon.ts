import type { Server as HttpServer } from 'node:http'
import { bodyBytesMax } from '@lapak/contract/shared/call'
import { chatLogin, type EventName, handshake, type LogonAccepted, logon, readAgo, readAgoMs, typing } from '@lapak/contract/shared/events'
import { type DefaultEventsMap, Server, type Socket } from 'socket.io'
import type { Access } from '#contexts/auth/access/access.ts'
import type { Database } from '#db/db.ts'
import { networkOf, visitorOf } from '#http/network.ts'
import { eachOf, inTurns } from '#jobs/yielding.ts'
import { type EventSource, type MemberChanges, realtimeChannel, realtimePayload, sameForAll } from '#realtime/events.ts'
import type { Log } from '#shared/log.ts'
import { signOnMs, watchAnonymous } from './anonymous-connections.ts'
import { batchFor, type Pages } from './batching.ts'
import { trackRecentEvents } from './recent-events.ts'

/**
 * The realtime channel: manages the sockets of members and publishes the events that features declare (`<feature>.events.ts`). Every http process
 * receives changes by NOTIFY and reads the rows of its connected members only; so members without a browser cost nothing, and processes share nothing
 * else.
 */
export interface Realtime {
  /** Publishes a change of this process to its own pages, without NOTIFY. */
  hear(channel: string, payload: string): void
  close(): Promise<void>
}

export interface RealtimeContext {
  db: Database
  access: Access
  sources: readonly EventSource[]
  log: Log
  /** The origin that pages may come from besides our own address. */
  publicUrl: string
  trustProxy: string
  /** A page of the member reports typing in this conversation. */
  typed(memberId: bigint, groupid: bigint): Promise<void>
}

type Connection = Socket['conn']
type MemberSocket = Socket<
  DefaultEventsMap,
  DefaultEventsMap,
  DefaultEventsMap,
  { lastAsk?: symbol; sessionHash?: Buffer; memberId?: bigint; typedAt?: number }
>

const roomPrefix = 'member:'
const roomOf = (memberId: bigint) => `${roomPrefix}${memberId}`

/** Limits of one socket within ten seconds: messages of any kind, and sign-ons. */
const calmMs = 10_000
const saysMax = 200
const asksMax = 20

/** The limit for all packets of a connection: packets that are no event are answered as well, such as a request for an unknown namespace. */
const packetsMax = 2 * saysMax

/** A page sends the typing event at most once in this time, and of all pages of a member one event is accepted. */
const typingEveryMs = 3_000
const typingEvent: EventName = 'notifmsg'

/**
 * A page's data may be older than its request: prices and settings come from the cache of a process, which checks for changes once a second
 * (`db/cache.ts`).
 */
const answersLagMs = 5_000

/** The reloads of all pages of a process are spread over this time. */
const spreadMs = 5_000

/** The maximum of pages per member; above it the oldest is disconnected and does not reconnect. */
const pagesMax = 20

function countPackets(connection: Connection): NodeJS.Timeout {
  let packets = 0
  connection.on('packet', () => {
    packets += 1
    // Close immediately: pending data for a client that never reads would keep the connection open.
    if (packets > packetsMax) connection.close(true)
  })
  return setInterval(() => {
    packets = 0
  }, calmMs)
}

async function leaveMembers(socket: MemberSocket) {
  for (const room of [...socket.rooms]) if (room.startsWith(roomPrefix)) await socket.leave(room)
}

export async function startRealtime(
  server: HttpServer,
  { db, access, sources, log, publicUrl, trustProxy, typed }: RealtimeContext,
): Promise<Realtime> {
  const io = new Server(server, {
    transports: ['polling', 'websocket'],
    // A request may contain thousands of packets, which are parsed at once; a page sends nothing long.
    maxHttpBufferSize: bodyBytesMax,
    connectTimeout: signOnMs,
    serveClient: false,
    allowRequest: (request, allow) => allow(null, isOwnOrigin(request.headers.origin, request.headers.host, publicUrl)),
  })

  // A page that is closed this way reconnects, so one that had to sign on while the database was away gets another chance.
  const anonymous = watchAnonymous<Connection>((connection) => connection.close())
  const meet = (connection: Connection) => anonymous.met(connection, networkOf(visitorOf(connection.request, trustProxy)))
  io.engine.on('connection', (connection: Connection) => {
    meet(connection)
    const count = countPackets(connection)
    connection.on('close', () => {
      clearInterval(count)
      anonymous.known(connection)
    })
  })

  /** The sockets of a member, the oldest first. */
  const socketsOf = (memberId: bigint): MemberSocket[] =>
    [...(io.sockets.adapter.rooms.get(roomOf(memberId)) ?? [])].flatMap(
      (id) => (io.sockets.sockets.get(id) as MemberSocket | undefined) ?? [],
    )

  async function forget(socket: MemberSocket) {
    await leaveMembers(socket)
    delete socket.data.memberId
    if (socket.connected) meet(socket.conn)
  }

  const recentEvents = trackRecentEvents(sources)

  /** Whether a page may have missed an event since then; true if that cannot be determined. */
  async function mayHaveMissed(memberId: bigint, since: number): Promise<boolean> {
    try {
      return !(await db.isListening()) || (await recentEvents.mayConcern(memberId, since))
    } catch (err) {
      log.warn({ err }, 'whether a page missed something cannot be told')
      return true
    }
  }

  io.on('connection', (socket: MemberSocket) => {
    // Taken before the page knows of the connection, and so before it sends how long ago it began to read.
    const metAt = performance.now()
    let asks = 0
    let says = 0
    const calm = setInterval(() => {
      asks = 0
      says = 0
    }, calmMs)
    socket.on('disconnect', () => clearInterval(calm))
    socket.onAny(() => {
      says += 1
      if (says > saysMax) socket.disconnect(true)
    })
    let ago: number | undefined
    socket.on(readAgo, (payload: unknown) => {
      // Any other payload counts as not sent.
      ago = readAgoMs.safeParse(payload).data
    })
    socket.emit(handshake.ask)
    socket.on(typingEvent, (payload: unknown) => hearTyping(socket, payload))
    socket.on(chatLogin, () => {
      asks += 1
      if (asks > asksMax) return socket.disconnect(true)
      if (socket.data.memberId === undefined) socket.emit(handshake.ask)
    })
    socket.on(handshake.answer, async (payload: unknown) => {
      asks += 1
      // A page signs on rarely; a socket that guesses tokens is disconnected.
      if (asks > asksMax) return socket.disconnect(true)
      const ask = Symbol('logon')
      const readAgoNow = ago
      ago = undefined
      socket.data.lastAsk = ask
      await forget(socket)
      const read = logon.safeParse(payload)
      const caller = read.success ? await access.memberOfToken(read.data.token, socket.handshake.address).catch(() => null) : null
      // One socket, one member: the last sign-on counts, whichever lookup took longer.
      if (socket.data.lastAsk !== ask) return
      if (caller === null || caller.sessionHash === null) return socket.emit(handshake.ask)
      socket.data.sessionHash = caller.sessionHash
      socket.data.memberId = caller.memberId
      anonymous.known(socket.conn)
      await socket.join(roomOf(caller.memberId))
      for (const oldest of socketsOf(caller.memberId).slice(0, -pagesMax)) oldest.disconnect(true)
      if (readAgoNow === undefined) return socket.emit(handshake.accepted)
      // From here on the socket receives events, so every event that it misses was received by this process before.
      const missed = await mayHaveMissed(caller.memberId, metAt - readAgoNow - answersLagMs)
      const isStillIts = socket.data.lastAsk === ask && socket.data.memberId === caller.memberId
      if (isStillIts) socket.emit(handshake.accepted, { missed } satisfies LogonAccepted)
    })
  })

  /** A hint that is worthless later: it is dropped if it comes too often, is invalid, or comes from a session that has ended. */
  async function hearTyping(socket: MemberSocket, payload: unknown) {
    const { memberId } = socket.data
    if (memberId === undefined) return
    const read = typing.safeParse(payload)
    const hasJustTyped = socketsOf(memberId).some(({ data }) => Date.now() - (data.typedAt ?? 0) < typingEveryMs)
    if (!read.success || hasJustTyped) return
    socket.data.typedAt = Date.now()
    try {
      const live = (await liveSockets([memberId])).get(memberId)
      if (live?.includes(socket)) await typed(memberId, read.data.groupid)
    } catch (err) {
      log.warn({ err }, 'telling that somebody types failed')
    }
  }

  const isConnected = (memberId: bigint) => (io.sockets.adapter.rooms.get(roomOf(memberId))?.size ?? 0) > 0

  const connectedMembers = () =>
    [...io.sockets.adapter.rooms.keys()].flatMap((room) => (room.startsWith(roomPrefix) ? BigInt(room.slice(roomPrefix.length)) : []))

  /** The sockets of members with live sessions; the others get no more events and are asked to sign on again. */
  async function liveSockets(memberIds: bigint[]): Promise<Map<bigint, MemberSocket[]>> {
    const sockets = memberIds.flatMap((memberId) => socketsOf(memberId).map((socket) => ({ memberId, socket })))
    const alive = await access.liveSessions(sockets.flatMap(({ socket }) => socket.data.sessionHash ?? []))
    const live = new Map<bigint, MemberSocket[]>()
    for (const { memberId, socket } of sockets) {
      if (alive.has(socket.data.sessionHash?.toString('hex') ?? '')) live.set(memberId, [...(live.get(memberId) ?? []), socket])
      else {
        await forget(socket)
        socket.emit(handshake.ask)
      }
    }
    return live
  }

  async function publish(changes: readonly MemberChanges[], read: EventSource['read']) {
    const live = await liveSockets(changes.map(({ memberId }) => memberId))
    const listening = changes.filter(({ memberId }) => live.has(memberId))
    if (listening.length === 0) return
    const eventsByMember = await read(listening)
    await inTurns(
      eachOf(listening, ({ memberId }) => {
        for (const { event, data } of eventsByMember.get(memberId) ?? [])
          for (const socket of live.get(memberId) ?? []) if (socket.rooms.has(roomOf(memberId))) socket.emit(event, data)
      }),
    )
  }

  const pages: Pages = { isConnected, connected: connectedMembers, publish }
  const gatherings = sources.map((source) => ({ source, gathering: batchFor(source, pages, log) }))
  const hear = (channel: string, payload: string) => {
    for (const { source, gathering } of gatherings)
      for (const change of source.channels[channel]?.(payload) ?? []) {
        recentEvents.hear(source, change)
        gathering.hear(change)
      }
  }
  const channels = new Set(sources.flatMap((source) => Object.keys(source.channels)))
  for (const channel of channels) await db.listen(channel, (payload) => hear(channel, payload))

  await db.listen(realtimeChannel, (payload) => {
    const read = realtimePayload.safeParse(JSON.parse(payload))
    // A newer process may publish events that this one does not know yet.
    if (!read.success) {
      recentEvents.beginAnew()
      return log.warn({ err: read.error }, 'an event of another process cannot be told')
    }
    const { memberId, event, data } = read.data
    recentEvents.hearOf(memberId)
    if (!isConnected(memberId)) return
    // Not published later: a newer event may have been published by then.
    publish([{ memberId, subjects: [], more: false }], sameForAll({ event, data })).catch((error) => {
      log.warn({ err: error, event }, 'telling a member failed')
      sayMissed(socketsOf(memberId))
    })
  })

  recentEvents.beginAnew()

  function sayMissed(sockets: MemberSocket[]) {
    const say = (socket: MemberSocket) => {
      if (socket.data.memberId !== undefined) socket.emit(handshake.accepted, { missed: true } satisfies LogonAccepted)
    }
    for (const socket of sockets) setTimeout(say, Math.random() * spreadMs, socket).unref()
  }

  /** Events that are published while the LISTEN connection is broken reach no page. */
  db.onListeningAgain(() => {
    recentEvents.beginAnew()
    sayMissed(connectedMembers().flatMap(socketsOf))
  })

  return {
    hear,
    async close() {
      for (const { gathering } of gatherings) gathering.close()
      await io.close()
    },
  }
}

/** Browsers send the origin of the page; a client without an origin is no browser and has a token of its own. */
function isOwnOrigin(origin: string | undefined, host: string | undefined, publicUrl: string): boolean {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  return new URL(origin).host === host || (publicUrl !== '' && new URL(publicUrl).origin === origin)
}
