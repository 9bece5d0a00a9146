import { topUpCalls, topupFeeText } from '@lapak/contract/funds/top-ups'
import type { BodyOf } from '@lapak/contract/shared/call'
import { z } from 'zod'
import {
  type Administrator,
  type Approval,
  type Approved,
  asNoLongerPossible,
  hasSecondAdministrator,
  listAdministrators,
  requestApproval,
  requireAdministrator,
} from '#contexts/system/approvals/approvals.ts'
import { type Actor, type Audit, onTheMachine } from '#contexts/system/audit/audit.ts'
import { type Outbox, securityBell } from '#contexts/system/outbox/outbox.ts'
import type { Database, Tx } from '#db/db.ts'
import type { JsonObject } from '#db/schema.ts'
import { Refusal } from '#http/refusal.ts'
import { type Method, methodNumber } from './methods.ts'

export interface MethodDeps {
  db: Database
  audit: Audit
  outbox: Outbox
}

type MethodChanges = Omit<BodyOf<typeof topUpCalls.changeMethod>, 'reason'>

/** The changes as stored in a request for the approval of a second administrator. */
const waiting = topUpCalls.changeMethod.body.omit({ reason: true })

/**
 * Changes a payment method. All members pay to its account, so a stolen session of an administrator would change it first. Therefore every
 * administrator is notified of a change. A change of the account needs the approval of a second administrator, if there is one.
 */
export async function changeMethod(
  deps: MethodDeps,
  by: Administrator,
  id: bigint,
  { reason, ...changes }: MethodChanges & { reason: string },
) {
  const waitsFor = await deps.db.transaction(async (tx) => {
    const before = await lockMethod(tx, id, changes)
    await requireAdministrator(tx, by.memberId)
    if (isElsewhere(before, changes) && (await hasSecondAdministrator(tx, by.memberId))) return before
    await write(deps, tx, before, { changes, by, askedBy: null, reason })
    return null
  })
  if (waitsFor === null) return 'done'
  // The name of the method is shown with the request.
  const payload: JsonObject = { ...(z.encode(waiting, changes) as JsonObject), method: waitsFor.name }
  await requestApproval(deps, { kind: 'payment_method.change', subject: String(id), amount: null, payload, by, reason })
  return 'approval_requested'
}

/** Executes the change after the approval of a second administrator, if the method is unchanged since the request. */
export async function executeApprovedMethodChange(
  deps: MethodDeps,
  { subject, payload, reason }: Approved,
  approval: Approval,
): Promise<void> {
  const changes = waiting.decode(payload as z.input<typeof waiting>)
  await deps.db.transaction(async (tx) => {
    const before = await lockMethod(tx, BigInt(subject), changes).catch((error: unknown) => {
      throw asNoLongerPossible(error)
    })
    if (!(await approval.consume(tx))) throw new Refusal('decision.changed')
    await write(deps, tx, before, { changes, by: approval.by, askedBy: approval.askedBy, reason })
  })
}

interface FirstAccount {
  /** The name of a transfer method. */
  method: string
  accountno: string
  accountname: string
  reason: string
}

/**
 * Gives a transfer method its first account, by the operator of the machine. An account that is there stays, since only administrators may send members
 * elsewhere. `outbox` is null where no e-mail can be written.
 */
export function setUpAccount(
  deps: Pick<MethodDeps, 'db' | 'audit'> & { outbox: Outbox | null },
  { method, accountno, accountname, reason }: FirstAccount,
): Promise<'done' | 'unknown' | 'kept'> {
  return deps.db.transaction(async (tx) => {
    const before = await tx
      .selectFrom('payment_method')
      .selectAll()
      .where('name', '=', method)
      .where('channel', '=', 'transfer')
      .forUpdate()
      .executeTakeFirst()
    if (!before) return 'unknown'
    if (before.account_no !== '') return 'kept'
    const changes = { feeflat: before.fee_flat, feebasispoints: before.fee_basis_points, accountno, accountname, enabled: true }
    await write(deps, tx, before, { changes, by: onTheMachine, askedBy: null, reason })
    return 'done'
  })
}

async function lockMethod(tx: Tx, id: bigint, { updateat }: MethodChanges): Promise<Method> {
  const before = await tx.selectFrom('payment_method').selectAll().where('id', '=', methodNumber(id)).forUpdate().executeTakeFirst()
  if (!before) throw new Refusal('not_found.payment_method')
  if (before.updated_at.getTime() !== updateat.getTime()) throw new Refusal('payment_method.changed')
  return before
}

const isElsewhere = (before: Method, { accountno, accountname }: MethodChanges): boolean =>
  before.account_no !== accountno || before.account_name !== accountname

interface Change {
  changes: Omit<MethodChanges, 'updateat'>
  by: Actor
  /** The administrator who requested the approval; null if only one administrator decided. */
  askedBy: bigint | null
  reason: string
}

async function write(
  { audit, outbox }: Pick<MethodDeps, 'audit'> & { outbox: Outbox | null },
  tx: Tx,
  before: Method,
  { changes, by, askedBy, reason }: Change,
): Promise<void> {
  const after = await tx
    .updateTable('payment_method')
    .set({
      fee_flat: changes.feeflat,
      fee_basis_points: changes.feebasispoints,
      account_no: changes.accountno,
      account_name: changes.accountname,
      enabled: changes.enabled,
      updated_at: new Date(),
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await audit.record(tx, {
    event: 'payment_method.changed',
    by,
    subject: BigInt(before.id),
    before: factsOf(before),
    after: { ...factsOf(after), ...(askedBy !== null && { askedby: askedBy }) },
    reason,
  })
  if (outbox !== null) await emailAllAdministrators(tx, outbox, before, after)
}

const factsOf = (method: Method) => ({
  feeflat: method.fee_flat,
  feebasispoints: method.fee_basis_points,
  end: method.account_no.slice(-4),
  name: method.account_name,
  enabled: method.enabled,
})

const shown = ({ enabled, account_no, account_name, fee_flat, fee_basis_points }: Method) =>
  `${enabled ? 'aktif' : 'tidak aktif'}, rekening ••••${account_no.slice(-4)} atas nama ${account_name || '-'}, biaya ${topupFeeText({ feeflat: fee_flat, feebasispoints: fee_basis_points }) ?? 'tidak ada'}`

async function emailAllAdministrators(tx: Tx, outbox: Outbox, before: Method, after: Method) {
  for (const { id, email } of await listAdministrators(tx))
    await outbox.sendEmail(
      tx,
      { memberId: id, email },
      {
        subject: `Metode pembayaran ${after.name} diubah`,
        bell: securityBell(`/admin/pengaturan?tab=metode&metode=${after.id}`),
        paragraphs: [`Sebelumnya: ${shown(before)}.`, `Sekarang: ${shown(after)}.`],
        closing: ['Bila perubahan ini tidak disepakati, matikan metodenya dan periksa halaman audit.'],
      },
    )
}
