import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { CatalogueSnapshot } from '#contexts/market-data/snapshot/snapshot.ts'
import {
  botSeen,
  botSeenEveryMs,
  claimMessages,
  messageFailed,
  messagesAtOnce,
  messagesTaken,
  recordBotState,
  sendAgain,
  type XmppAddress,
  type XmppAddresses,
} from '#contexts/partners/jabber/jabber.ts'
import {
  NotAuthorized,
  stanzaErrorOf,
  type XmppAccount,
  type XmppConnection,
  type XmppEvents,
  type XmppMessage,
} from '#integrations/xmpp/xmpp.ts'
import type { LeaderLock } from '#jobs/leader-lock.ts'
import { startLoop } from '#jobs/polling-loop.ts'
import { crashPoint } from '#shared/crash-points.ts'
import type { Log } from '#shared/log.ts'
import { catchUp, keepReading, readSince } from './catch-up.ts'
import { createInbox, type Inbox, type InboxDeps } from './inbox.ts'
import { unknownSenderText } from './messages.ts'
import { createUnknownSenderLimit } from './unknown-senders.ts'

export interface BotDeps extends InboxDeps {
  addresses: XmppAddresses
  catalogue: CatalogueSnapshot
  leaderLock: LeaderLock
  /** Connects to the XMPP server. The bot accesses XMPP only through this connection. */
  connect(account: XmppAccount, events: XmppEvents): Promise<XmppConnection>
  /** All accounts of the platform. Messages between them are not commands. */
  platformAccounts: ReadonlySet<string>
  log: Log
}

/** One XMPP account of the platform, served by one process at a time. */
export interface Bot {
  /** Checks whether there are messages to send. */
  wake(): void
  /** Call when the leader lock may be lost: the bot disconnects and tries to acquire it again. */
  drop(): void
  stop(): Promise<void>
}

const takeAgainMs = 3_000
/** How long to wait for acknowledgements. The library requests an acknowledgement from the server a quarter of a second after the last message. */
const ackedWithinMs = 1_500
const pauseMs = { first: 1_000, most: 60_000 }
/** A session counts as successful if it lasted this long or served a member; then the reconnect pause is reset. */
const wellMs = 60_000

export function startBot(deps: BotDeps, { jid: account, password }: XmppAccount): Bot {
  const { db, leaderLock, log } = deps
  const mayAnswerUnknown = createUnknownSenderLimit()
  let stopped = false
  let session: Session | null = null
  let served = false
  let endPause = () => {}
  let over: () => void = () => {}

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  async function run() {
    while (!stopped) {
      if (await leaderLock.acquire(account).catch(() => false)) {
        const refused = await serve()
        await leaderLock.release(account).catch(() => undefined)
        if (refused) return
      }
      if (!stopped) await pause(takeAgainMs)
    }
  }

  /**
   * Runs sessions while this process holds the leader lock of the account. Returns true if the server refused the account, so retrying is useless.
   */
  async function serve(): Promise<boolean> {
    let dropped = false
    over = () => {
      dropped = true
      session?.end('akun dilepas')
      endPause()
    }
    const inbox = createInbox(deps, account)
    const seen = setInterval(() => void botSeen(db, account).catch(() => undefined), botSeenEveryMs)
    try {
      await inbox.takeUp()
      for (let pauses = pauseMs.first; !stopped && !dropped; pauses = Math.min(2 * pauses, pauseMs.most)) {
        const begun = Date.now()
        const why = await oneSession(inbox).catch((error: unknown) => error)
        if (why instanceof NotAuthorized) {
          log.error({ account }, 'XMPP server refuses this account; correct XMPP_ACCOUNTS and restart')
          await recordBotState(db, account, 'refused', stanzaErrorOf(why))
          return true
        }
        if (stopped || dropped) break
        log.warn({ account, why: stanzaErrorOf(why) }, 'connection to the XMPP server ended; reconnecting')
        await recordBotState(db, account, 'lost', stanzaErrorOf(why)).catch(() => undefined)
        if (served || Date.now() - begun > wellMs) pauses = pauseMs.first
        await pause(pauses * (0.75 + Math.random() / 2))
      }
      return false
    } catch (error) {
      log.error({ err: error, account }, 'releasing an XMPP account after an error')
      return false
    } finally {
      clearInterval(seen)
      await inbox.close()
    }
  }

  /** Runs one session; resolves with the reason for its end. */
  async function oneSession(inbox: Inbox): Promise<unknown> {
    served = false
    await recordBotState(db, account, 'connecting')
    session = await openSession(deps, { jid: account, password }, inbox, {
      mayAnswerUnknown,
      onServed: () => {
        served = true
      },
    })
    try {
      if (stopped) session.end('berhenti')
      return await session.ended
    } finally {
      await session.close()
      session = null
    }
  }

  const running = run()
  return {
    wake: () => session?.wake(),
    drop: () => over(),
    async stop() {
      stopped = true
      session?.end('berhenti')
      endPause()
      await running
    },
  }
}

interface Session {
  wake(): void
  end(why: string): void
  ended: Promise<string>
  close(): Promise<void>
}

/** True for a message that was sent before its sender's address was allowed to order. Archive timestamps have whole seconds. */
const isBefore = ({ sentAt }: XmppMessage, { ordersSince }: XmppAddress) =>
  sentAt !== null && sentAt.getTime() + 1_000 <= ordersSince.getTime()

interface SessionEvents {
  mayAnswerUnknown: (from: string) => boolean
  /** Called once online when a member's message was received or acknowledged. */
  onServed: () => void
}

