import { z } from 'zod'
import { targetKinds } from '../market-data/targets.ts'
import { call } from '../shared/call.ts'
import { boundedText, filter, flag, moment, pageOf, pageQuery, plainText, rowId, rowIdText, rupiah, sentMoment } from '../shared/wire.ts'

/** The catalogue for administrators: all categories, brands and products, including closed ones. */

/** Labels of `producttype` (A-CAT-10). */
export const productTypes = { 0: 'Pulsa/Prepaid', 1: 'PPOB', 2: 'Open Denom' } as const

/** Initial values of a new product (A-CAT-11, A-CAT-12). */
export const newProduct = { producttype: 0, denom: 10 } as const

/** Categories per page (A-CONST-03). */
const categoriesShown = 100

/** Maximum number of products in one file. */
export const productsMax = 10_000

const categoryRow = z.object({
  id: rowId,
  name: z.string(),
  image: z.string().nullable(),
  /** Whether buyers and sellers see the category in their lists. Its products are sold either way. */
  status: flag,
  sortorder: z.int(),
  updateat: moment,
  brandgroups: z.int(),
  brands: z.int(),
  products: z.int(),
})
export type CategoryRow = z.output<typeof categoryRow>

const brandGroupRow = z.object({
  id: rowId,
  name: z.string(),
  logo: z.string().nullable(),
  categoryid: rowId,
  categoryname: z.string(),
  status: flag,
  brands: z.int(),
  updateat: moment,
})
export type BrandGroupRow = z.output<typeof brandGroupRow>

const brandRow = z.object({
  id: rowId,
  brandname: z.string(),
  brandlogo: z.string().nullable(),
  productcategoryid: rowId,
  categoryname: z.string(),
  brandgroupid: rowId.nullable(),
  groupname: z.string().nullable(),
  /** Operator whose numbers the products of this brand accept; null accepts any target. */
  operator: z.string().nullable(),
  targetkind: z.enum(targetKinds),
  status: flag,
  products: z.int(),
  updateat: moment,
})
export type BrandRow = z.output<typeof brandRow>

const producttype = z.union([z.literal(0), z.literal(1), z.literal(2)])
const productRow = z.object({
  id: rowId,
  productname: z.string(),
  productcode: z.string(),
  description: z.string().nullable(),
  producttype,
  denom: rupiah,
  brandid: rowId,
  brandname: z.string(),
  /** Whether the brand is open. A product of a closed brand is not sold, even if the product is open. */
  brandstatus: flag,
  productcategoryid: rowId,
  categoryname: z.string(),
  status: flag,
  /** The product is a code, so a success without a serial number means that nothing was delivered. */
  berupakode: flag,
  image: z.string().nullable(),
  /** Number of sellers' offers of this product. */
  offers: z.int(),
  updateat: moment,
})
export type ProductRow = z.output<typeof productRow>

/** What stops being sold if a product or brand is closed. Pending orders continue. */
const effects = z.object({
  products: z.int(),
  offers: z.int(),
  sellers: z.int(),
  /** Number of entries in buying lists. */
  mappings: z.int(),
  buyers: z.int(),
  pending: z.int(),
})
export type Effects = z.output<typeof effects>

const picture = plainText(300).nullish()
const name = (what: string) => plainText(100).min(1, `Nama ${what} wajib diisi`)
/**
 * The client may send a complete row as it read it. If it also sends `updateat`, the change is refused if another administrator has changed the row
 * since.
 */
const seen = { id: rowId, updateat: sentMoment.optional() }

const brandTerms = {
  brandname: name('brand'),
  brandlogo: picture,
  productcategoryid: rowId,
  brandgroupid: rowId.nullish(),
  operator: plainText(10).nullish(),
  targetkind: z.enum(targetKinds),
  status: flag,
}
const categoryTerms = { name: name('kategori'), image: picture, status: flag }
const brandGroupTerms = { name: name('BrandGroup'), logo: picture, categoryid: rowId, status: flag }

