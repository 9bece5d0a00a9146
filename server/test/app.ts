import { createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SettingName, type SettingValue, settingDefaults, settingSchema } from '@lapak/contract/shared/setting-defaults'
import { hash } from '@node-rs/argon2'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Lapak, Role } from '#app.ts'
import { registerDevice } from '#contexts/auth/access/devices.ts'
import { openSession } from '#contexts/auth/access/sessions.ts'
import { createAudit } from '#contexts/system/audit/audit.ts'
import { readSetting } from '#contexts/system/settings/settings.queries.ts'
import { createSettings, executeApprovedSettingChange } from '#contexts/system/settings/settings.ts'
import { type Database, openDatabase, type Tx } from '#db/db.ts'
import type { DB } from '#db/schema.ts'
import { openWallets } from '#ledger/post.ts'
import { runLapak } from '#run-lapak.ts'
import { readConfig } from '#shared/config.ts'
import { createLog } from '#shared/log.ts'
import { createCipher, randomToken } from '#shared/secrets.ts'
import { createTestDatabase, openTables, type TestDatabase } from './database.ts'
import { deposit } from './money.ts'
import { countStock } from './stocks.ts'

/** A running Lapak over its own database, with functions to create members and products. */
export interface TestApp {
  url: string
  db: Database
  /** Access to every table, for data that the program itself would not create: its own read connection cannot write. */
  tables: Kysely<DB>
  databaseUrl: string
  lapak: Lapak
  /** Starts another instance over the same database, with its own settings. `url` is another connection URL of this database. */
  startAnother(roles: readonly Role[], url?: string, own?: Record<string, string>): Promise<Lapak>
  member(options?: MemberOptions): Promise<TestMember>
  seller(options: SellerOptions): Promise<TestMember>
  product(options: ProductOptions): Promise<{ id: bigint; code: string }>
  offer(options: OfferOptions): Promise<bigint>
  map(buyer: TestMember, offerId: bigint, priority?: number): Promise<bigint>
  /** Makes these members customers of the seller, as if they had bought earlier. */
  customers(seller: TestMember, ...buyers: TestMember[]): Promise<void>
  /** An API call with a bearer token, or without a token. */
  call(method: string, path: string, options?: { token?: string | undefined; body?: unknown }): Promise<Answer>
  /** A signed call of a buyer's software. */
  h2h(buyer: TestMember, method: string, path: string, body?: unknown, atAddress?: string): Promise<Answer>
  balance(member: TestMember): Promise<bigint>
  /** Changes a setting as two administrators do. */
  setting<Name extends SettingName>(name: Name, value: SettingValue<Name>): Promise<void>
  /** Waits until a purchase is final. */
  settled(buyer: TestMember, reffclient: string, timeoutMs?: number): Promise<PurchaseState>
  stop(): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: tests read answers as whoever is outside would.
export type Json = any

export interface Answer {
  status: number
  body: Json
  headers: Headers
}

export interface PurchaseState {
  id: bigint
  transactionrc: number
  serialnumber: string | null
  price: bigint
  description: string | null
  version: number
}

export interface MemberOptions {
  name?: string
  balance?: bigint
  roles?: ('ROLE_SELLER' | 'ROLE_ADMIN')[]
  guardMinutes?: number
  callbackUrl?: string
  callbackSecret?: string
  /** Gives the member a verified phone and a postal address, which top-ups require. */
  complete?: true
}

export interface TestMember {
  id: bigint
  email: string
  name: string
  token: string
  apikey: string
  secret: string
}

export interface SellerOptions {
  kind?: 1 | 2 | 3
  apiUrl: string
  templates?: Record<string, string>
  name?: string
  timeoutMs?: number
  maxInFlight?: number
  remembersHours?: number
  reportPath?: string
}

export interface ProductOptions {
  code: string
  type?: 0 | 1 | 2
  denom?: bigint
  operator?: string
  targetKind?: 'mobile' | 'digits' | 'text'
  isCode?: boolean
}

export interface OfferOptions {
  seller: TestMember
  product: { id: bigint; code: string }
  price: bigint
  promo?: bigint
  stock?: number
  supplierCode?: string
  open?: boolean
}

/** Credentials that every simulated supplier of the tests expects. */
export const supplierCredentials = { userId: 'PA0001', pin: '4321', username: 'pasar', password: 'rahasia' }

/** Few connections and short timeouts, so that a query outside of its transaction hangs in the tests, not in production. */
const testEnvironment = {
  NODE_ENV: 'test',
  PORT: '0',
  DATABASE_POOL: '1',
  LOG_LEVEL: 'fatal',
  ASK_AFTER_MS: '50',
  UNDER_WAY_MS: '300',
  // No tolerance for clock differences, so that tests also work around midnight.
  CLOCKS_DIFFER_MS: '0',
  CALLBACK_RETRY_MS: '20',
  REQUESTS_PER_SECOND_AND_KEY: '100000',
  OUTGOING_ALLOWED_HOSTS: '127.0.0.1',
  // A check in place of the worker would write alerts and e-mails that no test expects.
  WORKER_CHECK_MS: '86400000',
}

/** Variables that production requires. */
export const productionEnvironment = {
  NODE_ENV: 'production',
  SECRET_KEY: 'a-key-for-this-test-only-0123456789',
  CLIENT_SECRET: 'a-secret-for-this-test',
  PUBLIC_URL: 'https://lapak.example',
}

/** A value within the limits for an administrator. */
const testSettings = { 'sellerApi.suspensionSeconds': 1 } satisfies Partial<Record<SettingName, number>>

/** A cheap hash, because thousands of members sign in here; password.test.ts measures a real one. */
const cheapHash = { memoryCost: 8, timeCost: 1, parallelism: 1 }
let passwordHash: Promise<string> | null = null
export const testPassword = 'lapak1234'

const completeMember = (tables: Pick<Kysely<DB>, 'updateTable'>, id: bigint) =>
  tables
    .updateTable('member')
    .set({
      phone: `62813${String(id).padStart(8, '0')}`,
      phone_verified_at: new Date(),
      address: 'Jl. Mawar 1',
      province_id: 31n,
      city_id: 3171n,
      district_id: 317101n,
    })
    .where('id', '=', id)
    .execute()

/** Stores a callback URL as verified, as if its receiver had answered the challenge. */
export async function verifyAddress(tables: Pick<Kysely<DB>, 'insertInto'>, memberId: bigint, address: string): Promise<void> {
  await tables
    .insertInto('callback_endpoint')
    .values({ member_id: memberId, origin: new URL(address).origin, url: address, verified_at: new Date() })
    .execute()
}

export async function startTestApp(
  given: Record<string, string> = {},
  roles: readonly Role[] = ['http', 'worker'],
  own?: TestDatabase,
): Promise<TestApp> {
  const database = own ?? (await createTestDatabase())
  const dataDir = given.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'lapak-test-data-')))
  const environment = { DATA_DIR: dataDir, ...given }
  const config = readConfig({ ...testEnvironment, ...environment })
  const db = await openDatabase({ url: database.url, pool: 4, log: createLog('fatal') })
  const audit = createAudit({ db, log: createLog('fatal') })
  const tables = openTables(database.ownerUrl)
  for (const [name, value] of Object.entries(testSettings)) {
    await tables
      .insertInto('setting')
      .values({ name, value: JSON.stringify(value) })
      .execute()
  }
  const lapak = await runLapak({ config, databaseUrl: database.url, roles })
  const others: Lapak[] = []
  const cipher = createCipher(config.secretKey, config.formerSecretKeys)
  const defaults = createSettings(config)
  let serial = 0
  let administrator: TestMember | undefined

  async function create(options: MemberOptions, more: (tx: Tx, id: bigint) => Promise<void>): Promise<TestMember> {
    serial += 1
    const name = options.name ?? `Member ${serial}`
    const email = `member${serial}@lapak.test`
    passwordHash ??= hash(testPassword, cheapHash)
    const values = {
      name,
      email,
      password_hash: await passwordHash,
      activated: true,
      double_guard_minutes: options.guardMinutes ?? 5,
      callback_url: options.callbackUrl ?? '',
    }
    const secret = `lps_live_${randomToken(30)}`
    const apikey = `lpk_live_${randomToken(18)}`
    // One transaction, because after each transaction that changes a cached table every Lapak reads a dozen tables again.
    const { id, token } = await db.transaction(async (tx) => {
      const { id } = await tx.insertInto('member').values(values).returning('id').executeTakeFirstOrThrow()
      if (options.complete) await completeMember(tx, id)
      if (options.callbackUrl) await verifyAddress(tx, id, options.callbackUrl)
      if (options.callbackSecret)
        await tx
          .updateTable('member')
          .set({ callback_secret: cipher.encrypt(options.callbackSecret, id) })
          .where('id', '=', id)
          .execute()
      await openWallets(tx, [id])
      await sql`insert into terms_acceptance (member_id, terms_id) select ${id}, max(id) from terms`.execute(tx)
      await tx
        .insertInto('api_key')
        .values({ member_id: id, name: 'Uji', key: apikey, secret: cipher.encrypt(secret, id) })
        .execute()
      for (const role of options.roles ?? []) {
        await tx
          .insertInto('member_role')
          .values({ member_id: id, role_id: role === 'ROLE_ADMIN' ? 1n : 2n })
          .execute()
      }
      // A seller must also be approved (`startSelling`). The date is long ago, so that the whole balance may be withdrawn.
      if (options.roles?.includes('ROLE_SELLER'))
        await tx
          .updateTable('member')
          .set({ admin_confirmation: 3, selling_since: new Date(Date.now() - 30 * 86_400_000) })
          .where('id', '=', id)
          .execute()
      if (options.balance) await deposit(tx, id, options.balance)
      await more(tx, id)
      return { id, token: await letIn(tx, id) }
    })
    await refreshed()
    return { id, email, name, token, apikey, secret }
  }

  const member = (options: MemberOptions = {}) => create(options, () => Promise.resolve())

  /** Opens a session as a sign-in with the right password does; access.test.ts tests the sign-in itself. */
  async function letIn(tx: Tx, id: bigint): Promise<string> {
    if (lapak.address === '') return ''
    const origin = { ipAddress: '127.0.0.1', agent: 'node', device: undefined }
    await registerDevice(tx, id, origin)
    return openSession(tx, { audit, settings: defaults }, id, 'password', origin)
  }

  /** Caches follow the tables after a moment; tests that have just written wait for them. */
  async function refreshed() {
    await lapak.refresh()
    for (const other of others) await other.refresh()
  }

  const app: TestApp = {
    url: lapak.address,
    db,
    tables,
    databaseUrl: database.url,
    lapak,
    member,
    async startAnother(more, url = database.url, own = {}) {
      const other = await runLapak({ config: readConfig({ ...testEnvironment, ...environment, ...own }), databaseUrl: url, roles: more })
      others.push(other)
      return {
        ...other,
        async stop() {
          others.splice(others.indexOf(other), 1)
          await other.stop()
        },
      }
    },
    seller(options) {
      return create({ name: options.name ?? 'Suplier Uji', roles: ['ROLE_SELLER'] }, async (tx, id) => {
        await tx.updateTable('member').set({ shop_open: true, api_test: 0 }).where('id', '=', id).execute()
        await tx
          .insertInto('seller_api')
          .values({
            seller_id: id,
            kind: options.kind ?? 1,
            api_url: options.apiUrl,
            user_id: supplierCredentials.userId,
            username: supplierCredentials.username,
            pin: cipher.encrypt(supplierCredentials.pin, id),
            password: cipher.encrypt(supplierCredentials.password, id),
            templates: JSON.stringify(options.templates ?? {}),
            timeout_ms: options.timeoutMs ?? 500,
            max_in_flight: options.maxInFlight ?? 50,
            remembers_hours: options.remembersHours ?? 24,
            report_path: options.reportPath ?? randomToken(),
            tested_at: new Date(),
          })
          .execute()
      })
    },
    async product({ code, type = 0, denom = 10n, operator, targetKind = operator ? 'mobile' : 'text', isCode = false }) {
      const id = await tables.transaction().execute(async (tx) => {
        const category = await tx
          .insertInto('category')
          .values({ name: `Kategori ${code}` })
          .returning('id')
          .executeTakeFirstOrThrow()
        const brand = await tx
          .insertInto('brand')
          .values({ name: `Brand ${code}`, category_id: category.id, operator: operator ?? null, target_kind: targetKind })
          .returning('id')
          .executeTakeFirstOrThrow()
        const product = await tx
          .insertInto('product')
          .values({ code, name: `Produk ${code}`, type, denom, is_code: isCode, brand_id: brand.id, category_id: category.id })
          .returning('id')
          .executeTakeFirstOrThrow()
        return product.id
      })
      await refreshed()
      return { id, code }
    },
    async offer({ seller, product, price, promo, stock, supplierCode, open = true }) {
      const id = await tables.transaction().execute(async (tx) => {
        const offer = await tx
          .insertInto('offer')
          .values({
            seller_id: seller.id,
            product_id: product.id,
            supplier_code: supplierCode ?? product.code,
            sell_price: price,
            promo_price: promo ?? null,
            stocked: stock !== undefined,
            open,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        if (stock !== undefined) await countStock(tx, offer.id, BigInt(stock))
        return offer.id
      })
      await refreshed()
      return id
    },
    async map(buyer, offerId, priority = 1) {
      const { product_id } = await db.read.selectFrom('offer').select('product_id').where('id', '=', offerId).executeTakeFirstOrThrow()
      const { id } = await tables
        .insertInto('buying_list_entry')
        .values({ buyer_id: buyer.id, product_id, offer_id: offerId, priority })
        .returning('id')
        .executeTakeFirstOrThrow()
      await refreshed()
      return id
    },
    async customers(seller, ...buyers) {
      await tables
        .insertInto('customer')
        .values(buyers.map(({ id }) => ({ seller_id: seller.id, buyer_id: id })))
        .execute()
    },
    async call(method, path, { token, body } = {}) {
      return answerOf(
        await fetch(lapak.address + path, {
          method,
          headers: {
            ...(token && { authorization: `Bearer ${token}` }),
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      )
    },
    async h2h(buyer, method, path, body, atAddress = lapak.address) {
      const text = body === undefined ? '' : JSON.stringify(body)
      return answerOf(
        await fetch(atAddress + path, {
          method,
          headers: signedHeaders(buyer, text === '' ? path : text),
          ...(text !== '' && { body: text }),
        }),
      )
    },
    async setting(name, value) {
      administrator ??= await member({ roles: ['ROLE_ADMIN'] })
      const { version } = await readSetting(db.read, { production: false }, name)
      const payload = { value: z.encode(settingSchema(settingDefaults[name]), value), version: String(version) }
      const by = { memberId: administrator.id, roles: [], test: false, sessionHash: null, sessionId: null, ipAddress: '' }
      await executeApprovedSettingChange(
        { config, db, audit },
        { subject: name, payload, reason: 'Untuk pengujian' },
        { by, askedBy: by.memberId, consume: () => Promise.resolve(true) },
      )
      await refreshed()
    },
    async balance({ id }) {
      const { balance } = await db.read.selectFrom('wallet').select('balance').where('member_id', '=', id).executeTakeFirstOrThrow()
      return balance
    },
    async settled(buyer, reffclient, timeoutMs = 60_000) {
      const until = Date.now() + timeoutMs
      for (;;) {
        const row = await db.read
          .selectFrom('purchase')
          .selectAll()
          .where('buyer_id', '=', buyer.id)
          .where('reffclient', '=', reffclient)
          .executeTakeFirst()
        if (row && row.transactionrc !== 0) return row
        if (Date.now() > until) throw new Error(`${reffclient} is still pending after ${timeoutMs} ms`)
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
    async stop() {
      for (const other of others) await other.stop()
      await lapak.stop()
      await db.close()
      await tables.destroy()
      await database.drop()
      if (given.DATA_DIR === undefined) await rm(dataDir, { recursive: true, force: true })
    },
  }
  return app
}

/** The headers that a buyer's software sends with every call. */
export function signedHeaders(
  { apikey, secret }: Pick<TestMember, 'apikey' | 'secret'>,
  signed: string,
  at = Date.now(),
): Record<string, string> {
  const timestamp = Math.floor(at / 1000).toString()
  return {
    'content-type': 'application/json',
    'x-api-key': apikey,
    'x-timestamp': timestamp,
    'x-signature': createHmac('sha256', secret).update(`${timestamp}.${signed}`).digest('hex'),
  }
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
  }
}
