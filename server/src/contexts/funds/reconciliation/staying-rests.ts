/** The part of a day's balance that nothing explained. */
interface DayRest {
  day: string
  rest: bigint
}

interface Staying {
  day: string
  /** How much stayed before that day, and since it. */
  before: bigint
  since: bigint
  /** The least that two days in a row have left of it. What is more than that has grown again. */
  left: bigint
}

const abs = (sum: bigint): bigint => (sum < 0n ? -sum : sum)
const haveSameSign = (one: bigint, other: bigint): boolean => one > 0n === other > 0n

/** What two rests have in common: money that merely crosses midnight is in one of them only. */
function inBoth(one: bigint, other: bigint): bigint {
  if (one === 0n || other === 0n || !haveSameSign(one, other)) return 0n
  return abs(one) < abs(other) ? one : other
}

const larger = (one: bigint, other: bigint): bigint => (abs(one) > abs(other) ? one : other)

/**
 * How much the unexplained rest grew, by the day on which it grew. Only what two days in a row have in common counts. A growth is dropped once the rest
 * is back at its value before; if it only shrinks, the growth is kept, and it may grow again. `days`: those with a known rest, the oldest first.
 */
export function stayingRests(days: readonly DayRest[]): ReadonlyMap<string, bigint> {
  const staying: Staying[] = []
  for (const [nth, { day, rest }] of days.entries()) {
    const previous = days[nth - 1]?.rest ?? 0n
    const stays = inBoth(previous, rest)
    while (staying.length > 0 && hasEnded(staying.at(-1), stays)) staying.pop()
    const top = staying.at(-1)
    const before = top?.left ?? 0n
    if (abs(stays) > abs(before)) staying.push({ day, before, since: stays, left: stays })
    // Money that crosses midnight lowers one day only.
    else if (top !== undefined && abs(larger(previous, rest)) < abs(top.left)) top.left = larger(previous, rest)
  }
  return new Map(staying.map(({ day, before, since }) => [day, since - before]))
}

const hasEnded = (one: Staying | undefined, stays: bigint): boolean =>
  one !== undefined && (!haveSameSign(one.since, stays) || abs(stays) <= abs(one.before))
