import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import { lockCache } from '#db/cache-lock.ts'
import type { Database } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { serverStopped } from './emails.ts'

interface StopDeps {
  db: Database
  audit: Audit
  outbox: Pick<Outbox, 'sendEmail'>
}

/**
 * Marks the server settings as untested, so the seller gets no orders. The secrets are kept, because the status of orders that were sent to the
 * server must still be requested.
 */
export function stopSellerServer({ db, audit, outbox }: StopDeps, by: Caller): Promise<void> {
  const { memberId: sellerId } = by
  return db.transaction(async (tx) => {
    await lockCache(tx)
    const stopped = await tx
      .updateTable('seller_api')
      .set({ tested_at: null })
      .where('seller_id', '=', sellerId)
      .where('tested_at', 'is not', null)
      .returning('api_url')
      .executeTakeFirst()
    if (!stopped) throw new Refusal('supplier.not_tested')
    await audit.record(tx, { event: 'seller_api.stopped', by, subject: sellerId, before: { server: new URL(stopped.api_url).origin } })
    const { email } = await tx.selectFrom('member').select('email').where('id', '=', sellerId).executeTakeFirstOrThrow()
    await outbox.sendEmail(tx, { memberId: sellerId, email }, serverStopped)
  })
}
