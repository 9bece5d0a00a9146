import { randomUUID } from 'node:crypto'
import { correctionKinds, onlyWay } from '@lapak/contract/funds/treasury'
import { sql } from 'kysely'
import { z } from 'zod'
import { alertBookedTransfer, lockSums } from '#contexts/funds/bank-statements/bank-statements.ts'
import {
  type Approval,
  type Approved,
  noLongerPossible,
  refuseOwnMoney,
  requestApproval,
  requireAdministrator,
} from '#contexts/system/approvals/approvals.ts'
import type { Actor, Audit } from '#contexts/system/audit/audit.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database, Reader, Tx } from '#db/db.ts'
import type { JsonObject } from '#db/schema.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { enqueue } from '#jobs/jobs.ts'
import { balanceOf } from '#ledger/balance.ts'
import { cashBalance, lockCash } from '#ledger/cash.ts'
import { verifyLedgerJob } from '#ledger/ledger.jobs.ts'
import { adjustmentBooked, cashCorrected, cashTransferred } from '#ledger/money-events.ts'
import { postEntries } from '#ledger/post.ts'
import { publishEvent } from '#realtime/events.ts'
import { crashPoint } from '#shared/crash-points.ts'
import { isAlreadyRequested, isBooked, manualBookings, subjectOf } from './already-requested.ts'
import { adjustedEmail } from './emails.ts'
import { type CashMove, cashMove, type MoveOf, sizeOf } from './move.ts'
import { isBookingWithinSoloLimit } from './solo-limit.ts'

export interface TreasuryDeps {
  db: Database
  audit: Audit
  settings: Settings
  outbox: Outbox
  installation: string
}

/** Books a movement by hand, or requests the approval of a second administrator. A repeated reference means the existing booking. */
export async function moveCash(deps: TreasuryDeps, by: Caller, entry: ManualEntry): Promise<'done' | 'approval_requested'> {
  const { move } = entry
  refuseNonsense(move)
  if (move.act === 'adjustment' && move.member === by.memberId) return refuseOwn(deps, by, move)
  try {
    return (await isAlreadyRequested(deps.db.read, move)) ?? (await bookOrRequestApproval(deps, by, entry))
  } catch (error) {
    // If a concurrent copy of this request was executed first, this copy returns its result.
    const first = await isAlreadyRequested(deps.db.read, move)
    if (first !== null) return first
    throw error
  }
}

const refuseOwn = ({ audit }: TreasuryDeps, by: Caller, { member }: MoveOf<'adjustment'>): Promise<never> =>
  refuseOwnMoney(audit, { event: 'adjustment.refused', by, subject: member })

/** Refuses a movement that makes no sense: a fee, for example, can only reduce a cash account. */
function refuseNonsense(move: CashMove) {
  if (move.act === 'correction') refuseWrongWay(move)
  if (move.act === 'transfer' && move.from === move.to) throw new Refusal('cash.same_account')
}

function refuseWrongWay({ kind, amount }: MoveOf<'correction'>) {
  const only = onlyWay[kind]
  if (only === undefined || only === (amount > 0n ? 'in' : 'out')) return
  throw new Refusal('cash.wrong_direction', { kind: correctionKinds[kind], does: only === 'in' ? 'menambah' : 'mengurangi' })
}

async function bookOrRequestApproval(deps: TreasuryDeps, by: Caller, entry: ManualEntry): Promise<'done' | 'approval_requested'> {
  const { db } = deps
  const { move, reason } = entry
  await refuseImpossible(db.read, move)
  // This check comes before the booking counts against the solo limit.
  await refuseProbableDouble(db.read, by.memberId, entry)
  const subject = subjectOf(move.act, move.reffclient ?? randomUUID())
  if (await isBookingWithinSoloLimit(deps, by.memberId, move, subject)) {
    await db.transaction(async (tx) => {
      await refuseDoubleHeld(tx, by.memberId, entry)
      await requireAdministrator(tx, by.memberId)
      await book(tx, deps, move, { by, askedBy: null, reason })
    })
    crashPoint('cash.moved')
    return 'done'
  }
  await requestApproval(deps, {
    kind: 'cash.move',
    subject,
    amount: sizeOf(move),
    payload: z.encode(cashMove, move) as JsonObject,
    by,
    reason,
    validate: (tx) => refuseDoubleHeld(tx, by.memberId, entry),
  })
  return 'approval_requested'
}

