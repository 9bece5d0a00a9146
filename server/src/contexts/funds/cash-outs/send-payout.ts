import { sql } from 'kysely'
import { systemActor } from '#contexts/system/audit/audit.ts'
import type { Database, Tx } from '#db/db.ts'
import type { Answer, Disbursement, ProviderPayout } from '#integrations/payment-gateway/payment-gateway.ts'
import { enqueue } from '#jobs/jobs.ts'
import { crashPoint } from '#shared/crash-points.ts'
import type { Log } from '#shared/log.ts'
import { storableText } from '#shared/text.ts'
import { checkCoverage } from './held-back.ts'
import { checkPayoutJob } from './payout-jobs.ts'
import { contradictedPayoutsOf, dueLater, lockPayout, type PayoutRow, payoutOf, payoutRequestOf } from './payouts.queries.ts'
import type { ProcessDeps } from './process.ts'
import { failPayout, logIfOld, settlePayout, stopUnsent } from './settle-payout.ts'
import { waitingDecision } from './waiting-decision.ts'

export interface SendDeps extends ProcessDeps {
  db: Database
  disbursement: Disbursement
  log: Log
}

/** The maximum number of times that a payout is sent if the provider certainly did not receive it. */
const sendsMax = 5

/** Executes the next step of a payout. */
export async function advancePayout(deps: SendDeps, id: bigint): Promise<void> {
  const row = await payoutOf(deps.db.read, id)
  if (row.state === 'new') await (deps.disbursement.open ? sendOnce(deps, id) : neverSend(deps, row))
  else if (row.state !== 'asking' || isStale(row)) await queryPayout(deps, row)
}

/**
 * True if a payout has been in `asking` for longer than an answer takes. The process that sent it is gone, and the provider may have received it, so
 * it is never sent again but only queried.
 */
const isStale = ({ updated_at }: PayoutRow): boolean => Date.now() - updated_at.getTime() > 50_000

const switchedOff = 'tidak dikirim: pembayaran lewat penyedia dimatikan'

/** Fails an unsent payout after payouts were switched off. */
const neverSend = (deps: ProcessDeps & Pick<SendDeps, 'db'>, seen: PayoutRow): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const row = await lockPayout(tx, seen)
    if (row.state === 'new') await failPayout(deps, tx, row, switchedOff)
  })

/**
 * For payouts after the provider was removed from the configuration: a payout that was not sent fails. A payout that may have been sent cannot be
 * queried, so its end is unknown; it stays until an administrator ends it.
 */
export const withoutProvider = (deps: ProcessDeps & Pick<SendDeps, 'db' | 'log'>, seen: PayoutRow): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const row = await lockPayout(tx, seen)
    if (row.state === 'new') return failPayout(deps, tx, row, switchedOff)
    if (row.due_at === null || (row.state === 'asking' && !isStale(row))) return
    logIfOld(deps.log, row)
    await recordMissing(deps, tx, row, false)
    await scheduleNextQuery(tx, row, row.state === 'asking' ? 'unknown' : row.state, 'penyedia tidak diatur lagi')
  })

/** Sends the payout once: the state `asking` is committed before it is sent. External calls are never made inside a transaction. */
async function sendOnce(deps: SendDeps, id: bigint): Promise<void> {
  const { db, disbursement } = deps
  const claimed = await claimPayout(deps, await payoutOf(db.read, id))
  if (!claimed) return
  crashPoint('payout.claimed')
  const answer = await disbursement.sendPayout(await payoutRequestOf(db.read, claimed))
  crashPoint('payout.sent')
  await db.transaction((tx) => recordAnswer(deps, tx, claimed, answer))
  crashPoint('payout.written')
}

/**
 * Marks the payout as `asking`. The payout may have waited for long, for example while the provider was unreachable, so earlier payouts, waiting
 * decisions, debt and claims are checked again as for a new request.
 */
