import type { catalogueAdminCalls, Starter } from '@lapak/contract/catalogue/catalogue.admin'
import type { DataOf } from '@lapak/contract/shared/call'
import { sql } from 'kysely'
import type { Actor, Audit } from '#contexts/system/audit/audit.ts'
import { lockCache } from '#db/cache-lock.ts'
import type { Reader, Tx } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import type { CatalogueDeps } from './admin-products.ts'
import { insertLast } from './categories.ts'
import {
  type StarterBrand,
  type StarterGroup,
  type StarterProduct,
  starterBrands,
  starterCategories,
  starterGroups,
  starterProducts,
} from './starter-catalogue.ts'
import { recordProducts, writeProducts } from './write-products.ts'

/*
 * Adds what an installation lacks of the starter catalogue. Each entry is given once: `starter_entry` remembers the row that was added for it, or that
 * was found under the same name. So what administrators renamed, moved, closed or deleted stays as it is, and a brand of a category that was deleted
 * is not added. A row that exists is never changed.
 */

type Kind = 'category' | 'brand_group' | 'brand' | 'product'
export type Added = DataOf<typeof catalogueAdminCalls.addStarter>

interface Seeding {
  audit: Audit
  by: Actor
  /** Names of categories of the starter catalogue; all if missing. */
  categories?: readonly string[]
}

/** Must be called in a transaction that has not locked catalogue rows. Returns how many rows were added. */
export async function seedCatalogue(tx: Tx, { audit, by, categories = starterCategories }: Seeding): Promise<Added> {
  await lockCache(tx)
  const missing = inCategories(await findMissing(tx), new Set(categories))
  const seed: Seed = { tx, audit, by, at: new Date(), missing, ids: missing.known }
  await addCategories(seed)
  await addGroups(seed)
  await addBrands(seed)
  await addProducts(seed)
  await remember(tx, missing.found)
  const added = {
    categories: missing.categories.length,
    brandgroups: missing.groups.length,
    brands: missing.brands.length,
    products: missing.products.length,
  }
  if (Object.values(added).some((count) => count > 0))
    await audit.record(tx, { event: 'catalogue.starter_added', by, subject: 'all', after: { from: [...categories], ...added } })
  return added
}

/** The seeding that an administrator asks for. */
export function addStarter({ db, audit }: Pick<CatalogueDeps, 'db' | 'audit'>, by: Caller, categories: readonly string[]): Promise<Added> {
  const known: readonly string[] = starterCategories
  if (!categories.every((name) => known.includes(name))) throw new Refusal('not_found.category', {}, { field: 'categories' })
  return db.transaction((tx) => seedCatalogue(tx, { audit, by, categories }))
}

/** What would be added now, by category. Categories that lack nothing are left out. */
export async function previewStarter(read: Reader): Promise<Starter> {
  const missing = await findMissing(read)
  const categories = starterCategories.map((name) => {
    const { categories: added, groups, brands, products } = inCategories(missing, new Set([name]))
    return {
      ...{ name, added: added.length > 0, brandgroups: groups.map((group) => group.name), brands: brands.map((brand) => brand.name) },
      products: products.length,
    }
  })
  return {
    categories: categories.filter(({ added, brandgroups, brands, products }) => added || brandgroups.length + brands.length + products > 0),
  }
}

// — What is missing

interface Entry {
  kind: Kind
  key: string
  row: bigint
}

/** Rows of entries, by kind and key. */
type Ids = Map<string, bigint>

const idOf = (ids: Ids, kind: Kind, key: string) => ids.get(`${kind} ${key}`)

interface Missing {
  categories: readonly string[]
  groups: readonly StarterGroup[]
  brands: readonly StarterBrand[]
  products: readonly StarterProduct[]
  /** Entries that are not recorded yet, but have a row with the same name. */
  found: readonly Entry[]
  /** Rows of entries that are there already. */
  known: Ids
}

const brandOf = new Map(starterBrands.map((brand) => [brand.name, brand]))
const categoryOf = ({ brand }: StarterProduct) => brandOf.get(brand)?.category ?? ''

