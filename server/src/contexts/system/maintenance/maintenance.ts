import type { Audit } from '#contexts/system/audit/audit.ts'
import type { CachedTable } from '#db/cache.ts'
import { lockCache } from '#db/cache-lock.ts'
import type { Database } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { publishToAll } from './maintenance.events.ts'

interface Notice {
  id: bigint
  text: string
  from_at: Date
  until_at: Date
  pauses_orders: boolean
}

/** The current announcement from the cache, cheap enough to check for every order. */
export interface Maintenance {
  announced(now: Date): Notice | null
  pausesOrders(now: Date): boolean
}

/** Only the newest row is in force; when it ends, no earlier row applies again. */
export function createMaintenance(): Maintenance & { cached: CachedTable<Notice> } {
  let newest: Notice | null = null
  const announced = (now: Date) => (newest !== null && newest.text !== '' && now < newest.until_at ? newest : null)
  return {
    announced,
    pausesOrders(now) {
      const notice = announced(now)
      return notice?.pauses_orders === true && now >= notice.from_at
    },
    cached: {
      readSince: (read, version) =>
        read
          .selectFrom('maintenance_notice')
          .select(['id', 'text', 'from_at', 'until_at', 'pauses_orders'])
          .where('version', '>', version)
          .orderBy('id', 'desc')
          .limit(1)
          .execute(),
      apply(row) {
        if (newest === null || row.id > newest.id) newest = row
      },
    },
  }
}

export interface MaintenanceDeps {
  db: Database
  audit: Audit
}

export interface Published {
  /** Id of the newest announcement that its author has seen. */
  id: bigint
  text: string
  awal: Date
  akhir: Date
  jedapesanan: boolean
  reason: string
}

/** Publishes or withdraws an announcement; previous ones stay as rows. Refused when the author has not seen the newest one. */
export async function publishNotice({ db, audit }: MaintenanceDeps, by: Caller, { id, reason, ...wanted }: Published): Promise<void> {
  await db.transaction(async (tx) => {
    await lockCache(tx)
    const before = await tx.selectFrom('maintenance_notice').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
    if ((before?.id ?? 0n) !== id) throw new Refusal('maintenance.changed')
    const { text, awal, akhir, jedapesanan } = wanted
    const row = await tx
      .insertInto('maintenance_notice')
      .values({ text, from_at: awal, until_at: akhir, pauses_orders: jedapesanan, member_id: by.memberId, reason })
      .returning(['id', 'text', 'from_at', 'until_at', 'pauses_orders'])
      .executeTakeFirstOrThrow()
    await audit.record(tx, {
      event: 'maintenance.published',
      by,
      subject: row.id,
      ...(before && { before: factsOf(before) }),
      after: factsOf(row),
      reason,
    })
    await publishToAll(tx)
  })
}

const factsOf = ({ text, from_at, until_at, pauses_orders }: Notice) => ({
  text,
  from: from_at.toISOString(),
  until: until_at.toISOString(),
  pauses: pauses_orders,
})
