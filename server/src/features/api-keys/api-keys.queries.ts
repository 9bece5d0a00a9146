import type { apiKey } from '@lapak/contract/api-keys'
import type { z } from 'zod'
import type { Reader } from '#core/db.ts'

export interface MemberKeys {
  /** The first live key, whole; empty for none. */
  first: string
  all: z.output<typeof apiKey>[]
}

/** A member's keys that are not revoked, oldest first. */
export async function listKeys(read: Reader, memberId: bigint): Promise<MemberKeys> {
  const keys = await read
    .selectFrom('api_key')
    .select(['id', 'name', 'key', 'test', 'timed', 'allowed_addresses', 'created_at', 'used_at', 'resting_at', 'refused_address'])
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute()
  return {
    first: keys.find((key) => !key.test)?.key ?? '',
    all: keys.map((key) => ({
      id: key.id,
      name: key.name,
      hint: hintOf(key.key),
      test: key.test,
      timed: key.timed,
      ip: key.allowed_addresses,
      createat: key.created_at,
      usedat: key.used_at,
      restingat: key.resting_at,
      refusedip: key.refused_address,
    })),
  }
}

/** Enough of a key to know it by: `lpk_live_aB3d…x9Yz`. */
const hintOf = (key: string) => `${key.slice(0, 13)}…${key.slice(-4)}`
