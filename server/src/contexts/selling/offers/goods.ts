import { sql } from 'kysely'
import type { Reader, Tx } from '#db/db.ts'
import type { Goods } from './plan.ts'

/** What a seller may begin to offer: a product is sold while it and its brand are open. */
export const onSale = (read: Reader) =>
  read
    .selectFrom('product')
    .innerJoin('brand', 'brand.id', 'product.brand_id')
    .where('product.active', '=', true)
    .where('brand.active', '=', true)

/** What a file names by its code, sold or not. */
export interface Named {
  goods: Goods
  onSale: boolean
}

export async function goodsOf(read: Reader, codes: readonly string[]): Promise<Map<string, Named>> {
  if (codes.length === 0) return new Map()
  const rows = await read
    .selectFrom('product')
    .innerJoin('brand', 'brand.id', 'product.brand_id')
    .select(['product.id as productId', 'product.code', 'product.name', 'product.type'])
    .select(sql<boolean>`product.active and brand.active`.as('onSale'))
    .where(sql<boolean>`product.code = any(${codes}::text[])`)
    .execute()
  return new Map(rows.map(({ onSale, ...goods }) => [goods.code, { goods, onSale }]))
}

/** Whether all of them are sold still, and what a price of them means is the same; the cache lock keeps it true. */
export async function areStillOnSale(tx: Tx, goods: readonly Goods[]): Promise<boolean> {
  if (goods.length === 0) return true
  const [ids, types] = [goods.map(({ productId }) => productId), goods.map(({ type }) => type)]
  const { same } = await onSale(tx)
    .innerJoin(sql<{ id: bigint; type: number }>`unnest(${ids}::bigint[], ${types}::smallint[])`.as<'read'>(sql`read(id, type)`), (join) =>
      join.onRef('read.id', '=', 'product.id').onRef('read.type', '=', 'product.type'),
    )
    .select(({ fn }) => fn.countAll<bigint>().as('same'))
    .executeTakeFirstOrThrow()
  return same === BigInt(goods.length)
}
