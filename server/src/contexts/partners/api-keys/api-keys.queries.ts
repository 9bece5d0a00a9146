import type { apiKey } from '@lapak/contract/partners/api-keys'
import type { z } from 'zod'
import type { Reader } from '#db/db.ts'
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
