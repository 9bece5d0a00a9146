import { fewDays } from '@lapak/contract/shared/long-lists'
import type { ReferenceExpression, SelectQueryBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Reader } from '#db/db.ts'
import { jakartaRange } from '#shared/clock.ts'

/** Paging parameters of a list, as decoded by `pageQuery` of the contract. */
export interface PageAsk {
  page: number
  size: number
  sort: { descending: boolean }
}

/** Number of rows that a query matches, independent of its selection. */
export async function countOf<DB, Tables extends keyof DB, Row>(found: SelectQueryBuilder<DB, Tables, Row>): Promise<number> {
  const { total } = await found
    .clearSelect()
    .select(sql<bigint>`count(*)`.as('total'))
    .$castTo<{ total: bigint }>()
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** The rows of one page. `id` breaks ties, so that no row is repeated or skipped between pages. */
export function onePage<DB, Tables extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, Tables, Row>,
  { page, size, sort }: PageAsk,
  column: ReferenceExpression<DB, Tables>,
  id: ReferenceExpression<DB, Tables>,
): SelectQueryBuilder<DB, Tables, Row> {
  const direction = sort.descending ? 'desc' : 'asc'
  return rows
    .orderBy(column, direction)
    .orderBy(id, direction)
    .limit(size)
    .offset(page * size)
}

interface Bounds {
  search?: string | undefined
  awal?: string | undefined
  akhir?: string | undefined
}

/** True when a search text or a short range limits the list to few rows. */
export function isFew({ search, awal, akhir }: Bounds): boolean {
  const { from, until } = jakartaRange(awal, akhir)
  const isShort = from !== undefined && until !== undefined && until.getTime() - from.getTime() <= fewDays * 86_400_000
  return search !== undefined || isShort
}

/**
 * The ids of one page, found in a single table: joins then run on the page's rows only. With `few`, rows are filtered before sorting; otherwise the
 * planner would scan all rows in order.
 */
export async function idsOfPage<DB, Tables extends keyof DB, Row extends { id: bigint }>(
  read: Reader,
  found: SelectQueryBuilder<DB, Tables, Row>,
  { page, size, sort }: PageAsk,
  column: keyof Row & string,
  few: boolean,
): Promise<bigint[]> {
  const direction = sort.descending ? sql`desc` : sql`asc`
  const { rows } = await sql<{ id: bigint }>`
    select id from ${few ? found.offset(sql<bigint>`0`) : found} as found
    order by ${sql.ref(column)} ${direction}, id ${direction} limit ${size} offset ${page * size}`.execute(read)
  return rows.map(({ id }) => id)
}

/** Rows in the order of `ids`. */
export function inOrderOf<Row extends { id: bigint }>(ids: readonly bigint[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
