import { closeByAdministrator, openByAdministrator, readShopState } from '#contexts/catalogue/shop/shop.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { publishEvent } from '#realtime/events.ts'
import { shopEmail } from './emails.ts'
import { lockUser, refuseOwn, type UserDeps } from './locked-user.ts'

interface Asked {
  id: bigint
  open: boolean
  reason: string
}

/**
 * Opens or closes the shop of a seller. A shop that an administrator closed can be opened only by an administrator; after that the seller can close
 * and open it again.
 */
export async function setShopOfUser(deps: UserDeps, by: Caller, { id, open, reason }: Asked): Promise<void> {
  const { db, audit, outbox, publicUrl } = deps
  await refuseOwn(audit, by, id)
  await db.transaction(async (tx) => {
    const user = await lockUser(tx, by, id)
    if (!user.seller) throw new Refusal('member.not_seller')
    if (open && user.status === 0) throw new Refusal('account.closed')
    const { statustoko } = await readShopState(tx, id)
    const moved = open ? await openByAdministrator(tx, id) : await closeByAdministrator(tx, id, { by: by.memberId, reason })
    if (!moved) return
    await audit.record(tx, { event: 'shop.moved', by, subject: id, before: { open: statustoko }, after: { open }, reason })
    await outbox.sendEmail(tx, { memberId: id, email: user.email }, shopEmail(open, reason, publicUrl()))
    await publishEvent(tx, id, 'profil', {})
  })
}
