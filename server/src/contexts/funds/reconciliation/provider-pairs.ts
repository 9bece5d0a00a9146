/** A movement of money at the provider, as one of the two sides has it. */
export interface Movement {
  /** Only movements with the same key can be the same one. */
  key: string
  /** The provider's id of the payment or payout; empty if it is not known. */
  productId: string
  /** The change of the account, in sen; null while it is not certain. */
  effect: bigint | null
  at: Date
}

/**
 * Finds the movements that both sides have. Equal sums come first, then the same id of the provider, then the shortest time between them, because a
 * virtual account keeps its reference for all its payments, and a payment that failed is repeated under the same reference.
 */
export function pairUp<Theirs extends Movement, Ours extends Movement>(
  theirs: readonly Theirs[],
  ours: readonly Ours[],
  maxMs: number,
): [Theirs | null, Ours | null][] {
  const oursByKey = Map.groupBy(ours, ({ key }) => key)
  const candidates = theirs.flatMap((their) =>
    (oursByKey.get(their.key) ?? []).map((our) => ({ their, our, apart: Math.abs(their.at.getTime() - our.at.getTime()) })),
  )
  const likely = candidates
    .filter(({ apart }) => apart <= maxMs)
    .map((one) => ({ ...one, unlike: unlike(one.their, one.our) }))
    .sort((one, other) => one.unlike - other.unlike || one.apart - other.apart)
  const pairs = new Map<Theirs, Ours>()
  const taken = new Set<Ours>()
  for (const { their, our } of likely) {
    if (pairs.has(their) || taken.has(our)) continue
    pairs.set(their, our)
    taken.add(our)
  }
  return [
    ...theirs.map((their): [Theirs, Ours | null] => [their, pairs.get(their) ?? null]),
    ...ours.filter((our) => !taken.has(our)).map((our): [null, Ours] => [null, our]),
  ]
}

function unlike(their: Movement, our: Movement): number {
  const sums = their.effect === our.effect ? 0 : their.effect === null ? 2 : 4
  return sums + (their.productId !== '' && their.productId === our.productId ? 0 : 1)
}

/**
 * Finds the movements that both sides have by their key alone, the oldest first, which leaves as few as possible on one side only where the same sum
 * moves every day and is booked some days later.
 */
export function pairInOrder<Theirs extends Movement, Ours extends Movement>(
  theirs: readonly Theirs[],
  ours: readonly Ours[],
  maxMs: number,
): [Theirs | null, Ours | null][] {
  const oursByKey = Map.groupBy(ours.toSorted(byTime), ({ key }) => key)
  const theirsByKey = Map.groupBy(theirs.toSorted(byTime), ({ key }) => key)
  return [...new Set([...theirsByKey.keys(), ...oursByKey.keys()])].flatMap((key) =>
    pairOldest(theirsByKey.get(key) ?? [], oursByKey.get(key) ?? [], maxMs),
  )
}

const byTime = (one: Movement, other: Movement): number => one.at.getTime() - other.at.getTime()

function pairOldest<Theirs extends Movement, Ours extends Movement>(
  theirs: readonly Theirs[],
  ours: readonly Ours[],
  maxMs: number,
): [Theirs | null, Ours | null][] {
  const pairs: [Theirs | null, Ours | null][] = []
  for (let nextTheirs = 0, nextOurs = 0; nextTheirs < theirs.length || nextOurs < ours.length; ) {
    const [their, our] = [theirs[nextTheirs] ?? null, ours[nextOurs] ?? null]
    const apart = their && our && byTime(their, our)
    const takesTheirs = our === null || (apart !== null && apart <= maxMs)
    const takesOurs = their === null || (apart !== null && apart >= -maxMs)
    pairs.push([takesTheirs ? their : null, takesOurs ? our : null])
    if (takesTheirs) nextTheirs += 1
    if (takesOurs) nextOurs += 1
  }
  return pairs
}
