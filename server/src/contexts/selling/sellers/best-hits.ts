import { firstPurchaseSince } from '#contexts/ordering/purchases/purchases.ts'
import type { Database } from '#db/db.ts'
import { jakartaDayOf } from '#shared/clock.ts'
import { type BestHit, mostSold } from './sellers.queries.ts'

const shownMax = 8
/** If today has fewer hits, the last days are included, so that the section of the home page is not almost empty. */
const hitsOfTodayMin = 4
const dayMs = 86_400_000
const keepMs = 60_000
/** An empty result is cached for less time, so that the first sales of a new market appear soon. */
const keepNothingMs = 3_000

/** 'Best Hit Of The Day': the best sellers of today, or of the last days while today has few hits. Computed at most once a minute. */
export function createBestHits(db: Database): () => Promise<BestHit[]> {
  let kept: { until: number; hits: Promise<BestHit[]> } | null = null

  async function since(daysAgo: number): Promise<BestHit[]> {
    const day = jakartaDayOf(new Date(Date.now() - daysAgo * dayMs))
    return mostSold(db.read, day, await firstPurchaseSince(db, day), shownMax)
  }

  async function count(): Promise<BestHit[]> {
    const today = await since(0)
    return today.length >= hitsOfTodayMin ? today : since(6)
  }

  return () => {
    if (kept === null || kept.until < Date.now()) {
      const hits = count()
      const mine = { until: Date.now() + keepMs, hits }
      kept = mine
      hits.then(
        ({ length }) => {
          if (length === 0) mine.until = Date.now() + keepNothingMs
        },
        () => {
          kept = null
        },
      )
    }
    return kept.hits
  }
}
