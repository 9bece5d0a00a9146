import { type Explanation, explanationsOf, type Statement, type StatementQuery } from '@lapak/contract/funds/bank-statements'
import type { BankCode } from '@lapak/contract/shared/banks'
import { sql } from 'kysely'
import { invoiceOf } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import type { Database, Reader } from '#db/db.ts'
import { containsPattern } from '#db/like-pattern.ts'
import { countOf, idsOfPage, inOrderOf, isFew } from '#http/paging.ts'
import { Refusal } from '#http/refusal.ts'
import { jakartaDayOf, jakartaRange } from '#shared/clock.ts'
import { senOf } from '#shared/money/sen.ts'

export interface ListDeps {
  db: Database
  installation: string
}

const columns = {
  id: 'id',
  createat: 'created_at',
  tanggaltran: 'happened_at',
  mutasi: 'amount',
} as const

/** The administrator whose decision about the row, or about its suspense money, waits for a second administrator. */
const askedBy = sql<string | null>`(
  select asker.name from approval_request request join member asker on asker.id = request.asked_by
  where outcome is null and (
    request.kind = 'statement.note' and request.subject = bank_statement.id::text
    or request.kind = 'unmatched.assign' and request.subject = suspense_item.id::text
  ) order by request.id limit 1)`

const shownIn = (read: Reader) =>
  read
    .selectFrom('bank_statement')
    .leftJoin('member', 'member.id', 'bank_statement.explained_by')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('statement_change')
          .selectAll()
          .whereRef('statement_id', '=', 'bank_statement.id')
          .orderBy(sql`statement_change.amount <> bank_statement.amount`, 'desc')
          .orderBy(
            sql`(statement_change.happened_at at time zone 'Asia/Jakarta')::date <> (bank_statement.happened_at at time zone 'Asia/Jakarta')::date`,
            'desc',
          )
          .orderBy('reported_at', 'desc')
          .limit(1)
          .as('change'),
      (on) => on.onTrue(),
    )
    .leftJoin('suspense_item', (on) =>
      on.onRef('suspense_item.statement_id', '=', 'bank_statement.id').on('suspense_item.closed_at', 'is', null),
    )
    .select([
      'bank_statement.id',
      'bank_statement.created_at',
      'bank_statement.happened_at',
      'bank_statement.has_time',
      'bank_statement.description',
      'bank_statement.amount',
      'bank_statement.reff',
      'bank_statement.bank_code',
      'bank_statement.account_no',
      'bank_statement.balance',
      'bank_statement.explained',
      'bank_statement.explained_id',
      'bank_statement.explained_at',
      'bank_statement.why',
      'member.name as explained_by_name',
      'suspense_item.id as unmatched',
      askedBy.as('askedby'),
      'change.amount as restated_amount',
      'change.happened_at as restated_happened_at',
      'change.has_time as restated_has_time',
      'change.reported_at as restated_at',
    ])

type Shown = Awaited<ReturnType<ReturnType<typeof shownIn>['executeTakeFirstOrThrow']>>

export async function listStatements(
  { db, installation }: ListDeps,
  query: StatementQuery,
): Promise<{ content: Statement[]; totalElements: number }> {
  const { bankcode, awal, akhir, search } = query
  const status = query.status ?? query.statustrx
  const { from, until } = jakartaRange(awal, akhir)
  const found = db.read
    .selectFrom('bank_statement')
    .select(['bank_statement.id', 'bank_statement.created_at', 'bank_statement.happened_at', 'bank_statement.amount'])
    .$if(bankcode !== undefined, (rows) => rows.where('bank_statement.bank_code', '=', bankcode ?? ''))
    .$if(status !== undefined, (rows) => rows.where('bank_statement.explained', 'in', explanationsOf[status ?? '0']))
    .$if(from !== undefined, (rows) => rows.where('bank_statement.happened_at', '>=', from ?? new Date(0)))
    .$if(until !== undefined, (rows) => rows.where('bank_statement.happened_at', '<', until ?? new Date(0)))
    .$if(search !== undefined, (rows) => rows.where(holds(search ?? '')))
  const ids = await idsOfPage(db.read, found, query, columns[query.sort.field], isFew(query))
  const rows = await shownIn(db.read).where(sql<boolean>`bank_statement.id = any(${ids}::bigint[])`).execute()
  return { content: inOrderOf(ids, rows).map((row) => viewOf(installation, row)), totalElements: await countOf(found) }
}

/**
 * Searches the text, the reference and the sum of a row, for money in and money out. A search text of one or two digits is compared with the sum
 * only, because nearly all texts contain such digits.
 */
function holds(typed: string) {
  const words = sql<boolean>`(bank_statement.description ilike ${containsPattern(typed)} or bank_statement.reff ilike ${containsPattern(typed)})`
  const digits = typed.replace(/[.,\s]/g, '')
  if (!/^\d{1,15}$/.test(digits)) return words
  const sum = sql<boolean>`bank_statement.amount in (${digits}::numeric, -${digits}::numeric)`
  return digits.length < 3 ? sum : sql<boolean>`(${words} or ${sum})`
}

export async function readStatement({ db, installation }: ListDeps, id: bigint): Promise<Statement> {
  const row = await shownIn(db.read).where('bank_statement.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found.statement')
  return viewOf(installation, row)
}

const viewOf = (installation: string, row: Shown): Statement => ({
  id: row.id,
  createat: row.created_at,
  tanggaltran: row.happened_at,
  withtime: row.has_time,
  keterangan: row.description,
  mutasi: senOf(row.amount),
  reff: row.reff,
  bankcode: row.bank_code as BankCode,
  accountno: row.account_no,
  saldo: row.balance === null ? null : senOf(row.balance),
  status: row.explained as Explanation,
  reference: row.explained_id,
  invoice: row.explained === 'deposit' && row.explained_id !== null ? invoiceOf(installation, row.explained_id) : null,
  why: row.why ?? '',
  explainedby: row.explained_by_name,
  explainedat: row.explained_at,
  unmatched: row.unmatched,
  askedby: row.askedby,
  ralat: restatementOf(row),
})

/** What a feed says now, unless it says again what is stored: of several feeds the one with another sum, else the one with another day. */
function restatementOf({
  amount,
  happened_at,
  restated_amount,
  restated_happened_at,
  restated_has_time,
  restated_at,
}: Shown): Statement['ralat'] {
  if (restated_amount === null || restated_happened_at === null || restated_at === null) return null
  if (senOf(restated_amount) === senOf(amount) && jakartaDayOf(restated_happened_at) === jakartaDayOf(happened_at)) return null
  return { mutasi: senOf(restated_amount), tanggaltran: restated_happened_at, withtime: restated_has_time ?? false, createat: restated_at }
}
