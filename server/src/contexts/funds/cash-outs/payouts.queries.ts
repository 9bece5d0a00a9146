import type { TicketPayout } from '@lapak/contract/funds/tickets'
import { bankCode } from '@lapak/contract/shared/banks'
import { type Selectable, sql } from 'kysely'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Reader, Tx } from '#db/db.ts'
import type { Payout as PayoutTable } from '#db/schema.ts'
import { Refusal } from '#http/refusal.ts'
import type { Payout } from '#integrations/payment-gateway/payment-gateway.ts'

export type PayoutRow = Selectable<PayoutTable>

/**
 * States of a payout whose money may have left or may still leave. Until the payout ends, its cash-out can be neither rejected nor paid in another
 * way.
 */
export const livePayoutStates = ['new', 'asking', 'unknown', 'waits'] as const

export const isLive = ({ state }: Pick<PayoutRow, 'state'>): boolean => livePayoutStates.some((one) => one === state)

export const payoutOf = (read: Reader, id: bigint): Promise<PayoutRow> =>
  read.selectFrom('payout').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** The latest payout of a cash-out, in any state. */
export const newestPayoutOf = (read: Reader, cashOut: bigint): Promise<PayoutRow | undefined> =>
  read.selectFrom('payout').selectAll().where('cash_out_id', '=', cashOut).orderBy('number', 'desc').limit(1).executeTakeFirst()

export const livePayoutOf = (read: Reader, cashOut: bigint): Promise<PayoutRow | undefined> =>
  read.selectFrom('payout').selectAll().where('cash_out_id', '=', cashOut).where('state', 'in', livePayoutStates).executeTakeFirst()

/**
 * A payout that failed and about which the provider reported something else since: it may have paid the cash-out. Until the provider reports the
 * failure again, nothing else is decided about the cash-out.
 */
export const isContradicted = ({ state, contradiction }: Pick<PayoutRow, 'state' | 'contradiction'>): boolean =>
  state === 'failed' && contradiction !== null

/** The contradicted payouts of a cash-out, the oldest first. */
export const contradictedPayoutsOf = (read: Reader, cashOut: bigint): Promise<PayoutRow[]> =>
  read
    .selectFrom('payout')
    .selectAll()
    .where('cash_out_id', '=', cashOut)
    .where('state', '=', 'failed')
    .where('contradiction', 'is not', null)
    .orderBy('number')
    .execute()

/** Refuses a decision about a cash-out that an earlier payout may have paid. The caller holds the lock of the cash-out. */
export async function refuseContradicted(tx: Tx, cashOut: bigint): Promise<void> {
  const [payout] = await contradictedPayoutsOf(tx, cashOut)
  if (payout) throw new Refusal('cash_out.payout_contradicted', { reference: payout.reference, report: payout.failure ?? '' })
}

export const dayMs = 86_400_000

/**
 * The minimum time, in milliseconds, before a payout that the provider does not know can be marked as lost. Every query within that time must have
 * had this result.
 */
const missingMs = 3_600_000

export const silentDaysOf = (settings: Settings): number => settings.get('cashOut.payoutSilentDays')

type Heard = Pick<PayoutRow, (typeof heardColumns)[number]>
const heardColumns = ['state', 'missing_since', 'heard_at', 'created_at', 'contradiction', 'contradicted_at', 'updated_at'] as const

/**
 * A payout may be lost in two cases: the provider has not known it for an hour, or the provider reported nothing credible about it for days, for
 * example because it is no longer set up. A payout that the provider accepted may be at the bank although the provider no longer shows it, so for
 * such a payout only the second case applies, as for a failed payout that the provider contradicted. A report of another sum is not credible.
 */
export function maybeLost(row: Heard, silentDays: number): boolean {
  const { state, missing_since, heard_at, created_at, contradiction, contradicted_at, updated_at } = row
  if (isContradicted(row)) {
    const since = contradiction === 'amount' ? updated_at : (contradicted_at ?? updated_at)
    return Date.now() - since.getTime() > silentDays * dayMs
  }
  if (state !== 'unknown' && state !== 'waits') return false
  if (state === 'unknown' && missing_since !== null && Date.now() - missing_since.getTime() > missingMs) return true
  return Date.now() - (heard_at ?? created_at).getTime() > silentDays * dayMs
}

