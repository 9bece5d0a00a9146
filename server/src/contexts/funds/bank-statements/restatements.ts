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
import { isSameMovement, type Restatement, type SumAndDay } from './same-rows.ts'
import { newestStatement } from './statement-rows.queries.ts'

/**
 * After so many restatements of one row, no further ones are recorded and administrators are not told again: a feed that changes its mind with each
 * delivery would fill the audit.
 */
const recordedMax = 10

/**
 * Keeps what a feed says now of rows that it told otherwise before, and tells all administrators. The row and what was booked by it stay as they are: only
 * a person can know which of the two the bank has. Each feed has its own last word, so that one feed that says the stored row again does not end what
 * another one goes on to say. Returns the restated rows. The caller must hold the bank's lock.
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
    const earlier = await restatementsOf(tx, stored.id)
    const movement = { amount: senOf(stored.amount), at: stored.happened_at }
    const before = earlier.find((one) => one.feed === feed) ?? movement
    const facts = await storeRestatement(tx, stored.id, feed, row)
    ids.push(stored.id)
    const number = 1 + earlier.reduce((sum, { times }) => sum + times, 0)
    if (number > recordedMax) continue
    await audit.record(tx, {
      event: 'statement.restated',
      by: systemActor,
      subject: stored.id,
      before: { feed, amount: decimalOf(before.amount), at: before.at.toISOString() },
      after: { feed, amount: decimalOf(row.amount), at: row.at.toISOString(), ...facts, ...(number === recordedMax && { final: true }) },
    })
    const others = [movement, ...earlier.filter((one) => one.feed !== feed)]
    if (areKnownFrom(others, before, row)) continue
    const [first, last] = sumsOrDays(before, row)
    notifyAdmins(tx, {
      kind: 'waiting',
      key: `statement ${stored.id} restated`,
      title: 'Layanan mutasi mengubah mutasi bank',
      text: `Mutasi ${stored.id} di ${bankNames[bank]}: tadinya ${first}, sekarang ${last}. Pembukuan tidak berubah; cocokkan dengan rekening koran.`,
      link: '/mutasibank',
    })
  }
  return ids
}

/** Another feed says the same, or still says what this feed takes back: administrators know both already. */
const areKnownFrom = (others: readonly SumAndDay[], ...both: readonly SumAndDay[]): boolean =>
  both.every((one) => others.some((other) => isSameMovement(other, one)))

interface FeedRestatement extends SumAndDay {
  feed: string
  /** How often the feed changed it. */
  times: number
}

/** The last word of each feed that has ever told this row otherwise than it is stored. */
async function restatementsOf(tx: Tx, row: bigint): Promise<FeedRestatement[]> {
  const rows = await tx
    .selectFrom('statement_change')
    .select(['feed', 'amount', 'happened_at', 'times'])
    .where('statement_id', '=', row)
    .execute()
  return rows.map(({ feed, amount, happened_at, times }) => ({ feed, amount: senOf(amount), at: happened_at, times }))
}

/** Returns what the audit has of it besides the sum and day: how often the feed restated the row. */
function storeRestatement(tx: Tx, statementId: bigint, feed: string, row: Restatement['row']): Promise<{ times: number; newest: bigint }> {
  const now = { amount: decimalOf(row.amount), happened_at: row.at, has_time: row.hasTime }
  return tx
    .insertInto('statement_change')
    .values({ statement_id: statementId, feed, ...now })
    .onConflict((one) =>
      one
        .columns(['statement_id', 'feed'])
        .doUpdateSet({ ...now, times: sql<number>`statement_change.times + 1`, reported_at: sql<Date>`now()` }),
    )
    .returning(['times', newestStatement.as('newest')])
    .executeTakeFirstOrThrow()
}

/** The sum, and the day if only the day differs. */
function sumsOrDays(before: SumAndDay, now: SumAndDay): [before: string, now: string] {
  if (before.amount !== now.amount) return [senText(before.amount), now.amount === 0n ? 'tidak ada' : senText(now.amount)]
  return [jakartaDayOf(before.at), jakartaDayOf(now.at)]
}

/** The sums that feeds say of this row now, other than the stored one, as a text array, the smallest first. For queries of `bank_statement` without an alias. */
export const restatedSums = sql<string[]>`array(
  select distinct change.amount from statement_change change
  where change.statement_id = bank_statement.id and change.amount <> bank_statement.amount order by change.amount
)::text[]`

/** Other sums of a row as text, such as `Rp 457, Rp 458`. Each feed has one, so that there are few. */
export const restatedText = (sums: readonly string[]): string => sums.map((sum) => senText(senOf(sum))).join(', ')

async function restatedSumsOf(tx: Tx, row: Pick<LockedRow, 'id'>): Promise<string[]> {
  const { sums } = await tx.selectFrom('bank_statement').select(restatedSums.as('sums')).where('id', '=', row.id).executeTakeFirstOrThrow()
  return sums
}

/** Whether a feed says another sum of this row now. */
export const isRestated = async (tx: Tx, row: Pick<LockedRow, 'id'>): Promise<boolean> => (await restatedSumsOf(tx, row)).length > 0

/**
 * Refuses to credit the money of a row of which a feed says another sum now, unless the administrator names all such sums and so confirms that the bank
 * has the stored one.
 */
export async function refuseRestated(tx: Tx, row: LockedRow, confirmed: string | null): Promise<void> {
  const sums = await restatedSumsOf(tx, row)
  if (sums.length === 0 || row.amount === null) return
  const now = restatedText(sums)
  if (now === confirmed) return
  throw new Refusal('ticket.perhaps_restated', { row: row.id.toString(), amount: dotted(row.amount), now }, { extra: { ralat: now } })
}
