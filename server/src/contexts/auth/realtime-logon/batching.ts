import { databaseLost, waitedInVain } from '#db/db.ts'
import type { Change, EventSource, MemberChanges } from '#realtime/events.ts'
import type { Log } from '#shared/log.ts'

/** Pages that are open at this process. */
export interface Pages {
  isConnected(memberId: bigint): boolean
  connected(): bigint[]
  /** Tells the members' pages whose sessions still live; `read` is asked for those who have one. */
  publish(changes: readonly MemberChanges[], read: EventSource['read']): Promise<void>
}

export interface Gathering {
  hear(change: Change): void
  close(): void
}

/** Changes of one member that are told one by one; of more, the newest, and that there were more: what shows them reads itself again. */
const changesMax = 50

/** Members that are read and told together: what falls behind on a busy machine is caught up with by fewer statements. */
const membersAtOnce = 100

/** What could not be read since the database was away for a moment is read again so much later; by then it is what holds then. */
const againMs = 1_000
const isAway = (error: unknown) => databaseLost(error) || waitedInVain(error)

/** Gathers what is heard of one source, and tells the changes of one member together. Rounds never overlap. */
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
    /** The newest stay last; of who is not there any more nothing is kept. */
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

  /** False where that has to be asked again. */
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

  /** What cannot be read of one member keeps no other from its news. */
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