/**
 * Connects, reads missed messages from the archive, and only then accepts live messages: the archive has them in order and contains messages that an
 * earlier session received and lost.
 */
async function openSession(
  deps: BotDeps,
  account: XmppAccount,
  inbox: Inbox,
  { mayAnswerUnknown, onServed }: SessionEvents,
): Promise<Session> {
  const { db, addresses, catalogue, log, connect, platformAccounts } = deps
  const { jid } = account
  let end: (why: string) => void = () => {}
  const ended = new Promise<string>((resolve) => {
    end = resolve
  })
  /** Live messages wait until the archive has been read, because their archive ids must not be recorded before those of older messages. */
  let early: XmppMessage[] | null = []
  let taking: Promise<void> = Promise.resolve()
  /** Ids of messages sent but not yet acknowledged by the server. */
  const unacked = new Set<string>()
  const acked: string[] = []
  let noting: Promise<void> = Promise.resolve()
  let broken = false
  let failed = false
  let archived = false

  const allowed = (from: string): XmppAddress[] =>
    platformAccounts.has(from) ? [] : addresses.of(from).filter(({ memberId }) => catalogue.tradingProfiles.get(memberId)?.active)

  async function take(message: XmppMessage, live: boolean) {
    const speaking = allowed(message.from).filter((address) => !isBefore(message, address))
    if (speaking.length > 0) {
      await inbox.take(speaking, message)
      if (live) onServed()
      if (live && message.wantsReceipt && message.id !== null) await connection.receipt(message.from, message.id).catch(() => undefined)
    } else if (live && message.sentAt === null && !platformAccounts.has(message.from) && mayAnswerUnknown(message.from))
      await connection.send({ to: message.from, id: randomBytes(8).toString('hex'), body: unknownSenderText }).catch(() => undefined)
  }

  /**
   * Processes live messages one after the other, in the order of arrival. If one cannot be stored, the next session reads it and all later ones from
   * the archive, which is read from the last stored message.
   */
  function takeLive(message: XmppMessage) {
    const skipLocked = () => failed && message.archiveId !== null
    taking = taking
      .then(() => (skipLocked() ? undefined : take(message, true)))
      .catch((error: unknown) => fail(error, 'a message by Jabber was not kept'))
  }

  function fail(error: unknown, what: string) {
    failed = true
    log.error({ err: error, account: jid }, what)
    end(stanzaErrorOf(error))
  }

  /** Errors from unknown senders are ignored: messages to them are not stored, so their errors must not cause work. */
  function heardBack(from: string, id: string, why: string) {
    if (addresses.of(from).length === 0) return
    taking = taking
      .then(() => messageFailed(db, jid, from, id, why))
      .catch((error: unknown) => fail(error, 'a bounced message was not noted'))
  }

  async function recordAcked() {
    const ids = acked.splice(0)
    await messagesTaken(db, jid, ids).catch((error: unknown) => fail(error, 'what the XMPP server has taken was not noted'))
  }

  const connection: XmppConnection = await connect(account, {
    message: (message) => (early === null ? takeLive(message) : void early.push(message)),
    acked(id) {
      unacked.delete(id)
      acked.push(id)
      onServed()
      if (acked.length === 1) setImmediate(() => (noting = noting.then(recordAcked)))
    },
    bounced: heardBack,
    subscribe: (from) => {
      if (allowed(from).length > 0) connection.subscribed(from).catch(() => undefined)
    },
    ended(why) {
      broken = true
      end(why)
    },
  })

  const sender = () =>
    startLoop({
      name: `messages of ${jid}`,
      everyMs: 2_000,
      log,
      async tick() {
        const messages = await claimMessages(db, jid)
        const given: string[] = []
        for (const { id, jid: to, body } of messages) {
          if (connection.acknowledges) unacked.add(`${id}`)
          const send = connection.send({ to, id: `${id}`, body }).then(() => given.push(`${id}`))
          await send.catch((error: unknown) => end(stanzaErrorOf(error)))
          crashPoint('jabber.sent')
        }
        // Without archive and acknowledgements, delivery can never be confirmed, so a sent message counts as delivered.
        if (!archived && !connection.acknowledges) await messagesTaken(db, jid, given)
        return messages.length === messagesAtOnce
      },
    })

  /** Waits for acknowledgements, so that the next session does not resend these messages. */
  async function untilAcked() {
    const until = Date.now() + ackedWithinMs
    while (unacked.size > 0 && !broken && Date.now() < until) await pause(20)
    noting = noting.then(recordAcked)
    await noting
  }

  let sending: ReturnType<typeof sender> | null = null
  let reading: { stop(): void } | null = null
  const context = { ...deps, account: jid, connection, take: (message: XmppMessage) => take(message, false) }
  const close = async () => {
    reading?.stop()
    await sending?.stop()
    await taking
    await untilAcked()
    await inbox.markPassed().catch((error: unknown) => log.warn({ err: error, account: jid }, 'marking skipped messages failed'))
    await connection.close()
  }
  try {
    const over = ended.then((why) => Promise.reject(new Error(why)))
    over.catch(() => undefined)
    archived = await Promise.race([catchUp(context), over])
    await sendAgain(db, jid)
    await connection.announce()
    if (archived) await Promise.race([readSince(context), over])
    await recordBotState(db, jid, 'online')
    const waiting = early
    early = null
    for (const message of waiting) takeLive(message)
    sending = sender()
    reading = keepReading(context, (error) => fail(error, 'the archive was not read'))
  } catch (error) {
    await close()
    throw error
  }
  return { wake: () => sending?.wake(), end, ended, close }
}
