import { type SupplierKind, type sellerApiCalls, supplierKinds } from '@lapak/contract/catalogue/seller-api'
import type { BodyOf, DataOf } from '@lapak/contract/shared/call'
import { sql } from 'kysely'
import { endApiTest, mayConnect } from '#contexts/members/members/members.ts'
import { requireStepUp } from '#contexts/members/step-up-auth/step-up-auth.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import { lockCache } from '#db/cache-lock.ts'
import type { Database } from '#db/db.ts'
import { encryptedColumn } from '#db/encrypted-columns.ts'
import type { Caller } from '#http/http.ts'
import { rateLimitInTx } from '#http/rate-limit-counts.ts'
import { Refusal } from '#http/refusal.ts'
import { addressList, whyRefused } from '#http/typed-addresses.ts'
import { refusedPattern } from '#integrations/suppliers/compile-patterns.ts'
import type { Supplier, SupplierAccess } from '#integrations/suppliers/supplier.ts'
import { clip } from '#integrations/suppliers/text.ts'
import { isWholeAddress, meaningOf, type TemplateName, touchesSecret } from '#integrations/suppliers/url-template.ts'
import type { Config } from '#shared/config.ts'
import { type Cipher, randomToken } from '#shared/secrets.ts'
import { reportAddressReplaced } from './emails.ts'
import { rateLimitServerRequest, refuseAccountOfOther } from './others-servers.ts'
import { findSellerApi, readSellerSettings, type SellerSettings, shownBy } from './seller-api.queries.ts'
import { type ReachedApi, supplierAccess } from './supplier-access.ts'

export type { Breaker } from './breaker.ts'
export { supplierAccess } from './supplier-access.ts'

/** The secrets that Lapak uses at sellers' servers. */
export const sellerSecrets = (['pin', 'password'] as const).map((column) =>
  encryptedColumn({ table: 'seller_api', column, id: 'seller_id', owner: 'seller_id' }),
)

export interface SellerApiDeps {
  db: Database
  audit: Audit
  cipher: Cipher
  outbox: Pick<Outbox, 'sendEmail'>
  suppliers: Record<SupplierKind, Supplier>
  config: Pick<Config, 'allowedHosts' | 'outgoingAddresses'>
  settings: Settings
  /** The URL of the web app, without a trailing slash. */
  publicUrl(): string
}

type SellerAsk = BodyOf<typeof sellerApiCalls.change>
type TestAnswer = DataOf<typeof sellerApiCalls.test>

const shownAnswerMax = 2_048

/**
 * Saves a seller's server settings after a balance request to the server. If the server does not answer, the settings are saved as untested, and the
 * seller gets no orders. Writes exactly the tested values, including secrets that were saved before, so that a concurrent change cannot be marked as
 * tested.
 */
export async function changeSellerSettings(deps: SellerApiDeps, by: Caller, asked: SellerAsk): Promise<SellerSettings> {
  const { db, audit } = deps
  const { memberId: sellerId } = by
  await refuseNonSeller(db, by)
  const settings = await checkedSettings(deps, sellerId, asked)
  const { outcome } = await askBalance(deps, sellerId, settings.access)
  const tested = outcome.state === 'known'
  return db.transaction(async (tx) => {
    await lockCache(tx)
    const values = {
      ...settings.row,
      tested_at: tested ? new Date() : null,
      // A server that has just answered is no longer suspended, until an order fails there again.
      ...(tested && { failures: 0, circuit_open_until: null, circuit_reset_at: new Date() }),
    }
    await tx
      .insertInto('seller_api')
      .values({ seller_id: sellerId, report_path: newReportPath(), ...values })
      .onConflict((conflict) => conflict.column('seller_id').doUpdateSet({ ...values, server_since: sinceAnotherServer }))
      .execute()
    if (tested) await endApiTest(tx, sellerId)
    await audit.record(tx, { event: 'seller_api.saved', by, subject: sellerId, after: { server: new URL(asked.apiurl).origin, tested } })
    return readSellerSettings(tx, sellerId, shownBy(deps, true))
  })
}

/**
 * Our references are stored under our account at the seller's server, so a change of server or account starts a new period. After a change of
 * templates the account is the same, so the status of earlier orders can still be requested.
 */
const sinceAnotherServer = sql<Date | null>`case
  when (seller_api.kind, seller_api.api_url, seller_api.user_id, seller_api.username)
    is distinct from (excluded.kind, excluded.api_url, excluded.user_id, excluded.username) then clock_timestamp()
  else seller_api.server_since end`

