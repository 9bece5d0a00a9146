/** The first `count` items in this order. Sorting all items would block the event loop for too long. */
export function firstOf<Item>(items: readonly Item[], count: number, order: (a: Item, b: Item) => number): Item[] {
  const kept: Item[] = []
  let last: Item | undefined
  for (const item of items) {
    if (last !== undefined && order(item, last) >= 0) continue
    kept.push(item)
    // Sorts only after the list has doubled in length, so the cost per item is small.
    if (kept.length < 2 * count + 100) continue
    kept.sort(order).length = count
    last = kept[count - 1]
  }
  return kept.sort(order).slice(0, count)
}
