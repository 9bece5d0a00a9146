import type { BankCode } from '@lapak/contract/shared/banks'
import type { AuditEventName } from '@lapak/contract/system/audit'
import { sql } from 'kysely'
import { type Audit, type AuditEntry, systemActor } from '#contexts/system/audit/audit.ts'
import type { Reader, Tx } from '#db/db.ts'
import { enqueue } from '#jobs/jobs.ts'
import { eachOf, inTurns } from '#jobs/yielding.ts'
import { decimalOf, senOf } from '#shared/money/sen.ts'
import { matchConfirmedJob, matchReversalsJob, matchStatementsJob } from './bank-statements.jobs.ts'
import { storeRestatements } from './restatements.ts'
import { isReportedAsReversal } from './reversals.ts'
import { type Added, type Compared, comparing, type KnownRow } from './same-rows.ts'
import { fingerprintOf, nearDays, type StatementRow } from './statement-row.ts'
import { newestStatement } from './statement-rows.queries.ts'

export interface Delivery {
  bank: BankCode
  /** The name of a feed, or the format of a file with its columns. */
  source: string
  /** The platform's account at this bank, for rows without an account number. */
  account: string
  rows: readonly StatementRow[]
}

export async function compareDelivery(read: Reader, { bank, source, rows }: Delivery): Promise<Compared> {
  if (rows.length === 0) return { added: [], named: [], restated: [], known: [] }
  const spans = spansAround(rows.map(({ at }) => at.getTime()))
  const sums = [...new Set(rows.map(({ amount }) => decimalOf(amount)))]
  const named = await idsOfNames(read, bank, rows)
  const columns = sql`row.id, row.account_no, row.happened_at, row.amount, row.balance, row.source, row.fingerprint, row.nth,
    array(select name from statement_name where statement_id = row.id) as names, change.amount as restated_amount, change.happened_at as restated_time`
  const change = sql`left join statement_change change on change.statement_id = row.id and change.feed = ${source}`
  const { rows: known } = await sql<Stored>`
    select ${columns}
    from unnest(${spans.map(({ from }) => from)}::timestamptz[], ${spans.map(({ until }) => until)}::timestamptz[]) span(first, last)
    join bank_statement row on row.bank_code = ${bank} and row.happened_at between span.first and span.last
    ${change}
    where row.amount = any(${sums}::numeric[])
    union
    select ${columns}
    from bank_statement row
    ${change}
    where row.id = any(${named}::bigint[])
    order by id`.execute(read)
  const seen = await inTurns(eachOf(rows, (row) => ({ row, source, fingerprint: fingerprintOf(bank, source, row) })))
  return inTurns(comparing(await inTurns(eachOf(known, knownRow)), seen))
}

const dayMs = 86_400_000

/**
 * The time spans in which these rows may already be stored. With separate spans, a single old row does not select all rows between it and the newest
 * row.
 */
function spansAround(times: readonly number[]): { from: Date; until: Date }[] {
  const around = (nearDays + 1) * dayMs
  const spans: { from: number; until: number }[] = []
  for (const time of times.toSorted((one, other) => one - other)) {
    const last = spans.at(-1)
    if (last && time - around <= last.until) last.until = time + around
    else spans.push({ from: time - around, until: time + around })
  }
  return spans.map(({ from, until }) => ({ from: new Date(from), until: new Date(until) }))
}

async function idsOfNames(read: Reader, bank: BankCode, rows: readonly StatementRow[]): Promise<bigint[]> {
  const names = rows.flatMap(({ name }) => (name === null ? [] : [name]))
  if (names.length === 0) return []
  const found = await read
    .selectFrom('statement_name')
    .select('statement_id')
    .where('bank_code', '=', bank)
    .where('name', 'in', names)
    .execute()
  return found.map(({ statement_id }) => statement_id)
}

interface Stored {
  id: bigint
  account_no: string
  happened_at: Date
  amount: string
  balance: string | null
  source: string
  names: string[]
  fingerprint: Buffer
  nth: number
  restated_amount: string | null
  restated_time: Date | null
}

const knownRow = (row: Stored): KnownRow => ({
  id: row.id,
  accountNo: row.account_no,
  at: row.happened_at,
  amount: senOf(row.amount),
  balance: row.balance === null ? null : senOf(row.balance),
  source: row.source,
  names: row.names,
  fingerprint: row.fingerprint,
  nth: row.nth,
  restatement:
    row.restated_amount === null || row.restated_time === null ? null : { amount: senOf(row.restated_amount), at: row.restated_time },
})

