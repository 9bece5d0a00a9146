import { sql } from 'kysely'
import { recordProductsChange } from '#contexts/catalogue/price-changes/price-changes.ts'
import type { Actor, Audit } from '#contexts/system/audit/audit.ts'
import type { Tx } from '#db/db.ts'
import type { ProductChange, ProductValues } from './product-changes.ts'

/** Writes many products with few statements. */

export interface Storing {
  tx: Tx
  audit: Audit
  by: Actor
  at: Date
}

type Known = ProductChange & { id: bigint; before: ProductValues }
/** A new product with the id that it will get. */
type Added = ProductChange & { id: bigint; before: null }
export type Numbered = Known | Added

/** Rows per statement. */
const batchSize = 500

function* inBatches<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += batchSize) yield rows.slice(from, from + batchSize)
}

const isKnown = (change: ProductChange): change is Known => change.id !== null && change.before !== null

/** Assigns ids to new products and writes the audit entries. Large imports call this before they take the cache lock. */
export async function recordProducts({ tx, audit, by }: Storing, changes: readonly ProductChange[]): Promise<Numbered[]> {
  const fresh = await numbersFor(tx, changes.filter((change) => !isKnown(change)).length)
  const numbered = changes.map((change) => (isKnown(change) ? change : { ...change, id: fresh.shift() ?? 0n, before: null }))
  for (const some of inBatches(numbered))
    await audit.recordAll(
      tx,
      some.map(({ id, before, after }) =>
        before === null
          ? { event: 'product.added' as const, by, subject: id, after: factsOf(after) }
          : { event: 'product.changed' as const, by, subject: id, before: factsOf(before), after: factsOf(after) },
      ),
    )
  return numbered
}

async function numbersFor(tx: Tx, count: number): Promise<bigint[]> {
  if (count === 0) return []
  const { rows } = await sql<{ id: bigint }>`
    select nextval(pg_get_serial_sequence('product', 'id')) as id from generate_series(1, ${count})`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Requires the cache lock. Also records the price changes about which buyers are notified. */
export async function writeProducts(storing: Storing, changes: readonly Numbered[]): Promise<void> {
  const known = changes.filter(isKnown)
  for (const some of inBatches(known)) await update(storing, some)
  for (const some of inBatches(changes.filter((change) => !isKnown(change)))) await insert(storing, some)
  await recordOpenings(storing, known)
}

const factsOf = ({ brand_id: brand, is_code: iscode, ...values }: ProductValues) => ({ ...values, brand, iscode })

const columnsOf = (changes: readonly ProductChange[]) => {
  const of = <Value>(value: (values: ProductValues) => Value) => changes.map(({ after }) => value(after))
  return sql`${of(({ code }) => code)}::text[], ${of(({ name }) => name)}::text[], ${of(({ description }) => description)}::text[],
    ${of(({ type }) => type)}::smallint[], ${of(({ denom }) => denom)}::bigint[], ${of((values) => values.brand_id)}::bigint[],
    ${of(({ image }) => image)}::text[], ${of(({ active }) => active)}::boolean[], ${of((values) => values.is_code)}::boolean[]`
}

const names = sql`code, name, description, type, denom, brand_id, image, active, is_code`

async function update({ tx, at }: Storing, changes: readonly Known[]): Promise<void> {
  await sql`
    update product set code = news.code, name = news.name, description = news.description, type = news.type, denom = news.denom,
      brand_id = news.brand_id, category_id = brand.category_id, image = news.image, active = news.active, is_code = news.is_code, updated_at = ${at}
    from unnest(${changes.map(({ id }) => id)}::bigint[], ${columnsOf(changes)}) as news(id, ${names})
    join brand on brand.id = news.brand_id
    where product.id = news.id`.execute(tx)
}

async function insert({ tx, at }: Storing, changes: readonly Numbered[]): Promise<void> {
  await sql`
    insert into product (id, ${names}, category_id, updated_at) overriding system value
    select news.*, brand.category_id, ${at}
    from unnest(${changes.map(({ id }) => id)}::bigint[], ${columnsOf(changes)}) as news(id, ${names}) join brand on brand.id = news.brand_id`.execute(
    tx,
  )
}

/** A product is sold while both the product and its brand are open, so moving a product between an open and a closed brand is recorded as well. */
async function recordOpenings({ tx, at }: Storing, changes: readonly Known[]): Promise<void> {
  const moved = changes.filter(({ before, after }) => before.active !== after.active || before.brand_id !== after.brand_id)
  if (moved.length === 0) return
  const brandIds = moved.flatMap(({ before, after }) => [before.brand_id, after.brand_id])
  const brands = await tx
    .selectFrom('brand')
    .select('id')
    .where(sql<boolean>`id = any(${brandIds}::bigint[])`)
    .where('active', '=', true)
    .execute()
  const open = new Set(brands.map(({ id }) => id))
  const isOpen = ({ active, brand_id }: ProductValues) => active && open.has(brand_id)
  for (const opens of [true, false]) {
    const affected = moved.filter(({ before, after }) => isOpen(before) !== opens && isOpen(after) === opens)
    await recordProductsChange(
      tx,
      affected.map(({ id }) => id),
      opens,
      at,
    )
  }
}
