import {
  type Difference,
  type DifferenceKind,
  type DifferenceQuery,
  type ProviderName,
  providerNames,
  type ReconciliationScope,
} from '@lapak/contract/funds/reconciliation'
import { type BankCode, bankNames } from '@lapak/contract/shared/banks'
import { sql } from 'kysely'
import type { Database, Reader } from '#db/db.ts'
import { containsPattern } from '#db/like-pattern.ts'
import { countOf, idsOfPage, inOrderOf, isFew } from '#http/paging.ts'
import { Refusal } from '#http/refusal.ts'
import { senOf } from '#shared/money/sen.ts'
import { rowWord } from './differences.ts'
import type { Days } from './statement-days.queries.ts'

/** The number of open differences of a bank, seller or provider on a day. */
export type OpenCount = (key: string, day: string) => number

export async function countOpen(read: Reader, scope: ReconciliationScope, { awal, akhir }: Days): Promise<OpenCount> {
  const rows = await read
    .selectFrom('reconciliation_difference')
    .select(['key', sql<string>`day::text`.as('day'), sql<number>`count(*)::integer`.as('open')])
    .where('scope', '=', scope)
    .where('ended_at', 'is', null)
    .where('day', '>=', sql<Date>`${awal}::date`)
    .where('day', '<=', sql<Date>`${akhir}::date`)
    .groupBy(['key', 'day'])
    .execute()
  const open = new Map(rows.map(({ key, day, open }) => [`${key} ${day}`, open]))
  return (key, day) => open.get(`${key} ${day}`) ?? 0
}

/** The administrator whose request to end the difference waits for a second administrator. */
const askedBy = sql<string | null>`case when difference.ended_at is null then (
  select asker.name from approval_request request join member asker on asker.id = request.asked_by
  where request.outcome is null and request.kind = 'difference.end' and request.subject = difference.id::text) end`

const shownDifferences = (read: Reader) =>
  read
    .selectFrom('reconciliation_difference as difference')
    .leftJoin('member as seller', (join) =>
      join
        .on('difference.scope', '=', 'seller')
        .on(sql`seller.id`, '=', sql`case when difference.scope = 'seller' then difference.key::bigint end`),
    )
    .leftJoin('bank_statement as row', (join) =>
      join.on(
        'row.id',
        '=',
        sql`case when difference.scope = 'bank' and starts_with(difference.reference, ${rowWord}) then substr(difference.reference, ${rowWord.length + 1})::bigint end`,
      ),
    )
    .leftJoin('member as ender', 'ender.id', 'difference.ended_by')
    .select([
      'difference.id',
      'difference.scope',
      'difference.key',
      sql<string>`difference.day::text`.as('day'),
      'difference.kind',
      'difference.reference',
      'difference.ours',
      'difference.theirs',
      'difference.detail',
      'row.description as row_text',
      'difference.seen_at',
      'difference.still',
      'difference.ended_at',
      'difference.ended_reason',
      'seller.name as seller_name',
      'ender.name as ender_name',
      askedBy.as('askedby'),
    ])

type Shown = Awaited<ReturnType<ReturnType<typeof shownDifferences>['executeTakeFirstOrThrow']>>

const sortColumns = { hari: 'day', createat: 'seen_at' } as const

type Filters = Omit<DifferenceQuery, 'page' | 'size' | 'sort'>

function foundDifferences(read: Reader, { open, scope, kind, bankcode, sellerid, search, awal, akhir }: Filters) {
  const keys = [...(bankcode === undefined ? [] : [`${bankcode}`]), ...(sellerid === undefined ? [] : [`${sellerid}`])]
  const wantedScope = bankcode !== undefined ? 'bank' : sellerid !== undefined ? 'seller' : undefined
  return read
    .selectFrom('reconciliation_difference as difference')
    .select(['difference.id', 'difference.day', 'difference.seen_at'])
    .$if(open !== undefined, (rows) => rows.where('difference.ended_at', open ? 'is' : 'is not', null))
    .$if(scope !== undefined, (rows) => rows.where('difference.scope', '=', scope ?? ''))
    .$if(wantedScope !== undefined, (rows) => rows.where('difference.scope', '=', wantedScope ?? '').where('difference.key', 'in', keys))
    .$if(kind !== undefined, (rows) => rows.where('difference.kind', '=', kind ?? ''))
    .$if(awal !== undefined, (rows) => rows.where('difference.day', '>=', sql<Date>`${awal}::date`))
    .$if(akhir !== undefined, (rows) => rows.where('difference.day', '<=', sql<Date>`${akhir}::date`))
    .$if(search !== undefined, (rows) => rows.where(holds(search ?? '')))
}

/**
 * Searches the reference, the detail, the text of the bank row, and the seller's name. Names are searched only among sellers with a difference, since
 * there are few of them.
 */
const holds = (typed: string) => sql<boolean>`(
  difference.reference ilike ${containsPattern(typed)} or difference.detail ilike ${containsPattern(typed)}
  or (difference.scope = 'bank' and difference.reference = any(array(select ${rowWord} || id from bank_statement where description ilike ${containsPattern(typed)})))
  or (difference.scope = 'seller' and difference.key = any(array(
    select id::text from member where name ilike ${containsPattern(typed)}
      and exists (select from reconciliation_difference theirs where theirs.scope = 'seller' and theirs.key = member.id::text))))
)`

export async function listDifferences(
  { read }: Database,
  query: DifferenceQuery,
): Promise<{ content: Difference[]; totalElements: number }> {
  const content = await differencesOf(read, await idsOfDifferences(read, query))
  return { content, totalElements: await countOf(foundDifferences(read, query)) }
}

export const idsOfDifferences = (read: Reader, query: DifferenceQuery): Promise<bigint[]> =>
  idsOfPage(read, foundDifferences(read, query), query, sortColumns[query.sort.field], isFew(query))

/** The differences with these ids, in the given order. */
export async function differencesOf(read: Reader, ids: readonly bigint[]): Promise<Difference[]> {
  const rows = await shownDifferences(read).where(sql<boolean>`difference.id = any(${ids}::bigint[])`).execute()
  return inOrderOf(ids, rows).map(viewOfDifference)
}

export async function readDifference(read: Reader, id: bigint): Promise<Difference> {
  const row = await shownDifferences(read).where('difference.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found.difference')
  return viewOfDifference(row)
}

function nameOf({ scope, key, seller_name }: Pick<Shown, 'scope' | 'key' | 'seller_name'>): string {
  if (scope === 'bank') return bankNames[key as BankCode]
  return scope === 'provider' ? providerNames[key as ProviderName] : (seller_name ?? key)
}

function viewOfDifference(row: Shown): Difference {
  return {
    id: row.id,
    scope: row.scope as ReconciliationScope,
    bankcode: row.scope === 'bank' ? (row.key as BankCode) : null,
    sellerid: row.scope === 'seller' ? BigInt(row.key) : null,
    name: nameOf(row),
    hari: row.day,
    kind: row.kind as DifferenceKind,
    reference: row.reference,
    ours: row.ours === null ? null : senOf(row.ours),
    theirs: row.theirs === null ? null : senOf(row.theirs),
    keterangan: [row.row_text ?? '', row.detail].filter((text) => text !== '').join(' · '),
    createat: row.seen_at,
    still: row.still,
    endedat: row.ended_at,
    endedby: row.ender_name,
    endedreason: row.ended_reason,
    askedby: row.askedby,
  }
}