/** Serialises the deliveries for one bank, so that each delivery is compared with the rows of the previous one. */
export const lockBank = (tx: Tx, bank: BankCode) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`statements of ${bank}`}, 0))`.execute(tx)

/**
 * Stores the new rows and enqueues their matching. Returns the stored rows of which the feed says something else than before. The caller must hold the
 * bank's lock since the rows were compared.
 */
export async function storeDelivery(
  audit: Audit,
  tx: Tx,
  { added, named, restated, known, ...delivery }: Delivery & Compared,
  fileId: bigint | null,
): Promise<bigint[]> {
  const stored = await insertRows(tx, delivery, added, fileId)
  const names = stored.flatMap(({ id, row }) => (row.name === null ? [] : [{ id, name: row.name }]))
  const called = [...named, ...names].map(({ id, name }) => ({ bank_code: delivery.bank, name, statement_id: id }))
  if (called.length > 0) await tx.insertInto('statement_name').values(called).execute()
  if (fileId === null) await confirmRows(audit, tx, delivery.source, known)
  if (added.length > 0) await enqueue(tx, matchStatementsJob, {})
  const reversals = await storeReversals(tx, { ...delivery, known, stored })
  await recordDoubts(audit, tx, { source: delivery.source, reversals, stored })
  return storeRestatements(audit, tx, delivery, restated)
}

/** A row of this delivery that was stored now. */
interface StoredNow extends Added {
  id: bigint
}

const batchSize = 200

async function insertRows(tx: Tx, { bank, account }: Delivery, added: readonly Added[], fileId: bigint | null): Promise<StoredNow[]> {
  const valuesOf = ({ row, source, fingerprint, nth, maybeSameAs }: Added) => ({
    bank_code: bank,
    account_no: row.accountNo || account,
    happened_at: row.at,
    has_time: row.hasTime,
    amount: decimalOf(row.amount),
    is_reversal: isReportedAsReversal(row),
    description: row.description,
    reff: row.reff,
    balance: row.balance === null ? null : decimalOf(row.balance),
    source,
    file_id: fileId,
    fingerprint,
    nth,
    maybe_same_as: maybeSameAs,
    why: maybeSameAs === null ? null : `Mungkin sama dengan mutasi ${maybeSameAs}, yang diceritakan dengan tanggal atau saldo lain`,
  })
  const ids = new Map<string, bigint>()
  for (let from = 0; from < added.length; from += batchSize) {
    const stored = await tx
      .insertInto('bank_statement')
      .values(added.slice(from, from + batchSize).map(valuesOf))
      .returning(['id', 'fingerprint', 'nth'])
      .execute()
    for (const { id, fingerprint, nth } of stored) ids.set(keyOf(fingerprint, nth), id)
  }
  return added.flatMap((one) => {
    const id = ids.get(keyOf(one.fingerprint, one.nth))
    return id === undefined ? [] : [{ ...one, id }]
  })
}

/**
 * Stores that this delivery reports rows as reversals, also rows that were stored without it: by another source, or by an earlier delivery. Returns the
 * rows of which nobody reported it before.
 */
async function storeReversals(
  tx: Tx,
  { bank, rows, known, stored }: Delivery & Pick<Compared, 'known'> & { stored: readonly StoredNow[] },
): Promise<bigint[]> {
  const reported = rows.map((row, index) => ({ row, id: known[index] ?? null })).filter(({ row }) => isReportedAsReversal(row))
  if (reported.length === 0) return []
  const matched = reported.flatMap(({ id }) => (id === null ? [] : [id]))
  // One delivery may contain a row several times; only the first one is matched, and the others are found by their name.
  const named = await idsOfNames(
    tx,
    bank,
    reported.map(({ row }) => row),
  )
  const later = await tx
    .updateTable('bank_statement')
    .set({ is_reversal: true })
    .where('id', '=', sql<bigint>`any(${[...matched, ...named]}::bigint[])`)
    .where('is_reversal', '=', false)
    .where(sql<boolean>`amount < 0`)
    .returning('id')
    .execute()
  const first = stored.filter(({ row }) => isReportedAsReversal(row))
  // A row that may be the same as another one is not matched, so its alert is sent apart.
  const toMatch = [...later, ...first.filter(({ maybeSameAs }) => maybeSameAs !== null)].map(({ id }) => id)
  if (toMatch.length > 0) await enqueue(tx, matchReversalsJob, { rows: toMatch })
  return [...first, ...later].map(({ id }) => id)
}

/** Records what holds money back, as its only witness: `ledger:check` compares it. */
async function recordDoubts(
  audit: Audit,
  tx: Tx,
  { source, reversals, stored }: { source: string; reversals: readonly bigint[]; stored: readonly StoredNow[] },
): Promise<void> {
  const doubles = stored.flatMap(({ id, maybeSameAs }) => (maybeSameAs === null ? [] : [{ id, other: maybeSameAs }]))
  if (reversals.length + doubles.length === 0) return
  const { newest } = await tx.selectNoFrom(newestStatement.as('newest')).executeTakeFirstOrThrow()
  await recordInPortions(audit, tx, [
    ...reversals.map((id) => ({ event: 'statement.is_reversal' as const, by: systemActor, subject: id, after: { source, newest } })),
    ...doubles.map(({ id, other }) => ({ event: 'statement.maybe_same' as const, by: systemActor, subject: id, after: { other, newest } })),
  ])
}

async function recordInPortions<Name extends AuditEventName>(audit: Audit, tx: Tx, notes: readonly AuditEntry<Name>[]): Promise<void> {
  for (let from = 0; from < notes.length; from += batchSize) await audit.recordAll(tx, notes.slice(from, from + batchSize))
}

/** Marks rows that only a file had reported as confirmed by a feed. */
async function confirmRows(audit: Audit, tx: Tx, feed: string, known: readonly (bigint | null)[]): Promise<void> {
  const rows = await tx
    .updateTable('bank_statement')
    .set({ confirmed_at: new Date() })
    .where('id', '=', sql<bigint>`any(${known.filter((id) => id !== null)}::bigint[])`)
    .where('file_id', 'is not', null)
    .where('confirmed_at', 'is', null)
    .returning(['id', 'explained'])
    .execute()
  await audit.recordAll(
    tx,
    rows.map(({ id }) => ({ event: 'statement.confirmed', by: systemActor, subject: id, after: { feed } })),
  )
  const waiting = rows.filter(({ explained }) => explained === 'unmatched').map(({ id }) => id)
  if (waiting.length > 0) await enqueue(tx, matchConfirmedJob, { rows: waiting })
}

const keyOf = (fingerprint: Buffer, nth: number): string => `${fingerprint.toString('hex')} ${nth}`
