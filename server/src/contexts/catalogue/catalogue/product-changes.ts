import { sql } from 'kysely'
import type { Reader } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { type Use, usesOf } from './closing.queries.ts'

/** The fields of a product that administrators set. The category of a product is that of its brand. */
export interface ProductValues {
  code: string
  name: string
  description: string | null
  type: number
  denom: bigint
  brand_id: bigint
  image: string | null
  active: boolean
  /** True if the product is a code that the buyer types in. */
  is_code: boolean
}

/** A change of a product, or a new product (`id` and `before` are null). */
export interface ProductChange {
  id: bigint | null
  before: ProductValues | null
  after: ProductValues
}

export const isSame = (before: ProductValues, after: ProductValues): boolean =>
  (Object.keys(after) as (keyof ProductValues)[]).every((name) => before[name] === after[name])

const isKept = (name: 'code' | 'type') => (change: ProductChange) => change.before !== null && change.before[name] !== change.after[name]

/**
 * For each change, in the same order, the reason why it is refused, or null. A code that was ever offered identifies this product in buyers' software
 * for ever. The type defines the meaning of a seller's price (price, fee or margin), so it must not change while sellers offer the product or orders
 * of it are in progress (ADR 0046).
 */
export async function findObjections(read: Reader, changes: readonly ProductChange[]): Promise<(Refusal | null)[]> {
  const asked = changes.filter((change) => isKept('code')(change) || isKept('type')(change))
  const [uses, owners] = await Promise.all([
    usesOf(
      read,
      asked.flatMap(({ id }) => id ?? []),
    ),
    ownersOf(read, changes),
  ])
  return changes.map((change) => objection(change, change.id === null ? undefined : uses.get(change.id), owners))
}

function objection(change: ProductChange, use: Use | undefined, owners: ReadonlyMap<string, bigint>): Refusal | null {
  const { id, before, after } = change
  const owner = owners.get(after.code)
  if (owner !== undefined && owner !== id) return new Refusal('product.exists', { code: after.code }, { field: 'productcode' })
  if (before === null) return null
  if (isKept('code')(change) && use?.everOffered) return new Refusal('product.code_kept', { code: before.code }, { field: 'productcode' })
  if (isKept('type')(change) && use?.sold) return new Refusal('product.type_kept', { code: before.code }, { field: 'producttype' })
  return null
}

async function ownersOf(read: Reader, changes: readonly ProductChange[]): Promise<Map<string, bigint>> {
  const codes = changes.filter(({ before, after }) => before?.code !== after.code).map(({ after }) => after.code)
  if (codes.length === 0) return new Map()
  const rows = await read.selectFrom('product').select(['id', 'code']).where(sql<boolean>`code = any(${codes}::text[])`).execute()
  return new Map(rows.map(({ id, code }) => [code, id]))
}