/** From now on, reports to the old URL are refused. The states of orders in progress are requested from the server instead. */
export function replaceReportAddress(deps: SellerApiDeps, by: Caller): Promise<SellerSettings> {
  const { db, audit, outbox } = deps
  const { memberId: sellerId } = by
  return db.transaction(async (tx) => {
    await lockCache(tx)
    const { numUpdatedRows } = await tx
      .updateTable('seller_api')
      .set({ report_path: newReportPath() })
      .where('seller_id', '=', sellerId)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Refusal('supplier.not_tested')
    const { email } = await tx.selectFrom('member').select('email').where('id', '=', sellerId).executeTakeFirstOrThrow()
    await outbox.sendEmail(tx, { memberId: sellerId, email }, reportAddressReplaced)
    await audit.record(tx, { event: 'seller_api.report_address_replaced', by, subject: sellerId })
    return readSellerSettings(tx, sellerId, shownBy(deps, true))
  })
}

const newReportPath = () => randomToken(24)

/** Sends a balance request to the seller's server with these settings and returns the answer, which may contain saved secrets. Saves nothing. */
export async function testSellerSettings(deps: SellerApiDeps, by: Caller, asked: SellerAsk): Promise<TestAnswer> {
  await refuseNonSeller(deps.db, by)
  const { access, usesSaved } = await checkedSettings(deps, by.memberId, asked)
  if (usesSaved) await requireStepUp(deps, by)
  const { outcome, request, answer, tookMs } = await askBalance(deps, by.memberId, access)
  const ok = outcome.state === 'known'
  return {
    ok,
    state: outcome.state,
    message: messageOf(outcome),
    request: clip(request, shownAnswerMax),
    answer: clip(answer, shownAnswerMax),
    balance: outcome.state === 'known' ? outcome.balance : null,
    tookms: Math.round(tookMs),
  }
}

/** Only for sellers and members who have applied to become sellers: Lapak does not connect to servers of other members. */
export async function refuseNonSeller({ read }: Database, { memberId, roles }: Caller): Promise<void> {
  if (!roles.includes('ROLE_SELLER') && !(await mayConnect(read, memberId))) throw new Refusal('supplier.not_yet')
}

const messageOf = ({ state, message }: { state: string; message: string }) =>
  message || (state === 'known' ? 'Server menjawab' : 'Jawaban server tidak dikenali')

/** The seller waits for the result, and the web app's request times out after 30 seconds. */
const testWaitsMs = 15_000

async function askBalance(deps: SellerApiDeps, sellerId: bigint, access: SupplierAccess) {
  await rateLimitServerRequest(deps, sellerId, access)
  await refuseAccountOfOther(deps.db.read, sellerId, access)
  return deps.suppliers[access.kind].balance({ ...access, timeoutMs: Math.min(access.timeoutMs, testWaitsMs) })
}

/** Ends a suspension early if the server answers a request with its saved settings. The next order that fails there suspends the seller again. */
export async function endSuspension(deps: SellerApiDeps, by: Caller): Promise<DataOf<typeof sellerApiCalls.tryAgain>> {
  const { memberId: sellerId } = by
  const { outcome } = await askBalance(deps, sellerId, await testedSupplierAccess(deps.db, deps.cipher, sellerId))
  const ok = outcome.state === 'known'
  if (ok) await wake(deps, by)
  // The server's own text (name, balance) is shown only after step-up authentication, as in a connection test.
  return { ok, message: ok ? 'Server menjawab' : messageOf(outcome) }
}

/** A seller may end its suspension early only once in some minutes, because buyers' orders fail if a suspension ends too early. */
async function wake({ db, audit, settings }: SellerApiDeps, by: Caller): Promise<void> {
  const { memberId: sellerId } = by
  const minutes = settings.get('sellerApi.manualResumeMinutes')
  await db.transaction(async (tx) => {
    await lockCache(tx)
    const { circuit_open_until: until, failures } = await tx
      .selectFrom('seller_api')
      .select(['circuit_open_until', 'failures'])
      .where('seller_id', '=', sellerId)
      .executeTakeFirstOrThrow()
    if (until === null || until < new Date()) return
    const seconds = await rateLimitInTx(tx, `rest ended by ${sellerId}`, 1, minutes * 60)
    if (seconds > 0) throw new Refusal('rate.too_many', {}, { retryAfterSeconds: seconds })
    await tx
      .updateTable('seller_api')
      .set({ failures: 0, circuit_open_until: null, circuit_reset_at: new Date() })
      .where('seller_id', '=', sellerId)
      .execute()
    await audit.record(tx, { event: 'seller_api.rest_ended', by, subject: sellerId, before: { until: until.toISOString(), failures } })
  })
}

interface CheckedSettings {
  access: SupplierAccess
  /** True if the PIN or the password is a saved value and was not typed now. */
  usesSaved: boolean
  /** The settings as they are stored, with encrypted secrets. */
  row: {
    kind: number
    api_url: string
    user_id: string
    username: string
    pin: Buffer | null
    password: Buffer | null
    templates: string
    patterns: string
    timeout_ms: number
    max_in_flight: number
    report_addresses: string
  }
}

