import { randomInt } from 'node:crypto'
import type { apiSettingsCalls } from '@lapak/contract/api-settings'
import type { BodyOf, DataOf } from '@lapak/contract/call'
import type { Updateable } from 'kysely'
import { changesOf } from '#core/changes.ts'
import type { Config } from '#core/config.ts'
import type { Database, Tx } from '#core/db.ts'
import { lockMirror } from '#core/mirror-lock.ts'
import { Refusal } from '#core/refusal.ts'
import type { ApiKey } from '#core/schema.ts'
import { randomToken, type Vault } from '#core/secrets.ts'
import { clip } from '#outside/suppliers/answer.ts'
import { checkPattern } from '#outside/suppliers/answer-patterns.ts'
import type { Supplier, SupplierAccess, SupplierKind } from '#outside/suppliers/supplier.ts'
import { newCallbackSecret } from '../callbacks/callbacks.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { tellShopChange } from '../price-changes/price-changes.ts'
import { type ReachedApi, supplierAccess, supplierKinds } from '../suppliers/suppliers.ts'
import { addressList, whyRefused } from './addresses.ts'
import {
  type BuyerSettings,
  findSellerApi,
  readBuyerSettings,
  readSellerSettings,
  readShopState,
  type SellerSettings,
} from './api-settings.queries.ts'
import { callbackChanged, callbackSecretReplaced, keyAddressesChanged, keyMade, keyReplaced } from './letters.ts'

export interface ApiSettingsDeps {
  db: Database
  vault: Vault
  outbox: Pick<Outbox, 'mail'>
  suppliers: Record<SupplierKind, Supplier>
  config: Pick<Config, 'allowedHosts'>
  /** Where the page lives, without a slash at the end. */
  publicUrl(): string
}

type BuyerChanges = BodyOf<typeof apiSettingsCalls.change>
type NewKey = BodyOf<typeof apiSettingsCalls.addKey>
type KeyChanges = BodyOf<typeof apiSettingsCalls.changeKey>
type SellerAsk = BodyOf<typeof apiSettingsCalls.changeSeller>
type TestAnswer = DataOf<typeof apiSettingsCalls.testSeller>

const keysMax = 20
/** Of the key that comes with the account. */
export const firstKeyName = 'Utama'
const shownAnswerMax = 2_048

/** The old secret ends at once: signatures of both would be needed only where nobody can be told, and this is shown here. */
export function replaceCallbackSecret({ db, vault, outbox }: ApiSettingsDeps, memberId: bigint): Promise<string> {
  const secret = newCallbackSecret()
  return db.transaction(async (tx) => {
    const { email } = await tx
      .updateTable('member')
      .set({ callback_secret: vault.seal(secret, memberId), updated_at: new Date() })
      .where('id', '=', memberId)
      .returning('email')
      .executeTakeFirstOrThrow()
    await outbox.mail(tx, { memberId, email }, callbackSecretReplaced)
    return secret
  })
}

/** Fields that are not given stay as they are. The first callback address brings the secret that callbacks are signed with. */
export function changeBuyerSettings(
  { db, vault, outbox, config }: ApiSettingsDeps,
  memberId: bigint,
  asked: BuyerChanges,
): Promise<BuyerSettings> {
  const reason = asked.callback ? whyRefused(asked.callback, config.allowedHosts) : null
  if (reason !== null) throw new Refusal('callback.address_refused', { reason })
  const allowed = asked.ip === undefined ? undefined : addressList(asked.ip, 'ip')
  return db.transaction(async (tx) => {
    await lockMirror(tx)
    const before = await tx
      .selectFrom('member')
      .select([
        'email',
        'allowed_addresses',
        'callback_url',
        'callback_secret',
        'double_guard_minutes',
        'routing',
        'low_balance',
        'price_news',
      ])
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow()
    const changes = changesOf(before, {
      allowed_addresses: allowed ?? before.allowed_addresses,
      callback_url: asked.callback ?? before.callback_url,
      double_guard_minutes: asked.doubleguard ?? before.double_guard_minutes,
      routing: asked.routing ?? before.routing,
      low_balance: asked.lowbalance === undefined ? before.low_balance : asked.lowbalance,
      price_news: asked.pricenews ?? before.price_news,
    })
    const secretNeeded = Boolean(changes?.callback_url) && before.callback_secret === null
    if (changes) {
      await tx
        .updateTable('member')
        .set({ ...changes, ...(secretNeeded && { callback_secret: vault.seal(newCallbackSecret(), memberId) }), updated_at: new Date() })
        .where('id', '=', memberId)
        .execute()
    }
    if (changes?.callback_url !== undefined) await outbox.mail(tx, { memberId, email: before.email }, callbackChanged(changes.callback_url))
    return readBuyerSettings(tx, memberId)
  })
}

