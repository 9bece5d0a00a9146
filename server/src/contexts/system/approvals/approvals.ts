import type { ApprovalKind, ApprovalRow } from '@lapak/contract/system/approvals'
import { approvalKindLabels } from '@lapak/contract/system/approvals'
import { sql } from 'kysely'
import type { Actor, Audit } from '#contexts/system/audit/audit.ts'
import { type MemberNotification, notifyAdmins, notifyMembers } from '#contexts/system/notifications/notifications.ts'
import { type Database, type Tx, violatesConstraint } from '#db/db.ts'
import type { JsonObject } from '#db/schema.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { isAdministrator } from './administrators.ts'
import type { Approval } from './approval.ts'
import { isParty, readApproval } from './approvals.queries.ts'
import { refuseOwnMoney } from './own-money.ts'

export {
  administratorsAmong,
  countAdministrators,
  deleteShutOut,
  hasSecondAdministrator,
  isAdministrator,
  isRoleGiven,
  isShutOut,
  listAdministrators,
  recordShutOut,
  requireAdministrator,
} from './administrators.ts'
export type { Approval } from './approval.ts'
export { isNotExecutable, type NotExecutable, whyNotExecutable } from './approval-check.ts'
export { openRequests } from './approvals.queries.ts'
export { refuseOwnMoney } from './own-money.ts'
export { secondAdminFrom } from './second-admin-from.ts'
export { exceedsSoloLimit, spendSoloLimit } from './solo-limit.ts'

/*
 * Decisions that a single administrator may not make. A request changes nothing until a second administrator approves or rejects it. The subjects
 * belong to the features that depend on this one; these features execute the decision under their own locks.
 */

interface ApprovalDeps {
  db: Database
  audit: Audit
}

/** The administrator who makes the request. */
export type Administrator = Actor & { memberId: bigint }

export interface ApprovalRequest {
  kind: ApprovalKind
  /** The id of a row, or a name. */
  subject: string
  /** In rupiah; null when the request is not about money. */
  amount: bigint | null
  /** The action, for the feature that executes it. */
  payload: JsonObject
  by: Administrator
  reason: string
  /** Further checks, in the transaction that stores the request; they may refuse it. */
  validate?: (tx: Tx) => Promise<void>
}

/** Digest of the action, so that the audit shows whether the second administrator approves the same action that was requested. */
const digest = sql<string>`encode(sha256(convert_to(payload::text, 'utf8')), 'hex')`

/** There is one open request per subject. The requester may repeat the same request, for example after a lost response, and it succeeds. */
export async function requestApproval({ db, audit }: ApprovalDeps, wanted: ApprovalRequest): Promise<void> {
  const { kind, subject, amount, payload, by, reason, validate } = wanted
  await db
    .transaction(async (tx) => {
      await validate?.(tx)
      const { id, digest: requestDigest } = await tx
        .insertInto('approval_request')
        .values({ kind, subject, amount, payload, asked_by: by.memberId, reason })
        .returning(['id', digest.as('digest')])
        .executeTakeFirstOrThrow()
      await audit.record(tx, { event: 'decision.asked', by, subject: id, after: { kind, subject, amount, digest: requestDigest }, reason })
      notifyAdmins(tx, waitingNotification({ id, kind, reason }), by.memberId)
    })
    .catch(async (error) => {
      if (!violatesConstraint(error, 'approval_request_open')) throw error
      if (!(await isAskedFor(db, wanted))) throw new Refusal('decision.waits')
    })
}

async function isAskedFor({ read }: Database, { kind, subject, payload, by, reason }: ApprovalRequest): Promise<boolean> {
  const same = await read
    .selectFrom('approval_request')
    .select('id')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('outcome', 'is', null)
    .where('asked_by', '=', by.memberId)
    .where('reason', '=', reason)
    .where(sql<boolean>`payload = ${JSON.stringify(payload)}::jsonb`)
    .executeTakeFirst()
  return same !== undefined
}

export interface Approved {
  subject: string
  payload: unknown
  /** The reason given by the requester. */
  reason: string
}

/** The refusal of an approval whose action would now be refused. */
export const noLongerPossible = ({ message }: Refusal): Refusal => new Refusal('decision.changed', { why: `. ${message}` })

/** The error to throw when an approved action fails: any refusal shows that the action is no longer possible. */
export const asNoLongerPossible = (error: unknown): unknown => (error instanceof Refusal ? noLongerPossible(error) : error)

/** Executes the approved action; refuses with `decision.changed` when it is no longer possible. */
export type ApprovedAction = (approved: Approved, approval: Approval) => Promise<void>

export interface DecideDeps extends ApprovalDeps {
  /** Implemented by the features that depend on this one, and passed in at start-up. */
  execute: Record<ApprovalKind, ApprovedAction>
}

/**
 * The second administrator approves or rejects. Nobody decides about a request that concerns himself or his own money; the requester can only
 * withdraw it.
 */
