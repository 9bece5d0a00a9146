import type { apiKey } from '@lapak/contract/partners/api-keys'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database, Reader } from '#db/db.ts'
import { selectedTerms } from './key-terms.ts'

export interface MemberKeys {
  /** The full text of the member's first live key; empty if the member has no live key. */
  first: string
  all: z.output<typeof apiKey>[]
}

/** The keys of a member that are not revoked, ordered from old to new. */
export async function listKeys(read: Reader, memberId: bigint): Promise<MemberKeys> {
  const keys = await read
    .selectFrom('api_key')
    .select(['id', 'key', ...selectedTerms])
    .select(['created_at as createat', 'used_at as usedat', 'suspended_at as restingat', 'refused_address as refusedip'])
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute()
  return {
    first: keys.find((key) => !key.test)?.key ?? '',
    all: keys.map(({ key, ...shown }) => ({ ...shown, hint: hintOf(key) })),
  }
}

/** The start and the end of a key, enough to recognize it: `lpk_live_aB3d…x9Yz`. */
const hintOf = (key: string) => `${key.slice(0, 13)}…${key.slice(-4)}`

/**
 * Whether software or a chat address orders for the member. Every account has a key, so only a key that was used counts. A key or an address that was
 * removed counts for as long as a session can live: it can be removed without step-up authentication, and the session that removes it must not end
 * the demand for one in this way.
 */
export async function ordersBySoftware(
  { db, settings }: { db: Pick<Database, 'read'>; settings: Settings },
  memberId: bigint,
): Promise<boolean> {
  const since = sql`now() - ${settings.get('access.sessionMaxDays')} * interval '1 day'`
  const { rows } = await sql<{ orders: boolean }>`
    select exists (
      select from api_key where member_id = ${memberId} and not test and used_at is not null and (revoked_at is null or revoked_at > ${since})
    ) or exists (
      select from jabber_id where member_id = ${memberId} and verified_at is not null and (archived_at is null or archived_at > ${since})
    ) as orders`.execute(db.read)
  return rows[0]?.orders === true
}
