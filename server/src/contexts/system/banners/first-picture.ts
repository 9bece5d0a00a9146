import type { Reader } from '#db/db.ts'
import { shownBanners } from './banners.queries.ts'

/** Paths that need no escaping in a `Link` header. */
const plainPath = /^\/[\w./-]+$/

/**
 * The picture of the first banner as it was last read. The HTTP role sends it to browsers that open the home page as a preload hint; requests do not
 * wait for it. An outdated hint costs one unused picture. While hints are requested, the picture is read again at most every ten seconds.
 */
export function knownFirstPicture(read: Reader, freshMs = 10_000): () => string | undefined {
  let known: string | undefined
  let readAt = Number.NEGATIVE_INFINITY

  async function readAnew() {
    readAt = performance.now()
    const [first] = await shownBanners(read)
    known = first && plainPath.test(first.image) ? first.image : undefined
  }

  return () => {
    // After a failed read the previous value stays.
    if (performance.now() - readAt > freshMs) readAnew().catch(() => undefined)
    return known
  }
}
