import type { DataOf } from '@lapak/contract/call'
import type { shopCalls } from '@lapak/contract/shop'
import type { Database, Reader, Tx } from '#core/db.ts'
import type { Caller } from '#core/http.ts'
import { lockMirror } from '#core/mirror-lock.ts'
import { Refusal } from '#core/refusal.ts'
import type { Audit } from '../audit/audit.ts'
import { nextOpening, type ShopHours, withinHours } from '../market/market.ts'
import { mayGoOnSelling, setShopOpen } from '../members/members.ts'
import { noteShopSwitch } from '../price-changes/price-changes.ts'

type ShopState = DataOf<typeof shopCalls.state>

export async function readShopState(read: Reader, sellerId: bigint): Promise<ShopState> {
  const shop = await read
    .selectFrom('member')
    .leftJoin('seller_api', 'seller_api.seller_id', 'member.id')
    .select(['shop_open', 'shop_hours', 'tested_at', 'rested_until'])
    .where('member.id', '=', sellerId)
    .executeTakeFirstOrThrow()
  return { statustoko: shop.shop_open, ...(shop.shop_open ? whyNoOrders(shop, new Date()) : noReason) }
}

const noReason = { alasan: null, sampai: null } as const

interface Shop {
  shop_hours: ShopHours | null
  tested_at: Date | null
  rested_until: Date | null
}

/** What lasts longest is said first. */
function whyNoOrders({ shop_hours, tested_at, rested_until }: Shop, now: Date): Pick<ShopState, 'alasan' | 'sampai'> {
  if (tested_at === null) return { alasan: 'server', sampai: null }
  if (shop_hours !== null && !withinHours(shop_hours, now)) return { alasan: 'jam', sampai: nextOpening(shop_hours, now) }
  if (rested_until !== null && rested_until > now) return { alasan: 'istirahat', sampai: rested_until }
  return noReason
}

export interface ShopDeps {
  db: Database
  audit: Audit
}

export function setShopState({ db, audit }: ShopDeps, by: Caller, open: boolean): Promise<ShopState> {
  const { memberId: sellerId } = by
  return db.transaction(async (tx) => {
    await lockMirror(tx)
    if (open && !(await mayGoOnSelling(tx, sellerId))) throw new Refusal('access.denied')
    if (await moveShop(tx, sellerId, open)) await audit.note(tx, { event: 'shop.switched', by, subject: sellerId, after: { open } })
    return readShopState(tx, sellerId)
  })
}

/** Its buyers are told when it moves; false when it stands so already. The caller holds the lock of the mirror. */
export async function moveShop(tx: Tx, sellerId: bigint, open: boolean): Promise<boolean> {
  const { statustoko } = await readShopState(tx, sellerId)
  if (statustoko === open) return false
  await setShopOpen(tx, sellerId, open)
  await noteShopSwitch(tx, sellerId, open)
  return true
}
