import type {
  BrandGroupQuery,
  BrandGroupRow,
  BrandQuery,
  BrandRow,
  CategoryQuery,
  CategoryRow,
  ProductQuery,
  ProductRow,
} from '@lapak/contract/catalogue/catalogue.admin'
import type { Page } from '@lapak/contract/shared/wire'
import { type Expression, type ReferenceExpression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '#db/db.ts'
import { containsPattern } from '#db/like-pattern.ts'
import type { DB } from '#db/schema.ts'
import { countOf, onePage, type PageAsk } from '#http/paging.ts'
import { Refusal } from '#http/refusal.ts'

/** Queries of the catalogue for administrators; they include closed groups, brands and products. */
const counted = (table: 'product' | 'brand' | 'brand_group' | 'offer', condition: Expression<SqlBool>) =>
  sql<number>`(select count(*)::integer from ${sql.table(table)} where ${condition})`

async function pageOf<Tables extends keyof DB, Row>(
  found: SelectQueryBuilder<DB, Tables, Row>,
  asked: PageAsk,
  column: ReferenceExpression<DB, Tables>,
  id: ReferenceExpression<DB, Tables>,
): Promise<Page<Row>> {
  return { content: await onePage(found, asked, column, id).execute(), totalElements: await countOf(found) }
}

export async function countCatalogue(read: Reader) {
  const [product, brand, category, brandgroup] = await Promise.all(
    (['product', 'brand', 'category', 'brand_group'] as const).map((table) => countOf(read.selectFrom(table))),
  )
  return { product: product ?? 0, brand: brand ?? 0, category: category ?? 0, brandgroup: brandgroup ?? 0 }
}

const categories = (read: Reader) =>
  read
    .selectFrom('category')
    .select([
      'category.id',
      'category.name',
      'category.image',
      'category.active as status',
      'category.sort_order as sortorder',
      'category.updated_at as updateat',
      counted('brand_group', sql`brand_group.category_id = category.id`).as('brandgroups'),
      counted('brand', sql`brand.category_id = category.id`).as('brands'),
      counted('product', sql`product.category_id = category.id`).as('products'),
    ])

const categoryColumns = {
  name: 'category.name',
  id: 'category.id',
  sortorder: 'category.sort_order',
  status: 'category.active',
  updateat: 'category.updated_at',
} as const

export async function listCategories(read: Reader, asked: CategoryQuery): Promise<Page<CategoryRow>> {
  const { search, status, sort } = asked
  const found = categories(read)
    .$if(search !== undefined, (all) => all.where('category.name', 'ilike', containsPattern(search ?? '')))
    .$if(status !== undefined, (all) => all.where('category.active', '=', status ?? true))
  return pageOf(found, asked, categoryColumns[sort.field], 'category.id')
}

export async function readCategory(read: Reader, id: bigint): Promise<CategoryRow> {
  const row = await categories(read).where('category.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found.category')
  return row
}

const brandGroups = (read: Reader) =>
  read
    .selectFrom('brand_group')
    .innerJoin('category', 'category.id', 'brand_group.category_id')
    .select([
      'brand_group.id',
      'brand_group.name',
      'brand_group.logo',
      'brand_group.category_id as categoryid',
      'category.name as categoryname',
      'brand_group.active as status',
      'brand_group.updated_at as updateat',
      counted('brand', sql`brand.brand_group_id = brand_group.id`).as('brands'),
    ])

const brandGroupColumns = {
  name: 'brand_group.name',
  id: 'brand_group.id',
  categoryname: 'category.name',
  status: 'brand_group.active',
  updateat: 'brand_group.updated_at',
} as const

export function listBrandGroups(read: Reader, asked: BrandGroupQuery): Promise<Page<BrandGroupRow>> {
  const { search, categoryid } = asked
  const found = brandGroups(read)
    .$if(search !== undefined, (all) => all.where('brand_group.name', 'ilike', containsPattern(search ?? '')))
    .$if(categoryid !== undefined, (all) => all.where('brand_group.category_id', '=', categoryid ?? 0n))
  return pageOf(found, asked, brandGroupColumns[asked.sort.field], 'brand_group.id')
}

export async function readBrandGroup(read: Reader, id: bigint): Promise<BrandGroupRow> {
  const row = await brandGroups(read).where('brand_group.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found.brand_group')
  return row
}

const brands = (read: Reader) =>
  read
    .selectFrom('brand')
    .innerJoin('category', 'category.id', 'brand.category_id')
    .leftJoin('brand_group', 'brand_group.id', 'brand.brand_group_id')
    .select([
      'brand.id',
      'brand.name as brandname',
      'brand.logo as brandlogo',
      'brand.category_id as productcategoryid',
      'category.name as categoryname',
      'brand.brand_group_id as brandgroupid',
      'brand_group.name as groupname',
      'brand.operator',
      sql<BrandRow['targetkind']>`brand.target_kind`.as('targetkind'),
      'brand.active as status',
      'brand.updated_at as updateat',
      counted('product', sql`product.brand_id = brand.id`).as('products'),
    ])

const brandColumns = {
  brandname: 'brand.name',
  id: 'brand.id',
  categoryname: 'category.name',
  status: 'brand.active',
  updateat: 'brand.updated_at',
} as const

export function listAllBrands(read: Reader, asked: BrandQuery): Promise<Page<BrandRow>> {
  const { search, categoryid, brandgroupid, status } = asked
  const found = brands(read)
    .$if(search !== undefined, (all) => all.where('brand.name', 'ilike', containsPattern(search ?? '')))
    .$if(categoryid !== undefined, (all) => all.where('brand.category_id', '=', categoryid ?? 0n))
    .$if(brandgroupid !== undefined, (all) => all.where('brand.brand_group_id', '=', brandgroupid ?? 0n))
    .$if(status !== undefined, (all) => all.where('brand.active', '=', status ?? true))
  return pageOf(found, asked, brandColumns[asked.sort.field], 'brand.id')
}

export async function readBrand(read: Reader, id: bigint): Promise<BrandRow> {
  const row = await brands(read).where('brand.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found.brand')
  return row
}

const productsFound = (read: Reader) =>
  read.selectFrom('product').innerJoin('brand', 'brand.id', 'product.brand_id').innerJoin('category', 'category.id', 'product.category_id')

type Found = ReturnType<typeof productsFound>

const productColumns = {
  brandname: 'brand.name',
  productcode: 'product.code',
  productname: 'product.name',
  id: 'product.id',
  producttype: 'product.type',
  denom: 'product.denom',
  status: 'product.active',
  updateat: 'product.updated_at',
} as const

function narrowed(read: Reader, { search, categoryid, brandid, producttype, status }: ProductQuery): Found {
  const pattern = containsPattern(search ?? '')
  return productsFound(read)
    .$if(search !== undefined, (all) =>
      all.where(sql<boolean>`((product.code || ' ' || product.name) ilike ${pattern} or brand.name ilike ${pattern})`),
    )
    .$if(categoryid !== undefined, (all) => all.where('product.category_id', '=', categoryid ?? 0n))
    .$if(brandid !== undefined, (all) => all.where('product.brand_id', '=', brandid ?? 0n))
    .$if(producttype !== undefined, (all) => all.where('product.type', '=', producttype ?? 0))
    .$if(status !== undefined, (all) => all.where('product.active', '=', status ?? true))
}

/** Rows with equal sort values are ordered by brand name, then by product code, so that the list and the file have the same order. */
const ordered = <Row>(found: SelectQueryBuilder<DB, 'product' | 'brand' | 'category', Row>, { sort }: ProductQuery) =>
  found
    .orderBy(productColumns[sort.field], sort.descending ? 'desc' : 'asc')
    .orderBy('brand.name')
    .orderBy('product.code')

const withProductColumns = (found: Found) =>
  found.select([
    'product.id',
    'product.name as productname',
    'product.code as productcode',
    'product.description',
    sql<ProductRow['producttype']>`product.type`.as('producttype'),
    'product.denom',
    'product.brand_id as brandid',
    'brand.name as brandname',
    'brand.active as brandstatus',
    'product.category_id as productcategoryid',
    'category.name as categoryname',
    'product.active as status',
    'product.image',
    'product.is_code as berupakode',
    'product.updated_at as updateat',
    counted('offer', sql`offer.product_id = product.id and offer.archived_at is null`).as('offers'),
  ])

export async function listProducts(read: Reader, asked: ProductQuery): Promise<Page<ProductRow>> {
  const found = narrowed(read, asked)
  const rows = ordered(withProductColumns(found), asked)
  return {
    content: await rows
      .limit(asked.size)
      .offset(asked.page * asked.size)
      .execute(),
    totalElements: await countOf(found),
  }
}

export async function readProduct(read: Reader, id: bigint): Promise<ProductRow> {
  const row = await withProductColumns(productsFound(read)).where('product.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found.product')
  return row
}

/** The rows of the product file, at most `most`. The caller requests one row more than the limit, to detect that there are too many rows. */
export const productsForFile = (read: Reader, asked: ProductQuery, most: number) =>
  ordered(
    narrowed(read, asked).select([
      'product.code',
      'product.name',
      'brand.name as brand',
      'category.name as category',
      'product.type',
      'product.denom',
      'product.active',
      'product.is_code',
      'product.description',
    ]),
    asked,
  )
    .limit(most)
    .execute()
