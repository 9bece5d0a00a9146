import type { Reader } from '#db/db.ts'
import { shownBanners } from './banners.queries.ts'

/** What may stand in a `Link` header without being written in another way. */
const plainPath = /^\/[\w./-]+$/

/**
 * Where the first banner lies, as it was read last: a hint for browsers that open the home page, for which nobody waits. One that is no longer true
 * costs a picture that is not looked at. It is read again while somebody asks, every ten seconds.
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
    // An outage leaves what was known.
    if (performance.now() - readAt > freshMs) readAnew().catch(() => undefined)
    return known
  }
}
