import { archiveBegan, hasRead, messagesTaken, readUpTo, recordArchiveState, untakenSince } from '#contexts/partners/jabber/jabber.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import { type ArchiveFrom, ArchiveGap, type XmppConnection, type XmppMessage } from '#integrations/xmpp/xmpp.ts'
import type { Log } from '#shared/log.ts'

interface CatchUp {
  db: Database
  settings: Settings
  log: Log
  account: string
  connection: XmppConnection
  take(message: XmppMessage): Promise<void>
}

/** Tolerance for clock differences between servers and for messages in transit. */
const marginMs = 2 * 60_000
const readAgainMs = 6 * 3_600_000

/**
 * Reads new incoming messages from the archive and, if the server does not acknowledge messages, finds out which of our own messages arrived. If the
 * server acknowledges messages, an unacknowledged message may be missing on the recipient's side, so it is sent again with the same id. Returns false
 * if the server has no archive.
 */
export async function catchUp(context: CatchUp): Promise<boolean> {
  const { db, account, connection } = context
  await connection.keepAll()
  const there = await readSince(context)
  await recordArchiveState(db, account, there)
  if (there && !connection.acknowledges) await findOurs(context)
  return there
}

/**
 * Also called once online: messages that arrived between reading the archive and going online are not delivered to any session. Returns false if
 * there is no archive.
 */
export async function readSince(context: CatchUp): Promise<boolean> {
  const { db, settings, account } = context
  const { id, at } = await readUpTo(db, account)
  const firstTime = new Date(Date.now() - settings.get('jabber.orderMinutes') * 60_000)
  const from: ArchiveFrom = id === null ? { start: at === null ? firstTime : before(at) } : { after: id }
  try {
    await readFrom(context, from)
  } catch (error) {
    if (!(error instanceof ArchiveGap)) return orWithout(context, error)
    context.log.error({ account }, 'XMPP archive begins after the last message that was read; messages may be lost')
    await archiveBegan(db, account)
    await readFrom(context, { start: before(at ?? firstTime) })
  }
  return true
}

const before = (at: Date) => new Date(at.getTime() - marginMs)

async function readFrom({ db, account, connection, take }: CatchUp, from: ArchiveFrom): Promise<void> {
  for await (const { received, sent, last } of connection.archive(from)) {
    for (const message of received) await take(message)
    if (!connection.acknowledges) await messagesTaken(db, account, sent)
    if (last !== null) await hasRead(db, account, last)
  }
}

/** Finds messages of an earlier session in the archive that were sent but not confirmed. */
async function findOurs({ db, account, connection }: CatchUp): Promise<void> {
  const since = await untakenSince(db, account)
  if (since === null) return
  for await (const { sent } of connection.archive({ start: before(since) })) await messagesTaken(db, account, sent)
}

/** Continues without an archive: the server itself delivers stored messages to accounts that were offline. */
function orWithout({ log, account }: CatchUp, error: unknown): false {
  const condition = error instanceof Error && 'condition' in error ? String(error.condition) : ''
  if (!['service-unavailable', 'feature-not-implemented'].includes(condition)) throw error
  log.warn({ account }, 'XMPP server has no archive for this account; messages during a crash may be lost')
  return false
}

/** Reads the archive periodically, so that the last read message does not expire while nothing arrives. */
export function keepReading(context: CatchUp, failed: (error: unknown) => void): { stop(): void } {
  const { db, account } = context
  const read = async () => {
    const { id, at } = await readUpTo(db, account)
    try {
      await readFrom(context, id === null ? { start: before(at ?? new Date()) } : { after: id })
    } catch (error) {
      // The account was online all the time, so nothing was lost.
      if (error instanceof ArchiveGap) await hasRead(db, account, null)
      else orWithout(context, error)
    }
  }
  const timer = setInterval(() => void read().catch(failed), readAgainMs)
  return { stop: () => clearInterval(timer) }
}
