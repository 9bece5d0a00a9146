import { sql } from 'kysely'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database, Reader, Tx } from '#db/db.ts'
import { runInBatches } from '#jobs/batches.ts'

/** All documents that a member sent are kept, to show with which cards the member was approved. */
interface Documents {
  ktp: string
  npwp: string | null
}

export const storeDocuments = (tx: Tx, memberId: bigint, { ktp, npwp }: Documents) =>
  tx.insertInto('seller_document').values({ member_id: memberId, ktp, npwp }).execute()

/** The newest documents first, at most `max`. */
export const documentsOf = (read: Reader, memberId: bigint, max: number) =>
  read
    .selectFrom('seller_document')
    .select(['id', 'ktp', 'npwp', 'sent_at'])
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .limit(max)
    .execute()

const batchSize = 500

/** Deletes old documents in batches; their pictures are removed with the unused uploads. */
export async function purgeDocuments(db: Database, settings: Settings): Promise<void> {
  const days = settings.get('sellerApplications.documentsKeptDays')
  const deleteOldest = (tx: Tx) =>
    sql`
      delete from seller_document where id in (
        select id from seller_document where sent_at < now() - ${days} * interval '1 day' order by sent_at limit ${batchSize})`.execute(tx)
  await runInBatches(db, deleteOldest, batchSize)
}