/** A further key with its secret. Only here the secret is told; later it can be replaced, never read. */
export function addKey({ db, vault, outbox }: ApiSettingsDeps, memberId: bigint, asked: NewKey): Promise<MadeKey> {
  const allowed = addressList(asked.ip, 'ip')
  return db.transaction(async (tx) => {
    await lockMirror(tx)
    const { keys } = await tx
      .selectFrom('api_key')
      .select((select) => select.fn.countAll<bigint>().as('keys'))
      .where('member_id', '=', memberId)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (keys >= keysMax)
      throw new Refusal('input.invalid', {}, { errors: { name: `Paling banyak ${keysMax} API key, hapus yang tidak dipakai` } })
    const made = await makeKey(tx, vault, memberId, { name: asked.name, test: asked.test, allowed })
    await outbox.mail(tx, { memberId, email: await emailOf(tx, memberId) }, keyMade(asked.name, asked.test))
    return made
  })
}

interface MadeKey {
  id: bigint
  apikey: string
  secret: string
}

/** Makes a key and its secret in a transaction that holds the lock of the mirror. */
export async function makeKey(
  tx: Tx,
  vault: Vault,
  memberId: bigint,
  { name, test, allowed }: { name: string; test: boolean; allowed: string },
): Promise<MadeKey> {
  const mode = test ? 'test' : 'live'
  const apikey = `lpk_${mode}_${randomBase62(24)}`
  const secret = `lps_${mode}_${randomBase62(40)}`
  const { id } = await tx
    .insertInto('api_key')
    .values({ member_id: memberId, name, test, key: apikey, secret: vault.seal(secret, memberId), allowed_addresses: allowed })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, apikey, secret }
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomBase62 = (length: number) => Array.from({ length }, () => base62[randomInt(base62.length)]).join('')

/**
 * The first live key ends at once and a new one takes its place, name and address list kept. The secret goes by letter
 * only: whoever sits at somebody else's open page must not walk away with it.
 */
export function resetKey({ db, vault, outbox }: ApiSettingsDeps, memberId: bigint): Promise<BuyerSettings> {
  return db.transaction(async (tx) => {
    await lockMirror(tx)
    const old = await tx
      .selectFrom('api_key')
      .select(['id', 'name', 'allowed_addresses'])
      .where('member_id', '=', memberId)
      .where('test', '=', false)
      .where('revoked_at', 'is', null)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (old) await tx.updateTable('api_key').set({ revoked_at: new Date() }).where('id', '=', old.id).execute()
    const made = await makeKey(tx, vault, memberId, {
      name: old?.name ?? firstKeyName,
      test: false,
      allowed: old?.allowed_addresses ?? '',
    })
    await outbox.mail(tx, { memberId, email: await emailOf(tx, memberId) }, keyReplaced(made))
    return readBuyerSettings(tx, memberId)
  })
}

async function emailOf(tx: Tx, memberId: bigint): Promise<string> {
  const { email } = await tx.selectFrom('member').select('email').where('id', '=', memberId).executeTakeFirstOrThrow()
  return email
}

export function removeKey({ db }: ApiSettingsDeps, memberId: bigint, id: bigint): Promise<void> {
  return db.transaction(async (tx) => {
    await lockMirror(tx)
    await liveKey(tx, memberId, id)
    await updateKey(tx, memberId, id, { revoked_at: new Date() })
  })
}