const wrongCode = 'Kode 1 sampai 30 huruf, angka, - atau _'
const productCode = boundedText(60, wrongCode)
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9_-]{0,29}$/, wrongCode)
const denomMax = 1_000_000_000
const denom = z.int().min(1, 'Denom paling sedikit 1').max(denomMax, 'Denom paling banyak 1.000.000.000').transform(BigInt)
const productTerms = {
  productname: name('produk'),
  productcode: productCode,
  description: plainText(500).nullish(),
  producttype,
  denom,
  brandid: rowId,
  /** If sent, it must be the category of the brand; any other category is refused. */
  productcategoryid: rowId.optional(),
  status: flag,
  berupakode: flag,
  image: picture,
}

const status = filter(z.enum(['0', '1']).transform((text) => text === '1'))
const search = filter(plainText(100))

const productQuery = z.object(
  pageQuery(
    ['brandname', 'productcode', 'productname', 'id', 'producttype', 'denom', 'status', 'updateat'],
    {
      search,
      categoryid: filter(rowIdText),
      brandid: filter(rowIdText),
      producttype: filter(z.enum(['0', '1', '2']).transform(Number)),
      status,
    },
    { direction: 'ASC' },
  ),
)
export type ProductQuery = z.output<typeof productQuery>

const brandQuery = z.object(
  pageQuery(['id', 'brandname', 'categoryname', 'status', 'updateat'], {
    search,
    categoryid: filter(rowIdText),
    brandgroupid: filter(rowIdText),
    status,
  }),
)
export type BrandQuery = z.output<typeof brandQuery>

const brandGroupQuery = z.object(pageQuery(['id', 'name', 'categoryname', 'status', 'updateat'], { search, categoryid: filter(rowIdText) }))
export type BrandGroupQuery = z.output<typeof brandGroupQuery>

const categoryQuery = z.object(pageQuery(['id', 'name', 'sortorder', 'status', 'updateat'], { search, status }, { size: categoriesShown }))
export type CategoryQuery = z.output<typeof categoryQuery>

/** Maximum number of categories that one request puts in order. */
const categoriesOrdered = 1_000

/** What the starter catalogue would add to one of its categories. */
const starterCategory = z.object({
  name: z.string(),
  /** Whether the category itself would be added. If not, the rest is added to the present category, whatever its name is now. */
  added: flag,
  brandgroups: z.array(z.string()),
  brands: z.array(z.string()),
  products: z.int(),
})
const starter = z.object({ categories: z.array(starterCategory) })
export type Starter = z.output<typeof starter>
/** Maximum number of categories of the starter catalogue in one request. */
const starterCategoriesMax = 30

const values = z.object({
  productname: z.string(),
  brandname: z.string(),
  categoryname: z.string(),
  producttype,
  denom: rupiah,
  status: flag,
  berupakode: flag,
  description: z.string().nullable(),
})
/** The change of one product in an uploaded file: its values before and after. */
const productLine = z.object({
  line: z.int(),
  productcode: z.string(),
  /** Null when the product does not exist yet. */
  before: values.nullable(),
  /** Null when the line gives no value. */
  after: values.nullable(),
  /** Why the change is impossible. */
  reason: z.string().nullable(),
})
export type ProductLine = z.output<typeof productLine>

/** Preview of an uploaded file. Lines that cannot be applied come first. */
const productPreview = z.object({
  found: z.int(),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** Effects of the products that the file closes. */
  closing: effects,
  /** Identifies exactly these lines. Sending it back executes this change and no other. */
  digest: z.string(),
  lines: z.array(productLine),
})
export type ProductPreview = z.output<typeof productPreview>

const id = z.object({ id: rowIdText })
const brandRefusals = [
  'not_found.category',
  'not_found.brand_group',
  'not_found.operator',
  'brand.exists',
  'brand.group_elsewhere',
] as const
const productRefusals = ['not_found.brand', 'not_found.category', 'product.exists', 'upload.unknown'] as const

