import type { Change } from '#core/events.ts'

/** So long a page may take from its first question until its line is up; of older ones nothing is known any more. */
const keptMs = 120_000

/** What this process answers from memory may be so much older than what it heard. */
const memoryMs = 2_000

export interface Heard {
  note(change: Change): void
  /** Whether something may have happened to this member since then. */
  since(memberId: bigint, at: number): boolean
}

/** Of whom was heard when: a page whose line comes up later asks whether it has missed something. */
export function rememberHeard(now: () => number = () => performance.now()): Heard {
  const last = new Map<bigint, number>()
  let ofSomebody = Number.NEGATIVE_INFINITY

  /** The longest silent members come first. */
  function forgetOld() {
    for (const [memberId, at] of last) {
      if (now() - at <= keptMs + memoryMs) return
      last.delete(memberId)
    }
  }

  return {
    note(change) {
      if (!('memberId' in change)) {
        ofSomebody = now()
        return
      }
      last.delete(change.memberId)
      last.set(change.memberId, now())
      forgetOld()
    },
    since: (memberId, at) => now() - at > keptMs || Math.max(ofSomebody, last.get(memberId) ?? Number.NEGATIVE_INFINITY) >= at - memoryMs,
  }
}
