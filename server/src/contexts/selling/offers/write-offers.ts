import { sql } from 'kysely'
import type { Tx } from '#db/db.ts'
import type { Goods, OwnOffer, Planned, Terms } from './plan.ts'

/** The rows of a plan, written many at a time. */

export type Changed = Planned & OwnOffer
/** With the number that it will have, so that its trail can be written before it. */
export type Added = Goods & { offerId: bigint; before: null; after: Terms }

export const changedOf = (lines: readonly Planned[]): Changed[] => lines.filter((line): line is Changed => line.before !== null)

export async function addedOf(tx: Tx, lines: readonly Planned[]): Promise<Added[]> {
  const fresh = lines.filter(({ before }) => before === null)
  if (fresh.length === 0) return []
  const { rows } = await sql<{ id: bigint }>`
    select nextval(pg_get_serial_sequence('offer', 'id')) as id from generate_series(1, ${fresh.length})`.execute(tx)
  return rows.map(({ id }, nth) => ({ ...(fresh[nth] as Planned), offerId: id, before: null }))
}

/** Rows of one statement: so many that neither they nor what is made of them is long. */
const portion = 200

export function* inPortions<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += portion) yield rows.slice(from, from + portion)
}

/** Whether all of them are as they were read; the cache lock keeps it true. */
export async function noneMoved(tx: Tx, lines: readonly Changed[]): Promise<boolean> {
  const [ids, versions] = [lines.map(({ offerId }) => offerId), lines.map(({ version }) => version)]
  const { rows } = await sql<{ same: bigint }>`
    select count(*) as same from unnest(${ids}::bigint[], ${versions}::bigint[]) as read(id, version)
    join offer on offer.id = read.id and offer.version = read.version`.execute(tx)
  return rows[0]?.same === BigInt(lines.length)
}

const columnsOf = (lines: readonly { after: Terms }[]) => {
  const of = <Value>(value: (terms: Terms) => Value) => lines.map(({ after }) => value(after))
  return sql`${of((terms) => terms.supplier_code)}::text[], ${of((terms) => terms.check_code)}::text[],
    ${of((terms) => terms.sell_price)}::bigint[], ${of((terms) => terms.buy_price)}::bigint[],
    ${of((terms) => terms.promo_price)}::bigint[], ${of((terms) => terms.open)}::boolean[],
    ${of((terms) => terms.disturbed)}::boolean[], ${of((terms) => terms.stock !== null)}::boolean[],
    ${of((terms) => terms.cutoff_from)}::time[], ${of((terms) => terms.cutoff_to)}::time[]`
}

const names = sql`supplier_code, check_code, sell_price, buy_price, promo_price, open, disturbed, stocked, cutoff_from, cutoff_to`

/** Orders that left with another code until now are asked about by it. */
export async function update(tx: Tx, lines: readonly Changed[], at: Date): Promise<void> {
  await sql`
    update offer set supplier_code = news.supplier_code, check_code = news.check_code, sell_price = news.sell_price,
      buy_price = news.buy_price, promo_price = news.promo_price, open = news.open, disturbed = news.disturbed,
      stocked = news.stocked, cutoff_from = news.cutoff_from, cutoff_to = news.cutoff_to, updated_at = ${at},
      former_code = case when offer.supplier_code = news.supplier_code then offer.former_code else offer.supplier_code end,
      former_code_since = case when offer.supplier_code = news.supplier_code then offer.former_code_since else offer.code_since end,
      code_since = case when offer.supplier_code = news.supplier_code then offer.code_since else ${at} end
    from unnest(${lines.map(({ offerId }) => offerId)}::bigint[], ${columnsOf(lines)}) as news(id, ${names})
    where offer.id = news.id`.execute(tx)
}

export async function insert(tx: Tx, sellerId: bigint, lines: readonly Added[]): Promise<void> {
  const [ids, products] = [lines.map(({ offerId }) => offerId), lines.map(({ productId }) => productId)]
  await sql`
    insert into offer (seller_id, id, product_id, ${names}) overriding system value
    select ${sellerId}, news.* from unnest(${ids}::bigint[], ${products}::bigint[], ${columnsOf(lines)}) as news`.execute(tx)
}
