/** Written as text for the database some at a time, so that others have their turn. */
const portion = 1000

export function* portions<Item>(all: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < all.length; from += portion) yield all.slice(from, from + portion)
}
