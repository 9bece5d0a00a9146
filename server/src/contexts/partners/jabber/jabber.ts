import { type jabberCalls, jabberIdsMax } from '@lapak/contract/partners/jabber'
import type { BodyOf } from '@lapak/contract/shared/call'
import { sql } from 'kysely'
import { lockCache } from '#db/cache-lock.ts'
import { type Tx, violatesConstraint } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { changesOf } from '#shared/changes.ts'
import type { Config } from '#shared/config.ts'
import type { XmppDeps } from './deps.ts'
import { xmppIdAdded, xmppIdRemoved, xmppIdSwitched } from './emails.ts'
import { type XmppId, xmppIdOf } from './jabber.queries.ts'

export { cacheAddresses, type XmppAddress, type XmppAddresses } from './addresses.ts'
export { archiveBegan, botSeen, botSeenEveryMs, hasRead, listBots, readUpTo, recordArchiveState, recordBotState } from './bots.ts'
export { xmppIdSilenced } from './emails.ts'
export { claimMessages, messageFailed, messagesAtOnce, messagesTaken, sendAgain, untakenSince } from './messages.ts'
export { xmppSecrets } from './own-secret.ts'
export {
  type Answer,
  answerReceived,
  countWrongKey,
  deleteReceived,
  firstRefusal,
  type Incoming,
  openReceived,
  type Received,
  readStanding,
  resetWrongKeys,
  roomForCommand,
  type Standing,
  standingsOf,
  storeBill,
  storeReceived,
  tokenOfBill,
} from './received.ts'
export { createXmppResults, type XmppResults, xmppChannel } from './results.ts'
export { suspendXmpp } from './suspended.ts'
export { verifyAddress } from './verify.ts'
export { deliverResult, type WaitingResult, waitingResults } from './waiting-results.ts'

/**
 * Registers a Jabber address. Its commands will spend the member's balance, so a one-time code is required. The first command with a correct key
 * verifies which member the address belongs to.
 */
export async function addXmppId(
  deps: XmppDeps & { config: Pick<Config, 'xmpp'> },
  by: Caller,
  asked: BodyOf<typeof jabberCalls.add>,
): Promise<XmppId> {
  const { db, audit, otp, outbox, config } = deps
  const { memberId } = by
  // Otherwise the platform would exchange messages with itself.
  if (config.xmpp?.accounts.some(({ jid }) => jid === asked.jid)) throw new Refusal('jabber.taken')
  const verifiedOtp = await otp.verify({ by, sid: asked.sid, code: asked.otp, purposes: ['jabber', 'confirm'] })
  return db.transaction(async (tx) => {
    await lockCache(tx)
    const email = await holdMember(tx, memberId)
    await refuseTooMany(tx, memberId)
    await refuseOthers(tx, memberId, asked.jid)
    const row = await tx
      .insertInto('jabber_id')
      .values({ member_id: memberId, jid: asked.jid })
      .returning(['id', 'jid', 'enabled', 'tells_all', 'created_at', 'verified_at'])
      .executeTakeFirstOrThrow()
      .catch(refuseTaken)
    await verifiedOtp.use(tx)
    await outbox.sendEmail(tx, { memberId, email }, xmppIdAdded(row.jid))
    await audit.record(tx, { event: 'jabber.added', by, subject: row.id, after: { jid: row.jid } })
    return xmppIdOf(row)
  })
}

/** Locks the member, so that changes by the same member run one after the other. Returns the member's e-mail address. */
async function holdMember(tx: Tx, memberId: bigint): Promise<string> {
  const { email } = await tx.selectFrom('member').select('email').where('id', '=', memberId).forNoKeyUpdate().executeTakeFirstOrThrow()
  return email
}

async function refuseTooMany(tx: Tx, memberId: bigint) {
  const { known } = await tx
    .selectFrom('jabber_id')
    .select((select) => select.fn.countAll<bigint>().as('known'))
    .where('member_id', '=', memberId)
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (known >= jabberIdsMax) throw new Refusal('jabber.too_many', { max: jabberIdsMax })
}

/**
 * Refuses an address that is verified for another member. An address that others have registered without verification can still be registered: it is
 * verified for the member whose correct key is used first from this address.
 */
async function refuseOthers(tx: Tx, memberId: bigint, jid: string) {
  const verified = await tx
    .selectFrom('jabber_id')
    .select('id')
    .where('jid', '=', jid)
    .where('member_id', '<>', memberId)
    .where('archived_at', 'is', null)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
  if (verified) throw new Refusal('jabber.taken')
}

/** Changes the options of an address; fields that are not sent keep their value. A disabled address cannot order and does not receive results. */
export function changeXmppId(
  { db, audit, outbox }: XmppDeps,
  by: Caller,
  id: bigint,
  asked: BodyOf<typeof jabberCalls.change>,
): Promise<XmppId> {
  const { memberId } = by
  return db.transaction(async (tx) => {
    await lockCache(tx)
    const email = await holdMember(tx, memberId)
    const before = await tx
      .selectFrom('jabber_id')
      .select(['id', 'jid', 'enabled', 'tells_all', 'created_at', 'verified_at'])
      .where('id', '=', id)
      .where('member_id', '=', memberId)
      .where('archived_at', 'is', null)
      .executeTakeFirst()
    if (!before) throw new Refusal('not_found.jabber')
    const changes = changesOf(before, { enabled: asked.status ?? before.enabled, tells_all: asked.semua ?? before.tells_all })
    if (!changes) return xmppIdOf(before)
    // Commands that were sent while the address was disabled are not executed later.
    const since = changes.enabled ? { orders_since: sql<Date>`now()` } : {}
    await tx
      .updateTable('jabber_id')
      .set({ ...changes, ...since })
      .where('id', '=', id)
      .execute()
    const after = { ...before, ...changes }
    if (changes.enabled !== undefined) await outbox.sendEmail(tx, { memberId, email }, xmppIdSwitched(before.jid, changes.enabled))
    await audit.record(tx, { event: 'jabber.changed', by, subject: id, before: factsOf(before), after: factsOf(after) })
    return xmppIdOf(after)
  })
}

const factsOf = ({ jid, enabled, tells_all }: { jid: string; enabled: boolean; tells_all: boolean }) => ({ jid, enabled, tells_all })

export function removeXmppId({ db, audit, outbox }: XmppDeps, by: Caller, id: bigint): Promise<void> {
  const { memberId } = by
  return db.transaction(async (tx) => {
    await lockCache(tx)
    const email = await holdMember(tx, memberId)
    const removed = await tx
      .updateTable('jabber_id')
      .set({ archived_at: new Date() })
      .where('id', '=', id)
      .where('member_id', '=', memberId)
      .where('archived_at', 'is', null)
      .returning('jid')
      .executeTakeFirst()
    if (!removed) throw new Refusal('not_found.jabber')
    await outbox.sendEmail(tx, { memberId, email }, xmppIdRemoved(removed.jid))
    await audit.record(tx, { event: 'jabber.removed', by, subject: id, before: removed })
  })
}

function refuseTaken(error: unknown): never {
  if (violatesConstraint(error, 'jabber_id_claimed_once')) throw new Refusal('jabber.taken')
  throw error
}
