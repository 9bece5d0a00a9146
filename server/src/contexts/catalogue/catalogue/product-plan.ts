import { newProduct } from '@lapak/contract/catalogue/catalogue.admin'
import { sql } from 'kysely'
import { cacheVersion } from '#db/cache-lock.ts'
import type { Reader, Tx } from '#db/db.ts'
import type { ProductFile, ProductFileRow } from '#integrations/catalogue-files/product-file.ts'
import { eachOf, inTurns } from '#jobs/yielding.ts'
import { lineDigest, type Word } from '#shared/line-digest.ts'
import { findObjections, isSame, type ProductChange, type ProductValues } from './product-changes.ts'

/** A valid line of the file with the change that it makes. */
export interface PlannedProduct extends ProductChange {
  line: number
  reason: string | null
}

export interface WrongLine {
  line: number
  code: string
  reason: string
}

/** The effects of a file on the catalogue, computed before they are applied. */
export interface ProductPlan {
  found: number
  unchanged: number
  /** Lines that change a product, including lines whose change is refused. */
  lines: readonly PlannedProduct[]
  /** Lines that cannot be parsed. */
  wrong: readonly WrongLine[]
  brands: Brands
  digest: string
  /** The cache version that was read before the effects were computed. */
  since: bigint
}

interface Brand {
  id: bigint
  name: string
  category: string
}

export interface Brands {
  byId: ReadonlyMap<bigint, Brand>
  /** Keyed by lower-case name; brands of different categories may have the same name. */
  byName: ReadonlyMap<string, readonly Brand[]>
}

/**
 * Lines are matched with products by code: existing products are changed, new codes are added, and products that the file does not contain stay
 * unchanged.
 */
export async function planProducts(read: Reader, { rows, errors }: ProductFile): Promise<ProductPlan> {
  const since = await cacheVersion(read)
  const known = await knownOf(
    read,
    rows.map(({ code }) => code),
  )
  const brands = await brandsOf(read)
  const lines = new Map<string, number>()
  const wished = await inTurns(eachOf(rows, (row) => changeOf(row, { known, brands, lines })))
  const wrong = [...errors.map(({ line, code, text }) => ({ line, code, reason: text })), ...wished.filter(isWrong)]
  const wishes = wished.filter((change): change is LineChange => !isWrong(change))
  const changes = wishes.filter(({ before, after }) => before === null || !isSame(before, after))
  const against = await findObjections(read, changes)
  return {
    found: rows.length + errors.length,
    unchanged: wishes.length - changes.length,
    lines: changes.map((change, index) => ({ ...change, reason: against[index]?.message ?? null })),
    wrong,
    brands,
    digest: await digestOf(changes),
    since,
  }
}

/**
 * Whether the computed effects are still valid, checked under the cache lock: since then no product has changed, no brand was renamed, and no seller
 * has begun to offer a product whose type changes.
 */
export async function isStillSo(tx: Tx, { lines, brands, since }: ProductPlan): Promise<boolean> {
  if (await tx.selectFrom('product').select('id').where('version', '>', since).limit(1).executeTakeFirst()) return false
  if (!areSame(brands, await brandsOf(tx))) return false
  return (await findObjections(tx, lines)).every((refusal) => refusal === null)
}

const areSame = (one: Brands, other: Brands): boolean =>
  one.byId.size === other.byId.size &&
  [...one.byId].every(([id, { name, category }]) => other.byId.get(id)?.name === name && other.byId.get(id)?.category === category)

type LineChange = ProductChange & { line: number }

const isWrong = (change: LineChange | WrongLine): change is WrongLine => 'reason' in change

interface Among {
  known: ReadonlyMap<string, Known>
  brands: Brands
  /** The number of the line in which each code occurred first. */
  lines: Map<string, number>
}

type Known = ProductValues & { id: bigint }

function changeOf(row: ProductFileRow, { known, brands, lines }: Among): LineChange | WrongLine {
  const { line, code } = row
  const refused = (reason: string): WrongLine => ({ line, code, reason })
  const twice = lines.get(code)
  if (twice !== undefined) return refused(`Kode produk sudah ada di baris ${twice}`)
  lines.set(code, line)
  const brand = brandIn(row, brands, known.get(code))
  if (typeof brand === 'string') return refused(brand)
  const product = known.get(code)
  if (product) {
    const { id, ...before } = product
    return { line, id, before, after: valuesOf(row, { ...before, brand_id: brand ?? before.brand_id }) }
  }
  if (row.name === undefined || brand === null) return refused('Produk baru: isi nama produk dan brand')
  const begins = {
    type: newProduct.producttype,
    denom: BigInt(newProduct.denom),
    description: null,
    image: null,
    active: true,
    is_code: false,
  }
  return { line, id: null, before: null, after: valuesOf(row, { code, name: row.name, brand_id: brand, ...begins }) }
}

/**
 * The brand id of a line, null if the line contains no brand, or the reason why the brand cannot be determined. A category without a brand must equal
 * the product's present category.
 */
function brandIn({ brand, category }: ProductFileRow, brands: Brands, product: Known | undefined): bigint | null | string {
  const inCategory = ({ category: name }: Brand) => category === undefined || name.toLowerCase() === category.toLowerCase()
  if (brand === undefined) {
    const present = product && brands.byId.get(product.brand_id)
    return present && !inCategory(present) ? 'Kategori mengikuti brand: isi juga brand' : null
  }
  const named = brands.byName.get(brand.toLowerCase()) ?? []
  if (named.length === 0) return 'Brand tidak dikenal'
  const fitting = named.filter(inCategory)
  if (fitting.length === 0) return 'Brand ini tidak ada di kategori itu'
  const [one] = fitting.length === 1 ? fitting : fitting.filter(({ id }) => id === product?.brand_id)
  return one?.id ?? 'Brand ini ada di beberapa kategori: isi kategori'
}

/** Fields that the line omits stay unchanged. */
const valuesOf = (row: ProductFileRow, before: ProductValues): ProductValues => ({
  ...before,
  name: row.name ?? before.name,
  type: row.type ?? before.type,
  denom: row.denom ?? before.denom,
  active: row.active ?? before.active,
  is_code: row.isCode ?? before.is_code,
  description: row.description === undefined ? before.description : row.description,
})

async function knownOf(read: Reader, codes: readonly string[]): Promise<Map<string, Known>> {
  const rows = await read
    .selectFrom('product')
    .select(['id', 'code', 'name', 'description', 'type', 'denom', 'brand_id', 'image', 'active', 'is_code'])
    .where(sql<boolean>`code = any(${codes}::text[])`)
    .execute()
  return new Map(rows.map((product) => [product.code, product]))
}

async function brandsOf(read: Reader): Promise<Brands> {
  const rows = await read
    .selectFrom('brand')
    .innerJoin('category', 'category.id', 'brand.category_id')
    .select(['brand.id', 'brand.name', 'category.name as category'])
    .execute()
  return {
    byId: new Map(rows.map((brand) => [brand.id, brand])),
    byName: Map.groupBy(rows, ({ name }) => name.toLowerCase()),
  }
}

async function digestOf(changes: readonly ProductChange[]): Promise<string> {
  const seen = lineDigest()
  await inTurns(eachOf(changes, ({ id, before, after }) => seen.add([id, ...wordsOf(before), ...wordsOf(after)])))
  return seen.value()
}

const wordsOf = (values: ProductValues | null): Word[] =>
  values === null
    ? []
    : [values.code, values.name, values.description, values.type, values.denom, values.brand_id, values.active, values.is_code]