async function checkedSettings({ db, cipher, config }: SellerApiDeps, sellerId: bigint, asked: SellerAsk): Promise<CheckedSettings> {
  checkAddresses(asked, config.allowedHosts)
  const templates = withoutEmpty(asked.templates)
  const patterns = withoutEmpty(asked.patterns)
  const refused = refusedPattern(patterns)
  if (refused !== null) throw new Refusal('supplier.pattern_invalid', { ...refused }, { field: `patterns.${refused.name}` })
  const reportAddresses = addressList(asked.reportaddresses, 'reportaddresses')
  const saved = await findSellerApi(db.read, sellerId)
  const keptNames = keptSecrets(saved, asked)
  refuseElsewhere(saved, asked, keptNames)
  // The form never receives secrets, so an empty field means "unchanged". All secrets are encrypted again with the current key.
  const encrypted = (secret: string | undefined, kept: Buffer | null = null) => {
    const plain = secret || (kept && cipher.decrypt(kept, sellerId))
    return plain ? cipher.encrypt(plain, sellerId) : null
  }
  const pin = encrypted(asked.pin, saved?.pin)
  const password = encrypted(asked.password, saved?.password)
  const row = {
    kind: asked.jenisapi,
    api_url: asked.apiurl,
    user_id: asked.userid,
    username: asked.username,
    pin,
    password,
    templates: JSON.stringify(templates),
    patterns: JSON.stringify(patterns),
    timeout_ms: asked.timeoutms,
    max_in_flight: asked.maxinflight,
    report_addresses: reportAddresses,
  }
  const access = supplierAccess(
    {
      sellerId,
      kind: asked.jenisapi,
      apiUrl: asked.apiurl,
      userId: asked.userid,
      username: asked.username,
      pin,
      password,
      timeoutMs: asked.timeoutms,
      templates,
      patterns,
    },
    cipher,
  )
  return { row, access, usesSaved: keptNames.length > 0 }
}

type SavedApi = Awaited<ReturnType<typeof findSellerApi>>

const keptSecrets = (saved: SavedApi, asked: SellerAsk) => (['pin', 'password'] as const).filter((name) => saved?.[name] && !asked[name])

/**
 * Saved secrets are sent only to the server that they were saved for. Otherwise an attacker with a stolen session could have them sent to another
 * server.
 */
function refuseElsewhere(saved: SavedApi, asked: SellerAsk, kept: readonly string[]) {
  if (!saved || kept.length === 0) return
  const known = serversOf(saved.api_url, saved.templates as Record<string, string>)
  if ([...serversOf(asked.apiurl, asked.templates)].every((server) => known.has(server))) return
  throw new Refusal('input.invalid', {}, { errors: Object.fromEntries(kept.map((name) => [name, 'Isi lagi karena alamat API berubah'])) })
}

const serversOf = (apiUrl: string, templates: Record<string, string>): Set<string> =>
  new Set([apiUrl, ...Object.values(templates)].filter(isWholeAddress).map((text) => new URL(text).origin))

const withoutEmpty = (texts: Record<string, string>) => Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))

const notApart = 'pisahkan [pin], [password] dan [sign] dari huruf, angka dan isian lain'
const notPlain = 'tulis http:// atau https://, nama server, lalu isian [...] hanya sesudahnya'

function checkAddresses({ apiurl, jenisapi, templates }: SellerAsk, allowedHosts: readonly string[]) {
  const refuse = (reason: string | null, template?: string) => {
    if (reason === null) return
    const field = template === undefined ? 'apiurl' : `templates.${template}`
    throw new Refusal('supplier.address_refused', { reason: template === undefined ? reason : `${template} ${reason}` }, { field })
  }
  const refuseAddress = (address: string, template?: string) =>
    refuse(whyRefused(address, allowedHosts) ?? (isWholeAddress(address) ? null : notPlain), template)
  refuseAddress(apiurl)
  for (const [name, template] of Object.entries(templates)) {
    if (template === '' || meaningOf(supplierKinds[jenisapi], name as TemplateName, template) === 'product code') continue
    refuseAddress(template, name)
    refuse(touchesSecret(template) ? notApart : null, name)
  }
}

/** The tested server settings of a seller with decrypted secrets; refused if the settings were not tested. */
export async function testedSupplierAccess(db: Database, cipher: Cipher, sellerId: bigint): Promise<SupplierAccess> {
  const api = await db.read
    .selectFrom('seller_api')
    .select(['seller_id as sellerId', 'kind', 'api_url as apiUrl', 'user_id as userId', 'username', 'pin', 'password'])
    .select(['timeout_ms as timeoutMs', 'templates', 'patterns'])
    .where('seller_id', '=', sellerId)
    .where('tested_at', 'is not', null)
    .$castTo<ReachedApi>()
    .executeTakeFirst()
  if (!api) throw new Refusal('supplier.not_tested')
  return supplierAccess(api, cipher)
}

export { suspendedSellers } from './suspended.queries.ts'
