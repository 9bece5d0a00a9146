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
import { limitAnonymousConnections, signOnMs } from './anonymous-connections.ts'
import { createChangeBatcher, type Pages } from './batching.ts'
import { trackRecentEvents } from './recent-events.ts'

/**
 * The realtime channel. It manages the sockets of members and publishes the events that features declare (`<feature>.events.ts`). Every http process
 * receives all changes by NOTIFY, and reads rows only for the members that are connected to it; so members without a browser cause no reads, and the
 * processes share no other state.
 */
export interface Realtime {
  /** Publishes a change of this process to the pages that are connected to it, without NOTIFY. */
  publishLocally(channel: string, payload: string): void
  /** Ends the connections of pages, so that they connect again at another process. */
  disconnectPages(): void
  close(): Promise<void>
}

export interface RealtimeContext {
  db: Database
  access: Access
  sources: readonly EventSource[]
  log: Log
  /** The public URL, whose origin pages may come from in addition to the host of the request. */
  publicUrl: string
  trustProxy: string
  /** Called when a page of the member reports that the member is typing in this conversation. */
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

/** Limits for one socket per ten seconds: `saysMax` for messages of any kind, `asksMax` for sign-ons. */
const calmMs = 10_000
const saysMax = 200
const asksMax = 20

/**
 * The limit for all packets of a connection. Packets that are not events, such as a request for an unknown namespace, count as well, because they are
 * answered, too.
 */
const packetsMax = 2 * saysMax

/** A page sends the typing event at most once in this time, and at most one event per member is accepted, whichever page sent it. */
const typingEveryMs = 3_000
const typingEvent: EventName = 'notifmsg'

/**
 * The data of a page may be older than its request, because prices and settings come from the cache of a process, which checks for changes once a
 * second (`db/cache.ts`).
 */
const answersLagMs = 5_000

/** The period over which the reloads of all pages of a process are spread. */
const spreadMs = 5_000

/** The maximum number of pages per member. If there are more, the oldest page is disconnected and does not reconnect. */
const pagesMax = 20

function countPackets(connection: Connection): NodeJS.Timeout {
  let packets = 0
  connection.on('packet', () => {
    packets += 1
    // `true` closes the connection immediately: otherwise pending data for a client that never reads would keep it open.
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
    // A request may contain thousands of packets, which are parsed together. Pages do not send long messages, so a low limit is enough.
    maxHttpBufferSize: bodyBytesMax,
    connectTimeout: signOnMs,
    serveClient: false,
    allowRequest: (request, allow) => allow(null, isOwnOrigin(request.headers.origin, request.headers.host, publicUrl)),
  })

  // Pages reconnect after this kind of close, so a page whose sign-on failed because the database was unavailable can try again.
  const anonymous = limitAnonymousConnections<Connection>((connection) => connection.close())
  const meet = (connection: Connection) => anonymous.met(connection, networkOf(visitorOf(connection.request, trustProxy)))
  io.engine.on('connection', (connection: Connection) => {
    meet(connection)
    const count = countPackets(connection)
    connection.on('close', () => {
      clearInterval(count)
      anonymous.known(connection)
    })
  })

  /** The sockets of a member, ordered from old to new. */
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

  /** Whether a page of this member may have missed an event since this time; true if that is unknown. */
  async function mayHaveMissed(memberId: bigint, since: number): Promise<boolean> {
    try {
      return !(await db.isListening()) || (await recentEvents.mayConcern(memberId, since))
    } catch (err) {
      log.warn({ err }, 'checking for missed events failed')
      return true
    }
  }

  io.on('connection', (socket: MemberSocket) => {
    // Measured before the page knows of the connection, and so before it calculates `readago`.
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
      // An invalid payload is treated as if it was not sent.
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
      // A page signs on rarely; a socket that signs on too often is guessing tokens and is disconnected.
      if (asks > asksMax) return socket.disconnect(true)
      const ask = Symbol('logon')
      const readAgoNow = ago
      ago = undefined
      socket.data.lastAsk = ask
      await forget(socket)
      const read = logon.safeParse(payload)
      const caller = read.success
        ? await access.authenticateSessionToken(read.data.token, socket.handshake.address).catch(() => null)
        : null
      // A socket belongs to one member: only the newest sign-on is processed, even if the lookup of an earlier sign-on took longer.
      if (socket.data.lastAsk !== ask) return
      if (caller === null || caller.sessionHash === null) return socket.emit(handshake.ask)
      socket.data.sessionHash = caller.sessionHash
      socket.data.memberId = caller.memberId
      anonymous.known(socket.conn)
      await socket.join(roomOf(caller.memberId))
      for (const oldest of socketsOf(caller.memberId).slice(0, -pagesMax)) oldest.disconnect(true)
      if (readAgoNow === undefined) return socket.emit(handshake.accepted)
      // From this point on the socket receives events, so this process has recorded every event that the socket does not receive.
      const missed = await mayHaveMissed(caller.memberId, metAt - readAgoNow - answersLagMs)
      const isStillIts = socket.data.lastAsk === ask && socket.data.memberId === caller.memberId
      if (isStillIts) socket.emit(handshake.accepted, { missed } satisfies LogonAccepted)
    })
  })

  /**
   * Handles a typing event of a page. The event is worthless later, so it is dropped if it is sent too often, if it is invalid, or if its session has
   * ended.
   */
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
      log.warn({ err }, 'publishing a typing event failed')
    }
  }

  const isConnected = (memberId: bigint) => (io.sockets.adapter.rooms.get(roomOf(memberId))?.size ?? 0) > 0

  const connectedMembers = () =>
    [...io.sockets.adapter.rooms.keys()].flatMap((room) => (room.startsWith(roomPrefix) ? BigInt(room.slice(roomPrefix.length)) : []))

  /** The sockets of these members whose sessions are live. Sockets with ended sessions get no more events and are asked to sign on again. */
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
  const gatherings = sources.map((source) => ({ source, gathering: createChangeBatcher(source, pages, log) }))
  const hear = (channel: string, payload: string) => {
    for (const { source, gathering } of gatherings)
      for (const change of source.channels[channel]?.(payload) ?? []) {
        recentEvents.record(source, change)
        gathering.add(change)
      }
  }
  const channels = new Set(sources.flatMap((source) => Object.keys(source.channels)))
  for (const channel of channels) await db.listen(channel, (payload) => hear(channel, payload))

  await db.listen(realtimeChannel, (payload) => {
    const read = realtimePayload.safeParse(JSON.parse(payload))
    // A process with a newer version may publish events that this version does not know.
    if (!read.success) {
      recentEvents.beginAnew()
      return log.warn({ err: read.error }, 'event of another process has an invalid form')
    }
    const { memberId, event, data } = read.data
    recentEvents.hearOf(memberId)
    if (!isConnected(memberId)) return
    // The event is not published again later, because a newer event may have been published by then.
    publish([{ memberId, subjects: [], more: false }], sameForAll({ event, data })).catch((error) => {
      log.warn({ err: error, event }, 'publishing an event to a member failed')
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

  /** Events that are published while the LISTEN connection is broken are not sent to any page. */
  db.onListeningAgain(() => {
    recentEvents.beginAnew()
    sayMissed(connectedMembers().flatMap(socketsOf))
  })

  return {
    publishLocally: hear,
    disconnectPages() {
      // Of the connection, not the socket: pages do not connect again after the server has closed their socket.
      for (const socket of io.sockets.sockets.values()) socket.conn.close()
    },
    async close() {
      for (const { gathering } of gatherings) gathering.close()
      await io.close()
    },
  }
}

/** Browsers send the origin of their page. A client that does not send one is not a browser, and authenticates with its own token. */
function isOwnOrigin(origin: string | undefined, host: string | undefined, publicUrl: string): boolean {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  return new URL(origin).host === host || (publicUrl !== '' && new URL(publicUrl).origin === origin)
}
