import type { Change, EventSource } from '#realtime/events.ts'
import { createRecentKeys, type Limits } from './recent-keys.ts'

/** The events of all members that this process received recently. They show whether a page missed an event before its sign-on. */
export interface RecentEvents {
  record(source: EventSource, change: Change): void
  /** Records an event whose data was part of its NOTIFY message. */
  hearOf(memberId: bigint): void
  /** Records that this process may have missed events. */
  beginAnew(): void
  /** Whether an event may have been published to this member since this time (as in `performance.now()`). */
  mayConcern(memberId: bigint, since: number): Promise<boolean>
}

const keptMs = 10 * 60_000
const members: Limits = { maxKeys: 50_000, keptMs }
/** For sources whose changes do not contain a member. */
const subjects: Limits = { maxKeys: 1_000, keptMs }

export function trackRecentEvents(sources: readonly EventSource[]): RecentEvents {
  const ofMembers = createRecentKeys<bigint>(members)
  const bySource = new Map(sources.map((source) => [source, createRecentKeys<bigint>(subjects)]))
  const notes = [ofMembers, ...bySource.values()]

  /** Asks each source whether its changes concern this member, as for the connected members. */
  async function concerns(memberId: bigint, since: number): Promise<boolean> {
    for (const [{ concerned }, noted] of bySource) {
      const changed = noted.keys(since)
      if (changed.length > 0 && ((await concerned?.(changed, [memberId])) ?? []).length > 0) return true
    }
    return false
  }

  async function happenedElsewhere(memberId: bigint, since: number): Promise<boolean> {
    for (const { happenedElsewhere } of sources) if (await happenedElsewhere?.(memberId, performance.now() - since)) return true
    return false
  }

  return {
    record(source, change) {
      if ('memberId' in change) ofMembers.record(change.memberId)
      else bySource.get(source)?.record(change.subject)
    },
    hearOf: (memberId) => ofMembers.record(memberId),
    beginAnew() {
      for (const noted of notes) noted.clear()
    },
    async mayConcern(memberId, since) {
      if (notes.some((noted) => !noted.reaches(since)) || ofMembers.has(memberId, since)) return true
      return (await concerns(memberId, since)) || (await happenedElsewhere(memberId, since))
    },
  }
}
