import { randomBytes } from 'node:crypto'
import type { SupplierKind, SupplierType } from '@lapak/contract/catalogue/seller-api'
import { settingDefaults } from '@lapak/contract/shared/setting-defaults'
import { createAudit } from '#contexts/system/audit/audit.ts'
import { readSetting } from '#contexts/system/settings/settings.queries.ts'
import { changeSetting } from '#contexts/system/settings/settings.ts'
import { openDatabase } from '#db/db.ts'
import { openWallets } from '#ledger/post.ts'
import { createLog } from '#shared/log.ts'
import { createCipher } from '#shared/secrets.ts'
import { prepareDatabase } from '../../../src/database.ts'
import { supplierCredentials, verifyAddress } from '../../app.ts'
import { openTables } from '../../database.ts'
import { deposit } from '../../money.ts'
import { countStock } from '../../stocks.ts'
import type { SoakDatabase } from './database.ts'
import type { OutsideOptions } from './outside.ts'
import type { Outsiders } from './outsiders.ts'

/** A buyer, with the key of its software. */
export interface Buyer {
  id: bigint
  apikey: string
  secret: string
}

export interface World {
  buyers: Buyer[]
  /** In the order of `sellers`. */
  sellerIds: bigint[]
  stock: { offer: bigint; pieces: bigint }
}

export const serverSecrets = { SECRET_KEY: 'lapak-soak-key-of-no-secret-whatsoever!', CLIENT_SECRET: 'lapak-soak-client-secret' }
export const callbackSecret = `whsec_${Buffer.from('lapak soak callback secret 12345').toString('base64')}`
const opening = 1_000_000_000_000n
const buyersWanted = 60
const timeoutMs = 5_000

/** Every dialect twice, reliable; then a supplier that is sometimes down, and a supplier that refuses Lapak's PIN. */
const kinds: Record<SupplierKind, SupplierType> = { irs: 1, otomax: 2, 'http-get': 3 }
interface SellerPlan {
  kind: SupplierKind
  answers?: 'json' | 'text' | 'xml'
  wording?: 'plain' | 'shop'
  fault?: 'comes and goes' | 'wrong pin'
}
const plans: SellerPlan[] = [
  { kind: 'irs' },
  { kind: 'otomax' },
  { kind: 'http-get' },
  { kind: 'irs', answers: 'text' },
  { kind: 'otomax', wording: 'shop' },
  { kind: 'http-get' },
  { kind: 'otomax', fault: 'comes and goes' },
  { kind: 'http-get', fault: 'wrong pin' },
]
export const steadySellers = plans.filter(({ fault }) => fault === undefined).length
export const sellerKinds = plans.map(({ kind }) => kind)
const reportPath = (seller: number) => `laporan-${seller}-${'r'.repeat(20)}`

export const outsideOptions = (seed: number, proxyUrl: string): OutsideOptions => ({
  seed,
  callbackSecret,
  sellers: plans.map(({ kind, answers = 'json', wording = 'plain', fault }, index) => ({
    kind,
    answers,
    wording,
    reportUrl: `${proxyUrl}/public/report/${reportPath(index)}`,
    comesAndGoes: fault === 'comes and goes',
  })),
})

export const products = [
  { code: 'S5', type: 0, price: 5_150n, denom: 10n },
  { code: 'S10', type: 0, price: 10_150n, denom: 10n },
  { code: 'S25', type: 0, price: 25_000n, denom: 10n },
  { code: 'PLN20', type: 0, price: 20_125n, denom: 10n },
  { code: 'PLNPASCA', type: 1, price: 2_500n, denom: 10n },
  { code: 'DANA', type: 2, price: 250n, denom: 1_000n },
] as const

