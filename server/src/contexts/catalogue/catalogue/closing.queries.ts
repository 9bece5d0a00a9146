import type { Effects } from '@lapak/contract/catalogue/catalogue.admin'
import { sql } from 'kysely'
import type { Reader } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'

/**
 * Products of attempts in progress. Each product is found by the key of its purchase: there may be many purchases, but only few attempts are in
 * progress.
 */
const underWay = sql`
  select (select product_id from purchase where purchase.id = attempt.purchase_id) as product_id from attempt where attempt.state < 4`

/** Counts the offers, list entries and orders that are affected if these products are closed. */
export async function closingOf(read: Reader, productIds: readonly bigint[]): Promise<Effects> {
  const { rows } = await sql<Omit<Effects, 'products'>>`
    with sold as materialized (
      select id, seller_id from offer where product_id = any(${productIds}::bigint[]) and archived_at is null
    ),
    listed as materialized (
      select buying_list_entry.buyer_id from sold join buying_list_entry on buying_list_entry.offer_id = sold.id and buying_list_entry.archived_at is null
    )
    select (select count(*)::integer from sold) as offers,
      (select count(distinct seller_id)::integer from sold) as sellers,
      (select count(*)::integer from listed) as mappings,
      (select count(distinct buyer_id)::integer from listed) as buyers,
      (select count(*)::integer from (${underWay}) open where open.product_id = any(${productIds}::bigint[])) as pending`.execute(read)
  const [row] = rows
  if (!row) throw new Error('count query returned no row')
  return { products: productIds.length, ...row }
}

export async function closingOfProduct(read: Reader, id: bigint): Promise<Effects> {
  const product = await read.selectFrom('product').select('id').where('id', '=', id).executeTakeFirst()
  if (!product) throw new Refusal('not_found.product')
  return closingOf(read, [id])
}

export async function closingOfBrand(read: Reader, id: bigint): Promise<Effects> {
  const brand = await read.selectFrom('brand').select('id').where('id', '=', id).executeTakeFirst()
  if (!brand) throw new Refusal('not_found.brand')
  return closingOf(read, await openOf(read, id))
}

/** The products of a brand that are not closed individually; closing or opening the brand closes or opens them. */
export async function openOf(read: Reader, brandId: bigint): Promise<bigint[]> {
  const rows = await read.selectFrom('product').select('id').where('brand_id', '=', brandId).where('active', '=', true).execute()
  return rows.map(({ id }) => id)
}

export interface Use {
  /** True if any seller offers or has ever offered the product. */
  everOffered: boolean
  /** True if a seller offers the product, removed its offer within the last minute, or has an order of the product in progress. */
  sold: boolean
}

/**
 * How these products are used. An offer that was removed within the last minute still counts, because an order that is being placed may use it but is
 * not visible yet.
 */
export async function usesOf(read: Reader, productIds: readonly bigint[]): Promise<Map<bigint, Use>> {
  if (productIds.length === 0) return new Map()
  const { rows } = await sql<Use & { id: bigint }>`
    with open as materialized (${underWay})
    select product.id,
      exists (select from offer where offer.product_id = product.id) as "everOffered",
      exists (select from offer where offer.product_id = product.id
        and (offer.archived_at is null or offer.archived_at > now() - interval '1 minute'))
      or exists (select from open where open.product_id = product.id) as sold
    from unnest(${productIds}::bigint[]) as product(id)`.execute(read)
  return new Map(rows.map(({ id, everOffered, sold }) => [id, { everOffered, sold }]))
}
