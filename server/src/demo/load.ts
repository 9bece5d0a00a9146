import { randomUUID } from 'node:crypto'
import type { SupplierKind, SupplierType } from '@lapak/contract/catalogue/seller-api'
import { type Kysely, sql } from 'kysely'
import { seedCatalogue } from '#contexts/catalogue/catalogue/seed-catalogue.ts'
import { fingerprintOf } from '#contexts/funds/bank-statements/statement-row.ts'
import { hashPassword } from '#contexts/members/passwords/passwords.ts'
import { createAudit, setupActor } from '#contexts/system/audit/audit.ts'
import { type Database, openDatabase, type Tx } from '#db/db.ts'
import type { DB } from '#db/schema.ts'
import { depositApproved, suspenseReceived } from '#ledger/money-events.ts'
import { openWallets, postEntries } from '#ledger/post.ts'
import type { Config } from '#shared/config.ts'
import type { Log } from '#shared/log.ts'
import { type Cipher, createCipher } from '#shared/secrets.ts'
import type { DatabaseAddresses } from '../database.ts'
import { insertApplication } from './application.ts'
import { demoBanners } from './banners.ts'
import { demoBrands } from './catalogue.ts'
import { demoFavourites } from './favourites.ts'
import { demoMappings, demoOffers, demoSpecialPrices } from './offers.ts'
import { DEMO_PASSWORD, demoAdmin, demoApplicant, demoBuyers, demoCashier, demoMembers, demoSellers } from './people.ts'
import { type DemoPost, demoPosts } from './posts.ts'

/** Values that the demo's members and the simulators share. */
export interface DemoOptions extends DatabaseAddresses {
  config: Config
  log: Log
  secrets: {
    keys: { email: string; apikey: string; secret: string }[]
    callbackSecret: string
    reportPaths: { email: string; path: string }[]
  }
  suppliers: { email: string; kind: string; url: string; templates: Record<string, string> }[]
  callbackUrl: string
  /** The first buyer's JID; null without an XMPP server. */
  buyerJid: string | null
  /** True if the simulators' URLs changed since the last start. */
  relinkSuppliers: boolean
}

const kindNumbers: Record<SupplierKind, SupplierType> = { irs: 1, otomax: 2, 'http-get': 3 }

/**
 * Fills an empty database with a plausible market, once; later starts only update the simulators' URLs. Returns true when the database was filled.
 */
export async function loadDemo(options: DemoOptions): Promise<boolean> {
  const db = await openDatabase({ url: options.databaseUrl, pool: 2, log: options.log })
  try {
    const loaded = await db.read.selectFrom('setting').select('name').where('name', '=', 'demo').executeTakeFirst()
    if (!loaded) {
      await db.transaction((tx) => fill(tx, db, options))
      await analyse(options)
    } else if (options.relinkSuppliers) await db.transaction((tx) => relink(tx, options))
    if (options.buyerJid !== null) await letOrder(db, options.buyerJid)
    return loaded === undefined
  } finally {
    await db.close()
  }
}

async function fill(tx: Tx, db: Database, options: DemoOptions) {
  await tx
    .insertInto('setting')
    .values({ name: 'demo', value: JSON.stringify({ loaded: true }) })
    .execute()
  const members = await insertMembers(tx, options)
  await openMethods(tx)
  await insertStatements(tx)
  const products = await insertCatalogue(tx, db)
  const offers = await insertOffers(tx, members, products)
  await insertPrices(tx, members, products, offers)
  await insertSellerApis(tx, members, options, createCipher(options.config.secretKey))
  await insertApplication(tx, options.config, idOf(members, demoApplicant.email))
  await insertAll(
    tx,
    'banner',
    demoBanners.map((banner, index) => ({ ...banner, sort_order: index })),
  )
  for (const post of demoPosts) await insertPost(tx, members, post)
  await insertAll(
    tx,
    'favourite',
    demoFavourites.map(({ by, name, target, productCode }) => ({
      member_id: idOf(members, by),
      name,
      target,
      product_id: idOf(products, productCode),
    })),
  )
}

const hoursBefore = (hours: number) => new Date(Date.now() - hours * 3_600_000)