/** Its name, and from where it may be used; fields that are not given stay as they are. */
export function changeKey({ db, outbox }: ApiSettingsDeps, memberId: bigint, id: bigint, asked: KeyChanges): Promise<BuyerSettings> {
  const allowed = asked.ip === undefined ? undefined : addressList(asked.ip, 'ip')
  return db.transaction(async (tx) => {
    await lockMirror(tx)
    const before = await liveKey(tx, memberId, id)
    const name = asked.name ?? before.name
    const changes = changesOf(before, { name, allowed_addresses: allowed ?? before.allowed_addresses })
    if (changes) await updateKey(tx, memberId, id, changes)
    if (changes?.allowed_addresses !== undefined)
      await outbox.mail(tx, { memberId, email: await emailOf(tx, memberId) }, keyAddressesChanged(name, changes.allowed_addresses))
    return readBuyerSettings(tx, memberId)
  })
}

/** A key of this member that is not revoked. */
async function liveKey(tx: Tx, memberId: bigint, id: bigint) {
  const key = await tx
    .selectFrom('api_key')
    .select(['name', 'allowed_addresses'])
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!key) throw new Refusal('not_found.key')
  return key
}

const updateKey = (tx: Tx, memberId: bigint, id: bigint, values: Updateable<ApiKey>) =>
  tx.updateTable('api_key').set(values).where('id', '=', id).where('member_id', '=', memberId).execute()

/**
 * Saves how a seller's server is reached, and asks it for its balance before. Settings that were not answered are saved
 * all the same, as untested: such a seller gets no orders. What is written is exactly what was tested, kept secrets
 * included, so a change that came in between cannot pass as tested.
 */
export async function changeSellerSettings(deps: ApiSettingsDeps, sellerId: bigint, asked: SellerAsk): Promise<SellerSettings> {
  const { db, suppliers, publicUrl } = deps
  const settings = await checkedSettings(deps, sellerId, asked)
  const { outcome } = await suppliers[settings.access.kind].balance(settings.access)
  const tested = outcome.state === 'known'
  return db.transaction(async (tx) => {
    await lockMirror(tx)
    const values = {
      ...settings.row,
      tested_at: tested ? new Date() : null,
      // A server that has just answered is no longer rested.
      ...(tested && { failures: 0, rested_until: null }),
    }
    await tx
      .insertInto('seller_api')
      .values({ seller_id: sellerId, report_path: randomToken(24), ...values })
      .onConflict((conflict) => conflict.column('seller_id').doUpdateSet(values))
      .execute()
    if (tested) await endApiTest(tx, sellerId)
    return readSellerSettings(tx, publicUrl(), sellerId)
  })
}

/** `apitest` 1 means that the API still has to be tested and saved (S-OPEN-02). */
async function endApiTest(tx: Tx, sellerId: bigint) {
  const { api_test } = await tx.selectFrom('member').select('api_test').where('id', '=', sellerId).executeTakeFirstOrThrow()
  if (api_test === 1) await tx.updateTable('member').set({ api_test: 0 }).where('id', '=', sellerId).execute()
}

/** Asks the seller's server with these settings and shows what it said. Nothing is saved. */
export async function testSellerSettings(deps: ApiSettingsDeps, sellerId: bigint, asked: SellerAsk): Promise<TestAnswer> {
  const { access } = await checkedSettings(deps, sellerId, asked)
  const { outcome, answer } = await deps.suppliers[access.kind].balance(access)
  const ok = outcome.state === 'known'
  return {
    ok,
    message: outcome.message || (ok ? 'Server menjawab' : 'Jawaban server tidak dikenali'),
    answer: clip(answer, shownAnswerMax),
    balance: outcome.state === 'known' ? outcome.balance : null,
  }
}

