import type { apiSettingsCalls } from '@lapak/contract/api-settings'
import type { DataOf } from '@lapak/contract/call'
import type { Selectable } from 'kysely'
import type { Database } from '#core/db.ts'
import type { SellerApi } from '#core/schema.ts'

export type BuyerSettings = DataOf<typeof apiSettingsCalls.read>
export type SellerSettings = DataOf<typeof apiSettingsCalls.readSeller>

type Reader = Database['read']

export async function readBuyerSettings(read: Reader, memberId: bigint): Promise<BuyerSettings> {
  const member = await read
    .selectFrom('member')
    .select(['allowed_addresses', 'callback_url', 'double_guard_minutes', 'routing', 'low_balance', 'price_news'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  const keys = await read
    .selectFrom('api_key')
    .select(['id', 'name', 'key', 'test', 'allowed_addresses', 'created_at', 'used_at', 'refused_address'])
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute()
  return {
    ip: member.allowed_addresses,
    callback: member.callback_url,
    apikey: keys.find((key) => !key.test)?.key ?? '',
    keys: keys.map((key) => ({
      id: key.id,
      name: key.name,
      hint: hintOf(key.key),
      test: key.test,
      ip: key.allowed_addresses,
      createat: key.created_at,
      usedat: key.used_at,
      refusedip: key.refused_address,
    })),
    doubleguard: member.double_guard_minutes,
    routing: member.routing as BuyerSettings['routing'],
    lowbalance: member.low_balance,
    pricenews: member.price_news,
  }
}

/** Enough of a key to know it by: `lpk_live_aB3d…x9Yz`. */
const hintOf = (key: string) => `${key.slice(0, 13)}…${key.slice(-4)}`

/** A seller's settings with its secrets still sealed, or undefined before they were first saved. */
export const findSellerApi = (read: Reader, sellerId: bigint): Promise<Selectable<SellerApi> | undefined> =>
  read.selectFrom('seller_api').selectAll().where('seller_id', '=', sellerId).executeTakeFirst()

export async function readSellerSettings(read: Reader, publicUrl: string, sellerId: bigint): Promise<SellerSettings> {
  const api = await findSellerApi(read, sellerId)
  if (!api) return notYetSaved
  return {
    userid: api.user_id,
    username: api.username,
    apiurl: api.api_url,
    jenisapi: api.kind as SellerSettings['jenisapi'],
    pinset: api.pin !== null,
    passwordset: api.password !== null,
    templates: api.templates as Record<string, string>,
    patterns: api.patterns as Record<string, string>,
    timeoutms: api.timeout_ms,
    maxinflight: api.max_in_flight,
    reportaddresses: api.report_addresses,
    reporturl: `${publicUrl}/public/report/${api.report_path}`,
    tested: api.tested_at !== null,
  }
}

const notYetSaved: SellerSettings = {
  userid: 'PA0001',
  username: '',
  apiurl: '',
  jenisapi: 1,
  pinset: false,
  passwordset: false,
  templates: {},
  patterns: {},
  timeoutms: 30_000,
  maxinflight: 20,
  reportaddresses: '',
  reporturl: '',
  tested: false,
}

export async function readShopState(read: Reader, sellerId: bigint): Promise<{ statustoko: boolean }> {
  const { shop_open } = await read.selectFrom('member').select('shop_open').where('id', '=', sellerId).executeTakeFirstOrThrow()
  return { statustoko: shop_open }
}
