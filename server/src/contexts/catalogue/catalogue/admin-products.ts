import type { catalogueAdminCalls, ProductRow } from '@lapak/contract/catalogue/catalogue.admin'
import type { BodyOf } from '@lapak/contract/shared/call'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Uploads } from '#contexts/system/uploads/uploads.ts'
import { lockCache } from '#db/cache-lock.ts'
import type { Database, Reader } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { readProduct } from './admin-lists.queries.ts'
import { pictureOf } from './pictures.ts'
import { findObjections, isSame, type ProductChange, type ProductValues } from './product-changes.ts'
import { recordProducts, writeProducts } from './write-products.ts'

export interface CatalogueDeps {
  db: Database
  audit: Audit
  uploads: Pick<Uploads, 'ownPublic'>
}

type NewProduct = BodyOf<typeof catalogueAdminCalls.addProduct>
type ProductAsked = BodyOf<typeof catalogueAdminCalls.changeProduct>

export async function addProduct(deps: CatalogueDeps, by: Caller, asked: NewProduct): Promise<ProductRow> {
  const after: ProductValues = {
    ...{ code: asked.productcode, name: asked.productname, description: asked.description || null },
    ...{ type: asked.producttype, denom: asked.denom, brand_id: asked.brandid, active: asked.status, is_code: asked.berupakode },
    image: (await pictureOf(deps.uploads, by, asked.image, null)) ?? null,
  }
  return deps.db.transaction(async (tx) => {
    await lockCache(tx)
    await refuseBrand(tx, after.brand_id, asked.productcategoryid)
    return store(deps, by, tx, { id: null, before: null, after })
  })
}

/** Fields that are omitted stay unchanged. */
export async function changeProduct(deps: CatalogueDeps, by: Caller, asked: ProductAsked): Promise<ProductRow> {
  const image = await pictureOf(deps.uploads, by, asked.image, (await readProduct(deps.db.read, asked.id)).image)
  return deps.db.transaction(async (tx) => {
    await lockCache(tx)
    const row = await readProduct(tx, asked.id)
    if (asked.updateat !== undefined && asked.updateat.getTime() !== row.updateat.getTime()) throw new Refusal('catalogue.changed')
    const before = valuesOf(row)
    const after: ProductValues = {
      code: asked.productcode ?? before.code,
      name: asked.productname ?? before.name,
      description: asked.description === undefined ? before.description : asked.description || null,
      type: asked.producttype ?? before.type,
      denom: asked.denom ?? before.denom,
      brand_id: asked.brandid ?? before.brand_id,
      image: image === undefined ? before.image : image,
      active: asked.status ?? before.active,
      is_code: asked.berupakode ?? before.is_code,
    }
    if (asked.brandid !== undefined || asked.productcategoryid !== undefined) await refuseBrand(tx, after.brand_id, asked.productcategoryid)
    return isSame(before, after) ? row : store(deps, by, tx, { id: asked.id, before, after })
  })
}

async function store({ audit }: CatalogueDeps, by: Caller, tx: Parameters<typeof lockCache>[0], change: ProductChange) {
  const [refusal] = await findObjections(tx, [change])
  if (refusal) throw refusal
  const storing = { tx, audit, by, at: new Date() }
  const written = await recordProducts(storing, [change])
  await writeProducts(storing, written)
  return readProduct(tx, written[0]?.id ?? 0n)
}

const valuesOf = (row: ProductRow): ProductValues => ({
  ...{ code: row.productcode, name: row.productname, description: row.description, type: row.producttype },
  ...{ denom: row.denom, brand_id: row.brandid, image: row.image, active: row.status, is_code: row.berupakode },
})

/** Refuses a brand that does not exist, or that is not in the given category. */
async function refuseBrand(read: Reader, id: bigint, categoryId: bigint | undefined): Promise<void> {
  const brand = await read.selectFrom('brand').select('category_id').where('id', '=', id).executeTakeFirst()
  if (!brand) throw new Refusal('not_found.brand', {}, { field: 'brandid' })
  if ((categoryId ?? brand.category_id) !== brand.category_id) throw new Refusal('not_found.category', {}, { field: 'productcategoryid' })
}
