import { databaseLost, waitedInVain } from '#db/db.ts'
import type { Change, EventSource, MemberChanges } from '#realtime/events.ts'
import type { Log } from '#shared/log.ts'

/** Pages that are connected to this process. */
export interface Pages {
  isConnected(memberId: bigint): boolean
  connected(): bigint[]
  /** Sends the events to the pages of members with live sessions; `read` is called for these members only. */
  publish(changes: readonly MemberChanges[], read: EventSource['read']): Promise<void>
}

export interface Gathering {
  hear(change: Change): void
  close(): void
}

/** At most so many changes of one member are published one by one. Of more, the newest are, with a flag: the page then reads its lists again. */
const changesMax = 50

/** Members that are read and published together: a busy machine catches up with fewer statements. */
const membersAtOnce = 100

/** The delay after which changes are read again that the database could not answer; the second read returns the state of that time. */
const againMs = 1_000
const isAway = (error: unknown) => databaseLost(error) || waitedInVain(error)

/** Batches the changes of one source and publishes those of one member together. Rounds never overlap. */
export function batchFor(source: EventSource, pages: Pages, log: Pick<Log, 'warn'>): Gathering {
  let waiting = new Map<bigint, Set<bigint>>()
  let unassigned = new Set<bigint>()
  let scheduled: NodeJS.Timeout | NodeJS.Immediate | null = null
  let closed = false

  function add(memberId: bigint, subject: bigint) {
    waiting.set(memberId, (waiting.get(memberId) ?? new Set()).add(subject))
  }

  function hear(change: Change) {
    if (!('memberId' in change)) unassigned.add(change.subject)
    else if (pages.isConnected(change.memberId)) add(change.memberId, change.subject)
    else return
    schedule()
  }

  function schedule(inMs = source.batchMs) {
    if (scheduled !== null || closed) return
    const run = () => void round().catch((error) => log.warn({ err: error }, 'telling members about changes failed'))
    scheduled = inMs === 0 ? setImmediate(run) : setTimeout(run, inMs)
  }

  async function round() {
    const before = waiting
    let away = false
    /** Keeps changes for the next round, the newest last; those of members that have left are dropped. */
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

  /** False if the lookup has to be repeated. */
  async function assign(): Promise<boolean> {
    const subjects = [...unassigned]
    unassigned = new Set()
    if (subjects.length === 0 || source.concerned === undefined) return true
    try {
      for (const memberId of await source.concerned(subjects, pages.connected())) for (const subject of subjects) add(memberId, subject)
      return true
    } catch (error) {
      if (!isAway(error)) throw error
      unassigned = new Set([...subjects, ...unassigned])
      return false
    }
  }

  /** If a read fails, each member is tried alone, so that one failure does not affect the others. */
  async function publishTogether(changes: MemberChanges[], keep: (changes: MemberChanges[]) => void): Promise<void> {
    try {
      await pages.publish(changes, source.read)
    } catch (err) {
      if (isAway(err)) {
        log.warn({ err }, 'telling members waits for the database')
        keep(changes)
      } else if (changes.length === 1) log.warn({ err }, 'telling a member about a change failed')
      else for (const one of changes) await publishTogether([one], keep)
    }
  }

  return {
    hear,
    close() {
      closed = true
      clearTimeout(scheduled as NodeJS.Timeout)
      clearImmediate(scheduled as NodeJS.Immediate)
    },
  }
}
