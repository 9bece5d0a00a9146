import { type BankCode, bankNames } from '@lapak/contract/shared/banks'
import { dotted, senText } from '@lapak/contract/shared/money'
import { sql } from 'kysely'
import { type Audit, systemActor } from '#contexts/system/audit/audit.ts'
import { notifyAdmins } from '#contexts/system/notifications/notifications.ts'
import type { Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { jakartaDayOf } from '#shared/clock.ts'
import { decimalOf, senOf } from '#shared/money/sen.ts'
import type { LockedRow } from './locked-row.ts'
import type { Restatement, SumAndDay } from './same-rows.ts'

/** After so many restatements of one row, administrators are not told again: a feed that changes its mind with each delivery would fill the audit. */
const alertsMax = 10

/**
 * Keeps what a feed says now of rows that it told otherwise before, and tells all administrators. The row and what was booked by it stay as they are: only
 * a person can know which of the two the bank has. Returns the restated rows.
 */
export async function storeRestatements(
  audit: Audit,
  tx: Tx,
  { bank, source: feed }: { bank: BankCode; source: string },
  restatements: readonly Restatement[],
): Promise<bigint[]> {
  const ids: bigint[] = []
  for (const { name, row } of restatements) {
    const stored = await tx
      .selectFrom('statement_name')
      .innerJoin('bank_statement', 'bank_statement.id', 'statement_name.statement_id')
      .select(['bank_statement.id', 'bank_statement.amount', 'bank_statement.happened_at'])
      .where('statement_name.bank_code', '=', bank)
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    const [first, last] = sumsOrDays({ amount: senOf(stored.amount), at: stored.happened_at }, row)
    const now = { feed, amount: decimalOf(row.amount), happened_at: row.at, has_time: row.hasTime }
    const { times } = await tx
      .insertInto('statement_change')
      .values({ statement_id: stored.id, ...now })
      .onConflict((one) =>
        one.column('statement_id').doUpdateSet({ ...now, times: sql<number>`statement_change.times + 1`, reported_at: sql<Date>`now()` }),
      )
      .returning('times')
      .executeTakeFirstOrThrow()
    ids.push(stored.id)
    if (times > alertsMax) continue
    notifyAdmins(tx, {
      kind: 'waiting',
      key: `statement ${stored.id} restated`,
      title: 'Layanan mutasi mengubah mutasi bank',
      text: `Mutasi ${stored.id} di ${bankNames[bank]}: tadinya ${first}, sekarang ${last}. Pembukuan tidak berubah; cocokkan dengan rekening koran.`,
      link: '/mutasibank',
    })
    await audit.record(tx, {
      event: 'statement.restated',
      by: systemActor,
      subject: stored.id,
      before: { feed, amount: stored.amount, at: stored.happened_at.toISOString() },
      after: { feed, amount: now.amount, at: row.at.toISOString() },
    })
  }
  return ids
}

/** The sum, and the day if only the day differs. */
function sumsOrDays(before: SumAndDay, now: SumAndDay): [before: string, now: string] {
  if (before.amount !== now.amount) return [senText(before.amount), now.amount === 0n ? 'tidak ada' : senText(now.amount)]
  return [jakartaDayOf(before.at), jakartaDayOf(now.at)]
}

/** The sum that the feed says of this row now, in sen; null if it is the stored one. */
async function restatedSum(tx: Tx, row: Pick<LockedRow, 'id'>): Promise<bigint | null> {
  const change = await tx
    .selectFrom('statement_change')
    .innerJoin('bank_statement', 'bank_statement.id', 'statement_change.statement_id')
    .select('statement_change.amount')
    .where('statement_id', '=', row.id)
    .whereRef('statement_change.amount', '<>', 'bank_statement.amount')
    .executeTakeFirst()
  return change === undefined ? null : senOf(change.amount)
}

/** Whether the feed says another sum of this row now. */
export const isRestated = async (tx: Tx, row: Pick<LockedRow, 'id'>): Promise<boolean> => (await restatedSum(tx, row)) !== null

/**
 * Refuses to credit the money of a row of which the feed says another sum now, unless the administrator names that sum and so confirms that the bank has
 * the stored one.
 */
export async function refuseRestated(tx: Tx, row: LockedRow, confirmed: string | null): Promise<void> {
  const sum = await restatedSum(tx, row)
  if (sum === null || row.amount === null) return
  const now = senText(sum)
  if (now === confirmed) return
  throw new Refusal('ticket.perhaps_restated', { row: row.id.toString(), amount: dotted(row.amount), now }, { extra: { ralat: now } })
}