export const catalogueAdminCalls = {
  counts: call('GET', '/api/admin/v1/catalogue', {
    summary: 'Count products, brands, categories and brand groups',
    access: 'admin',
    data: z.object({ product: z.int(), brand: z.int(), category: z.int(), brandgroup: z.int() }),
  }),
  products: call('GET', '/api/admin/v1/product', {
    summary: 'List products by brand name and code, including closed ones',
    access: 'admin',
    query: productQuery,
    data: pageOf(productRow),
  }),
  addProduct: call('POST', '/api/admin/v1/product', {
    summary: 'Add a product; the code of a product that was sold cannot be used by another one',
    access: 'admin',
    stepUp: true,
    body: z.object({
      ...productTerms,
      producttype: producttype.default(newProduct.producttype),
      denom: denom.default(BigInt(newProduct.denom)),
      status: flag.default(true),
      berupakode: flag.default(false),
    }),
    data: productRow,
    done: 'Produk ditambahkan',
    refuses: productRefusals,
  }),
  changeProduct: call('PATCH', '/api/admin/v1/product', {
    summary: 'Change a product; the code only if no seller ever offered it, the type only without offers and pending purchases',
    access: 'admin',
    stepUp: true,
    body: z.object({ ...z.object(productTerms).partial().shape, ...seen }),
    data: productRow,
    done: 'Produk disimpan',
    refuses: [...productRefusals, 'not_found.product', 'product.code_kept', 'product.type_kept', 'catalogue.changed'],
  }),
  closingProduct: call('GET', '/api/admin/v1/product/{id}/closing', {
    summary: 'Preview the effects of closing a product',
    access: 'admin',
    params: id,
    data: effects,
    refuses: ['not_found.product'],
  }),
  export: call('GET', '/api/admin/v1/product/export', {
    summary: `Download the products of the list as CSV \`katalog\`; at most ${productsMax}`,
    access: 'admin',
    query: productQuery,
    csv: true,
    refuses: ['download.too_many'],
  }),
  import: call('POST', '/api/admin/v1/product/import', {
    summary:
      'Import products from a CSV like `katalog`: preview (`simpan` 0), or apply the preview with this `digest`, all or nothing (1); other fields stay',
    access: 'admin',
    stepUp: true,
    file: 'csv',
    query: z.object({
      simpan: z.enum(['0', '1']).transform((text) => text === '1'),
      page: z.coerce.number().int().min(0).max(1_000).default(0),
      digest: boundedText(64).optional(),
    }),
    data: productPreview,
    done: 'Katalog disimpan',
    refuses: [
      'statement.no_file',
      'statement.file_too_large',
      'catalogue.file_unreadable',
      'catalogue.lines_refused',
      'catalogue.changed_meanwhile',
    ],
  }),
  brands: call('GET', '/api/admin/v1/brand', {
    summary: 'List brands, newest first, including closed ones',
    access: 'admin',
    query: brandQuery,
    data: pageOf(brandRow),
  }),
  addBrand: call('POST', '/api/admin/v1/brand', {
    summary: 'Add a brand to a category',
    access: 'admin',
    stepUp: true,
    body: z.object({ ...brandTerms, targetkind: brandTerms.targetkind.default('text'), status: flag.default(true) }),
    data: brandRow,
    done: 'Brand ditambahkan',
    refuses: [...brandRefusals, 'brand.operator_kind', 'upload.unknown'],
  }),
  changeBrand: call('PATCH', '/api/admin/v1/brand', {
    summary: 'Change a brand; its products follow it into another category, and are closed and opened with it',
    access: 'admin',
    stepUp: true,
    body: z.object({ ...z.object(brandTerms).partial().shape, ...seen }),
    data: brandRow,
    done: 'Brand disimpan',
    refuses: [...brandRefusals, 'brand.operator_kind', 'upload.unknown', 'not_found.brand', 'catalogue.changed'],
  }),
  closingBrand: call('GET', '/api/admin/v1/brand/{id}/closing', {
    summary: 'Preview the effects of closing a brand',
    access: 'admin',
    params: id,
    data: effects,
    refuses: ['not_found.brand'],
  }),
  brandGroups: call('GET', '/api/admin/v1/brandgroup', {
    summary: 'List the brand groups of one category or of all, newest first',
    access: 'admin',
    query: brandGroupQuery,
    data: pageOf(brandGroupRow),
  }),
  addBrandGroup: call('POST', '/api/admin/v1/brandgroup', {
    summary: 'Add a brand group to a category',
    access: 'admin',
    stepUp: true,
    body: z.object({ ...brandGroupTerms, status: flag.default(true) }),
    data: brandGroupRow,
    done: 'BrandGroup ditambahkan',
    refuses: ['not_found.category', 'brand_group.exists', 'upload.unknown'],
  }),
  changeBrandGroup: call('PATCH', '/api/admin/v1/brandgroup', {
    summary: 'Change a brand group; its category only while it has no brands',
    access: 'admin',
    stepUp: true,
    body: z.object({ ...z.object(brandGroupTerms).partial().shape, ...seen }),
    data: brandGroupRow,
    done: 'BrandGroup disimpan',
    refuses: [
      'not_found.brand_group',
      'not_found.category',
      'brand_group.exists',
      'brand_group.in_use',
      'upload.unknown',
      'catalogue.changed',
    ],
  }),
  categories: call('GET', '/api/admin/v1/category', {
    summary: `List categories, newest first, ${categoriesShown} per page by default`,
    access: 'admin',
    query: categoryQuery,
    data: pageOf(categoryRow),
  }),
  addCategory: call('POST', '/api/admin/v1/category', {
    summary: 'Add a category; it comes last in the order',
    access: 'admin',
    stepUp: true,
    body: z.object({ ...categoryTerms, status: flag.default(true) }),
    data: categoryRow,
    done: 'Kategori ditambahkan',
    refuses: ['category.exists', 'upload.unknown'],
  }),
  changeCategory: call('PATCH', '/api/admin/v1/category', {
    summary: 'Change a category; a hidden one is missing in the lists of buyers and sellers, but its products are still sold',
    access: 'admin',
    stepUp: true,
    body: z.object({ ...z.object(categoryTerms).partial().shape, ...seen }),
    data: categoryRow,
    done: 'Kategori disimpan',
    refuses: ['not_found.category', 'category.exists', 'upload.unknown', 'catalogue.changed'],
  }),
  orderCategories: call('PATCH', '/api/admin/v1/category/order', {
    summary: 'Put the categories in order; those not named follow in their present order',
    access: 'admin',
    stepUp: true,
    bodyBytes: 32 * 1024,
    body: z.object({
      ids: z
        .array(rowId)
        .min(1)
        .max(categoriesOrdered)
        .refine((ids) => new Set(ids).size === ids.length, 'Kategori disebut dua kali'),
    }),
    done: 'Urutan kategori disimpan',
    refuses: ['not_found.category'],
  }),
  deleteCategory: call('DELETE', '/api/admin/v1/category/{id}', {
    summary: 'Delete a category that contains no brands, brand groups and products',
    access: 'admin',
    stepUp: true,
    params: id,
    query: z.object({ updateat: seen.updateat }),
    done: 'Kategori dihapus',
    refuses: ['not_found.category', 'category.in_use', 'catalogue.changed'],
  }),
  starter: call('GET', '/api/admin/v1/catalogue/starter', {
    summary: 'Preview what the starter catalogue of Indonesia would add; what was added or matched once is never added again',
    access: 'admin',
    data: starter,
  }),
  addStarter: call('POST', '/api/admin/v1/catalogue/starter', {
    summary: 'Add what these categories of the starter catalogue still lack; nothing that exists is changed',
    access: 'admin',
    stepUp: true,
    body: z.object({ categories: z.array(plainText(40)).min(1, 'Pilih paling sedikit satu kategori').max(starterCategoriesMax) }),
    data: z.object({ categories: z.int(), brandgroups: z.int(), brands: z.int(), products: z.int() }),
    done: 'Katalog awal ditambahkan',
    refuses: ['not_found.category'],
  }),
}