async function findMissing(read: Reader): Promise<Missing> {
  const present = await readPresent(read)
  const known: Ids = new Map()
  const found: Entry[] = []
  /** Whether the entry has to be added. If a row of the same name exists, it takes the place of the entry. */
  const isMissing = (kind: Kind, key: string, same: bigint | undefined): boolean => {
    const row = present.recorded.get(`${kind} ${key}`) ?? same
    if (row === undefined) return true
    if (!present.recorded.has(`${kind} ${key}`)) found.push({ kind, key, row })
    known.set(`${kind} ${key}`, row)
    return false
  }
  const isDeleted = (category: string) => {
    const row = present.recorded.get(`category ${category}`)
    return row !== undefined && !present.categoryIds.has(row)
  }
  const categories = starterCategories.filter((name) => isMissing('category', name, present.categories.get(name.toLowerCase())))
  const alive = (category: string) => !isDeleted(category)
  const groups = starterGroups.filter(
    ({ name, category }) => alive(category) && isMissing('brand_group', name, present.groups.get(name.toLowerCase())),
  )
  const brands = starterBrands.filter(
    ({ name, category }) =>
      alive(category) && isMissing('brand', name, present.brands.get(`${idOf(known, 'category', category)} ${name.toLowerCase()}`)),
  )
  const products = starterProducts.filter(
    (product) => alive(categoryOf(product)) && isMissing('product', product.code, present.products.get(product.code)),
  )
  return { categories, groups, brands, products, found, known }
}

/** Limits what is missing to some categories of the starter catalogue. */
const inCategories = (missing: Missing, chosen: ReadonlySet<string>): Missing => ({
  categories: missing.categories.filter((name) => chosen.has(name)),
  groups: missing.groups.filter(({ category }) => chosen.has(category)),
  brands: missing.brands.filter(({ category }) => chosen.has(category)),
  products: missing.products.filter((product) => chosen.has(categoryOf(product))),
  found: missing.found.filter((entry) => chosen.has(categoryOfEntry(entry))),
  known: missing.known,
})

const entryCategories = new Map<string, string>([
  ...starterCategories.map((name) => [`category ${name}`, name] as const),
  ...starterGroups.map(({ name, category }) => [`brand_group ${name}`, category] as const),
  ...starterBrands.map(({ name, category }) => [`brand ${name}`, category] as const),
  ...starterProducts.map((product) => [`product ${product.code}`, categoryOf(product)] as const),
])
const categoryOfEntry = ({ kind, key }: Entry) => entryCategories.get(`${kind} ${key}`) ?? ''

async function readPresent(read: Reader) {
  const entries = await read.selectFrom('starter_entry').selectAll().execute()
  const categories = await read.selectFrom('category').select(['id', 'name']).execute()
  const groups = await read.selectFrom('brand_group').select(['id', 'name']).execute()
  const brands = await read.selectFrom('brand').select(['id', 'name', 'category_id']).execute()
  const codes = starterProducts.map(({ code }) => code)
  const products = await read.selectFrom('product').select(['id', 'code']).where(sql<boolean>`code = any(${codes}::text[])`).execute()
  return {
    recorded: new Map(entries.map(({ kind, key, row_id }) => [`${kind} ${key}`, row_id])),
    categoryIds: new Set(categories.map(({ id }) => id)),
    categories: new Map(categories.map(({ id, name }) => [name.toLowerCase(), id])),
    groups: new Map(groups.map(({ id, name }) => [name.toLowerCase(), id])),
    brands: new Map(brands.map(({ id, name, category_id }) => [`${category_id} ${name.toLowerCase()}`, id])),
    products: new Map(products.map(({ id, code }) => [code, id])),
  }
}

// — Adding

interface Seed {
  tx: Tx
  audit: Audit
  by: Actor
  at: Date
  missing: Missing
  /** Rows of entries, also of those that were added just now. */
  ids: Ids
}