/** Members with money, sellers with their servers, and for each buyer and product three reliable offers. */
export async function createWorld({ url, programUrl }: SoakDatabase, outsiders: Outsiders, alertMinutes: number): Promise<World> {
  await prepareDatabase({ databaseUrl: programUrl, databaseOwnerUrl: url })
  const db = await openDatabase({ url, pool: 2, log: createLog('fatal') })
  const tables = openTables(url)
  const cipher = createCipher(serverSecrets.SECRET_KEY)

  async function member(name: string, money: bigint) {
    const { id } = await tables
      .insertInto('member')
      .values({ name, email: `${name.toLowerCase().replace(' ', '')}@lapak.test`, password_hash: '-', activated: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.transaction(async (tx) => {
      await openWallets(tx, [id])
      if (money > 0n) await deposit(tx, id, money)
    })
    return id
  }

  async function seller({ kind, fault }: SellerPlan, index: number) {
    const id = await member(`Suplier ${index}`, 0n)
    const { url: apiUrl = '', templates = {} } = outsiders.sellers[index] ?? {}
    const { userId, username, pin, password } = supplierCredentials
    await tables.updateTable('member').set({ shop_open: true, admin_confirmation: 3, api_test: 0 }).where('id', '=', id).execute()
    await tables
      .insertInto('seller_api')
      .values({
        seller_id: id,
        kind: kinds[kind],
        api_url: apiUrl,
        user_id: userId,
        username,
        pin: cipher.encrypt(fault === 'wrong pin' ? '0000' : pin, id),
        password: cipher.encrypt(password, id),
        templates: JSON.stringify(templates),
        timeout_ms: timeoutMs,
        max_in_flight: 100,
        report_path: reportPath(index),
        tested_at: new Date(),
      })
      .execute()
    return id
  }

  async function buyer(index: number): Promise<Buyer> {
    const id = await member(`Pembeli ${index}`, opening)
    const apikey = `lpk_live_${randomBytes(18).toString('base64url')}`
    const secret = `lps_live_${randomBytes(30).toString('base64url')}`
    await tables
      .insertInto('api_key')
      .values({ member_id: id, name: 'Uji', key: apikey, secret: cipher.encrypt(secret, id) })
      .execute()
    await tables
      .updateTable('member')
      .set({ callback_url: `${outsiders.receiver}/callback`, callback_secret: cipher.encrypt(callbackSecret, id) })
      .where('id', '=', id)
      .execute()
    await verifyAddress(tables, id, outsiders.receiver)
    return { id, apikey, secret }
  }

  /** A product and the offers of all sellers. */
  async function offersOf({ code, type, denom, price }: (typeof products)[number], sellerIds: bigint[]) {
    const { id: category_id } = await tables
      .insertInto('category')
      .values({ name: `Kategori ${code}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: brand_id } = await tables
      .insertInto('brand')
      .values({ name: `Brand ${code}`, category_id, target_kind: 'digits' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: product_id } = await tables
      .insertInto('product')
      .values({ code, name: `Produk ${code}`, type, denom, brand_id, category_id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const offers = await tables
      .insertInto('offer')
      .values(
        sellerIds.map((seller_id, index) => ({
          seller_id,
          product_id,
          supplier_code: code,
          sell_price: price + BigInt(index),
          stocked: code === 'S10' && index === 0,
        })),
      )
      .returning('id')
      .execute()
    return { product_id, offers: offers.map(({ id }) => id) }
  }

  try {
    const sellerIds: bigint[] = []
    for (const [index, plan] of plans.entries()) sellerIds.push(await seller(plan, index))
    const buyers: Buyer[] = []
    for (let index = 0; index < buyersWanted; index++) buyers.push(await buyer(index))
    const stock = { offer: 0n, pieces: 100_000_000n }
    for (const one of products) {
      const { product_id, offers } = await offersOf(one, sellerIds)
      if (one.code === 'S10') stock.offer = offers[0] ?? 0n
      // For S25 the unreliable sellers are tried first.
      const first = one.code === 'S25' ? offers.slice(steadySellers) : []
      const rows = buyers.flatMap(({ id }, index) => {
        const steady = [0, 1, 2].map((step) => offers[(index + step) % steadySellers] ?? 0n)
        return [...first, ...steady].map((offer_id, nth) => ({ buyer_id: id, product_id, offer_id, priority: nth + 1 }))
      })
      await tables.insertInto('buying_list_entry').values(rows).execute()
    }
    await countStock(tables, stock.offer, stock.pieces)
    const administrator = { memberId: sellerIds[0] ?? 0n, sessionId: null, ipAddress: '' }
    const audit = createAudit({ db, log: createLog('fatal') })
    for (const [name, value] of [
      ['purchases.alertMinutes', alertMinutes],
      ['sellerApi.suspensionSeconds', 2],
      ['purchases.inquiriesPerMinute', settingDefaults['purchases.inquiriesPerMinute'].max],
      ['purchases.inquiriesPerDay', settingDefaults['purchases.inquiriesPerDay'].max],
    ] as const) {
      const { version } = await readSetting(db.read, { production: false }, name)
      await changeSetting({ config: { production: false }, db, audit }, administrator, { name, value, version, reason: 'Uji ketahanan' })
    }
    return { buyers, sellerIds, stock }
  } finally {
    await db.close()
    await tables.destroy()
  }
}
