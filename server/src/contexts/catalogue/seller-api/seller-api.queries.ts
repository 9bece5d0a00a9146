import type { sellerApiCalls } from '@lapak/contract/catalogue/seller-api'
import type { DataOf } from '@lapak/contract/shared/call'
import type { Selectable } from 'kysely'
import type { Reader } from '#db/db.ts'
import type { SellerApi } from '#db/schema.ts'
import type { Config } from '#shared/config.ts'

export type SellerSettings = DataOf<typeof sellerApiCalls.read>

/** A seller's server settings with its secrets still encrypted; undefined if they were never saved. */
export const findSellerApi = (read: Reader, sellerId: bigint): Promise<Selectable<SellerApi> | undefined> =>
  read.selectFrom('seller_api').selectAll().where('seller_id', '=', sellerId).executeTakeFirst()

/** The data from which `Shown` is built; equal for every seller. */
interface ShownBy {
  config: Pick<Config, 'outgoingAddresses'>
  publicUrl(): string
}

export const shownBy = ({ config, publicUrl }: ShownBy, whole: boolean): Shown => ({
  publicUrl: publicUrl(),
  outgoingAddresses: config.outgoingAddresses,
  whole,
})

interface Shown {
  /** The URL of the web app, without a trailing slash. */
  publicUrl: string
  outgoingAddresses: string[]
  /** Whether to return the whole report URL, which requires step-up authentication. */
  whole: boolean
}

const shownOfPath = 4

export async function readSellerSettings(
  read: Reader,
  sellerId: bigint,
  { publicUrl, outgoingAddresses, whole }: Shown,
): Promise<SellerSettings> {
  const api = await findSellerApi(read, sellerId)
  if (!api) return { ...notYetSaved, outgoingaddresses: outgoingAddresses }
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
    reporturl: `${publicUrl}/public/report/${whole ? api.report_path : `${api.report_path.slice(0, shownOfPath)}…`}`,
    tested: api.tested_at !== null,
    outgoingaddresses: outgoingAddresses,
  }
}

const notYetSaved: Omit<SellerSettings, 'outgoingaddresses'> = {
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
