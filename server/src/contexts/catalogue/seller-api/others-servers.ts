import type { supplierKinds } from '@lapak/contract/catalogue/seller-api'
import { sql } from 'kysely'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database, Reader } from '#db/db.ts'
import { rateLimit } from '#http/rate-limit-counts.ts'
import { Refusal } from '#http/refusal.ts'
import type { SupplierAccess } from '#integrations/suppliers/supplier.ts'
import { fillTemplate, isWholeAddress, type TemplateName } from '#integrations/suppliers/url-template.ts'

/*
 * Servers of other sellers. They often accept requests from the address of Lapak only, and block an account after a few wrong PINs, so a member must
 * not reach them through Lapak.
 */

/** How many times the limit of one session applies to all sessions of a member, so that a stolen session does not use up the owner's limit. */
const sessionsCounted = 2
/** How many times the limit of one member applies to a server over all members, so that one of them cannot shut out another who connects to it. */
const membersCounted = 3

interface LimitDeps {
  db: Database
  settings: Settings
}

/**
 * Limits the requests that a member sends from the address of Lapak to a server of its choice: in all its sessions, and to one server, there also over
 * all members. The latter do not apply to a seller whose tested server it is, so others cannot shut it out.
 */
export async function rateLimitServerRequest({ db, settings }: LimitDeps, sellerId: bigint, access: SupplierAccess): Promise<void> {
  const ofSession = settings.get('sellerApi.testsPerMinute') + settings.get('sellerApi.savesPerMinute')
  await rateLimit(db, `server requests of ${sellerId}`, ofSession * sessionsCounted, 60)
  const host = balanceHost(access)
  if (await isTestedServer(db.read, sellerId, host)) return
  const perHour = settings.get('sellerApi.requestsPerHourAndServer')
  await rateLimit(db, `server requests of ${sellerId} to ${host}`, perHour, 3600)
  await rateLimit(db, `server requests to ${host}`, perHour * membersCounted, 3600)
}

/** The host that answers balance requests, by which settings are tested. */
const balanceHost = ({ apiUrl, templates }: Pick<SupplierAccess, 'apiUrl' | 'templates'>): string =>
  hostOf(templates.balance && isWholeAddress(templates.balance) ? templates.balance : apiUrl)

/** The host with its port; without one, http and https lead to the same server. */
const hostOf = (url: string): string => new URL(url).host

async function isTestedServer(read: Reader, sellerId: bigint, host: string): Promise<boolean> {
  const saved = await testedApis(read).where('seller_id', '=', sellerId).executeTakeFirst()
  return saved !== undefined && balanceHost(saved) === host
}

/**
 * Refuses an account at a server that is the tested account of another seller. Only members that administrators approved as sellers count as its
 * holders, so that nobody else can save a server first and shut its owner out. A seller keeps the account that it has tested itself.
 */
export async function refuseAccountOfOther(read: Reader, sellerId: bigint, access: SupplierAccess): Promise<void> {
  const sent = addressesOf(access)
  const others = await testedApis(read)
    .where(sql<boolean>`exists (
      select from member_role join role on role.id = member_role.role_id
      where member_role.member_id = seller_api.seller_id and role.name = 'ROLE_SELLER')`)
    .execute()
  const isOf = (saved: TestedApi) => {
    const [host, id] = [balanceHost(saved), accountOf(saved)]
    return id !== '' && sent.some((address) => address.host === host && address.names.has(id))
  }
  const holders = others.filter(isOf)
  if (holders.length === 0 || holders.some((holder) => holder.seller_id === sellerId)) return
  throw new Refusal('supplier.account_taken', {}, { field: 'userid' })
}

const testedApis = (read: Reader) =>
  read
    .selectFrom('seller_api')
    .select(['seller_id', 'kind', 'api_url as apiUrl', 'user_id as userId', 'username', 'templates'])
    .where('tested_at', 'is not', null)
    .$castTo<TestedApi>()

interface TestedApi extends Pick<SupplierAccess, 'apiUrl' | 'userId' | 'username' | 'templates'> {
  seller_id: bigint
  kind: keyof typeof supplierKinds
}

/** The name of the account in balance requests; '' if the seller's own URL contains neither the user id nor the user name. */
function accountOf({ userId, username, templates: { balance } }: Pick<SupplierAccess, 'userId' | 'username' | 'templates'>): string {
  if (!balance || /\[userid\]/i.test(balance)) return userId.toLowerCase()
  return /\[username\]/i.test(balance) ? username.toLowerCase() : ''
}

interface SentAddress {
  host: string
  /** Everything in the request that may be the name of an account, in lower case. */
  names: Set<string>
}

/** The addresses that these settings send requests to. A name may also be written into the URL, or be put together from its placeholders. */
function addressesOf(access: SupplierAccess): SentAddress[] {
  const own = (Object.keys(access.templates) as TemplateName[]).flatMap((name) => fillTemplate(access, name, null)?.url || [])
  // Without URLs of its own for everything, the protocol of the kind sends both names.
  const sentByProtocol = access.templates.balance && access.templates.order ? [] : [access.userId, access.username]
  return [access.apiUrl, ...own].map((text) => {
    return { host: hostOf(text), names: new Set([...sentByProtocol, ...partsOf(text)].map((name) => name.toLowerCase())) }
  })
}

const partsOf = (url: string): string[] => decoded(url).split(/[^\w.@-]+/)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
