import { approvalLevels } from '@lapak/contract/selling/seller-applications'
import { decideDocuments, mayContinueSelling } from '#contexts/members/members/members.ts'
import { lockCache } from '#db/cache-lock.ts'
import type { Tx } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { publishToBoth, startSelling, stopSelling } from './begin-and-end.ts'
import { documentsOf } from './documents.ts'
import { approvedEmail, replacedEmail, replacementRefusedEmail } from './emails.ts'
import type { SellerApplicationDeps } from './seller-applications.ts'

interface Asked {
  id: bigint
  /** When the reviewed documents were sent or the application last changed; undefined when the request does not contain this time. */
  sentat: Date | null | undefined
}

/** A waiting applicant becomes a seller at once; for an existing seller, the new documents replace the previous documents. */
export async function approveSeller(deps: SellerApplicationDeps, by: Caller, asked: Asked): Promise<void> {
  await refuseOwn(deps, by, asked.id)
  const { db, audit } = deps
  await db.transaction(async (tx) => {
    const member = await holdApplication(tx, asked)
    if (member.admin_confirmation !== approvalLevels.waiting) throw notWaiting(member)
    if (member.status === 0) throw new Refusal('account.closed')
    const applicant = { ...member, id: asked.id }
    if (await mayContinueSelling(tx, asked.id)) await replaceDocuments(tx, deps, applicant)
    else await startSelling(tx, deps, applicant, approvedEmail(deps.publicUrl()))
    await audit.record(tx, { event: 'seller_application.approved', by, subject: asked.id })
  })
}

/**
 * Rejects an application. An approved seller loses the role: the shop closes, so that no further orders come in; pending orders finish by themselves,
 * and the member keeps their proceeds. If replacement documents of a seller are waiting, only these documents are refused.
 */
export async function rejectSeller(deps: SellerApplicationDeps, by: Caller, asked: Asked & { reason: string }): Promise<void> {
  await refuseOwn(deps, by, asked.id)
  const { db, audit } = deps
  await db.transaction(async (tx) => {
    const member = await holdApplication(tx, asked)
    if (member.admin_confirmation < approvalLevels.waiting) throw notWaiting(member)
    const isReplacement = member.admin_confirmation === approvalLevels.waiting && (await mayContinueSelling(tx, asked.id))
    if (isReplacement) return refuseReplacement(tx, deps, by, { ...member, ...asked })
    const sold = await stopSelling(tx, deps, { ...member, id: asked.id }, asked.reason)
    await audit.record(tx, { event: 'seller_application.rejected', by, subject: asked.id, before: { sold }, reason: asked.reason })
  })
}

type Applicant = { id: bigint; name: string; email: string }

async function replaceDocuments(tx: Tx, { outbox, publicUrl }: SellerApplicationDeps, { id, email }: Applicant): Promise<void> {
  const [newest] = await documentsOf(tx, id, 1)
  if (!newest) throw new Error(`no pending documents of ${id}`)
  await decideDocuments(tx, id, { ktp: newest.ktp, npwp: newest.npwp })
  await outbox.sendEmail(tx, { memberId: id, email }, replacedEmail(publicUrl()))
  await publishToBoth(tx, id)
}

async function refuseReplacement(
  tx: Tx,
  { audit, outbox, publicUrl }: SellerApplicationDeps,
  by: Caller,
  { id, email, reason }: Applicant & { reason: string },
): Promise<void> {
  await decideDocuments(tx, id, { reason })
  await outbox.sendEmail(tx, { memberId: id, email }, replacementRefusedEmail(reason, publicUrl()))
  await publishToBoth(tx, id)
  await audit.record(tx, { event: 'seller_application.replacement_refused', by, subject: id, reason })
}

/** An administrator cannot decide its own application; the attempt is recorded in the audit. */
async function refuseOwn({ audit }: SellerApplicationDeps, by: Caller, id: bigint) {
  if (by.memberId !== id) return
  const why = 'seller_application.own'
  await audit.recordRefused({ event: 'seller_application.decide_refused', by, subject: id, after: { why } })
  throw new Refusal(why)
}

/** Locks the application until the transaction ends, so that only one of two administrators decides and the other gets a refusal. */
async function holdApplication(tx: Tx, { id, sentat }: Asked) {
  await lockCache(tx)
  const member = await tx
    .selectFrom('member')
    .select(['name', 'email', 'status', 'admin_confirmation', 'documents_sent_at'])
    .where('id', '=', id)
    .where('admin_confirmation', '>', 0)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!member) throw new Refusal('not_found.seller_application')
  if (sentat !== undefined && member.documents_sent_at?.getTime() !== sentat?.getTime()) throw new Refusal('seller_application.changed')
  return member
}

const notWaiting = ({ admin_confirmation }: { admin_confirmation: number }) =>
  new Refusal('seller_application.state', { state: admin_confirmation === approvalLevels.approved ? 'sudah disetujui' : 'sudah ditolak' })
