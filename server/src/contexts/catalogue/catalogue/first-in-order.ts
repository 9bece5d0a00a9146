/** The first `count` in an order, of any number of items. Sorting all of them would hold up everybody else. */
export function firstOf<Item>(items: readonly Item[], count: number, order: (a: Item, b: Item) => number): Item[] {
  const kept: Item[] = []
  let last: Item | undefined
  for (const item of items) {
    if (last !== undefined && order(item, last) >= 0) continue
    kept.push(item)
    // Rarely enough that sorting what is kept costs little per item.
    if (kept.length < 2 * count + 100) continue
    kept.sort(order).length = count
    last = kept[count - 1]
  }
  return kept.sort(order).slice(0, count)
}
