import { sql } from 'kysely'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database, Reader, Tx } from '#db/db.ts'

/** What a member sent, each time: who was approved by which cards stays known after others were sent. */
interface Documents {
  ktp: string
  npwp: string | null
}

export const keepDocuments = (tx: Tx, memberId: bigint, { ktp, npwp }: Documents) =>
  tx.insertInto('seller_document').values({ member_id: memberId, ktp, npwp }).execute()

/** The newest first; whoever sends more than these hides none of those that an administrator decided lately. */
export const documentsOf = (read: Reader, memberId: bigint, max: number) =>
  read
    .selectFrom('seller_document')
    .select(['id', 'ktp', 'npwp', 'sent_at'])
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .limit(max)
    .execute()

const sweptAtOnce = 500

/** Those that are old enough, in portions; the pictures go with the uploads that nobody names any more. */
export async function purgeDocuments(db: Database, settings: Settings): Promise<void> {
  const days = settings.get('sellerApplications.documentsKeptDays')
  for (let swept = sweptAtOnce; swept === sweptAtOnce; ) {
    const { numAffectedRows } = await db.transaction((tx) =>
      sql`
        delete from seller_document where id in (
          select id from seller_document where sent_at < now() - ${days} * interval '1 day' order by sent_at limit ${sweptAtOnce})`.execute(
        tx,
      ),
    )
    swept = Number(numAffectedRows ?? 0)
  }
}
