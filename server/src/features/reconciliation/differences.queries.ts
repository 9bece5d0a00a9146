import { type BankCode, bankNames } from '@lapak/contract/banks'
import type { Difference, DifferenceKind, DifferenceQuery, ReconciliationScope } from '@lapak/contract/reconciliation'
import { sql } from 'kysely'
import type { Database, Reader } from '#core/db.ts'
import { countOf, onePage } from '#core/paging.ts'
import { Refusal } from '#core/refusal.ts'
import { containing } from '#core/search.ts'
import { senOf } from '#money/sen.ts'
import type { Days } from './statement-days.queries.ts'

/** How many differences of a bank or seller are open on a day. */
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

export const shownDifferences = (read: Reader) =>
  read
    .selectFrom('reconciliation_difference as difference')
    .leftJoin('member as seller', (join) =>
      join
        .on('difference.scope', '=', 'seller')
        .on(sql`seller.id`, '=', sql`case when difference.scope = 'seller' then difference.key::bigint end`),
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
      'difference.seen_at',
      'difference.still',
      'difference.ended_at',
      'difference.ended_reason',
      'seller.name as seller_name',
      'ender.name as ender_name',
    ])

type Shown = Awaited<ReturnType<ReturnType<typeof shownDifferences>['executeTakeFirstOrThrow']>>

export const sortColumns = { hari: 'difference.day', createat: 'difference.seen_at' } as const

type Filters = Omit<DifferenceQuery, 'page' | 'size' | 'sort'>

export function foundDifferences(read: Reader, { open, scope, kind, bankcode, sellerid, search, awal, akhir }: Filters) {
  const keys = [...(bankcode === undefined ? [] : [`${bankcode}`]), ...(sellerid === undefined ? [] : [`${sellerid}`])]
  const wantedScope = bankcode !== undefined ? 'bank' : sellerid !== undefined ? 'seller' : undefined
  return shownDifferences(read)
    .$if(open !== undefined, (rows) => rows.where('difference.ended_at', open ? 'is' : 'is not', null))
    .$if(scope !== undefined, (rows) => rows.where('difference.scope', '=', scope ?? ''))
    .$if(wantedScope !== undefined, (rows) => rows.where('difference.scope', '=', wantedScope ?? '').where('difference.key', 'in', keys))
    .$if(kind !== undefined, (rows) => rows.where('difference.kind', '=', kind ?? ''))
    .$if(awal !== undefined, (rows) => rows.where('difference.day', '>=', sql<Date>`${awal}::date`))
    .$if(akhir !== undefined, (rows) => rows.where('difference.day', '<=', sql<Date>`${akhir}::date`))
    .$if(search !== undefined, (rows) =>
      rows.where((eb) =>
        eb.or([
          eb('difference.reference', 'ilike', containing(search ?? '')),
          eb('difference.detail', 'ilike', containing(search ?? '')),
          eb('seller.name', 'ilike', containing(search ?? '')),
        ]),
      ),
    )
}

export async function listDifferences(
  { read }: Database,
  query: DifferenceQuery,
): Promise<{ content: Difference[]; totalElements: number }> {
  const rows = foundDifferences(read, query)
  const content = await onePage(rows, query, sortColumns[query.sort.field], 'difference.id').execute()
  return { content: content.map(viewOfDifference), totalElements: await countOf(rows) }
}

export async function readDifference(read: Reader, id: bigint): Promise<Difference> {
  const row = await shownDifferences(read).where('difference.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found.difference')
  return viewOfDifference(row)
}

export function viewOfDifference(row: Shown): Difference {
  const isBank = row.scope === 'bank'
  return {
    id: row.id,
    scope: row.scope as ReconciliationScope,
    bankcode: isBank ? (row.key as BankCode) : null,
    sellerid: isBank ? null : BigInt(row.key),
    name: isBank ? bankNames[row.key as BankCode] : (row.seller_name ?? row.key),
    hari: row.day,
    kind: row.kind as DifferenceKind,
    reference: row.reference,
    ours: row.ours === null ? null : senOf(row.ours),
    theirs: row.theirs === null ? null : senOf(row.theirs),
    keterangan: row.detail,
    createat: row.seen_at,
    still: row.still,
    endedat: row.ended_at,
    endedby: row.ender_name,
    endedreason: row.ended_reason,
  }
}
