import { type EventData, type EventName, events } from '@lapak/contract/shared/events'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#db/db.ts'

/** An event as it goes to a page, its data in the form of the wire. */
export interface RealtimeEvent {
  event: EventName
  data: unknown
}

export const event = <Name extends EventName>(name: Name, data: EventData<Name>): RealtimeEvent => ({
  event: name,
  data: z.encode(events[name], data),
})

/** What a change is about: a member's row by its number, or a row of which it is asked later whom it concerns. */
export type Change = { memberId: bigint; subject: bigint } | { subject: bigint }

/** What changed for a member who has a page. */
export interface MemberChanges {
  memberId: bigint
  subjects: bigint[]
  /** More changed than is named here. */
  more: boolean
}

/**
 * Where events come from, declared by the feature that owns the rows (`<feature>.events.ts`). A change is told to all
 * processes by NOTIFY, and read only where the member it concerns has a page.
 */
export interface EventSource {
  /** NOTIFY channels, and what their payloads say. */
  channels: Record<string, (payload: string) => Change[]>
  /** Changes within so many milliseconds are told together. */
  batchMs: number
  /** Who of the connected members is concerned by subjects that came without a member. */
  concerned?(subjects: bigint[], connected: bigint[]): Promise<bigint[]>
  /**
   * Whether something happened to this member within so many milliseconds that one process tells its own pages (`Realtime.hear`): no other
   * process hears of it, so none remembers it.
   */
  happenedElsewhere?(memberId: bigint, withinMs: number): Promise<boolean>
  /** What the pages of each of these members are told, the oldest change first. Read for all together: of hundreds a second, one by one is too slow. */
  read(changes: readonly MemberChanges[]): Promise<Map<bigint, RealtimeEvent[]>>
}

/** For what is the same for everybody. */
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
 * Tells a member's pages, from any process and once the transaction is committed. For what is small and rare; what is large,
 * or comes by the hundred, is declared as a source, which reads it only for members with a page.
 */
export async function publish<Name extends EventName>(tx: Tx, memberId: bigint, name: Name, data: EventData<Name>): Promise<void> {
  const payload = JSON.stringify({ memberId: memberId.toString(), ...event(name, data) })
  if (Buffer.byteLength(payload) > notifyBytesMax)
    throw new Error(`${name} is too large to be told by NOTIFY; declare a source that reads it`)
  await sql`select pg_notify(${realtimeChannel}, ${payload})`.execute(tx)
}
