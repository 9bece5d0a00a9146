import type { categoryTree, productChoice } from '@lapak/contract/catalogue/catalogue'
import type { Page } from '@lapak/contract/shared/wire'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { CatalogueSnapshot, Product } from '#contexts/market-data/snapshot/snapshot.ts'
import type { Database, Reader } from '#db/db.ts'
import { containsPattern } from '#db/like-pattern.ts'
import { countOf, onePage, type PageAsk } from '#http/paging.ts'
import { firstOf } from './first-in-order.ts'

/** The maximum number of search results. */
const foundMax = 100
/** The minimum word similarity of pg_trgm at which a misspelled word counts as a match. */
const similarityMin = 0.45

export async function readCategories(
  read: Reader,
  { page, size }: Pick<PageAsk, 'page' | 'size'>,
): Promise<z.output<typeof categoryTree>[]> {
  const all = read.selectFrom('category').select(['id', 'name', 'image']).where('active', '=', true).orderBy('sort_order').orderBy('id')
  const categories = await all
    .limit(size)
    .offset(page * size)
    .execute()
  const brands = await activeBrands(read).orderBy('brand.name').execute()
  return categories.map((category) => ({ ...category, brands: brands.filter(({ categoryid }) => categoryid === category.id) }))
}

export async function listBrands(read: Reader, asked: PageAsk & { search?: string | undefined }) {
  const found = asked.search ? activeBrands(read).where('brand.name', 'ilike', containsPattern(asked.search)) : activeBrands(read)
  return {
    content: await onePage(found, asked, 'brand.name', 'brand.id').execute(),
    totalElements: await countOf(found),
  } satisfies Page<unknown>
}

export const findBrand = (read: Reader, id: bigint) => activeBrands(read).where('brand.id', '=', id).executeTakeFirst()

const activeBrands = (read: Reader) =>
  read
    .selectFrom('brand')
    .innerJoin('category', 'category.id', 'brand.category_id')
    .select([
      'brand.id',
      'brand.name as brandname',
      'brand.logo as brandlogo',
      'category.id as categoryid',
      'category.name as categoryname',
    ])
    .where('brand.active', '=', true)

export const toChoice = (product: Product): z.output<typeof productChoice> => ({
  id: product.id,
  productname: product.name,
  productcode: product.code,
  description: product.description,
  producttype: product.type,
  denom: product.denom,
  image: product.image,
})

/**
 * Finds the products for a search text. For a phone number: all products of its operator. Otherwise the products that contain every word, or, if
 * there are none (misspellings), the most similar products.
 */
export async function findProducts(db: Database, catalogue: CatalogueSnapshot, typed: string): Promise<Product[]> {
  const operator = /^[+\d][\d\s-]{3,}$/.test(typed) ? catalogue.operators.operatorOf(typed) : null
  if (operator) return [...catalogue.products.values()].filter((product) => product.active && product.operator === operator.code)
  const words = typed.split(/\s+/).filter(Boolean).slice(0, 8)
  if (words.length === 0) return []
  const literally = literalMatches(catalogue, words)
  if (literally.length > 0) return literally
  const ids = await alikeMatches(db, typed)
  return ids.flatMap((id) => catalogue.products.get(id) ?? [])
}

/** Searching ten thousand products is faster in memory than in the database, and keeps load off the database. */
function literalMatches(catalogue: CatalogueSnapshot, words: string[]): Product[] {
  const wanted = words.map((word) => word.toLowerCase())
  const found = [...catalogue.products.values()].filter((product) => {
    const text = `${product.code} ${product.name} ${product.brandName}`.toLowerCase()
    return product.active && wanted.every((word) => text.includes(word))
  })
  const isExact = ({ code }: Product) => Number(code.toLowerCase() === wanted[0])
  return firstOf(found, foundMax, (a, b) => isExact(b) - isExact(a) || (a.code < b.code ? -1 : 1))
}

/** The same expression as in the index `product_search`. */
const nameOfProduct = sql<string>`(product.code || ' ' || product.name)`

/**
 * The operator `<%` uses the trigram index and reads its threshold from this setting. Computing the similarity of every product would take ten times
 * as long.
 */
async function alikeMatches(db: Database, typed: string): Promise<bigint[]> {
  const inProduct = sql<boolean>`${typed} <% ${nameOfProduct}`
  const inBrand = sql<boolean>`${typed} <% brand.name`
  const likeness = sql<number>`greatest(word_similarity(${typed}, ${nameOfProduct}), word_similarity(${typed}, brand.name))`
  const rows = await db.transaction(async (tx) => {
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${String(similarityMin)}, true)`.execute(tx)
    const found = tx
      .selectFrom('product')
      .select('product.id')
      .where(inProduct)
      .union(tx.selectFrom('product').innerJoin('brand', 'brand.id', 'product.brand_id').select('product.id').where(inBrand))
    return activeProducts(tx).where('product.id', 'in', found).orderBy(likeness, 'desc').orderBy('product.code').limit(foundMax).execute()
  })
  return rows.map(({ id }) => id)
}

const activeProducts = (read: Reader) =>
  read
    .selectFrom('product')
    .innerJoin('brand', 'brand.id', 'product.brand_id')
    .select('product.id')
    .where('product.active', '=', true)
    .where('brand.active', '=', true)
