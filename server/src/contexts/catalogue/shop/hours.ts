import type { shopCalls } from '@lapak/contract/catalogue/shop'
import type { DataOf } from '@lapak/contract/shared/call'
import { type CatalogueSnapshot, withinHours } from '#contexts/market-data/snapshot/snapshot.ts'
import { setShopHours } from '#contexts/members/members/members.ts'
import { lockCache } from '#db/cache-lock.ts'
import type { Reader } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { clockOfMinute, minuteOfClock } from '#shared/clock.ts'
import type { ShopDeps } from './shop.ts'

export type HoursDeps = ShopDeps & { catalogue: CatalogueSnapshot }

type Shown = DataOf<typeof shopCalls.hours>

export async function readShopHours(read: Reader, catalogue: CatalogueSnapshot, sellerId: bigint): Promise<Shown> {
  const hours = await storedHours(read, sellerId)
  return { jambuka: hours && daysOf(hours), bukasekarang: withinHours(hours, new Date()), jeda: cutoffsOf(catalogue, sellerId) }
}

async function storedHours(read: Reader, sellerId: bigint): Promise<number[] | null> {
  const { shop_hours } = await read.selectFrom('member').select('shop_hours').where('id', '=', sellerId).executeTakeFirstOrThrow()
  return shop_hours
}

/**
 * If new hours open or close the shop now, buyers who list its offers are notified within a minute, as at every later opening and closing. The
 * response reads all offers of the seller, so it is built after the cache lock is released.
 */
export async function setHours({ db, audit, catalogue }: HoursDeps, by: Caller, days: Shown['jambuka']): Promise<Shown> {
  const { memberId: sellerId } = by
  await db.transaction(async (tx) => {
    await lockCache(tx)
    const before = await storedHours(tx, sellerId)
    await setShopHours(tx, sellerId, days?.flatMap((day) => (day ? [minuteOfClock(day.buka), minuteOfClock(day.tutup)] : [-1, -1])) ?? null)
    await audit.record(tx, {
      event: 'shop.hours_changed',
      by,
      subject: sellerId,
      before: factsOf(before && daysOf(before)),
      after: factsOf(days),
    })
  })
  return readShopHours(db.read, catalogue, sellerId)
}

/** Reads the snapshot in memory, so that showing the cut-offs does not query all offers of the seller. */
function cutoffsOf(catalogue: CatalogueSnapshot, sellerId: bigint): Shown['jeda'] {
  const counts = new Map<string, number>()
  for (const { cutoff } of catalogue.offersOfSeller(sellerId)) {
    if (cutoff === null) continue
    const window = `${clockOfMinute(cutoff.from)} ${clockOfMinute(cutoff.to)}`
    counts.set(window, (counts.get(window) ?? 0) + 1)
  }
  return [...counts].sort().map(([window, jml]) => ({ awal: window.slice(0, 5), akhir: window.slice(6), jml }))
}

const factsOf = (days: Shown['jambuka']) => ({
  hours: days?.map((day) => (day ? `${day.buka}-${day.tutup}` : 'tutup')).join(', ') ?? null,
})

const daysOf = (hours: number[]): Shown['jambuka'] =>
  Array.from({ length: 7 }, (_, day) => {
    const [opens = -1, closes = -1] = hours.slice(2 * day)
    return opens < 0 ? null : { buka: clockOfMinute(opens), tutup: clockOfMinute(closes) }
  })