const claimPayout = (deps: SendDeps, seen: PayoutRow): Promise<PayoutRow | undefined> =>
  deps.db.transaction(async (tx) => {
    const row = await lockPayout(tx, seen)
    if (row.state !== 'new') return undefined
    if (await stopIfContradicted(deps, tx, row)) return undefined
    const { member_id } = await tx.selectFrom('cash_out').select('member_id').where('id', '=', row.cash_out_id).executeTakeFirstOrThrow()
    const refusal = (await waitingDecision(tx, row.cash_out_id)) ?? (await checkCoverage(tx, deps, member_id)).refusal
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

/** Ends an unsent payout whose cash-out an earlier payout may have paid, and queries the earlier one. Returns whether it did. */
async function stopIfContradicted(deps: SendDeps, tx: Tx, row: PayoutRow): Promise<boolean> {
  const [earlier] = await contradictedPayoutsOf(tx, row.cash_out_id)
  if (earlier === undefined) return false
  await stopUnsent(deps, tx, earlier)
  await enqueue(tx, checkPayoutJob, { id: earlier.id })
  return true
}

async function recordAnswer(deps: SendDeps, tx: Tx, claimed: PayoutRow, answer: Answer<ProviderPayout>): Promise<void> {
  if (answer.kind === 'unsent' && answer.locked)
    deps.log.error({ payout: claimed.reference }, `payment provider rejected our credentials: ${answer.message}`)
  const row = await lockPayout(tx, claimed)
  // A concurrent query has already stored a newer state.
  if (row.state !== 'asking') return
  switch (answer.kind) {
    case 'answer':
      return settlePayout(deps, tx, row, answer.value)
    case 'refused':
      // The provider already has a payout with this reference. Only this installation uses the reference, so the provider received this payout.
      return answer.code === 'duplicate' ? scheduleNextQuery(tx, row, 'unknown', answer.message) : failPayout(deps, tx, row, answer.message)
    case 'unsent':
      if (row.sends >= sendsMax) return failPayout(deps, tx, row, answer.message)
      await scheduleNextQuery(tx, row, 'new', answer.message)
      // The provider may have contradicted the failure of an earlier payout while this one was being sent.
      await stopIfContradicted(deps, tx, row)
      return
    case 'unknown':
      return scheduleNextQuery(tx, row, 'unknown', answer.message)
  }
}

/**
 * Queries the state of a payout by its reference. If the provider does not know the reference, the payout has not failed, since the provider may be
 * late. Returns `heard` if a state was found, `unknown` if the provider certainly does not know the payout, and `nothing` otherwise.
 */
export async function queryPayout(deps: SendDeps, seen: PayoutRow): Promise<'heard' | 'unknown' | 'nothing'> {
  const { db, disbursement, log } = deps
  const answer = await disbursement.getPayout(await payoutRequestOf(db.read, seen))
  return db.transaction(async (tx) => {
    const row = await lockPayout(tx, seen)
    if (!isAsSeen(row, seen)) {
      await enqueue(tx, checkPayoutJob, { id: row.id })
      return 'nothing'
    }
    if (answer.kind === 'answer' && answer.value !== null) {
      await settlePayout(deps, tx, row, answer.value)
      return 'heard'
    }
    if (row.due_at === null) return 'nothing'
    logIfOld(log, row)
    await recordMissing(deps, tx, row, answer.kind === 'answer')
    await scheduleNextQuery(
      tx,
      row,
      row.state === 'asking' ? 'unknown' : row.state,
      answer.kind === 'answer' ? 'tidak dikenal penyedia' : answer.message,
    )
    return answer.kind === 'answer' ? 'unknown' : 'nothing'
  })
}

/**
 * True if no other answer was stored during this query. Otherwise it is unknown which of the two answers is newer, so the payout is queried again.
 */
const isAsSeen = (row: PayoutRow, seen: PayoutRow): boolean =>
  row.state === seen.state &&
  row.updated_at.getTime() === seen.updated_at.getTime() &&
  row.contradicted_at?.getTime() === seen.contradicted_at?.getTime()

/**
 * Stores the time since which no query has found the payout at the provider. After an hour, an administrator who checked the provider's dashboard may
 * mark the payout as lost.
 */
async function recordMissing({ audit }: ProcessDeps, tx: Tx, row: PayoutRow, isMissing: boolean): Promise<void> {
  const { id, cash_out_id: subject, reference } = row
  const since = isMissing ? (row.missing_since ?? new Date()) : null
  await tx.updateTable('payout').set({ missing_since: since }).where('id', '=', id).execute()
  if (since === null || row.missing_since !== null) return
  await audit.record(tx, { event: 'payout.missing', by: systemActor, subject, after: { reference, since: since.toISOString() } })
}

async function scheduleNextQuery(tx: Tx, { id }: PayoutRow, state: string, failure: string): Promise<void> {
  await tx
    .updateTable('payout')
    .set({ state, failure: storableText(failure, 300), due_at: dueLater, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
}
