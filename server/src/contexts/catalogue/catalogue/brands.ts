import type { BrandRow, catalogueAdminCalls } from '@lapak/contract/catalogue/catalogue.admin'
import type { BodyOf } from '@lapak/contract/shared/call'
import { recordProductsChange } from '#contexts/catalogue/price-changes/price-changes.ts'
import { lockCache } from '#db/cache-lock.ts'
import { type Tx, violatesConstraint } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { changesOf } from '#shared/changes.ts'
import { readBrand } from './admin-lists.queries.ts'
import type { CatalogueDeps } from './admin-products.ts'
import { openOf } from './closing.queries.ts'
import { pictureOf } from './pictures.ts'

type NewBrand = BodyOf<typeof catalogueAdminCalls.addBrand>
type BrandAsked = BodyOf<typeof catalogueAdminCalls.changeBrand>

/** The columns of a brand's row. */
interface BrandValues {
  name: string
  logo: string | null
  category_id: bigint
  brand_group_id: bigint | null
  operator: string | null
  target_kind: BrandRow['targetkind']
  active: boolean
}

export async function addBrand({ db, audit, uploads }: CatalogueDeps, by: Caller, asked: NewBrand): Promise<BrandRow> {
  const values = {
    ...{ name: asked.brandname, logo: (await pictureOf(uploads, by, asked.brandlogo, null)) ?? null, category_id: asked.productcategoryid },
    ...{
      brand_group_id: asked.brandgroupid ?? null,
      operator: asked.operator || null,
      target_kind: asked.targetkind,
      active: asked.status,
    },
  }
  return db.transaction(async (tx) => {
    await lockCache(tx)
    await refuseWrong(tx, values)
    const { id } = await tx
      .insertInto('brand')
      .values({ ...values, updated_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(refuseSecond(values))
    await audit.record(tx, { event: 'brand.added', by, subject: id, after: factsOf(values) })
    return readBrand(tx, id)
  })
}

/**
 * Fields that are omitted stay unchanged. A new operator or target kind applies to later orders only: stored orders keep the target as it was
 * normalized when they were placed (ADR 0046).
 */
export async function changeBrand({ db, audit, uploads }: CatalogueDeps, by: Caller, asked: BrandAsked): Promise<BrandRow> {
  const logo = await pictureOf(uploads, by, asked.brandlogo, (await readBrand(db.read, asked.id)).brandlogo)
  return db.transaction(async (tx) => {
    await lockCache(tx)
    const row = await readBrand(tx, asked.id)
    if (asked.updateat !== undefined && asked.updateat.getTime() !== row.updateat.getTime()) throw new Refusal('catalogue.changed')
    const before = valuesOf(row)
    const after: BrandValues = {
      name: asked.brandname ?? before.name,
      logo: logo === undefined ? before.logo : logo,
      category_id: asked.productcategoryid ?? before.category_id,
      brand_group_id: asked.brandgroupid === undefined ? before.brand_group_id : asked.brandgroupid,
      operator: asked.operator === undefined ? before.operator : asked.operator || null,
      target_kind: asked.targetkind ?? before.target_kind,
      active: asked.status ?? before.active,
    }
    const changes = changesOf({ ...before }, { ...after })
    if (!changes) return row
    await refuseWrong(tx, after)
    const at = new Date()
    await tx
      .updateTable('brand')
      .set({ ...changes, updated_at: at })
      .where('id', '=', asked.id)
      .execute()
      .catch(refuseSecond(after))
    if (changes.category_id !== undefined)
      await tx.updateTable('product').set({ category_id: after.category_id, updated_at: at }).where('brand_id', '=', asked.id).execute()
    if (changes.active !== undefined) await recordProductsChange(tx, await openOf(tx, asked.id), after.active, at)
    await audit.record(tx, { event: 'brand.changed', by, subject: asked.id, before: factsOf(before), after: factsOf(after) })
    return readBrand(tx, asked.id)
  })
}

const valuesOf = (row: BrandRow): BrandValues => ({
  ...{ name: row.brandname, logo: row.brandlogo, category_id: row.productcategoryid, brand_group_id: row.brandgroupid },
  ...{ operator: row.operator, target_kind: row.targetkind, active: row.status },
})

const factsOf = ({ category_id: category, brand_group_id: group, target_kind: targetkind, ...values }: BrandValues) => ({
  ...values,
  ...{ category, group, targetkind },
})

/**
 * Refuses a category, group or operator that does not exist, and a group of another category. A brand with an operator must have the target kind
 * `mobile`.
 */
async function refuseWrong(tx: Tx, { category_id, brand_group_id, operator, target_kind }: BrandValues): Promise<void> {
  if (operator !== null && target_kind !== 'mobile') throw new Refusal('brand.operator_kind', {}, { field: 'targetkind' })
  const category = await tx.selectFrom('category').select('id').where('id', '=', category_id).executeTakeFirst()
  if (!category) throw new Refusal('not_found.category', {}, { field: 'productcategoryid' })
  if (operator !== null && !(await tx.selectFrom('operator').select('code').where('code', '=', operator).executeTakeFirst()))
    throw new Refusal('not_found.operator', {}, { field: 'operator' })
  if (brand_group_id === null) return
  const group = await tx.selectFrom('brand_group').select('category_id').where('id', '=', brand_group_id).executeTakeFirst()
  if (!group) throw new Refusal('not_found.brand_group', {}, { field: 'brandgroupid' })
  if (group.category_id !== category_id) throw new Refusal('brand.group_elsewhere', {}, { field: 'brandgroupid' })
}

const refuseSecond =
  ({ name }: BrandValues) =>
  (error: unknown): never => {
    if (violatesConstraint(error, 'brand_category_id_name_key')) throw new Refusal('brand.exists', { name }, { field: 'brandname' })
    throw error
  }
