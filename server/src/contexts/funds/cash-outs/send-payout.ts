import { sql } from 'kysely'
import type { Database, Tx } from '#db/db.ts'
import type { Answer, Disbursement, ProviderPayout } from '#integrations/payment-gateway/payment-gateway.ts'
import { enqueue } from '#jobs/jobs.ts'
import { crashPoint } from '#shared/crash-points.ts'
import type { Log } from '#shared/log.ts'
import { storable } from '#shared/text.ts'
import { hearOfPayout } from './asked-jobs.ts'
import { lackingOf } from './held-back.ts'
import { dueLater, lockPayout, type PayoutRow, payoutOf, questionOf } from './payouts.queries.ts'
import type { ProcessDeps } from './process.ts'
import { failPayout, logIfOld, settlePayout } from './settle-payout.ts'

export interface SendDeps extends ProcessDeps {
  db: Database
  disbursement: Disbursement
  log: Log
}

/** What provably never left may be sent again; so often. */
const sendsMax = 5

/** What a payout needs next. */
export async function goOn(deps: SendDeps, id: bigint): Promise<void> {
  const row = await payoutOf(deps.db.read, id)
  if (row.state === 'new') await (deps.disbursement.open ? send(deps, id) : neverSend(deps, row))
  else if (row.state !== 'asking' || isStale(row)) await queryPayout(deps, row)
}

/** Found under way for longer than an answer takes: whoever asked is gone, and may have been heard. It is never asked again. */
const isStale = ({ updated_at }: PayoutRow): boolean => Date.now() - updated_at.getTime() > 50_000

const switchedOff = 'tidak dikirim: pembayaran lewat penyedia dimatikan'

/** Payouts were switched off after it was asked for: it has not left, and does not leave any more. */
const neverSend = (deps: ProcessDeps & Pick<SendDeps, 'db'>, seen: PayoutRow): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const row = await lockPayout(tx, seen)
    if (row.state === 'new') await failPayout(deps, tx, row, switchedOff)
  })

/**
 * The provider is set up no longer: what has not left does not leave any more. Of what may have left nobody can be asked, which is no word of how
 * it ended: it stays as it is until a person ends it.
 */
export const withoutProvider = (deps: ProcessDeps & Pick<SendDeps, 'db' | 'log'>, seen: PayoutRow): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const row = await lockPayout(tx, seen)
    if (row.state === 'new') return failPayout(deps, tx, row, switchedOff)
    if (row.due_at === null || (row.state === 'asking' && !isStale(row))) return
    logIfOld(deps.log, row)
    await noteMissing(tx, row, false)
    await wait(tx, row, row.state === 'asking' ? 'unknown' : row.state, 'penyedia tidak diatur lagi')
  })

/** Asks the provider to pay, once: that it is asked is committed before. No outsider is waited for inside a transaction. */
async function send(deps: SendDeps, id: bigint): Promise<void> {
  const { db, disbursement } = deps
  const claimed = await claim(deps, await payoutOf(db.read, id))
  if (!claimed) return
  crashPoint('payout.claimed')
  const answer = await disbursement.pay(await questionOf(db.read, claimed))
  crashPoint('payout.sent')
  await db.transaction((tx) => note(deps, tx, claimed, answer))
  crashPoint('payout.written')
}

/**
 * It is on its way from now on. It may have waited for long, as where the provider could not be reached: what its member came to owe meanwhile, or
 * buyers to claim, keeps it back as it would have kept back the asking for it.
 */
const claim = (deps: SendDeps, seen: PayoutRow): Promise<PayoutRow | undefined> =>
  deps.db.transaction(async (tx) => {
    const row = await lockPayout(tx, seen)
    if (row.state !== 'new') return undefined
    const { member_id } = await tx.selectFrom('cash_out').select('member_id').where('id', '=', row.cash_out_id).executeTakeFirstOrThrow()
    const { refusal } = await lackingOf(tx, deps, member_id)
    if (refusal !== null) {
      await failPayout(deps, tx, row, `tidak dikirim: ${refusal.message}`)
      return undefined
    }
    return tx
      .updateTable('payout')
      .set({ state: 'asking', sends: sql<number>`sends + 1`, due_at: sql<Date>`now() + interval '1 minute'`, updated_at: new Date() })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirst()
  })

async function note(deps: SendDeps, tx: Tx, claimed: PayoutRow, answer: Answer<ProviderPayout>): Promise<void> {
  if (answer.kind === 'unsent' && answer.locked)
    deps.log.error({ payout: claimed.reference }, `the payment provider does not let us in: ${answer.message}`)
  const row = await lockPayout(tx, claimed)
  // Whoever looked in the meantime knows more.
  if (row.state !== 'asking') return
  switch (answer.kind) {
    case 'answer':
      return settlePayout(deps, tx, row, answer.value)
    case 'refused':
      // It has one of this name, which nobody else gives: ours was heard.
      return answer.code === 'duplicate' ? wait(tx, row, 'unknown', answer.message) : failPayout(deps, tx, row, answer.message)
    case 'unsent':
      return row.sends < sendsMax ? wait(tx, row, 'new', answer.message) : failPayout(deps, tx, row, answer.message)
    case 'unknown':
      return wait(tx, row, 'unknown', answer.message)
  }
}

/**
 * Asks what became of it, by its reference. That the provider does not know it is not a no: it may be behind. Answers whether something of it was
 * heard, or for certain that the provider does not know it.
 */
export async function queryPayout(deps: SendDeps, seen: PayoutRow): Promise<'heard' | 'unknown' | 'nothing'> {
  const { db, disbursement, log } = deps
  const answer = await disbursement.becameOf(await questionOf(db.read, seen))
  return db.transaction(async (tx) => {
    const row = await lockPayout(tx, seen)
    if (!isAsSeen(row, seen)) {
      await enqueue(tx, hearOfPayout, { id: row.id })
      return 'nothing'
    }
    if (answer.kind === 'answer' && answer.value !== null) {
      await settlePayout(deps, tx, row, answer.value)
      return 'heard'
    }
    if (row.due_at === null) return 'nothing'
    logIfOld(log, row)
    await noteMissing(tx, row, answer.kind === 'answer')
    await wait(
      tx,
      row,
      row.state === 'asking' ? 'unknown' : row.state,
      answer.kind === 'answer' ? 'tidak dikenal penyedia' : answer.message,
    )
    return answer.kind === 'answer' ? 'unknown' : 'nothing'
  })
}

/** Otherwise another answer was written while this one was under way. Which of them is the older one nobody knows: it is asked once more. */
const isAsSeen = (row: PayoutRow, seen: PayoutRow): boolean =>
  row.state === seen.state && row.updated_at.getTime() === seen.updated_at.getTime()

/** What was missing for long, each time, may be called lost by a person who looked at the provider's own page. */
async function noteMissing(tx: Tx, { id, missing_since: since }: PayoutRow, isMissing: boolean): Promise<void> {
  await tx
    .updateTable('payout')
    .set({ missing_since: isMissing ? (since ?? new Date()) : null })
    .where('id', '=', id)
    .execute()
}

async function wait(tx: Tx, { id }: PayoutRow, state: string, failure: string): Promise<void> {
  await tx
    .updateTable('payout')
    .set({ state, failure: storable(failure, 300), due_at: dueLater, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
}