/** Refuses a booking that is impossible now, so that no approval is requested for it. The checks are repeated when it is booked. */
async function refuseImpossible(read: Reader, move: CashMove) {
  if (move.act === 'adjustment') return refuseImpossibleAdjustment(read, move)
  if (move.act === 'transfer' && (await cashBalance(read, move.from)) < move.amount) throw new Refusal('cash.too_low', { code: move.from })
}

async function refuseImpossibleAdjustment(read: Reader, { member, amount }: MoveOf<'adjustment'>) {
  const known = await read.selectFrom('member').select('status').where('id', '=', member).executeTakeFirst()
  if (!known) throw new Refusal('not_found.member')
  if (amount > 0n && known.status === 0) throw new Refusal('account.closed')
  if ((await balanceOf(read, member)) + amount < 0n) throw new Refusal('balance.too_low')
}

/** Executes the booking after the approval of a second administrator, if it is still possible. */
export async function executeApprovedCashMove(deps: TreasuryDeps, { payload, reason }: Approved, approval: Approval): Promise<void> {
  const move = cashMove.decode(payload as z.input<typeof cashMove>)
  const { by, askedBy } = approval
  if (move.act === 'adjustment' && [by.memberId, askedBy].includes(move.member)) return refuseOwn(deps, by, move)
  await deps.db
    .transaction(async (tx) => {
      if (!(await approval.consume(tx))) throw new Refusal('decision.changed')
      await book(tx, deps, move, { by, askedBy, reason })
    })
    .catch(async (error) => {
      // A concurrent request with the same reference was booked: it had checked for waiting requests before this request was stored.
      if (!(error instanceof Refusal) && (await isBooked(deps.db.read, move)))
        throw new Refusal('decision.changed', { why: '. Sudah dibukukan' })
      // The booking was possible at the request, but is no longer.
      const lapsed = error instanceof Refusal && ['cash.too_low', 'balance.too_low', 'account.closed'].includes(error.code)
      throw lapsed ? noLongerPossible(error) : error
    })
}

/** Enqueues a verification of the books. A worker runs it, since it reads the whole ledger. */
export async function requestVerification({ db, audit }: TreasuryDeps, by: Caller): Promise<void> {
  await db.transaction(async (tx) => {
    await enqueue(tx, verifyLedgerJob, {})
    await audit.record(tx, { event: 'books.proof_asked', by, subject: 'books' })
  })
}

export { readVerifications } from './treasury.queries.ts'

// — Probable double

/** A booking as requested by an administrator. */
interface ManualEntry {
  move: CashMove
  reason: string
  /** The ordinal number of this booking among equal bookings; with 2 or more, the administrator confirms that it is not a double. */
  counter: number
}

/**
 * A repetition after a lost answer cannot be recognised without a reference. So a booking without a reference is refused if the same administrator
 * made an equal booking within the last minute, unless `counter` confirms that it is a further booking.
 */
async function refuseProbableDouble(read: Reader, memberId: bigint, { move, reason, counter }: ManualEntry): Promise<void> {
  if (move.reffclient !== null) return
  const known = await countLike(read, memberId, move, reason)
  if (known >= counter) throw new Refusal('cash.probable_double', { counter: known + 1 })
}

