import { sql } from 'kysely'
import {
  type Administrator,
  type Approval,
  type Approved,
  asNoLongerPossible,
  hasSecondAdministrator,
  type NotExecutable,
  refuseOwnMoney,
  requestApproval,
  secondAdminFrom,
  spendSoloLimit,
  whyNotExecutable,
} from '#contexts/system/approvals/approvals.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database, Reader, Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { senOf } from '#shared/money/sen.ts'
import { bookersOf } from './bookers.queries.ts'

export interface EndDeps {
  db: Database
  audit: Audit
  settings: Settings
  installation: string
}

const openDifference = (read: Reader, id: bigint) =>
  read
    .selectFrom('reconciliation_difference')
    .select(['scope', 'key', 'kind', 'reference', 'ours', 'theirs', 'still', 'member_id', 'ended_at', sql<string>`day::text`.as('day')])
    .where('id', '=', id)

type OpenDifference = NonNullable<Awaited<ReturnType<ReturnType<typeof openDifference>['executeTakeFirst']>>>

function requireOpen(row: OpenDifference | undefined): OpenDifference {
  if (!row) throw new Refusal('not_found.difference')
  if (row.ended_at !== null) throw new Refusal('difference.ended')
  return row
}

const lockOpen = async (tx: Tx, id: bigint): Promise<OpenDifference> =>
  requireOpen(await openDifference(tx, id).forUpdate().executeTakeFirst())

/** What both sides differ by, in whole rupiah, rounded up. */
function sizeOf({ ours, theirs }: OpenDifference): bigint {
  const sen = senOf(theirs ?? '0') - senOf(ours ?? '0')
  return ((sen < 0n ? -sen : sen) + 99n) / 100n
}

const rule = 'money.secondAdminFrom'

/**
 * Ends a difference with the reason of an administrator. Refused if it is about his own money. A difference may be the only trace of a booking, so
 * its sum counts against what one administrator decides alone, and whoever booked what it is about needs a second administrator for any sum. One that
 * was not found again hides nothing, so one administrator ends it, whoever he is and whatever its sum; a comparison that finds it again reopens it.
 */
export async function endDifference(deps: EndDeps, by: Administrator, id: bigint, reason: string): Promise<'done' | 'approval_requested'> {
  const seen = requireOpen(await openDifference(deps.db.read, id).executeTakeFirst())
  const alone = await mayEndAlone(deps, by, id, seen)
  const stopped = await executeEnd(deps, { by, id, reason, alone, onlyIfGone: !seen.still, approval: null })
  if (stopped === 'found-again') return endDifference(deps, by, id, reason)
  if (stopped === null) return 'done'
  if (stopped === 'own-money') return refuseOwnDifference(deps, by, id)
  const { scope, key, kind, day, reference } = seen
  await requestApproval(deps, {
    kind: 'difference.end',
    subject: String(id),
    amount: sizeOf(seen),
    payload: { scope, key, kind, day, reference },
    by,
    reason,
    validate: async (tx) => void (await lockOpen(tx, id)),
  })
  return 'approval_requested'
}

async function mayEndAlone(deps: EndDeps, { memberId }: Administrator, id: bigint, seen: OpenDifference): Promise<boolean> {
  const { db, installation } = deps
  if (!seen.still) return true
  const isBooker = (await bookersOf(db.read, installation, seen)).includes(memberId)
  if (isBooker && (await hasSecondAdministrator(db.read, memberId))) return false
  const from = await secondAdminFrom(deps, rule, memberId)
  return spendSoloLimit(db, { memberId, rule, from, subject: `difference ${id}`, amount: sizeOf(seen) })
}

/** Ends the difference after the approval of a second administrator, if it is still open. */
export async function executeApprovedEnd(deps: EndDeps, { subject, reason }: Approved, approval: Approval): Promise<void> {
  const [{ by }, id] = [approval, BigInt(subject)]
  const stopped = await executeEnd(deps, { by, id, reason, alone: false, onlyIfGone: false, approval }).catch((error: unknown) => {
    throw asNoLongerPossible(error)
  })
  if (stopped === 'own-money') return refuseOwnDifference(deps, by, id)
  if (stopped !== null) throw new Refusal('decision.changed')
}

const refuseOwnDifference = ({ audit }: EndDeps, by: Administrator, id: bigint): Promise<never> =>
  refuseOwnMoney(audit, { event: 'reconciliation.end_refused', by, subject: id })

interface End {
  by: Administrator
  id: bigint
  reason: string
  /** Whether the administrator may decide without a second administrator. */
  alone: boolean
  /** Whether he may only because no comparison finds it any more. */
  onlyIfGone: boolean
  approval: Approval | null
}

/** Null if the difference was ended, otherwise the reason why it was not. */
function executeEnd(
  { db, audit }: EndDeps,
  { by, id, reason, alone, onlyIfGone, approval }: End,
): Promise<NotExecutable | 'found-again' | null> {
  return db.transaction(async (tx) => {
    const { scope, kind, day, reference, member_id, still } = await lockOpen(tx, id)
    if (onlyIfGone && still) return 'found-again'
    const parties = member_id === null ? [] : [member_id]
    const why = await whyNotExecutable(tx, { memberId: by.memberId, approval, parties, needsSecond: !alone })
    if (why !== null) return why
    await tx
      .updateTable('reconciliation_difference')
      .set({ ended_at: new Date(), ended_by: by.memberId, ended_reason: reason })
      .where('id', '=', id)
      .execute()
    const after = { scope, kind, day, reference, ...(approval && { askedby: approval.askedBy }) }
    await audit.record(tx, { event: 'reconciliation.ended', by, subject: id, after, reason })
    return null
  })
}
