import type { buyerOptionCalls } from '@lapak/contract/ordering/buyer-options'
import type { DataOf } from '@lapak/contract/shared/call'
import { readOptions } from '#contexts/members/members/members.ts'
import { listKeys } from '#contexts/partners/api-keys/api-keys.ts'
import type { Reader } from '#db/db.ts'

/** The buyer's options and its API keys, in the format of the contract. */
export type BuyerOptions = DataOf<typeof buyerOptionCalls.read>

export async function readBuyerOptions(read: Reader, memberId: bigint): Promise<BuyerOptions> {
  const member = await read
    .selectFrom('member')
    .select(['allowed_addresses', 'callback_url'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  const keys = await listKeys(read, memberId)
  return {
    ip: member.allowed_addresses,
    callback: member.callback_url,
    apikey: keys.first,
    keys: keys.all,
    ...(await readOptions(read, memberId)),
  }
}
