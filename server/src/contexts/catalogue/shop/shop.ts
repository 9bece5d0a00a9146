import type { shopCalls } from '@lapak/contract/catalogue/shop'
import type { DataOf } from '@lapak/contract/shared/call'
import { recordShopSwitch } from '#contexts/catalogue/price-changes/price-changes.ts'
import { nextOpening, type ShopHours, withinHours } from '#contexts/market-data/snapshot/snapshot.ts'
import { mayContinueSelling, setShopOpen } from '#contexts/members/members/members.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import { lockCache } from '#db/cache-lock.ts'
import type { Database, Reader, Tx } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'

type ShopState = DataOf<typeof shopCalls.state>

export async function readShopState(read: Reader, sellerId: bigint): Promise<ShopState> {
  const shop = await read
    .selectFrom('member')
    .leftJoin('seller_api', 'seller_api.seller_id', 'member.id')
    .leftJoin('shop_closure', 'shop_closure.seller_id', 'member.id')
    .select(['shop_open', 'shop_hours', 'tested_at', 'circuit_open_until', 'shop_closure.reason as closed'])
    .where('member.id', '=', sellerId)
    .executeTakeFirstOrThrow()
  if (shop.closed !== null) return { statustoko: shop.shop_open, alasan: 'admin', sampai: null, pesan: shop.closed }
  return { statustoko: shop.shop_open, ...(shop.shop_open ? whyNoOrders(shop, new Date()) : noReason), pesan: null }
}

const noReason = { alasan: null, sampai: null } as const

interface Shop {
  shop_hours: ShopHours | null
  tested_at: Date | null
  circuit_open_until: Date | null
}

/** If several reasons apply, the reason that lasts longest is returned. */
function whyNoOrders({ shop_hours, tested_at, circuit_open_until }: Shop, now: Date): Pick<ShopState, 'alasan' | 'sampai'> {
  if (tested_at === null) return { alasan: 'server', sampai: null }
  if (shop_hours !== null && !withinHours(shop_hours, now)) return { alasan: 'jam', sampai: nextOpening(shop_hours, now) }
  if (circuit_open_until !== null && circuit_open_until > now) return { alasan: 'istirahat', sampai: circuit_open_until }
  return noReason
}

export interface ShopDeps {
  db: Database
  audit: Audit
}

export function setShopState({ db, audit }: ShopDeps, by: Caller, open: boolean): Promise<ShopState> {
  const { memberId: sellerId } = by
  return db.transaction(async (tx) => {
    await lockCache(tx)
    if (open && !(await mayContinueSelling(tx, sellerId))) throw new Refusal('access.denied')
    const { pesan } = await readShopState(tx, sellerId)
    if (open && pesan !== null) throw new Refusal('shop.closed_by_admin', { reason: pesan })
    if (await moveShop(tx, sellerId, open)) await audit.record(tx, { event: 'shop.switched', by, subject: sellerId, after: { open } })
    return readShopState(tx, sellerId)
  })
}

/** Closes a shop until an administrator opens it again; its seller cannot. Returns false if an administrator has closed it already. */
export async function closeByAdministrator(tx: Tx, sellerId: bigint, { by, reason }: { by: bigint; reason: string }): Promise<boolean> {
  await moveShop(tx, sellerId, false)
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('shop_closure')
    .values({ seller_id: sellerId, reason, closed_by: by })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Opens a shop, whether its seller or an administrator closed it. Returns false if the shop was open already. */
export async function openByAdministrator(tx: Tx, sellerId: bigint): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('shop_closure').where('seller_id', '=', sellerId).executeTakeFirst()
  return (await moveShop(tx, sellerId, true)) || numDeletedRows > 0n
}

/** Reopens a shop that was open before its seller was blocked, unless an administrator has closed the shop as well. */
export async function reopenShop(tx: Tx, sellerId: bigint): Promise<void> {
  const { pesan } = await readShopState(tx, sellerId)
  if (pesan === null) await moveShop(tx, sellerId, true)
}

/** Opens or closes a shop and records the change for buyers. Returns false if the shop already has this state. Requires the cache lock. */
export async function moveShop(tx: Tx, sellerId: bigint, open: boolean): Promise<boolean> {
  const { statustoko } = await readShopState(tx, sellerId)
  if (statustoko === open) return false
  await setShopOpen(tx, sellerId, open)
  await recordShopSwitch(tx, sellerId, open)
  return true
}
