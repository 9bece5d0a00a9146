import { isConnectionLost, isLockOrPoolTimeout } from '#db/db.ts'
import type { Change, EventSource, MemberChanges } from '#realtime/events.ts'
import type { Log } from '#shared/log.ts'
import { outsideRequests } from '#shared/request-context.ts'

/** The browser pages that are connected to this process. */
export interface Pages {
  isConnected(memberId: bigint): boolean
  connected(): bigint[]
  /** Sends the events to the browser pages of members with live sessions, and calls `read` for these members only. */
  publish(changes: readonly MemberChanges[], read: EventSource['read']): Promise<void>
}

export interface ChangeBatcher {
  add(change: Change): void
  close(): void
}

/**
 * The maximum of changes of one member that are published one by one. If there are more, only the newest ones are published, with a flag on which the
 * web app reads its lists again.
 */
const changesMax = 50

/** The number of members whose changes are read and published together: on a busy machine larger groups need fewer statements. */
const membersAtOnce = 100

/** The delay before changes are read again after the database was unavailable. The second read returns the state at that later time. */
const againMs = 1_000
const isUnavailable = (error: unknown) => isConnectionLost(error) || isLockOrPoolTimeout(error)

/**
 * Collects the changes of one source into batches and publishes the changes of each member together. A batch begins only after the previous one has
 * ended.
 */
export function createChangeBatcher(source: EventSource, pages: Pages, log: Pick<Log, 'warn'>): ChangeBatcher {
  let waiting = new Map<bigint, Set<bigint>>()
  let unassigned = new Set<bigint>()
  let scheduled: NodeJS.Timeout | NodeJS.Immediate | null = null
  let closed = false

  function addChange(memberId: bigint, subject: bigint) {
    waiting.set(memberId, (waiting.get(memberId) ?? new Set()).add(subject))
  }

  function hear(change: Change) {
    if (!('memberId' in change)) unassigned.add(change.subject)
    else if (pages.isConnected(change.memberId)) addChange(change.memberId, change.subject)
    else return
    schedule()
  }

  function schedule(inMs = source.batchMs) {
    if (scheduled !== null || closed) return
    const run = () => void runBatch().catch((error) => log.warn({ err: error }, 'publishing changes to members failed'))
    scheduled = outsideRequests(() => (inMs === 0 ? setImmediate(run) : setTimeout(run, inMs)))
  }

  async function runBatch() {
    const before = waiting
    let away = false
    /** Keeps changes for the next batch, ordered from old to new; drops those of members that are no longer connected. */
    const keep = (changes: readonly MemberChanges[]) => {
      away = true
      for (const { memberId } of changes)
        if (pages.isConnected(memberId)) waiting.set(memberId, new Set([...(before.get(memberId) ?? []), ...(waiting.get(memberId) ?? [])]))
    }
    try {
      away = !(await assign())
      const changes = [...waiting].map(([memberId, subjects]) => ({
        memberId,
        subjects: [...subjects].slice(-changesMax),
        more: subjects.size > changesMax,
      }))
      waiting = new Map()
      for (let at = 0; at < changes.length; at += membersAtOnce) await publishTogether(changes.slice(at, at + membersAtOnce), keep)
    } finally {
      scheduled = null
      if (waiting.size + unassigned.size > 0) schedule(away ? againMs : source.batchMs)
    }
  }

  /** Looks up the members of changes that do not contain a member. False if the lookup has to be repeated later. */
  async function assign(): Promise<boolean> {
    const subjects = [...unassigned]
    unassigned = new Set()
    if (subjects.length === 0 || source.concerned === undefined) return true
    try {
      for (const memberId of await source.concerned(subjects, pages.connected()))
        for (const subject of subjects) addChange(memberId, subject)
      return true
    } catch (error) {
      if (!isUnavailable(error)) throw error
      unassigned = new Set([...subjects, ...unassigned])
      return false
    }
  }

  /** If a read for several members fails, it is repeated for each member separately, so that one failure does not affect the other members. */
  async function publishTogether(changes: MemberChanges[], keep: (changes: MemberChanges[]) => void): Promise<void> {
    try {
      await pages.publish(changes, source.read)
    } catch (err) {
      if (isUnavailable(err)) {
        log.warn({ err }, 'publishing changes waits for the database')
        keep(changes)
      } else if (changes.length === 1) log.warn({ err }, 'publishing a change to a member failed')
      else for (const one of changes) await publishTogether([one], keep)
    }
  }

  return {
    add: hear,
    close() {
      closed = true
      clearTimeout(scheduled as NodeJS.Timeout)
      clearImmediate(scheduled as NodeJS.Immediate)
    },
  }
}
