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
}

const abs = (sum: bigint): bigint => (sum < 0n ? -sum : sum)
const haveSameSign = (one: bigint, other: bigint): boolean => one > 0n === other > 0n

/** What two rests have in common: money that merely crosses midnight is in one of them only. */
function inBoth(one: bigint, other: bigint): bigint {
  if (one === 0n || other === 0n || !haveSameSign(one, other)) return 0n
  return abs(one) < abs(other) ? one : other
}

/**
 * How much the unexplained rest grew, by the day on which it grew. Only what two days in a row have in common counts. A growth is dropped once the rest
 * is back at its value before. `days`: those with a known rest, the oldest first.
 */
export function stayingRests(days: readonly DayRest[]): ReadonlyMap<string, bigint> {
  const staying: Staying[] = []
  for (const [nth, { day, rest }] of days.entries()) {
    const stays = inBoth(days[nth - 1]?.rest ?? 0n, rest)
    while (staying.length > 0 && hasEnded(staying.at(-1), stays)) staying.pop()
    const before = staying.at(-1)?.since ?? 0n
    if (abs(stays) > abs(before)) staying.push({ day, before, since: stays })
  }
  return new Map(staying.map(({ day, before, since }) => [day, since - before]))
}

const hasEnded = (one: Staying | undefined, stays: bigint): boolean =>
  one !== undefined && (!haveSameSign(one.since, stays) || abs(stays) <= abs(one.before))
