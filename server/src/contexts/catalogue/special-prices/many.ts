import type { specialPriceCalls } from '@lapak/contract/catalogue/special-prices'
import { priceMax } from '@lapak/contract/selling/offers'
import type { BodyOf, DataOf } from '@lapak/contract/shared/call'
import { rupiahText } from '@lapak/contract/shared/money'
import { sql } from 'kysely'
import { rateLimitLines, recordSpecialPrices } from '#contexts/catalogue/price-changes/price-changes.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import { lockCache } from '#db/cache-lock.ts'
import type { Reader, Tx } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { lineDigest } from '#shared/line-digest.ts'
import { buyerPrice } from '#shared/money/price.ts'
import { mayName } from './buyers.ts'
import { changedBy } from './special-prices.rules.ts'
import type { SpecialPriceDeps } from './special-prices.ts'

type Asked = BodyOf<typeof specialPriceCalls.previewMany>
type Given = BodyOf<typeof specialPriceCalls.giveMany>
type Preview = DataOf<typeof specialPriceCalls.previewMany>
type LineRow = Preview['lines'][number]

interface Line extends LineRow {
  offerId: bigint
}

/** Computes the effect that `setManySpecialPrices` would have now. */
export async function previewMany({ db }: SpecialPriceDeps, sellerId: bigint, asked: Asked): Promise<Preview> {
  await refuseUnknown(db.read, sellerId, asked.memberids)
  return previewOf(await readLines(db.read, sellerId, asked))
}

/** Gives special prices to several buyers for several products. Stores all of them or, if one is refused, none of them. */
export async function setManySpecialPrices(deps: SpecialPriceDeps & { settings: Settings }, by: Caller, asked: Given): Promise<Preview> {
  const { db, audit } = deps
  // These checks run before the cache lock is taken, because other calls wait for that lock.
  await refuseUnknown(db.read, by.memberId, asked.memberids)
  await rateLimitLines(deps, by.memberId, asked.memberids.length * asked.productids.length)
  return db.transaction(async (tx) => {
    await lockCache(tx)
    const lines = await readLines(tx, by.memberId, asked)
    const preview = previewOf(lines)
    if (preview.digest !== asked.digest) throw new Refusal('offer.changed_meanwhile')
    const changed = lines.filter(({ before, price }) => before !== price)
    if (changed.length === 0) return preview
    const ids = await write(tx, changed)
    const changes = changed.map(({ offerId, member, before, price }) => ({ offerId, buyerId: member.memberid, before, after: price }))
    await recordSpecialPrices(tx, changes, new Date())
    await audit.recordAll(
      tx,
      changes.map(({ offerId, buyerId, before, after }) => {
        const named = { offer: offerId, buyer: buyerId }
        const subject = ids.get(`${offerId} ${buyerId}`) ?? 0n
        return before === null
          ? { event: 'special_price.added' as const, by, subject, after: { ...named, price: after } }
          : { event: 'special_price.changed' as const, by, subject, before: { ...named, price: before }, after: { ...named, price: after } }
      }),
    )
    return preview
  })
}

function previewOf(lines: readonly Line[]): Preview {
  const count = (which: (line: Line) => boolean) => lines.filter(which).length
  const digest = lineDigest()
  for (const { offerId, member, normal, before, price, belowcost } of lines)
    digest.add([offerId, member.memberid, normal, before, price, belowcost])
  return {
    found: lines.length,
    added: count(({ before }) => before === null),
    changed: count(({ before, price }) => before !== null && before !== price),
    unchanged: count(({ before, price }) => before === price),
    refused: 0,
    belowcost: count(({ belowcost }) => belowcost),
    digest: digest.value(),
    lines: [...lines],
  }
}

/** Checks one id after another and stops at the first unknown id, so that a list of ids reveals no more than a single id. */
async function refuseUnknown(read: Reader, sellerId: bigint, memberIds: readonly bigint[]): Promise<void> {
  for (const id of memberIds) if (!(await mayName(read, sellerId, id))) throw new Refusal('not_found.member')
}

async function readLines(read: Reader, sellerId: bigint, asked: Asked): Promise<Line[]> {
  const rows = await read
    .selectFrom('offer')
    .innerJoin('product', 'product.id', 'offer.product_id')
    .innerJoin('member as buyer', (join) => join.on(sql<boolean>`buyer.id = any(${asked.memberids}::bigint[])`))
    .leftJoin('special_price', (join) =>
      join
        .onRef('special_price.offer_id', '=', 'offer.id')
        .onRef('special_price.buyer_id', '=', 'buyer.id')
        .on('special_price.archived_at', 'is', null),
    )
    .select([
      'offer.id as offer_id',
      'offer.sell_price',
      'offer.promo_price',
      'offer.buy_price',
      'product.id as product_id',
      'product.name',
      'product.code',
      'buyer.id as buyer_id',
      'buyer.name as buyer_name',
      'special_price.price as before',
    ])
    .where('offer.seller_id', '=', sellerId)
    .where('offer.archived_at', 'is', null)
    .where('offer.product_id', '=', sql<bigint>`any(${asked.productids}::bigint[])`)
    .orderBy('product.code')
    .orderBy('buyer.name')
    .orderBy('buyer.id')
    .execute()
  if (rows.length !== asked.memberids.length * asked.productids.length) throw new Refusal('not_found.offer')
  return rows.map((row) => {
    const normal = buyerPrice({ sellPrice: row.sell_price, promoPrice: row.promo_price }, null)
    const price = priceOf(row.code, normal, asked)
    return {
      offerId: row.offer_id,
      member: { memberid: row.buyer_id, membername: row.buyer_name },
      product: { productid: row.product_id, productname: row.name, productcode: row.code },
      normal,
      before: row.before,
      price,
      belowcost: price < row.buy_price,
    }
  })
}

function priceOf(code: string, normal: bigint, { price, change }: Asked): bigint {
  const wanted = change ? changedBy(normal, change) : (price ?? 0n)
  if (wanted < 1n || wanted > priceMax) throw new Refusal('special_price.out_of_bounds', { code, price: rupiahText(wanted) })
  return wanted
}

/** Inserts special prices; existing special prices get the new price. Returns the ids by offer and buyer. */
async function write(tx: Tx, lines: readonly Line[]): Promise<Map<string, bigint>> {
  const written = await tx
    .insertInto('special_price')
    .values(lines.map(({ offerId, member, price }) => ({ offer_id: offerId, buyer_id: member.memberid, price })))
    .onConflict((conflict) =>
      conflict
        .columns(['offer_id', 'buyer_id'])
        .where('archived_at', 'is', null)
        .doUpdateSet(({ ref }) => ({ price: ref('excluded.price') })),
    )
    .returning(['id', 'offer_id', 'buyer_id'])
    .execute()
  return new Map(written.map(({ id, offer_id, buyer_id }) => [`${offer_id} ${buyer_id}`, id]))
}
