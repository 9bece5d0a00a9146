import { dotted } from '@lapak/contract/shared/money'
import { sql } from 'kysely'
import { type Hour, hourLabel, notifyHours, notifyMembers } from '#contexts/system/notifications/notifications.ts'
import type { Database, Tx } from '#db/db.ts'
import { countPriceChanges } from './price-changes.queries.ts'
import { passingKinds } from './purge.ts'

/**
 * Notifies buyers every hour of changes in their buying lists, except daily changes (cut-off, stock, shop hours). A buyer has a single notification,
 * which each hour replaces.
 */
export const notifyPriceChangesHourly = (db: Database, now: Date): Promise<void> =>
  notifyHours(
    db,
    {
      name: 'prices',
      numberBefore,
      async notifyHour(tx, hour) {
        for (const [memberId, count] of await changesOf(tx, hour))
          notifyMembers(tx, {
            memberId,
            kind: 'price',
            key: 'prices',
            title: 'Harga di daftar beli berubah',
            text: `${dotted(BigInt(count))} perubahan harga atau status produk, ${hourLabel(hour)}.`,
            link: '/trxpembelian?tab=produk&lihat=perubahan',
          })
      },
    },
    now,
  )

async function numberBefore(tx: Tx, moment: Date): Promise<bigint> {
  const newest = await tx.selectFrom('offer_change').select('id').where('at', '<', moment).orderBy('id', 'desc').limit(1).executeTakeFirst()
  return newest?.id ?? 0n
}

const batchSize = 1_000

async function changesOf(tx: Tx, { after, upTo }: Hour): Promise<Map<bigint, number>> {
  const counts = new Map<bigint, number>()
  for (let from = after; ; ) {
    const changes = await tx
      .selectFrom('offer_change')
      .select('id')
      .where('id', '>', from)
      .where('id', '<=', upTo)
      .where(sql<boolean>`kind <> all(${passingKinds}::text[])`)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    const ids = changes.map(({ id }) => id)
    for (const { buyerId, count } of await countPriceChanges(tx, ids)) counts.set(buyerId, (counts.get(buyerId) ?? 0) + count)
    if (ids.length < batchSize) return counts
    from = ids.at(-1) ?? upTo
  }
}
