/** Rows per SQL statement. Large lists are written in portions, so that other requests are handled in between. */
const portion = 1000

export function* portions<Item>(all: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < all.length; from += portion) yield all.slice(from, from + portion)
}
