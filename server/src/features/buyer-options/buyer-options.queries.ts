import type { buyerOptionCalls } from '@lapak/contract/buyer-options'
import type { DataOf } from '@lapak/contract/call'
import type { Reader } from '#core/db.ts'
import { listKeys } from '../api-keys/api-keys.ts'

/** The options and, as the wire has it, the keys that go with them. */
export type BuyerOptions = DataOf<typeof buyerOptionCalls.read>

export async function readBuyerOptions(read: Reader, memberId: bigint): Promise<BuyerOptions> {
  const member = await read
    .selectFrom('member')
    .select(['allowed_addresses', 'callback_url', 'double_guard_minutes', 'routing', 'low_balance', 'price_news', 'open_offers'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  const keys = await listKeys(read, memberId)
  return {
    ip: member.allowed_addresses,
    callback: member.callback_url,
    apikey: keys.first,
    keys: keys.all,
    doubleguard: member.double_guard_minutes,
    routing: member.routing as BuyerOptions['routing'],
    lowbalance: member.low_balance,
    pricenews: member.price_news,
    openoffers: member.open_offers,
  }
}
