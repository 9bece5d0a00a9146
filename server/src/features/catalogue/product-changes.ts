import { sql } from 'kysely'
import type { Reader, Tx } from '#core/db.ts'
import type { Caller } from '#core/http.ts'
import { Refusal } from '#core/refusal.ts'
import type { Audit } from '../audit/audit.ts'
import { noteProductsChange } from '../price-changes/price-changes.ts'
import { type Use, usesOf } from './closing.queries.ts'

/** What an administrator says of a product; its category is its brand's. */
export interface ProductValues {
  code: string
  name: string
  description: string | null
  type: number
  denom: bigint
  brand_id: bigint
  image: string | null
  active: boolean
}

/** A product as it is, or one that is added. */
export interface ProductChange {
  id: bigint | null
  before: ProductValues | null
  after: ProductValues
}

export const isSame = (before: ProductValues, after: ProductValues): boolean =>
  (Object.keys(after) as (keyof ProductValues)[]).every((name) => before[name] === after[name])

const isKept = (name: 'code' | 'type') => (change: ProductChange) => change.before !== null && change.before[name] !== change.after[name]

/**
 * What stands against each change, in its order. A code that was ever offered means that product to buyers' software for ever; what a
 * type makes of a seller's price (the price itself, a fee, a margin) must not change under who sells by it or waits for it (decision 0046).
 */
export async function objections(read: Reader, changes: readonly ProductChange[]): Promise<(Refusal | null)[]> {
  const asked = changes.filter((change) => isKept('code')(change) || isKept('type')(change))
  const [uses, owners] = await Promise.all([
    usesOf(
      read,
      asked.flatMap(({ id }) => id ?? []),
    ),
    ownersOf(read, changes),
  ])
  return changes.map((change) => objection(change, change.id === null ? undefined : uses.get(change.id), owners))
}

function objection(change: ProductChange, use: Use | undefined, owners: ReadonlyMap<string, bigint>): Refusal | null {
  const { id, before, after } = change
  const owner = owners.get(after.code)
  if (owner !== undefined && owner !== id) return new Refusal('product.exists', { code: after.code }, { field: 'productcode' })
  if (before === null) return null
  if (isKept('code')(change) && use?.everOffered) return new Refusal('product.code_kept', { code: before.code }, { field: 'productcode' })
  if (isKept('type')(change) && use?.sold) return new Refusal('product.type_kept', { code: before.code }, { field: 'producttype' })
  return null
}

async function ownersOf(read: Reader, changes: readonly ProductChange[]): Promise<Map<string, bigint>> {
  const codes = changes.filter(({ before, after }) => before?.code !== after.code).map(({ after }) => after.code)
  if (codes.length === 0) return new Map()
  const rows = await read.selectFrom('product').select(['id', 'code']).where(sql<boolean>`code = any(${codes}::text[])`).execute()
  return new Map(rows.map(({ id, code }) => [code, id]))
}

export interface Storing {
  tx: Tx
  audit: Audit
  by: Caller
  at: Date
}

/** Writes them under the mirror's lock, with what buyers are told of it and who did it; answers their numbers in the same order. */
export async function storeProducts(storing: Storing, changes: readonly ProductChange[]): Promise<bigint[]> {
  const ids: bigint[] = []
  for (let from = 0; from < changes.length; from += portion) ids.push(...(await storeSome(storing, changes.slice(from, from + portion))))
  return ids
}

/** Rows of one statement. */
const portion = 150

type Known = ProductChange & { id: bigint; before: ProductValues }

async function storeSome(storing: Storing, changes: readonly ProductChange[]): Promise<bigint[]> {
  const { tx, audit, by } = storing
  const known = changes.filter((change): change is Known => change.id !== null && change.before !== null)
  const added = changes.filter(({ id }) => id === null)
  await update(storing, known)
  const ids = await insert(storing, added)
  const idOf = ({ id, after }: ProductChange) => id ?? ids.get(after.code) ?? 0n
  await tellOpenings(storing, known)
  await audit.noteAll(
    tx,
    known.map(({ id, before, after }) => ({
      ...{ event: 'product.changed' as const, by, subject: id, before: factsOf(before), after: factsOf(after) },
    })),
  )
  await audit.noteAll(
    tx,
    added.map((change) => ({ event: 'product.added' as const, by, subject: idOf(change), after: factsOf(change.after) })),
  )
  return changes.map(idOf)
}

const factsOf = ({ brand_id: brand, ...values }: ProductValues) => ({ ...values, brand })

const columnsOf = (changes: readonly ProductChange[]) => {
  const of = <Value>(value: (values: ProductValues) => Value) => changes.map(({ after }) => value(after))
  return sql`${of(({ code }) => code)}::text[], ${of(({ name }) => name)}::text[], ${of(({ description }) => description)}::text[],
    ${of(({ type }) => type)}::smallint[], ${of(({ denom }) => denom)}::bigint[], ${of((values) => values.brand_id)}::bigint[],
    ${of(({ image }) => image)}::text[], ${of(({ active }) => active)}::boolean[]`
}

const names = sql`code, name, description, type, denom, brand_id, image, active`

async function update({ tx, at }: Storing, changes: readonly Known[]): Promise<void> {
  if (changes.length === 0) return
  await sql`
    update product set code = news.code, name = news.name, description = news.description, type = news.type, denom = news.denom,
      brand_id = news.brand_id, category_id = brand.category_id, image = news.image, active = news.active, updated_at = ${at}
    from unnest(${changes.map(({ id }) => id)}::bigint[], ${columnsOf(changes)}) as news(id, ${names})
    join brand on brand.id = news.brand_id
    where product.id = news.id`.execute(tx)
}

async function insert({ tx, at }: Storing, changes: readonly ProductChange[]): Promise<Map<string, bigint>> {
  if (changes.length === 0) return new Map()
  const { rows } = await sql<{ id: bigint; code: string }>`
    insert into product (${names}, category_id, updated_at)
    select news.*, brand.category_id, ${at} from unnest(${columnsOf(changes)}) as news(${names}) join brand on brand.id = news.brand_id
    returning id, code`.execute(tx)
  return new Map(rows.map(({ id, code }) => [code, id]))
}

/** A product is sold while it and its brand are open, so moving it between an open and a closed brand tells too. */
async function tellOpenings({ tx, at }: Storing, changes: readonly Known[]): Promise<void> {
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
    const told = moved.filter(({ before, after }) => isOpen(before) !== opens && isOpen(after) === opens)
    await noteProductsChange(
      tx,
      told.map(({ id }) => id),
      opens,
      at,
    )
  }
}