/** Cash-outs whose payout may be lost, so that an administrator must decide; the oldest first. */
export async function maybeLostOf(read: Reader, silentDays: number, max: number): Promise<bigint[]> {
  const rows = await undecidedPayouts(read)
    .select('cash_out_id')
    .select(heardColumns.map((column) => `payout.${column}` as const))
    .where('payout.created_at', '<', new Date(Date.now() - missingMs))
    .orderBy('cash_out_id')
    .execute()
  const found = rows.filter((row) => maybeLost(row, silentDays)).map(({ cash_out_id }) => cash_out_id)
  return [...new Set(found)].slice(0, max)
}

/** The payouts, live or contradicted, that keep administrators from deciding about their cash-outs. */
export const undecidedPayouts = (read: Reader) =>
  read
    .selectFrom('payout')
    .innerJoin('cash_out', 'cash_out.id', 'payout.cash_out_id')
    .where('cash_out.state', '=', 1)
    .where((eb) => eb.or([eb('payout.state', 'in', livePayoutStates), eb('payout.contradiction', 'is not', null)]))

/** Locks the cash-out, then its payout. */
export async function lockPayout(tx: Tx, { id, cash_out_id }: Pick<PayoutRow, 'id' | 'cash_out_id'>): Promise<PayoutRow> {
  await tx.selectFrom('cash_out').select('id').where('id', '=', cash_out_id).forUpdate().executeTakeFirstOrThrow()
  return tx.selectFrom('payout').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

/** The payout as a request to the provider. */
export async function payoutRequestOf(read: Reader, { reference, amount, cash_out_id }: PayoutRow): Promise<Payout> {
  const to = await read
    .selectFrom('cash_out')
    .select(['bank_code', 'account_no', 'account_name', 'bank_says'])
    .where('id', '=', cash_out_id)
    .executeTakeFirstOrThrow()
  return {
    reference,
    bankCode: bankCode.parse(to.bank_code),
    accountNo: to.account_no,
    accountName: to.bank_says ?? to.account_name,
    amount,
    description: `Penarikan ${reference}`,
  }
}

/** The next time to query a payout: after a minute at first, then at growing intervals up to an hour, until the provider reports the end. */
export const dueLater = sql<Date>`now() + least(greatest(now() - created_at, interval '1 minute'), interval '1 hour')`

/** Ended payouts are queried daily for a week. */
export const looksLater = sql<Date>`now() + interval '1 day'`

/** The newest payout of each of these cash-outs, for administrators. */
export async function newestPayoutsOf(read: Reader, silentDays: number, cashOuts: bigint[]): Promise<ReadonlyMap<bigint, TicketPayout>> {
  if (cashOuts.length === 0) return new Map()
  const rows = await read
    .selectFrom('payout')
    .distinctOn('cash_out_id')
    .selectAll()
    .where(sql<boolean>`cash_out_id = any(${cashOuts}::bigint[])`)
    .orderBy('cash_out_id')
    .orderBy('number', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.cash_out_id, shownPayout(row, silentDays)]))
}

/** All payouts of a cash-out, the oldest first, for administrators: an earlier one may turn out to be paid. */
export async function payoutsOf(read: Reader, silentDays: number, cashOut: bigint): Promise<TicketPayout[]> {
  const rows = await read.selectFrom('payout').selectAll().where('cash_out_id', '=', cashOut).orderBy('number').execute()
  return rows.map((row) => shownPayout(row, silentDays))
}

const shownPayout = (row: PayoutRow, silentDays: number): TicketPayout => ({
  reference: row.reference,
  state: row.state as TicketPayout['state'],
  failure: row.failure,
  contradiction: isContradicted(row) ? (row.contradiction as TicketPayout['contradiction']) : null,
  maybelost: maybeLost(row, silentDays),
  updateat: row.updated_at,
})
