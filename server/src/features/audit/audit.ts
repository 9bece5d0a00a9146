import { type AuditEventName, auditEvents, type FactsOf } from '@lapak/contract/audit'
import type { Insertable } from 'kysely'
import { z } from 'zod'
import { countWithin } from '#core/count-within.ts'
import type { Database, Tx } from '#core/db.ts'
import type { Caller } from '#core/http.ts'
import type { Log } from '#core/log.ts'
import { networkOf } from '#core/network.ts'
import { Refusal } from '#core/refusal.ts'
import type { Audit as AuditTable, JsonObject } from '#core/schema.ts'

/** Who caused an event: a caller, or an address of which nobody is known. */
export type Actor = Pick<Caller, 'sessionId' | 'address'> & { memberId: bigint | null }

export const stranger = (address: string): Actor => ({ memberId: null, sessionId: null, address })

export interface Note<Name extends AuditEventName> {
  event: Name
  by: Actor
  subject: bigint | string
  before?: FactsOf<Name>
  after?: FactsOf<Name>
  reason?: string
}

/** The trail of who did what. Every event is a line of the security log as well. */
export interface Audit {
  /** In the transaction of the cause, so that neither is there without the other. */
  note<Name extends AuditEventName>(tx: Tx, note: Note<Name>): Promise<void>
  /**
   * What was tried and refused, in a transaction of its own. Everybody can cause these, so of one event the table takes a few
   * an hour for each network and each account that is tried at; the log takes all.
   */
  noteRefused<Name extends AuditEventName>(note: Note<Name>, account?: string): Promise<void>
}

const refusedPerHour = 20
const hourSeconds = 3600
/** Who is beyond the limit is remembered, so that a flood does not write. */
const rememberedMax = 10_000

export function createAudit({ db, log }: { db: Database; log: Pick<Log, 'info'> }): Audit {
  const fullUntil = new Map<string, number>()

  const tell = (row: Insertable<AuditTable>) => log.info({ security: true, ...row }, row.event)

  async function hasRoom(subject: string): Promise<boolean> {
    if ((fullUntil.get(subject) ?? 0) > Date.now()) return false
    try {
      await countWithin(db, subject, refusedPerHour, hourSeconds)
      return true
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (fullUntil.size >= rememberedMax) fullUntil.clear()
      fullUntil.set(subject, Date.now() + (error.retryAfterSeconds ?? 0) * 1000)
      return false
    }
  }

  return {
    async note(tx, note) {
      const row = rowOf(note)
      await insert(tx, row)
      tx.afterCommit(() => tell(row))
    },
    async noteRefused(note, account) {
      const row = rowOf(note)
      tell(row)
      if (!(await hasRoom(`audit ${note.event} from ${networkOf(note.by.address)}`))) return
      if (account !== undefined && !(await hasRoom(`audit ${note.event} at ${account}`))) return
      await db.transaction((tx) => insert(tx, row))
    },
  }
}

const insert = (tx: Tx, row: Insertable<AuditTable>) => tx.insertInto('audit').values(row).execute()

/** Only what the event may hold: everything else that is given with it stays behind. */
function rowOf<Name extends AuditEventName>({ event, by, subject, before, after, reason }: Note<Name>): Insertable<AuditTable> {
  const { subject: subject_kind, facts } = auditEvents[event]
  const stored = (given: FactsOf<Name> | undefined) => (given === undefined ? null : (z.encode(facts as z.ZodObject, given) as JsonObject))
  return {
    event,
    actor_id: by.memberId,
    session_id: by.sessionId,
    address: by.address,
    subject_kind,
    subject: String(subject),
    before: stored(before),
    after: stored(after),
    reason: reason ?? null,
  }
}
