/** Rows per SQL statement. Large lists are written in batches, so that other requests are handled in between. */
const batchSize = 1000

export function* batches<Item>(all: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < all.length; from += batchSize) yield all.slice(from, from + batchSize)
}