async function remember(tx: Tx, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return
  await sql`
    insert into starter_entry (kind, key, row_id)
    select * from unnest(${entries.map(({ kind }) => kind)}::text[], ${entries.map(({ key }) => key)}::text[],
      ${entries.map(({ row }) => row)}::bigint[])`.execute(tx)
}

/** Remembers rows that were added just now. */
async function keep({ tx, ids }: Seed, kind: Kind, rows: readonly { key: string; row: bigint }[]): Promise<void> {
  for (const { key, row } of rows) ids.set(`${kind} ${key}`, row)
  await remember(
    tx,
    rows.map((entry) => ({ kind, ...entry })),
  )
}

async function addCategories(seed: Seed): Promise<void> {
  const { tx, audit, by, missing } = seed
  for (const name of missing.categories) {
    const values = { name, image: null, active: true }
    const row = await insertLast(tx, values)
    await audit.record(tx, { event: 'category.added', by, subject: row, after: values })
    await keep(seed, 'category', [{ key: name, row }])
  }
}

async function addGroups(seed: Seed): Promise<void> {
  const { tx, audit, by, at, missing, ids } = seed
  if (missing.groups.length === 0) return
  const values = missing.groups.map(({ name, category }) => ({
    ...{ name, logo: null, category_id: idOf(ids, 'category', category) ?? 0n, active: true },
  }))
  const rows = await tx
    .insertInto('brand_group')
    .values(values.map((group) => ({ ...group, updated_at: at })))
    .returning(['id', 'name', 'category_id'])
    .execute()
  await audit.recordAll(
    tx,
    rows.map(({ id, name, category_id: category }) => ({
      event: 'brand_group.added' as const,
      by,
      subject: id,
      after: { name, logo: null, category, active: true },
    })),
  )
  await keep(
    seed,
    'brand_group',
    rows.map(({ id, name }) => ({ key: name, row: id })),
  )
}

async function addBrands(seed: Seed): Promise<void> {
  const { tx, audit, by, at, missing } = seed
  if (missing.brands.length === 0) return
  const groups = await tx.selectFrom('brand_group').select(['id', 'category_id']).execute()
  const categoryOfGroup = new Map(groups.map(({ id, category_id }) => [id, category_id]))
  const rows = await tx
    .insertInto('brand')
    .values(missing.brands.map((brand) => ({ ...rowOf(seed, brand, categoryOfGroup), updated_at: at })))
    .returning(['id', 'name', 'category_id as category', 'brand_group_id as group', 'operator', 'target_kind as targetkind'])
    .execute()
  await audit.recordAll(
    tx,
    rows.map(({ id, ...facts }) => ({ event: 'brand.added' as const, by, subject: id, after: { ...facts, logo: null, active: true } })),
  )
  await keep(
    seed,
    'brand',
    rows.map(({ id, name }) => ({ key: name, row: id })),
  )
}

/** Administrators may have moved the group to another category; then the brand has none, as a group contains brands of one category. */
function rowOf({ ids }: Seed, { name, category, group, operator, targetKind }: StarterBrand, categoryOfGroup: ReadonlyMap<bigint, bigint>) {
  const category_id = idOf(ids, 'category', category) ?? 0n
  const groupId = group === null ? undefined : idOf(ids, 'brand_group', group)
  return {
    ...{ name, category_id, operator, target_kind: targetKind },
    brand_group_id: groupId !== undefined && categoryOfGroup.get(groupId) === category_id ? groupId : null,
  }
}

async function addProducts(seed: Seed): Promise<void> {
  const { missing, ids } = seed
  const changes = missing.products.map(({ code, name, description, type, denom, brand, isCode }) => ({
    ...{ id: null, before: null },
    after: {
      ...{ code, name, description, type, denom, brand_id: idOf(ids, 'brand', brand) ?? 0n },
      ...{ image: null, active: true, is_code: isCode },
    },
  }))
  const numbered = await recordProducts(seed, changes)
  await writeProducts(seed, numbered)
  await keep(
    seed,
    'product',
    numbered.map(({ id, after }) => ({ key: after.code, row: id })),
  )
}
