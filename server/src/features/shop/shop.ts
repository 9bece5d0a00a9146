import type { Database, Reader, Tx } from '#core/db.ts'
import { lockMirror } from '#core/mirror-lock.ts'
import { Refusal } from '#core/refusal.ts'
import { mayGoOnSelling, setShopOpen } from '../members/members.ts'
import { noteShopSwitch } from '../price-changes/price-changes.ts'

export async function readShopState(read: Reader, sellerId: bigint): Promise<{ statustoko: boolean }> {
  const { shop_open } = await read.selectFrom('member').select('shop_open').where('id', '=', sellerId).executeTakeFirstOrThrow()
  return { statustoko: shop_open }
}

export function setShopState(db: Database, sellerId: bigint, open: boolean): Promise<{ statustoko: boolean }> {
  return db.transaction(async (tx) => {
    await lockMirror(tx)
    if (open && !(await mayGoOnSelling(tx, sellerId))) throw new Refusal('access.denied')
    await moveShop(tx, sellerId, open)
    return { statustoko: open }
  })
}

/** Its buyers are told when it moves. The caller holds the lock of the mirror. */
export async function moveShop(tx: Tx, sellerId: bigint, open: boolean): Promise<void> {
  const { statustoko } = await readShopState(tx, sellerId)
  if (statustoko === open) return
  await setShopOpen(tx, sellerId, open)
  await noteShopSwitch(tx, sellerId, open)
}
