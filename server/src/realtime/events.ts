import { type EventData, type EventName, events } from '@lapak/contract/shared/events'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#db/db.ts'

/** An event as it is sent to a page; its data in wire format. */
export interface RealtimeEvent {
  event: EventName
  data: unknown
}

export const createEvent = <Name extends EventName>(name: Name, data: EventData<Name>): RealtimeEvent => ({
  event: name,
  data: z.encode(events[name], data),
})

/** A changed row: with its member, or without one if `concerned` determines the members later. */
export type Change = { memberId: bigint; subject: bigint } | { subject: bigint }

/** The changes for a member with an open page. */
export interface MemberChanges {
  memberId: bigint
  subjects: bigint[]
  /** There were more changes than `subjects` lists. */
  more: boolean
}

/**
 * A source of realtime events, declared by the feature that owns the rows (`<feature>.events.ts`). Changes reach all processes by NOTIFY, and rows
 * are read only for members with an open page.
 */
export interface EventSource {
  /** NOTIFY channels, with parsers of their payloads. */
  channels: Record<string, (payload: string) => Change[]>
  /** Changes within this many milliseconds are published together. */
  batchMs: number
  /** Connected members affected by subjects without a member. */
  concerned?(subjects: bigint[], connected: bigint[]): Promise<bigint[]>
  /**
   * True when, within this many milliseconds, an event of this member occurred that one process publishes only to the pages connected to it
   * (`Realtime.publishLocally`): other processes do not know about that event.
   */
  happenedElsewhere?(memberId: bigint, withinMs: number): Promise<boolean>
  /**
   * Events for the pages of each member, oldest change first. Read for all members together, since single queries are too slow for hundreds per
   * second.
   */
  read(changes: readonly MemberChanges[]): Promise<Map<bigint, RealtimeEvent[]>>
}

/** For events that are the same for all members. */
export const sameForAll =
  (...published: RealtimeEvent[]): EventSource['read'] =>
  async (changes) =>
    new Map(changes.map(({ memberId }) => [memberId, published]))

export const realtimeChannel = 'told'
const notifyBytesMax = 7_999

export const realtimePayload = z.object({
  memberId: z.string().regex(/^\d+$/).transform(BigInt),
  event: z.enum(Object.keys(events) as EventName[]),
  data: z.unknown(),
})

/**
 * Publishes an event to a member's open pages, from any process, once the transaction is committed. For small and rare events; large or frequent
 * events are declared as an `EventSource`, which reads them only for members with an open page.
 */
export async function publishEvent<Name extends EventName>(tx: Tx, memberId: bigint, name: Name, data: EventData<Name>): Promise<void> {
  const payload = JSON.stringify({ memberId: memberId.toString(), ...createEvent(name, data) })
  if (Buffer.byteLength(payload) > notifyBytesMax) throw new Error(`${name} is too large for NOTIFY; declare a source that reads it`)
  await sql`select pg_notify(${realtimeChannel}, ${payload})`.execute(tx)
}
