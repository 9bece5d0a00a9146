import { type callbackCalls, heldCountMax } from '@lapak/contract/partners/callbacks'
import type { DataOf } from '@lapak/contract/shared/call'
import { sql } from 'kysely'
import type { Reader, Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'

/*
 * What a member's callbacks may go to. Whoever reads what is sent to one address of an origin (scheme, host and port) proves it for the
 * whole origin, by a challenge, until the member takes that back (decision 0032).
 */

/** An address that is none is an origin of its own; nobody answers there. */
export const originOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : address)

export interface NamedOrigin {
  origin: string
  verifiedAt: Date | null
  askedAt: Date | null
  notifiedAt: Date | null
}

/** Notes that an address was named, and keeps its origin locked until the transaction ends. */
export async function nameOrigin(tx: Tx, memberId: bigint, address: string): Promise<NamedOrigin> {
  const row = await tx
    .insertInto('callback_endpoint')
    .values({ member_id: memberId, origin: originOf(address), url: address })
    .onConflict((conflict) => conflict.columns(['member_id', 'origin']).doUpdateSet({ url: address }))
    .returning(['origin', 'verified_at', 'asked_at', 'notified_at'])
    .executeTakeFirstOrThrow()
  return { origin: row.origin, verifiedAt: row.verified_at, askedAt: row.asked_at, notifiedAt: row.notified_at }
}

export const findEndpoint = (read: Reader, memberId: bigint, origin: string) =>
  read
    .selectFrom('callback_endpoint')
    .select(['url', 'token_hash', 'verified_at'])
    .where('member_id', '=', memberId)
    .where('origin', '=', origin)
    .executeTakeFirst()

/** Refused for an address that is not proved: only orders wait for a proof, what people set off tells them at once. */
export async function requireVerifiedEndpoint(read: Reader, memberId: bigint, address: string): Promise<void> {
  const origin = originOf(address)
  if (!(await findEndpoint(read, memberId, origin))?.verified_at) throw new Refusal('callback.unproved', { origin })
}

const shownMax = 100

/** Those that wait come first. Each kind has its room, so that nobody hides a proof behind many names. */
export async function listOrigins(read: Reader, memberId: bigint): Promise<DataOf<typeof callbackCalls.origins>> {
  const of = read
    .selectFrom('callback_endpoint')
    .select([
      'origin',
      'url',
      'asked_at',
      'verified_at',
      sql<bigint>`(select count(*) from (
        select from delivery where delivery.member_id = callback_endpoint.member_id and held_origin = callback_endpoint.origin and state = 3
        limit ${heldCountMax}) held)`.as('held'),
    ])
    .where('member_id', '=', memberId)
    .limit(shownMax)
  const waiting = await of.where('verified_at', 'is', null).orderBy('origin').execute()
  const verified = await of.where('verified_at', 'is not', null).orderBy('verified_at', 'desc').orderBy('origin').execute()
  return [...waiting, ...verified].map(({ origin, url, asked_at, verified_at, held }) => ({
    origin,
    url,
    state: verified_at === null ? 'waiting' : 'proved',
    askedat: asked_at,
    provedat: verified_at,
    held: Number(held),
  }))
}