async function insertPost(tx: Tx, members: Ids, { by, hoursAgo, words, likes, comments }: DemoPost) {
  const written = (email: string, body: string, hours: number) => ({
    member_id: idOf(members, email),
    by_platform: email === demoAdmin.email,
    client_id: randomUUID(),
    body,
    created_at: hoursBefore(hours),
  })
  const { id } = await tx
    .insertInto('post')
    .values({ ...written(by, words, hoursAgo), like_count: likes.length, comment_count: comments.length })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertAll(
    tx,
    'post_comment',
    comments.map((comment) => ({ post_id: id, ...written(comment.by, comment.words, comment.hoursAgo) })),
  )
  await insertAll(
    tx,
    'post_like',
    likes.map((email) => ({ post_id: id, member_id: idOf(members, email) })),
  )
}

/** Allows the first buyer to order by Jabber, also if the XMPP server was added later. A JID that its member removed stays removed. */
async function letOrder(db: Database, jid: string) {
  const known = await db.read.selectFrom('jabber_id').select('id').where('jid', '=', jid).executeTakeFirst()
  if (known) return
  await db.transaction(async (tx) => {
    const { id } = await tx
      .selectFrom('member')
      .select('id')
      .where('email', '=', demoBuyers[0]?.email ?? '')
      .executeTakeFirstOrThrow()
    await tx.insertInto('jabber_id').values({ member_id: id, jid, verified_at: new Date() }).execute()
  })
}

/** Runs ANALYZE as the owner of the tables, so that the planner has statistics about these rows from the start. */
async function analyse({ databaseUrl, databaseOwnerUrl, log }: DemoOptions) {
  const owner = await openDatabase({ url: databaseOwnerUrl ?? databaseUrl, pool: 1, log })
  await owner.fast.run({ name: 'analyse', text: 'analyze' }, []).finally(() => owner.close())
}

type Ids = Map<string, bigint>

/** Inserts in batches, because a statement has at most 65,535 parameters. */
async function insertAll<Table extends keyof DB & string>(tx: Kysely<DB>, table: Table, rows: object[]) {
  const batchSize = 1000
  for (let from = 0; from < rows.length; from += batchSize) {
    await tx
      .insertInto(table)
      .values(rows.slice(from, from + batchSize) as never)
      .execute()
  }
}

async function insertMembers(tx: Tx, { secrets, config, callbackUrl }: DemoOptions): Promise<Ids> {
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const sellers = new Map(demoSellers.map((seller) => [seller.email, seller]))
  const number = (code: string) => BigInt(code.replaceAll('.', ''))
  await insertAll(
    tx,
    'member',
    demoMembers.map((member) => ({
      name: member.name,
      email: member.email,
      password_hash: passwordHash,
      phone: `62${member.phone.slice(1)}`,
      // Long enough ago that a password reset accepts the phone number.
      phone_verified_at: new Date(Date.now() - 30 * 86_400_000),
      contact: member.contact,
      avatar: pictureAddress(member.picture),
      address: member.place.address,
      province_id: number(member.place.provinceCode),
      city_id: number(member.place.cityCode),
      district_id: number(member.place.districtCode),
      activated: true,
      shop_open: sellers.get(member.email)?.shopOpen ?? false,
      admin_confirmation: sellers.has(member.email) ? 3 : 0,
      api_test: 0,
    })),
  )
  const rows = await tx.selectFrom('member').select(['id', 'email']).execute()
  const ids: Ids = new Map(rows.map((row) => [row.email, row.id]))
  await sql`insert into terms_acceptance (member_id, terms_id) select member.id, (select max(id) from terms) from member`.execute(tx)
  await openWallets(
    tx,
    rows.map(({ id }) => id),
  )
  await insertAll(tx, 'member_role', [
    ...[demoAdmin, demoCashier].map(({ email }) => ({ member_id: idOf(ids, email), role_id: 1 })),
    ...demoSellers.map(({ email }) => ({ member_id: idOf(ids, email), role_id: 2 })),
  ])
  for (const { email, balance } of demoMembers) if (balance > 0n) await openingTopUp(tx, idOf(ids, email), balance)
  const cipher = createCipher(config.secretKey)
  await insertAll(
    tx,
    'api_key',
    secrets.keys.map(({ email, apikey, secret }) => ({
      member_id: idOf(ids, email),
      name: 'Utama',
      key: apikey,
      secret: cipher.encrypt(secret, idOf(ids, email)),
    })),
  )
  const first = idOf(ids, demoBuyers[0]?.email ?? '')
  await tx
    .updateTable('member')
    .set({ callback_url: callbackUrl, callback_secret: cipher.encrypt(secrets.callbackSecret, first) })
    .where('id', '=', first)
    .execute()
  await verifyReceiver(tx, first, callbackUrl)
  return ids
}

