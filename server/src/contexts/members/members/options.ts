import type { buyerOptions } from '@lapak/contract/shared/buyer-option-fields'
import type { Updateable } from 'kysely'
import type { z } from 'zod'
import { selectColumns } from '#db/columns.ts'
import type { Reader, Tx } from '#db/db.ts'
import type { Member } from '#db/schema.ts'

/*
 * Maps each option of a buyer to its column of `member`; the contract defines the options (buyer-option-fields.ts). A new option needs a migration
 * and an entry here, and no other change on the server, because cache, answers and changes use this table.
 */

export type BuyerOptions = z.output<typeof buyerOptions>

/** The options in the market cache, so the triggers `cache_bump` and `cache_stamp` of `member` must include these columns. */
const askedByOrders = { doubleguard: 'double_guard_minutes', routing: 'routing', lowbalance: 'low_balance' } as const

const columns = { ...askedByOrders, pricenews: 'price_change_callbacks', openoffers: 'open_offers' } as const satisfies Record<
  keyof BuyerOptions,
  keyof Member
>
const names = Object.keys(columns) as (keyof BuyerOptions)[]

/** The options of a buyer that affect its orders. */
export type OrderOptions = Pick<BuyerOptions, keyof typeof askedByOrders>

/** The columns of these options for a `select` of members. */
export const orderOptions = selectColumns(askedByOrders)
const allOptions = selectColumns(columns)

export const readOptions = async (read: Reader, memberId: bigint): Promise<BuyerOptions> =>
  // The cast is safe: the database checks that the texts are values of the contract.
  (await read.selectFrom('member').select(allOptions).where('id', '=', memberId).executeTakeFirstOrThrow()) as BuyerOptions

/** Options that are not sent stay unchanged. */
export async function setBuyerOptions(tx: Tx, memberId: bigint, asked: Partial<BuyerOptions>): Promise<void> {
  const before = await readOptions(tx, memberId)
  // Only changed columns are written: writing a cached column, even with the same value, makes every process read the member again.
  const changed = names.filter((name) => asked[name] !== undefined && asked[name] !== before[name])
  if (changed.length === 0) return
  const values: Updateable<Member> = Object.fromEntries(changed.map((name) => [columns[name], asked[name]]))
  await tx
    .updateTable('member')
    .set({ ...values, updated_at: new Date() })
    .where('id', '=', memberId)
    .execute()
}
