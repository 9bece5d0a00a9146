import type { Database, Reader } from '#core/db.ts'
import { lockMirror } from '#core/mirror-lock.ts'
import { setShopOpen } from '../members/members.ts'
import { noteShopChange } from '../price-changes/price-changes.ts'

export async function readShopState(read: Reader, sellerId: bigint): Promise<{ statustoko: boolean }> {
  const { shop_open } = await read.selectFrom('member').select('shop_open').where('id', '=', sellerId).executeTakeFirstOrThrow()
  return { statustoko: shop_open }
}

export function setShopState(db: Database, sellerId: bigint, open: boolean): Promise<{ statustoko: boolean }> {
  return db.transaction(async (tx) => {
    await lockMirror(tx)
    const { statustoko } = await readShopState(tx, sellerId)
    if (statustoko !== open) {
      await setShopOpen(tx, sellerId, open)
      await noteShopChange(tx, sellerId, open)
    }
    return { statustoko: open }
  })
}