/** The platform's bank accounts for top-ups. */
async function openMethods(tx: Tx) {
  await tx
    .updateTable('payment_method')
    .set({ account_no: sql`'88100' || cash_code || '20260'`, account_name: 'PT LAPAK DEMO' })
    .where('channel', '=', 'transfer')
    .execute()
}

/** Bank statement rows of this morning: the bank's fee, and a transfer without a top-up. */
async function insertStatements(tx: Tx) {
  const bankRow = { accountNo: '881000120260', at: new Date(), hasTime: true, reff: '', balance: null, name: null }
  const row = (amount: bigint, description: string, explained: 'new' | 'unmatched', why: string) => ({
    bank_code: '01',
    account_no: bankRow.accountNo,
    happened_at: bankRow.at,
    has_time: bankRow.hasTime,
    amount: `${amount}.00`,
    description,
    reff: '',
    source: 'demo',
    fingerprint: fingerprintOf('01', 'demo', { ...bankRow, amount: amount * 100n, description }),
    nth: 1,
    explained,
    why,
  })
  const rows = [
    row(-6_500n, 'BIAYA ADM', 'new', 'Belum ada penarikan atau transfer kas yang cocok'),
    row(strayTransfer, 'TRSF E-BANKING CR SLAMET RIYADI', 'unmatched', 'Tidak ada tiket terbuka dengan nominal ini'),
  ]
  const stored = await tx.insertInto('bank_statement').values(rows).returning(['id', 'explained']).execute()
  const shown = stored.find(({ explained }) => explained === 'unmatched')
  const { id } = await tx
    .insertInto('suspense_item')
    .values({ cash_code: '01', amount: strayTransfer, statement_id: shown?.id ?? null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('audit')
    .values({
      event: 'unmatched.received',
      address: '',
      subject_kind: 'unmatched',
      subject: String(id),
      after: { bank: '01', amount: Number(strayTransfer), statement: Number(shown?.id) },
    })
    .execute()
  await postEntries(tx, [suspenseReceived(id, '01', strayTransfer)])
}

/** In rupiah; below the minimum of a top-up. */
const strayTransfer = 37_500n

/** A member's initial balance: a top-up approved before there were administrators. */
async function openingTopUp(tx: Tx, member: bigint, amount: bigint) {
  const { id } = await tx
    .insertInto('top_up')
    .values({
      member_id: member,
      method_id: 1,
      channel: 'transfer',
      cash_code: '01',
      amount,
      fee: 0n,
      nominal: amount,
      state: 2,
      received: amount,
      credited: amount,
      how: 'opening',
      approved_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const facts = { event: 'deposit.opened', address: '', subject_kind: 'deposit', subject: String(id) }
  await tx
    .insertInto('audit')
    .values({ ...facts, after: { member: Number(member), received: Number(amount) } })
    .execute()
  await postEntries(tx, [depositApproved({ ticket: id, member, cash: '01', received: amount, fee: 0n })])
}

/** The demo's own receiver needs no endpoint verification. */
async function verifyReceiver(tx: Tx, memberId: bigint, address: string) {
  await tx
    .insertInto('callback_endpoint')
    .values({ member_id: memberId, origin: new URL(address).origin, url: address, verified_at: new Date() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The catalogue that an administrator of a new installation can add, with pictures. */
async function insertCatalogue(tx: Tx, db: Database): Promise<Ids> {
  await seedCatalogue(tx, { audit: createAudit({ db, log: { info() {} } }), by: setupActor })
  for (const { name, picture } of demoBrands)
    if (picture !== null)
      await tx
        .updateTable('brand')
        .set({ logo: pictureAddress(picture) })
        .where('name', '=', name)
        .execute()
  return new Map((await tx.selectFrom('product').select(['id', 'code']).execute()).map((row) => [row.code, row.id]))
}

const offerName = (sellerEmail: string, productCode: string) => `${sellerEmail} ${productCode}`

async function insertOffers(tx: Tx, members: Ids, products: Ids): Promise<Ids> {
  const offers = demoOffers()
  await insertAll(
    tx,
    'offer',
    offers.map((offer) => ({
      seller_id: idOf(members, offer.sellerEmail),
      product_id: idOf(products, offer.productCode),
      supplier_code: offer.supplierCode,
      check_code: offer.checkCode,
      buy_price: offer.buyPrice,
      sell_price: offer.sellPrice,
      promo_price: offer.promoPrice,
      open: offer.open,
      disturbed: offer.disturbed,
      stocked: offer.stock !== null,
      cutoff_from: offer.cutoff?.from ?? null,
      cutoff_to: offer.cutoff?.to ?? null,
    })),
  )
  const rows = await tx.selectFrom('offer').select(['id', 'seller_id', 'product_id']).execute()
  const byPair = new Map(rows.map((row) => [`${row.seller_id} ${row.product_id}`, row.id]))
  const ids: Ids = new Map(
    offers.map(({ sellerEmail, productCode }) => [
      offerName(sellerEmail, productCode),
      byPair.get(`${idOf(members, sellerEmail)} ${idOf(products, productCode)}`) as bigint,
    ]),
  )
  const stocked = offers.filter((offer) => offer.stock !== null)
  await insertAll(
    tx,
    'offer_stock',
    stocked.map((offer) => ({ offer_id: idOf(ids, offerName(offer.sellerEmail, offer.productCode)), remaining: BigInt(offer.stock ?? 0) })),
  )
  await insertAll(
    tx,
    'audit',
    stocked.map((offer) => ({
      ...{ event: 'stock.counted', address: '', subject_kind: 'member', subject: String(idOf(members, offer.sellerEmail)) },
      after: { offer: Number(idOf(ids, offerName(offer.sellerEmail, offer.productCode))), pieces: offer.stock ?? 0 },
    })),
  )
  return ids
}

async function insertPrices(tx: Tx, members: Ids, products: Ids, offers: Ids) {
  await insertAll(
    tx,
    'buying_list_entry',
    demoMappings().map(({ buyerEmail, productCode, sellerEmail, priority }) => ({
      buyer_id: idOf(members, buyerEmail),
      product_id: idOf(products, productCode),
      offer_id: idOf(offers, offerName(sellerEmail, productCode)),
      priority,
    })),
  )
  await insertAll(
    tx,
    'special_price',
    demoSpecialPrices().map(({ sellerEmail, buyerEmail, productCode, price }) => ({
      offer_id: idOf(offers, offerName(sellerEmail, productCode)),
      buyer_id: idOf(members, buyerEmail),
      price,
    })),
  )
}

async function insertSellerApis(tx: Tx, members: Ids, { suppliers, secrets }: DemoOptions, cipher: Cipher) {
  await insertAll(
    tx,
    'seller_api',
    demoSellers.map(({ email, supplier }) => {
      const id = idOf(members, email)
      const simulator = suppliers.find((one) => one.email === email)
      return {
        seller_id: id,
        kind: kindNumbers[supplier.kind],
        api_url: simulator?.url ?? '',
        user_id: supplier.userId,
        username: supplier.username,
        pin: cipher.encrypt(supplier.pin, id),
        password: cipher.encrypt(supplier.password, id),
        templates: JSON.stringify(simulator?.templates ?? {}),
        report_path: secrets.reportPaths.find((one) => one.email === email)?.path ?? email,
        tested_at: new Date(),
      }
    }),
  )
}

async function relink(tx: Tx, { suppliers, callbackUrl }: DemoOptions) {
  for (const { email, url, templates } of suppliers) {
    await tx
      .updateTable('seller_api')
      .set({ api_url: url, templates: JSON.stringify(templates) })
      .where('seller_id', '=', (member) => member.selectFrom('member').select('id').where('email', '=', email))
      .execute()
  }
  const { id } = await tx
    .updateTable('member')
    .set({ callback_url: callbackUrl })
    .where('email', '=', demoBuyers[0]?.email ?? '')
    .returning('id')
    .executeTakeFirstOrThrow()
  await verifyReceiver(tx, id, callbackUrl)
}

/** The pictures are part of the web app. */
const pictureAddress = (picture: string | null) => picture && `/demo/${picture}.svg`

function idOf(ids: Ids, name: string): bigint {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`the demo names ${name}, which does not exist`)
  return id
}
