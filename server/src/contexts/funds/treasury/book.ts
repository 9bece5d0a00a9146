import type { Actor, Audit } from '#contexts/system/audit/audit.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { heldNow, lockCash } from '#ledger/cash.ts'
import { adjustmentBooked, cashCorrected, cashTransferred } from '#ledger/money-events.ts'
import { post } from '#ledger/post.ts'
import { publish } from '#realtime/events.ts'
import { adjustedEmail } from './emails.ts'
import type { CashMove, MoveOf } from './move.ts'

/** Who says it, and why. Where two did, `askedBy` is the first one. */
export interface Authorization {
  by: Actor & { memberId: bigint }
  askedBy: bigint | null
  reason: string
}

export interface BookDeps {
  audit: Audit
  outbox: Outbox
}

/** The row, its entries, the audit, and a letter to whose balance it is. */
export function book(tx: Tx, { audit, outbox }: BookDeps, move: CashMove, authorization: Authorization): Promise<void> {
  if (move.act === 'transfer') return transfer(tx, audit, move, authorization)
  if (move.act === 'correction') return correct(tx, audit, move, authorization)
  return adjust(tx, { audit, outbox }, move, authorization)
}

const decidedBy = ({ by, askedBy }: Authorization) => ({
  asked_by: askedBy ?? by.memberId,
  second_by: askedBy === null ? null : by.memberId,
})
const firstOf = ({ askedBy }: Authorization) => askedBy !== null && { askedby: askedBy }

async function transfer(tx: Tx, audit: Audit, { from, to, amount, reffclient }: MoveOf<'transfer'>, authorization: Authorization) {
  await lockCash(tx, from)
  if ((await heldNow(tx, from)) < amount) throw new Refusal('cash.too_low', { code: from })
  const { by, reason } = authorization
  const { id } = await tx
    .insertInto('cash_transfer')
    .values({ from_code: from, to_code: to, amount, reffclient, reason, ...decidedBy(authorization) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await post(tx, [cashTransferred(id, from, to, amount)])
  await audit.note(tx, { event: 'cash.transferred', by, subject: id, after: { from, to, amount, ...firstOf(authorization) }, reason })
}

/** The bank says what it holds, so nothing is refused for want of money. */
async function correct(tx: Tx, audit: Audit, { code, kind, amount, reffclient }: MoveOf<'correction'>, authorization: Authorization) {
  const { by, reason } = authorization
  const { id } = await tx
    .insertInto('cash_correction')
    .values({ cash_code: code, kind, amount, reffclient, reason, ...decidedBy(authorization) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await post(tx, [cashCorrected(id, code, kind, amount)])
  await audit.note(tx, { event: 'cash.corrected', by, subject: id, after: { code, kind, amount, ...firstOf(authorization) }, reason })
}

async function adjust(
  tx: Tx,
  { audit, outbox }: BookDeps,
  { member, amount, reffclient }: MoveOf<'adjustment'>,
  authorization: Authorization,
) {
  const { by, reason } = authorization
  const { id } = await tx
    .insertInto('adjustment')
    .values({ member_id: member, amount, reffclient, reason, ...decidedBy(authorization) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const balances = await post(tx, [adjustmentBooked(id, member, amount)], {
    tooLow: () => new Refusal('balance.too_low'),
    shut: () => new Refusal('account.closed'),
  })
  await audit.note(tx, { event: 'adjustment.booked', by, subject: id, after: { member, amount, ...firstOf(authorization) }, reason })
  const balance = balances.get(member)
  if (balance !== undefined) await publish(tx, member, 'saldo', { balance })
  const { email } = await tx.selectFrom('member').select('email').where('id', '=', member).executeTakeFirstOrThrow()
  await outbox.mail(tx, { memberId: member, email }, adjustedEmail(amount, reason))
}
