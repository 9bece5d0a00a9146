import type { ReferenceExpression, SelectQueryBuilder } from 'kysely'
import { sql } from 'kysely'

/** What every list is asked for, as `pageQuery` of the contract decodes it. */
export interface PageAsk {
  page: number
  size: number
  sort: { descending: boolean }
}

/** How many rows a query matches, whatever it selects. */
export async function countOf<DB, Tables extends keyof DB, Row>(found: SelectQueryBuilder<DB, Tables, Row>): Promise<number> {
  const { total } = await found
    .clearSelect()
    .select(sql<bigint>`count(*)`.as('total'))
    .$castTo<{ total: bigint }>()
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** The rows of one page; `id` decides between equals, so that no row is shown twice or left out from page to page. */
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
