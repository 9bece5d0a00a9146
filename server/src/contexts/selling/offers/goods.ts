import { sql } from 'kysely'
import type { Reader, Tx } from '#db/db.ts'
import type { Goods } from './plan.ts'

/** Products that a seller may add to its offers: a product is on sale while the product and its brand are open. */
export const onSale = (read: Reader) =>
  read
    .selectFrom('product')
    .innerJoin('brand', 'brand.id', 'product.brand_id')
    .where('product.active', '=', true)
    .where('brand.active', '=', true)

/** A product whose code a file contains, and whether it is on sale. */
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

/**
 * Whether all products are still on sale and still of the same type. The type decides what the price means. The cache lock prevents changes until the
 * commit.
 */
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
