import { type callbackCalls, heldCountMax } from '@lapak/contract/partners/callbacks'
import type { DataOf } from '@lapak/contract/shared/call'
import { sql } from 'kysely'
import type { Reader, Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { deliveryState } from './delivery-state.ts'

/*
 * The origins of a member's callback URLs. A member verifies an origin (scheme, host and port) by returning a challenge that is sent to one URL of
 * the origin. The verification is valid for all URLs of the origin until the member revokes it.
 */

/** The origin of a URL. A text that is not a URL counts as its own origin; callbacks to it always fail. */
export const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url)

export interface LockedEndpoint {
  origin: string
  verifiedAt: Date | null
  askedAt: Date | null
  notifiedAt: Date | null
}

/** Records that the member uses this URL, and locks the row of its origin until the transaction ends. */
export async function upsertEndpointForUpdate(tx: Tx, memberId: bigint, url: string): Promise<LockedEndpoint> {
  const row = await tx
    .insertInto('callback_endpoint')
    .values({ member_id: memberId, origin: originOf(url), url })
    .onConflict((conflict) => conflict.columns(['member_id', 'origin']).doUpdateSet({ url }))
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

/** Whether callbacks of this member's purchases wait for the verification of the origin. */
export const holdsPurchases = async (read: Reader, memberId: bigint, origin: string): Promise<boolean> =>
  (await read
    .selectFrom('delivery')
    .select('id')
    .where('member_id', '=', memberId)
    .where('held_origin', '=', origin)
    .where('state', '=', deliveryState.held)
    .where('purchase_id', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Refuses a URL whose origin is not verified. Only callbacks of orders wait for the verification; requests of people are refused at once. */
export async function requireVerifiedEndpoint(read: Reader, memberId: bigint, url: string): Promise<void> {
  const origin = originOf(url)
  if (!(await findEndpoint(read, memberId, origin))?.verified_at) throw new Refusal('callback.unproved', { origin })
}

const shownMax = 100

/** Lists unverified origins first. Both groups have a separate limit, so that many unverified origins cannot displace a verified one. */
export async function listEndpoints(read: Reader, memberId: bigint): Promise<DataOf<typeof callbackCalls.endpoints>> {
  const of = read
    .selectFrom('callback_endpoint')
    .select([
      'origin',
      'url',
      'asked_at',
      'verified_at',
      sql<bigint>`(select count(*) from (
        select from delivery where delivery.member_id = callback_endpoint.member_id and held_origin = callback_endpoint.origin and state = ${sql.lit(deliveryState.held)}
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
