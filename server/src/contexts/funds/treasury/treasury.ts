import { randomUUID } from 'node:crypto'
import { correctionKinds, onlyWay } from '@lapak/contract/funds/treasury'
import { z } from 'zod'
import { type Approval, type Approved, noLongerPossible, refuseOwnMoney, requestApproval } from '#contexts/system/approvals/approvals.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database, Reader } from '#db/db.ts'
import type { JsonObject } from '#db/schema.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { enqueue } from '#jobs/jobs.ts'
import { balanceOf } from '#ledger/balance.ts'
import { heldNow } from '#ledger/cash.ts'
import { verifyBooks } from '#ledger/ledger.jobs.ts'
import { crashPoint } from '#shared/crash-points.ts'
import { isAlreadyRequested, isBooked, subjectOf } from './already-requested.ts'
import { book } from './book.ts'
import { type CashMove, cashMove, type MoveOf, sizeOf } from './move.ts'
import { type ManualEntry, refuseDoubleHeld, refuseProbableDouble } from './probable-double.ts'
import { isBookingWithinSoloLimit } from './solo-limit.ts'

export interface TreasuryDeps {
  db: Database
  audit: Audit
  settings: Settings
  outbox: Outbox
}

/** What an administrator books by hand: done at once, or asked of a second one. The same name asks for the same booking, once. */
export async function moveCash(deps: TreasuryDeps, by: Caller, entry: ManualEntry): Promise<'done' | 'asked'> {
  const { move } = entry
  refuseNonsense(move)
  if (move.act === 'adjustment' && move.member === by.memberId) return refuseOwn(deps, by, move)
  try {
    return (await isAlreadyRequested(deps.db.read, move)) ?? (await bookOrAsk(deps, by, entry))
  } catch (error) {
    // Of several copies at once one is first; the others are that one.
    const first = await isAlreadyRequested(deps.db.read, move)
    if (first !== null) return first
    throw error
  }
}

const refuseOwn = ({ audit }: TreasuryDeps, by: Caller, { member }: MoveOf<'adjustment'>): Promise<never> =>
  refuseOwnMoney(audit, { event: 'adjustment.refused', by, subject: member })

/** A bank that keeps a fee holds less by it. */
function refuseNonsense(move: CashMove) {
  if (move.act === 'correction') refuseWrongWay(move)
  if (move.act === 'transfer' && move.from === move.to) throw new Refusal('cash.same_account')
}

function refuseWrongWay({ kind, amount }: MoveOf<'correction'>) {
  const only = onlyWay[kind]
  if (only === undefined || only === (amount > 0n ? 'in' : 'out')) return
  throw new Refusal('cash.wrong_direction', { kind: correctionKinds[kind], does: only === 'in' ? 'menambah' : 'mengurangi' })
}

async function bookOrAsk(deps: TreasuryDeps, by: Caller, entry: ManualEntry): Promise<'done' | 'asked'> {
  const { db } = deps
  const { move, reason } = entry
  await refuseImpossible(db.read, move)
  // Before it counts among what one books alone.
  await refuseProbableDouble(db.read, by.memberId, entry)
  const subject = subjectOf(move.act, move.reffclient ?? randomUUID())
  if (await isBookingWithinSoloLimit(deps, by.memberId, move, subject)) {
    await db.transaction(async (tx) => {
      await refuseDoubleHeld(tx, by.memberId, entry)
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
    lookFirst: (tx) => refuseDoubleHeld(tx, by.memberId, entry),
  })
  return 'asked'
}

/** Nobody is asked to agree to what cannot be booked. It is looked at once more when it is. */
async function refuseImpossible(read: Reader, move: CashMove) {
  if (move.act === 'adjustment') return refuseImpossibleAdjustment(read, move)
  if (move.act === 'transfer' && (await heldNow(read, move.from)) < move.amount) throw new Refusal('cash.too_low', { code: move.from })
}

async function refuseImpossibleAdjustment(read: Reader, { member, amount }: MoveOf<'adjustment'>) {
  const known = await read.selectFrom('member').select('status').where('id', '=', member).executeTakeFirst()
  if (!known) throw new Refusal('not_found.member')
  if (amount > 0n && known.status === 0) throw new Refusal('account.closed')
  if ((await balanceOf(read, member)) + amount < 0n) throw new Refusal('balance.too_low')
}

/** A second administrator has agreed: it is booked if it can be now. */
export async function executeApprovedCashMove(deps: TreasuryDeps, { payload, reason }: Approved, approval: Approval): Promise<void> {
  const move = cashMove.decode(payload as z.input<typeof cashMove>)
  const { by, askedBy } = approval
  if (move.act === 'adjustment' && [by.memberId, askedBy].includes(move.member)) return refuseOwn(deps, by, move)
  await deps.db
    .transaction(async (tx) => {
      if (!(await approval.take(tx))) throw new Refusal('decision.changed')
      await book(tx, deps, move, { by, askedBy, reason })
    })
    .catch(async (error) => {
      // A copy of the wish was past the look at what waits when this one began to wait.
      if (!(error instanceof Refusal) && (await isBooked(deps.db.read, move)))
        throw new Refusal('decision.changed', { why: '. Sudah dibukukan' })
      // What it needed is there no more.
      const lapsed = error instanceof Refusal && ['cash.too_low', 'balance.too_low', 'account.closed'].includes(error.code)
      throw lapsed ? noLongerPossible(error) : error
    })
}

/** Looked at by a worker, since it reads all of the books. */
export async function requestVerification({ db, audit }: TreasuryDeps, by: Caller): Promise<void> {
  await db.transaction(async (tx) => {
    await enqueue(tx, verifyBooks, {})
    await audit.note(tx, { event: 'books.proof_asked', by, subject: 'books' })
  })
}

export { readVerifications } from './treasury.queries.ts'