interface CheckedSettings {
  access: SupplierAccess
  /** The same settings as they are stored, secrets sealed. */
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

async function checkedSettings({ db, vault, config }: ApiSettingsDeps, sellerId: bigint, asked: SellerAsk): Promise<CheckedSettings> {
  checkAddresses(asked, config.allowedHosts)
  const templates = withoutEmpty(asked.templates)
  const patterns = withoutEmpty(asked.patterns)
  for (const [name, pattern] of Object.entries(patterns)) {
    const reason = checkPattern(pattern)
    if (reason !== null) throw new Refusal('supplier.pattern_invalid', { name, reason })
  }
  const reportAddresses = addressList(asked.reportaddresses, 'reportaddresses')
  const saved = await findSellerApi(db.read, sellerId)
  refuseElsewhere(saved, asked)
  // A form cannot show a secret that it was never told, so an empty one means "as it was".
  const pin = asked.pin ? vault.seal(asked.pin, sellerId) : (saved?.pin ?? null)
  const password = asked.password ? vault.seal(asked.password, sellerId) : (saved?.password ?? null)
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
    vault,
  )
  return { row, access }
}

type SavedApi = Awaited<ReturnType<typeof findSellerApi>>

/** Saved secrets go only where they were saved for: else a stolen session could have them sent to a server of its own. */
function refuseElsewhere(saved: SavedApi, asked: SellerAsk) {
  const kept = (['pin', 'password'] as const).filter((name) => saved?.[name] && !asked[name])
  if (!saved || kept.length === 0) return
  const known = serversOf(saved.api_url, saved.templates as Record<string, string>)
  if ([...serversOf(asked.apiurl, asked.templates)].every((server) => known.has(server))) return
  throw new Refusal('input.invalid', {}, { errors: Object.fromEntries(kept.map((name) => [name, 'Isi lagi karena alamat API berubah'])) })
}

const serversOf = (apiUrl: string, templates: Record<string, string>): Set<string> =>
  new Set([apiUrl, ...Object.values(templates)].filter((text) => text.includes('://')).map((text) => new URL(withoutFields(text)).origin))

/** A template as an address: what orders fill in is left open. */
const withoutFields = (template: string) => template.replace(/\[\w+\]/g, 'x')

const withoutEmpty = (texts: Record<string, string>) => Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))

/** OtomaX takes a template without `://` as a product code; the other two take whole addresses only. */
function checkAddresses({ apiurl, jenisapi, templates }: SellerAsk, allowedHosts: readonly string[]) {
  const refuse = (reason: string | null, where = '') => {
    if (reason !== null) throw new Refusal('supplier.address_refused', { reason: where + reason })
  }
  refuse(whyRefused(apiurl, allowedHosts))
  for (const [name, template] of Object.entries(templates)) {
    if (template === '' || (supplierKinds[jenisapi] === 'otomax' && !template.includes('://'))) continue
    refuse(whyRefused(withoutFields(template), allowedHosts), `${name} `)
  }
}

/** How to reach a seller's server whose settings were tested; refused otherwise. */
export async function testedSupplierAccess(db: Database, vault: Vault, sellerId: bigint): Promise<SupplierAccess> {
  const api = await db.read
    .selectFrom('seller_api')
    .select(['seller_id as sellerId', 'kind', 'api_url as apiUrl', 'user_id as userId', 'username', 'pin', 'password'])
    .select(['timeout_ms as timeoutMs', 'templates', 'patterns'])
    .where('seller_id', '=', sellerId)
    .where('tested_at', 'is not', null)
    .$castTo<ReachedApi>()
    .executeTakeFirst()
  if (!api) throw new Refusal('supplier.not_tested')
  return supplierAccess(api, vault)
}

export function setShopState(db: Database, sellerId: bigint, open: boolean): Promise<{ statustoko: boolean }> {
  return db.transaction(async (tx) => {
    await lockMirror(tx)
    const { statustoko } = await readShopState(tx, sellerId)
    if (statustoko !== open) {
      await tx.updateTable('member').set({ shop_open: open, updated_at: new Date() }).where('id', '=', sellerId).execute()
      await tellShopChange(tx, sellerId)
    }
    return { statustoko: open }
  })
}
