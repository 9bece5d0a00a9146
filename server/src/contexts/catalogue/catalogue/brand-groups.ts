import type { BrandGroupRow, catalogueAdminCalls } from '@lapak/contract/catalogue/catalogue.admin'
import type { BodyOf } from '@lapak/contract/shared/call'
import { lockCache } from '#db/cache-lock.ts'
import { type Tx, violatesConstraint } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { changesOf } from '#shared/changes.ts'
import { readBrandGroup } from './admin-lists.queries.ts'
import type { CatalogueDeps } from './admin-products.ts'
import { pictureOf } from './pictures.ts'

type NewGroup = BodyOf<typeof catalogueAdminCalls.addBrandGroup>
type GroupAsked = BodyOf<typeof catalogueAdminCalls.changeBrandGroup>

interface GroupValues {
  name: string
  logo: string | null
  category_id: bigint
  active: boolean
}

export async function addBrandGroup({ db, audit, uploads }: CatalogueDeps, by: Caller, asked: NewGroup): Promise<BrandGroupRow> {
  const logo = (await pictureOf(uploads, by, asked.logo, null)) ?? null
  const values = { name: asked.name, logo, category_id: asked.categoryid, active: asked.status }
  return db.transaction(async (tx) => {
    // The deletion of a category takes the same lock.
    await lockCache(tx)
    await refuseCategory(tx, values)
    const { id } = await tx
      .insertInto('brand_group')
      .values({ ...values, updated_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(refuseSecond(values))
    await audit.record(tx, { event: 'brand_group.added', by, subject: id, after: factsOf(values) })
    return readBrandGroup(tx, id)
  })
}

/** Fields that are omitted stay unchanged. Sales do not depend on groups. */
export async function changeBrandGroup({ db, audit, uploads }: CatalogueDeps, by: Caller, asked: GroupAsked): Promise<BrandGroupRow> {
  const logo = await pictureOf(uploads, by, asked.logo, (await readBrandGroup(db.read, asked.id)).logo)
  return db.transaction(async (tx) => {
    // Changes of a brand's group take the same lock.
    await lockCache(tx)
    const row = await readBrandGroup(tx, asked.id)
    if (asked.updateat !== undefined && asked.updateat.getTime() !== row.updateat.getTime()) throw new Refusal('catalogue.changed')
    const before = { name: row.name, logo: row.logo, category_id: row.categoryid, active: row.status }
    const after = {
      ...{ name: asked.name ?? before.name, logo: logo === undefined ? before.logo : logo },
      ...{ category_id: asked.categoryid ?? before.category_id, active: asked.status ?? before.active },
    }
    const changes = changesOf(before, after)
    if (!changes) return row
    if (changes.category_id !== undefined) await refuseCategory(tx, after)
    if (changes.category_id !== undefined && row.brands > 0)
      throw new Refusal('brand_group.in_use', { count: row.brands }, { field: 'categoryid' })
    await tx
      .updateTable('brand_group')
      .set({ ...changes, updated_at: new Date() })
      .where('id', '=', asked.id)
      .execute()
      .catch(refuseSecond(after))
    await audit.record(tx, { event: 'brand_group.changed', by, subject: asked.id, before: factsOf(before), after: factsOf(after) })
    return readBrandGroup(tx, asked.id)
  })
}

const factsOf = ({ category_id: category, ...values }: GroupValues) => ({ ...values, category })

async function refuseCategory(tx: Tx, { category_id }: GroupValues): Promise<void> {
  const category = await tx.selectFrom('category').select('id').where('id', '=', category_id).executeTakeFirst()
  if (!category) throw new Refusal('not_found.category', {}, { field: 'categoryid' })
}

const refuseSecond =
  ({ name }: GroupValues) =>
  (error: unknown): never => {
    if (violatesConstraint(error, 'brand_group_name_key')) throw new Refusal('brand_group.exists', { name }, { field: 'name' })
    throw error
  }
