import { type OfferPreview, offersMax } from '@lapak/contract/selling/offers'
import type { Reader } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { type OfferFile, type OfferFileRow, readOfferFile } from '#integrations/seller-files/offer-file.ts'
import { SellerFileError } from '#integrations/seller-files/seller-file.ts'
import { inTurns } from '#jobs/yielding.ts'
import { checkCodesOf } from './check-code.ts'
import { bySeller, type ExecuteDeps, executePlan } from './execute-plan.ts'
import { goodsOf, type Named } from './goods.ts'
import { ownOffers } from './offers-to-plan.ts'
import { type OfferCommand, type OwnOffer, type Plan, planOf, requirePreviewed, type Terms, type Wrong } from './plan.ts'
import { viewOf } from './plan-view.ts'
import { asSeen, readSeenStock, rememberSeenStock } from './seen-stock.ts'

interface Uploaded {
  bytes: Buffer
  /** If false, the file is only previewed. */
  keep: boolean
  page: number
  digest: string | undefined
}

/**
 * Imports products, prices and stock from a file: new offers are added, existing offers are changed, and offers that the file does not contain stay
 * as they are.
 */
export async function importOffers(deps: ExecuteDeps, by: Caller, { bytes, keep, page, digest }: Uploaded): Promise<OfferPreview> {
  const { read } = deps.db
  const file = await fileOf(bytes)
  const found = () => offersIn(read, by.memberId, file)
  if (!keep) {
    const offers = await found()
    await rememberSeenStock(deps.db, by.memberId, countedIn(file, offers))
    return viewOf(await planned(read, by.memberId, file, offers), page)
  }
  const stock = await readSeenStock(read, by.memberId)
  const done = await executePlan(deps, bySeller(deps, by), 'file', async () =>
    requirePreviewed(await planned(read, by.memberId, file, asSeen(await found(), stock)), digest),
  )
  return viewOf(done, page)
}

async function fileOf(bytes: Buffer): Promise<OfferFile> {
  try {
    return await readOfferFile(bytes, offersMax)
  } catch (error) {
    throw error instanceof SellerFileError ? new Refusal('offer.file_unreadable', { reason: error.message }) : error
  }
}

const offersIn = (read: Reader, sellerId: bigint, { rows }: OfferFile) => ownOffers(read, sellerId, { codes: rows.map(({ code }) => code) })

/** Offers whose stock the file sets. */
function countedIn({ rows }: OfferFile, offers: readonly OwnOffer[]): OwnOffer[] {
  const counted = new Set(rows.filter(({ stock }) => stock !== undefined).map(({ code }) => code))
  return offers.filter(({ code }) => counted.has(code))
}

async function planned(reader: Reader, sellerId: bigint, { rows, errors }: OfferFile, offers: readonly OwnOffer[]): Promise<Plan> {
  const own = new Map(offers.map((offer) => [offer.code, offer]))
  const goods = await goodsOf(
    reader,
    rows.map(({ code }) => code).filter((code) => !own.has(code)),
  )
  const unread = errors.map(({ line, code, text }) => ({ line, code, name: '', reason: text }))
  const { wishes, wrong } = await inTurns(wishesOf(rows, own, goods))
  return planOf(wishes, { wrong: [...unread, ...wrong], wrongCheckCode: await checkCodesOf(reader, sellerId) })
}

function* wishesOf(
  rows: readonly OfferFileRow[],
  own: ReadonlyMap<string, OwnOffer>,
  goods: ReadonlyMap<string, Named>,
): Generator<void, { wishes: OfferCommand[]; wrong: Wrong[] }> {
  const wishes: OfferCommand[] = []
  const wrong: Wrong[] = []
  const lines = new Map<string, number>()
  for (const row of rows) {
    yield
    const [offer, named, twice] = [own.get(row.code), goods.get(row.code), lines.get(row.code)]
    const refuse = (reason: string) => wrong.push({ line: row.line, code: row.code, name: (offer ?? named?.goods)?.name ?? '', reason })
    lines.set(row.code, row.line)
    if (twice !== undefined) refuse(`Kode produk sudah ada di baris ${twice}`)
    else if (offer) wishes.push({ ...offer, line: row.line, after: termsOf(row, offer.before) })
    else if (!named) refuse('Kode produk tidak dikenal')
    else if (!named.onSale) refuse('Produk ini sedang ditutup admin Lapak')
    else if (row.supplierCode === undefined || row.sellPrice === undefined) refuse('Produk baru: isi kode suplier dan harga jual')
    else
      wishes.push({
        ...{ ...named.goods, line: row.line, offerId: null, version: null, before: null },
        after: termsOf(row, { ...begins, supplier_code: row.supplierCode, sell_price: row.sellPrice }),
      })
  }
  return { wishes, wrong }
}

const begins = {
  ...{ check_code: null, buy_price: 0n, promo_price: null, open: true, disturbed: false, stock: null },
  ...{ cutoff_from: null, cutoff_to: null },
}

/** Fields that the line does not contain keep their previous value. */
const termsOf = (row: OfferFileRow, before: Terms): Terms => ({
  ...before,
  supplier_code: row.supplierCode ?? before.supplier_code,
  check_code: row.checkCode === undefined ? before.check_code : row.checkCode,
  buy_price: row.buyPrice ?? before.buy_price,
  sell_price: row.sellPrice ?? before.sell_price,
  promo_price: row.promoPrice === undefined ? before.promo_price : row.promoPrice,
  stock: row.stock === undefined ? before.stock : row.stock,
  open: row.open ?? before.open,
  disturbed: row.disturbed ?? before.disturbed,
  cutoff_from: row.cutoffFrom === undefined ? before.cutoff_from : timeOf(row.cutoffFrom),
  cutoff_to: row.cutoffTo === undefined ? before.cutoff_to : timeOf(row.cutoffTo),
})

const timeOf = (clock: string | null) => (clock === null ? null : `${clock}:00`)
