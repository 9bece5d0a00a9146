import type { CategoryRow, catalogueAdminCalls } from '@lapak/contract/catalogue/catalogue.admin'
import type { BodyOf, QueryOf } from '@lapak/contract/shared/call'
import { sql } from 'kysely'
import { lockCache } from '#db/cache-lock.ts'
import { type Tx, violatesConstraint } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { changesOf } from '#shared/changes.ts'
import { readCategory } from './admin-lists.queries.ts'
import type { CatalogueDeps } from './admin-products.ts'
import { pictureOf } from './pictures.ts'

type NewCategory = BodyOf<typeof catalogueAdminCalls.addCategory>
type CategoryAsked = BodyOf<typeof catalogueAdminCalls.changeCategory>
type DeletionAsked = QueryOf<typeof catalogueAdminCalls.deleteCategory> & { id: bigint }

/** The columns of a category's row, except its position. */
export interface CategoryValues {
  name: string
  image: string | null
  active: boolean
}

export async function addCategory({ db, audit, uploads }: CatalogueDeps, by: Caller, asked: NewCategory): Promise<CategoryRow> {
  const image = (await pictureOf(uploads, by, asked.image, null)) ?? null
  const values = { name: asked.name, image, active: asked.status }
  return db.transaction(async (tx) => {
    await lockCache(tx)
    const id = await insertLast(tx, values).catch(refuseSecond(values))
    await audit.record(tx, { event: 'category.added', by, subject: id, after: values })
    return readCategory(tx, id)
  })
}

/** Adds a category at the end of the order. Requires the cache lock. */
export async function insertLast(tx: Tx, values: CategoryValues): Promise<bigint> {
  const { id } = await tx
    .insertInto('category')
    .values({ ...values, sort_order: sql<number>`(select coalesce(max(sort_order) + 1, 0) from category)`, updated_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Fields that are omitted stay unchanged. Hiding a category does not stop sales: the switches of its brands do. */
export async function changeCategory({ db, audit, uploads }: CatalogueDeps, by: Caller, asked: CategoryAsked): Promise<CategoryRow> {
  const image = await pictureOf(uploads, by, asked.image, (await readCategory(db.read, asked.id)).image)
  return db.transaction(async (tx) => {
    await lockCache(tx)
    const row = await readUnchanged(tx, asked)
    const before = valuesOf(row)
    const after = {
      name: asked.name ?? before.name,
      image: image === undefined ? before.image : image,
      active: asked.status ?? before.active,
    }
    const changes = changesOf({ ...before }, { ...after })
    if (!changes) return row
    await tx
      .updateTable('category')
      .set({ ...changes, updated_at: new Date() })
      .where('id', '=', asked.id)
      .execute()
      .catch(refuseSecond(after))
    await audit.record(tx, { event: 'category.changed', by, subject: asked.id, before, after })
    return readCategory(tx, asked.id)
  })
}

/**
 * Numbers the categories from 0 in the given order; categories that are not in `ids` follow in their previous order. Categories that keep their number
 * are not written, because each write makes all processes read the category's products anew.
 */
export function orderCategories({ db, audit }: Pick<CatalogueDeps, 'db' | 'audit'>, by: Caller, ids: bigint[]): Promise<void> {
  return db.transaction(async (tx) => {
    await lockCache(tx)
    const rows = await tx.selectFrom('category').select('id').orderBy('sort_order').orderBy('id').execute()
    const before = rows.map(({ id }) => id)
    if (!ids.every((id) => before.includes(id))) throw new Refusal('not_found.category')
    const after = [...ids, ...before.filter((id) => !ids.includes(id))]
    if (after.every((id, place) => before[place] === id)) return
    await tx
      .updateTable('category')
      .from(sql<{ id: bigint; place: number }>`unnest(${after}::bigint[]) with ordinality`.as<'asked'>(sql`asked(id, place)`))
      .set({ sort_order: sql<number>`asked.place - 1` })
      .where(sql<boolean>`category.id = asked.id and category.sort_order <> asked.place - 1`)
      .execute()
    await audit.record(tx, { event: 'category.ordered', by, subject: 'all', before: { ids: before }, after: { ids: after } })
  })
}

/** Brands and groups are never deleted, so a category under which something was sold can be deleted only after its brands were moved. */
export function deleteCategory({ db, audit }: Pick<CatalogueDeps, 'db' | 'audit'>, by: Caller, asked: DeletionAsked): Promise<void> {
  return db.transaction(async (tx) => {
    await lockCache(tx)
    const row = await readUnchanged(tx, asked)
    const contents = contentsOf(row)
    if (contents !== '') throw new Refusal('category.in_use', { name: row.name, contents })
    await tx.deleteFrom('category').where('id', '=', asked.id).execute()
    await audit.record(tx, { event: 'category.deleted', by, subject: asked.id, before: valuesOf(row) })
  })
}

/** Reads a category, and refuses if another administrator has changed it since it was read. */
async function readUnchanged(tx: Tx, { id, updateat }: { id: bigint; updateat?: Date | undefined }): Promise<CategoryRow> {
  const row = await readCategory(tx, id)
  if (updateat !== undefined && updateat.getTime() !== row.updateat.getTime()) throw new Refusal('catalogue.changed')
  return row
}

const valuesOf = ({ name, image, status }: CategoryRow): CategoryValues => ({ name, image, active: status })

/** What a category contains, such as "2 brand, 1 BrandGroup dan 30 produk"; empty if it contains nothing. */
function contentsOf({ brands, brandgroups, products }: CategoryRow): string {
  const counts: [number, string][] = [
    [brands, 'brand'],
    [brandgroups, 'BrandGroup'],
    [products, 'produk'],
  ]
  return new Intl.ListFormat('id').format(counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`))
}

const refuseSecond =
  ({ name }: CategoryValues) =>
  (error: unknown): never => {
    if (violatesConstraint(error, 'category_name_key')) throw new Refusal('category.exists', { name }, { field: 'name' })
    throw error
  }