export async function decideApproval(
  deps: DecideDeps,
  by: Caller,
  id: bigint,
  { yes: approve, reason }: { yes: boolean; reason: string },
): Promise<ApprovalRow> {
  const { db } = deps
  const asked = await db.read.selectFrom('approval_request').selectAll().where('id', '=', id).executeTakeFirst()
  if (!asked) throw new Refusal('not_found.decision')
  const isRequester = asked.asked_by === by.memberId
  if (isRequester && approve) throw new Refusal('decision.own_request')
  if (asked.outcome !== null) throw await alreadyDecided(db, id)
  const closing = (outcome: Outcome) => (tx: Tx) => closeRequest(tx, deps.audit, { id, by, outcome, reason })
  /** Set when the deciding administrator lost the role while the decision waited for a lock; this refusal takes precedence over others. */
  let denied: Refusal | null = null
  const decideAs = async (tx: Tx, outcome: Outcome) => {
    const isFirst = await closing(outcome)(tx)
    if (await isAdministrator(tx, by.memberId)) return isFirst
    denied = new Refusal('access.denied')
    throw denied
  }
  if (approve) {
    const approved = { subject: asked.subject, payload: asked.payload, reason: asked.reason }
    const approval = {
      by,
      askedBy: asked.asked_by,
      consume: async (tx: Tx) => (await isAdministrator(tx, asked.asked_by)) && decideAs(tx, 'approved'),
    }
    await deps.execute[asked.kind as ApprovalKind](approved, approval).catch(async (error) => {
      if (denied) throw denied
      // The subject has changed, so the request is closed as lapsed.
      if (error instanceof Refusal && error.code === 'decision.changed') await db.transaction((tx) => decideAs(tx, 'lapsed'))
      throw error
    })
  } else if (isRequester) {
    if (!(await db.transaction((tx) => decideAs(tx, 'withdrawn')))) throw await alreadyDecided(db, id)
  } else {
    const rejected = await db.transaction(async (tx) => ((await isParty(tx, id, by.memberId)) ? 'own' : decideAs(tx, 'rejected')))
    if (rejected === 'own') return refuseRejection(deps, by, id, asked.kind as ApprovalKind)
    if (!rejected) throw await alreadyDecided(db, id)
  }
  const { decided_by } = await db.read.selectFrom('approval_request').select('decided_by').where('id', '=', id).executeTakeFirstOrThrow()
  if (decided_by !== by.memberId) throw await alreadyDecided(db, id)
  return readApproval(db.read, by.memberId, id)
}

/** Called outside of any transaction, so that the record of the attempt is not rolled back. */
async function refuseRejection({ audit }: ApprovalDeps, by: Caller, id: bigint, kind: ApprovalKind): Promise<never> {
  const tried = { event: 'decision.reject_refused' as const, by, subject: id }
  if (kind !== 'member.change') return refuseOwnMoney(audit, tried)
  await audit.recordRefused({ ...tried, after: { why: 'member.own' } })
  throw new Refusal('member.own')
}

/** The refusal when another administrator has decided first. */
async function alreadyDecided({ read }: Database, id: bigint): Promise<Refusal> {
  const decided = await read
    .selectFrom('approval_request')
    .innerJoin('member', 'member.id', 'approval_request.decided_by')
    .select('member.name')
    .where('approval_request.id', '=', id)
    .executeTakeFirst()
  return new Refusal('decision.changed', { why: `. Sudah diputuskan${decided ? ` oleh ${decided.name}` : ''}` })
}

type Outcome = NonNullable<ApprovalRow['outcome']>

/** Returns false when the request is already closed. */
async function closeRequest(
  tx: Tx,
  audit: Audit,
  { id, by, outcome, reason }: { id: bigint; by: Caller; outcome: Outcome; reason: string },
): Promise<boolean> {
  const asked = await tx
    .updateTable('approval_request')
    .set({ outcome, decided_by: by.memberId, decided_at: new Date(), decided_reason: reason })
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .returning(['kind', 'asked_by'])
    .executeTakeFirst()
  if (asked === undefined) return false
  await audit.record(tx, { event: `decision.${outcome}`, by, subject: id, reason })
  if (outcome !== 'withdrawn')
    notifyMembers(tx, decidedNotification({ id, kind: asked.kind as ApprovalKind, reason, askedBy: asked.asked_by, outcome }))
  return true
}

// — Notifications of approvals

const outcomeWords: Record<NonNullable<ApprovalRow['outcome']>, string> = {
  approved: 'disetujui',
  rejected: 'ditolak',
  withdrawn: 'ditarik kembali',
  lapsed: 'tidak bisa dilakukan lagi',
}

interface Asked {
  id: bigint
  kind: ApprovalKind
  reason: string
}

/** The notification for all administrators who may approve the request. */
const waitingNotification = ({ id, kind, reason }: Asked): Omit<MemberNotification, 'memberId'> => ({
  kind: 'decision',
  key: `decision ${id}`,
  title: 'Keputusan menunggu admin kedua',
  text: `${approvalKindLabels[kind]}. Alasan: ${reason}`,
  link: '/persetujuan',
})

interface Decided extends Asked {
  askedBy: bigint
  outcome: NonNullable<ApprovalRow['outcome']>
}

/** The notification for the requester. */
const decidedNotification = ({ id, kind, reason, askedBy, outcome }: Decided): MemberNotification => ({
  memberId: askedBy,
  kind: 'decision',
  key: `decision ${id}`,
  title: `Permintaan Anda ${outcomeWords[outcome]}`,
  text: `${approvalKindLabels[kind]}. Alasan: ${reason}`,
  link: '/persetujuan?tab=diputuskan',
})
