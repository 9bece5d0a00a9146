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

type Pair<Theirs, Ours> = [Theirs | null, Ours | null]

/** Which movements may be the same one. */
interface Likeness {
  /** Only movements of the same group; null: this one has no partner. */
  groupOf: (one: Movement) => string | null
  maxMs: number
  /** How much later than the provider's the time of ours has to be, at least; without it their order does not matter. */
  laterMs?: number
}

const byKey = ({ key }: Movement): string => key
const byProduct = ({ key, productId }: Movement): string | null => (productId === '' ? null : `${productId} ${key}`)

/**
 * Finds the movements that both sides have. Equal sums come first, then the same id of the provider, then the shortest time between them, because a
 * virtual account keeps its reference for all its payments, and a payment that failed is repeated under the same reference.
 */
export function pairUp<Theirs extends Movement, Ours extends Movement>(
  theirs: readonly Theirs[],
  ours: readonly Ours[],
  maxMs: number,
): Pair<Theirs, Ours>[] {
  const groups = [byProduct, byKey].map((groupOf) => ({ groupOf, maxMs }))
  const ofEqualSum = groups.map(({ groupOf }) => ({ groupOf: (one: Movement) => withSum(one, groupOf(one)), maxMs }))
  const uncertain = theirs.filter(({ effect }) => effect === null)
  const pairs = new Map<Theirs, Ours>()
  for (const likeness of ofEqualSum) pairNearest(pairs, theirs, ours, likeness)
  for (const likeness of groups) pairNearest(pairs, uncertain, ours, likeness)
  for (const likeness of groups) pairNearest(pairs, theirs, ours, likeness)
  return pairsAndAlone(pairs, theirs, ours)
}

const withSum = ({ effect }: Movement, group: string | null): string | null => (group === null ? null : `${effect} ${group}`)

/** An administrator may book a movement while he orders it, a little before the provider's time. */
const orderedMs = 10 * 60_000

/**
 * Finds the movements that an administrator booked, by their key alone. They are usually booked after they happened, so a later booking is looked for
 * first. The nearest ones belong together: where the same sum moves every day, a movement that nobody booked, or a booking too many, leaves the pairs of
 * the other days as they are, and so does what lies beyond the time that was read.
 */
export function pairBooked<Theirs extends Movement, Ours extends Movement>(
  theirs: readonly Theirs[],
  ours: readonly Ours[],
  maxMs: number,
): Pair<Theirs, Ours>[] {
  const pairs = new Map<Theirs, Ours>()
  pairNearest(pairs, theirs, ours, { groupOf: byKey, maxMs, laterMs: -orderedMs })
  pairBookedLate(pairs, theirs, ours, maxMs)
  pairNearest(pairs, theirs, ours, { groupOf: byKey, maxMs })
  return pairsAndAlone(pairs, theirs, ours)
}

/**
 * Where bookings fell behind for some days, the nearest pairs leave the first movement and the last booking alone. They are no difference if everything
 * between them, paired the oldest first, was booked in time.
 */
function pairBookedLate<Theirs extends Movement, Ours extends Movement>(
  pairs: Map<Theirs, Ours>,
  theirs: readonly Theirs[],
  ours: readonly Ours[],
  maxMs: number,
): void {
  const outer = new Map<Theirs, Ours>(pairs)
  pairNearest(outer, theirs, ours, { groupOf: byKey, maxMs: Number.MAX_SAFE_INTEGER, laterMs: -orderedMs })
  const pairsByKey = Map.groupBy(pairs, ([{ key }]) => key)
  for (const [first, last] of outer) {
    if (pairs.has(first)) continue
    const between = (pairsByKey.get(first.key) ?? []).filter(([their, our]) => their.at >= first.at && our.at <= last.at)
    const inOrder = bothInOrder([...between, [first, last]])
    if (!inOrder.every(([their, our]) => our.at.getTime() - their.at.getTime() <= maxMs)) continue
    for (const [their, our] of inOrder) pairs.set(their, our)
    pairsByKey.set(first.key, [...(pairsByKey.get(first.key) ?? []), [first, last]])
  }
}

const byTime = (one: Movement, other: Movement): number => one.at.getTime() - other.at.getTime()

function bothInOrder<Theirs extends Movement, Ours extends Movement>(pairs: readonly [Theirs, Ours][]): [Theirs, Ours][] {
  const ours = pairs.map(([, our]) => our).toSorted(byTime)
  return pairs
    .map(([their]) => their)
    .toSorted(byTime)
    .flatMap((their, nth) => {
      const our = ours[nth]
      return our ? [[their, our]] : []
    })
}

function pairsAndAlone<Theirs, Ours>(
  pairs: ReadonlyMap<Theirs, Ours>,
  theirs: readonly Theirs[],
  ours: readonly Ours[],
): Pair<Theirs, Ours>[] {
  const paired = new Set(pairs.values())
  return [
    ...theirs.map((their): Pair<Theirs, Ours> => [their, pairs.get(their) ?? null]),
    ...ours.filter((our) => !paired.has(our)).map((our): Pair<Theirs, Ours> => [null, our]),
  ]
}

/** One of either side, in the order of its time. */
interface Placed<Theirs, Ours> {
  group: string | null
  ms: number
  their: Theirs | null
  our: Ours | null
}

/** Adds pairs of what has no partner yet, within each group those with the shortest time between them first. */
function pairNearest<Theirs extends Movement, Ours extends Movement>(
  pairs: Map<Theirs, Ours>,
  theirs: readonly Theirs[],
  ours: readonly Ours[],
  { groupOf, maxMs, laterMs }: Likeness,
): void {
  const paired = new Set(pairs.values())
  const placed: Placed<Theirs, Ours>[] = [
    ...theirs
      .filter((their) => !pairs.has(their))
      .map((their) => ({ group: groupOf(their), ms: their.at.getTime() + (laterMs ?? 0), their, our: null })),
    ...ours.filter((our) => !paired.has(our)).map((our) => ({ group: groupOf(our), ms: our.at.getTime(), their: null, our })),
  ]
  const apart = (one: Placed<Theirs, Ours> | undefined, next: Placed<Theirs, Ours> | undefined): number => {
    if (!one || !next || (one.our === null) === (next.our === null)) return Number.POSITIVE_INFINITY
    return laterMs !== undefined && next.our === null ? Number.POSITIVE_INFINITY : next.ms - one.ms
  }
  for (const [group, members] of Map.groupBy(placed, (one) => one.group)) {
    if (group === null) continue
    const sorted = members.toSorted((one, other) => one.ms - other.ms)
    for (const [one, other] of nearest(sorted, apart, maxMs)) {
      const [their, our] = [one.their ?? other.their, one.our ?? other.our]
      if (their !== null && our !== null) pairs.set(their, our)
    }
  }
}

/**
 * Pairs neighbours, the nearest first, and then those that become neighbours without them. A neighbour is left to the next one if that is nearer, so
 * that one way through is enough.
 */
function nearest<Item>(
  sorted: readonly Item[],
  apart: (one: Item | undefined, next: Item | undefined) => number,
  maxMs: number,
): [Item, Item][] {
  const found: [Item, Item][] = []
  const waiting: Item[] = []
  for (const [nth, item] of sorted.entries()) {
    waiting.push(item)
    for (;;) {
      const [one, last] = [waiting.at(-2), waiting.at(-1)]
      const between = apart(one, last)
      if (one === undefined || last === undefined || between > maxMs || between > apart(last, sorted[nth + 1])) break
      waiting.length -= 2
      found.push([one, last])
    }
  }
  return found
}