/** Checks for a probable double within the booking's transaction; the bookings of one administrator are checked one after the other. */
async function refuseDoubleHeld(tx: Tx, memberId: bigint, entry: ManualEntry): Promise<void> {
  if (entry.move.reffclient !== null) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${`cash booked by ${memberId}`}, 0))`.execute(tx)
  await refuseProbableDouble(tx, memberId, entry)
}

const since = sql`now() - interval '1 minute'`

async function countLike(read: Reader, memberId: bigint, move: CashMove, reason: string): Promise<number> {
  const asked = sql`${JSON.stringify(z.encode(cashMove, move))}::jsonb - 'reffclient'`
  const { rows } = await sql<{ known: bigint }>`
    select count(*) as known from (
      select from ${manualBookings}
      where act = ${move.act} and asked_by = ${memberId} and reason = ${reason} and created_at > ${since} and move - 'reffclient' = ${asked}
      union all
      select from approval_request
      where kind = 'cash.move' and outcome is null and asked_by = ${memberId} and reason = ${reason} and at > ${since}
        and payload - 'reffclient' = ${asked}
    ) alike`.execute(read)
  return Number(rows[0]?.known ?? 0)
}

// — Book

/** Who decided, and the reason. If two administrators decided, `askedBy` is the administrator who requested the approval. */
interface Authorization {
  by: Actor & { memberId: bigint }
  askedBy: bigint | null
  reason: string
}

interface BookDeps {
  audit: Audit
  outbox: Outbox
  installation: string
}

/** Writes the row of the booking, its entries and an audit row. An adjustment also sends an e-mail to the member. */
function book(tx: Tx, deps: BookDeps, move: CashMove, authorization: Authorization): Promise<void> {
  if (move.act === 'transfer') return transfer(tx, deps, move, authorization)
  if (move.act === 'correction') return correct(tx, deps.audit, move, authorization)
  return adjust(tx, deps, move, authorization)
}

const decidedBy = ({ by, askedBy }: Authorization) => ({
  asked_by: askedBy ?? by.memberId,
  second_by: askedBy === null ? null : by.memberId,
})
const firstOf = ({ askedBy }: Authorization) => askedBy !== null && { askedby: askedBy }

async function transfer(
  tx: Tx,
  { audit, installation }: BookDeps,
  { from, to, amount, reffclient }: MoveOf<'transfer'>,
  authorization: Authorization,
) {
  // Rows are matched under these locks too, before those of cash accounts.
  await lockSums(tx, -amount)
  await lockCash(tx, from)
  if ((await cashBalance(tx, from)) < amount) throw new Refusal('cash.too_low', { code: from })
  const { by, reason } = authorization
  const { id } = await tx
    .insertInto('cash_transfer')
    .values({ from_code: from, to_code: to, amount, reffclient, reason, ...decidedBy(authorization) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await postEntries(tx, [cashTransferred(id, from, to, amount)])
  await audit.record(tx, { event: 'cash.transferred', by, subject: id, after: { from, to, amount, ...firstOf(authorization) }, reason })
  await alertBookedTransfer({ audit, installation }, tx, { id, from, to, amount })
}

/** A correction adapts the books to the bank's balance, so it is never refused because the account has too little money. */
async function correct(tx: Tx, audit: Audit, { code, kind, amount, reffclient }: MoveOf<'correction'>, authorization: Authorization) {
  const { by, reason } = authorization
  const { id } = await tx
    .insertInto('cash_correction')
    .values({ cash_code: code, kind, amount, reffclient, reason, ...decidedBy(authorization) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await postEntries(tx, [cashCorrected(id, code, kind, amount)])
  await audit.record(tx, { event: 'cash.corrected', by, subject: id, after: { code, kind, amount, ...firstOf(authorization) }, reason })
}

async function adjust(
  tx: Tx,
  { audit, outbox }: Pick<BookDeps, 'audit' | 'outbox'>,
  { member, amount, reffclient }: MoveOf<'adjustment'>,
  authorization: Authorization,
) {
  const { by, reason } = authorization
  const { id } = await tx
    .insertInto('adjustment')
    .values({ member_id: member, amount, reffclient, reason, ...decidedBy(authorization) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const balances = await postEntries(tx, [adjustmentBooked(id, member, amount)], {
    insufficientBalance: () => new Refusal('balance.too_low'),
    accountClosed: () => new Refusal('account.closed'),
  })
  await audit.record(tx, { event: 'adjustment.booked', by, subject: id, after: { member, amount, ...firstOf(authorization) }, reason })
  const balance = balances.get(member)
  if (balance !== undefined) await publishEvent(tx, member, 'saldo', { balance })
  const { email } = await tx.selectFrom('member').select('email').where('id', '=', member).executeTakeFirstOrThrow()
  await outbox.sendEmail(tx, { memberId: member, email }, adjustedEmail(amount, reason))
}
