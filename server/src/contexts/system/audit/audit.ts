import { type AuditEventName, auditEvents, type ExportedList, type FactsOf } from '@lapak/contract/system/audit'
import { type Insertable, sql } from 'kysely'
import { z } from 'zod'
import type { Database, Tx } from '#db/db.ts'
import type { Audit as AuditTable, JsonObject } from '#db/schema.ts'
import type { Caller } from '#http/http.ts'
import { networksOf } from '#http/network.ts'
import { rateLimit } from '#http/rate-limit-counts.ts'
import { Refusal } from '#http/refusal.ts'
import { eachOf, inTurns } from '#jobs/yielding.ts'
import type { Log } from '#shared/log.ts'

/** The cause of an event: a signed-in caller, or the IP address of an unknown sender. */
export type Actor = Pick<Caller, 'sessionId' | 'ipAddress' | 'recheckRole'> & { memberId: bigint | null }

export const anonymousActor = (ipAddress: string): Actor => ({ memberId: null, sessionId: null, ipAddress })

/** An operator at the command line of the machine. */
export const onTheMachine: Actor = { memberId: null, sessionId: null, ipAddress: 'command line' }

/** What a new installation begins with. */
export const setupActor: Actor = { memberId: null, sessionId: null, ipAddress: 'setup' }

/** The system, such as a scheduled job. */
export const systemActor: Actor = { memberId: null, sessionId: null, ipAddress: '' }

export interface AuditEntry<Name extends AuditEventName> {
  event: Name
  by: Actor
  subject: bigint | string
  before?: FactsOf<Name>
  after?: FactsOf<Name>
  reason?: string
}

/** The record of all actions. Every event is a line of the security log as well. */
export interface Audit {
  /**
   * Writes the row in the transaction of the cause, so that the cause and its row are committed together or not at all. Where an administrator acts, the
   * role is read again before the commit: it may have been taken while the transaction waited for a lock.
   */
  record<Name extends AuditEventName>(tx: Tx, note: AuditEntry<Name>): Promise<void>
  /** Writes up to some hundreds of rows in one statement. */
  recordAll<Name extends AuditEventName>(tx: Tx, notes: readonly AuditEntry<Name>[]): Promise<void>
  /**
   * Records a refused attempt in a transaction of its own. Anyone can cause refusals, so the table stores only a few rows per hour for each event:
   * per member if the member is known, otherwise per network (ten times as many per site of IPv6 networks) and per attempted account. The log
   * contains all attempts.
   */
  recordRefused<Name extends AuditEventName>(note: AuditEntry<Name>, account?: string): Promise<void>
}

const refusedPerHour = 20
const hourSeconds = 3600
/** Maximum number of subjects counted in the memory of a process, so that brute force cannot fill it. */
const cachedMax = 10_000

interface Counted {
  subject: string
  max: number
}

export function createAudit({ db, log }: { db: Database; log: Pick<Log, 'info'> }): Audit {
  const here = new Map<string, { count: number; until: number }>()

  const logRow = (row: Insertable<AuditTable>) => log.info({ security: true, ...row }, row.event)

  /** Counted in memory first, so that a flood does not even query the database. */
  function hasRoomHere({ subject, max }: Counted): boolean {
    const now = Date.now()
    const known = here.get(subject)
    if (known && known.until > now) return ++known.count <= max
    if (here.size >= cachedMax) here.clear()
    here.set(subject, { count: 1, until: now + hourSeconds * 1000 })
    return true
  }

  const hasRoom = ({ subject, max }: Counted): Promise<boolean> =>
    rateLimit(db, subject, max, hourSeconds).then(
      () => true,
      (error) => {
        if (error instanceof Refusal) return false
        throw error
      },
    )

  return {
    async record(tx, note) {
      const row = rowOf(note)
      await insert(tx, row)
      recheck(tx, note.by)
      tx.afterCommit(() => logRow(row))
    },
    async recordAll(tx, notes) {
      if (notes.length === 0) return
      const rows = await inTurns(eachOf(notes, rowOf))
      await insertAll(tx, rows)
      for (const by of new Set(notes.map(({ by }) => by))) recheck(tx, by)
      tx.afterCommit(() => void inTurns(eachOf(rows, logRow)))
    },
    async recordRefused(note, account) {
      const row = rowOf(note)
      logRow(row)
      const counts = countedBy(note.by, account).map(({ who, times }) => ({
        subject: `audit ${note.event} ${who}`,
        max: times * refusedPerHour,
      }))
      if (!counts.every(hasRoomHere)) return
      for (const counted of counts) if (!(await hasRoom(counted))) return
      await db.transaction((tx) => insert(tx, row))
    },
  }
}

/** Attempts of a known member are counted only for this member, so that other members of the same network cannot use up the limit and hide them. */
function countedBy({ memberId, ipAddress }: Actor, account: string | undefined): { who: string; times: number }[] {
  if (memberId !== null) return [{ who: `by ${memberId}`, times: 1 }]
  const networks = networksOf(ipAddress).map(({ network, times }) => ({ who: `from ${network}`, times }))
  return account === undefined ? networks : [...networks, { who: `at ${account}`, times: 1 }]
}

const recheck = (tx: Tx, { recheckRole }: Actor): void => {
  // The role is read, and so locked, before notifications are written. The removal of a role locks in the same order (the role, then the lists of the
  // other administrators); the opposite order would be a deadlock.
  if (recheckRole) tx.beforeEnd(() => recheckRole(tx))
}

const insert = (tx: Tx, row: Insertable<AuditTable>) => tx.insertInto('audit').values(row).execute()

/** The rows are passed as arrays of columns, which the query builder processes much faster than rows. */
async function insertAll(tx: Tx, rows: readonly Insertable<AuditTable>[]): Promise<void> {
  const of = <Value>(value: (row: Insertable<AuditTable>) => Value) => rows.map(value)
  const json = (name: 'before' | 'after') => of((row) => (row[name] ? JSON.stringify(row[name]) : null))
  await sql`
    insert into audit (event, actor_id, session_id, address, subject_kind, subject, before, after, reason)
    select * from unnest(${of(({ event }) => event)}::text[], ${of(({ actor_id }) => actor_id)}::bigint[],
      ${of(({ session_id }) => session_id)}::bigint[], ${of(({ address }) => address)}::text[],
      ${of(({ subject_kind }) => subject_kind)}::text[], ${of(({ subject }) => subject)}::text[],
      ${json('before')}::jsonb[], ${json('after')}::jsonb[], ${of(({ reason }) => reason)}::text[])`.execute(tx)
}

interface Export {
  list: ExportedList
  by: Caller
  subject: bigint | string
}

/** For downloads of lists with data of other members: records the actor and the number of rows before the first row is sent. */
export const recordExport =
  ({ db, audit }: { db: Database; audit: Audit }, { list, ...who }: Export) =>
  (rows: number): Promise<void> =>
    db.transaction((tx) => audit.record(tx, { event: `${list}.exported`, ...who, after: { rows } }))

/** Only the facts that the event declares; everything else is left out. */
function rowOf<Name extends AuditEventName>({ event, by, subject, before, after, reason }: AuditEntry<Name>): Insertable<AuditTable> {
  const { subject: subject_kind, facts } = auditEvents[event]
  const stored = (given: FactsOf<Name> | undefined) => (given === undefined ? null : (z.encode(facts as z.ZodObject, given) as JsonObject))
  return {
    event,
    actor_id: by.memberId,
    session_id: by.sessionId,
    address: by.ipAddress,
    subject_kind,
    subject: String(subject),
    before: stored(before),
    after: stored(after),
    reason: reason ?? null,
  }
}
