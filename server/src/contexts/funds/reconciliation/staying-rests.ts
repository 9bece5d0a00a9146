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

const size = (sum: bigint): bigint => (sum < 0n ? -sum : sum)
const haveOneSign = (one: bigint, other: bigint): boolean => one > 0n === other > 0n

/** What two rests have in common: money that merely crosses midnight is in one of them only. */
function inBoth(one: bigint, other: bigint): bigint {
  if (one === 0n || other === 0n || !haveOneSign(one, other)) return 0n
  return size(one) < size(other) ? one : other
}

/**
 * For each day on which more stayed than before, by how much, so that what goes missing every day is found every day. A day is left out again once no
 * more stays than before it. The days are those with a known rest, the oldest first.
 */
export function stayingRests(days: readonly DayRest[]): ReadonlyMap<string, bigint> {
  const staying: Staying[] = []
  for (const [nth, { day, rest }] of days.entries()) {
    const stays = inBoth(days[nth - 1]?.rest ?? 0n, rest)
    while (staying.length > 0 && hasEnded(staying.at(-1), stays)) staying.pop()
    const before = staying.at(-1)?.since ?? 0n
    if (size(stays) > size(before)) staying.push({ day, before, since: stays })
  }
  return new Map(staying.map(({ day, before, since }) => [day, since - before]))
}

const hasEnded = (one: Staying | undefined, stays: bigint): boolean =>
  one !== undefined && (!haveOneSign(one.since, stays) || size(stays) <= size(one.before))
