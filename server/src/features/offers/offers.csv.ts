import { dotted } from '@lapak/contract/money'
import { offersMax } from '@lapak/contract/offers'
import { downloadRowsMax } from '@lapak/contract/purchases'
import type { Cell, CsvFile } from '#core/csv.ts'
import type { Reader } from '#core/db.ts'
import { Refusal } from '#core/refusal.ts'
import type { Market } from '../market/market.ts'
import { onSale } from './goods.ts'
import { idsOfOffers, type OfferListAsk, offersOfIds, type StoredOffer } from './offers.queries.ts'

/** Zero is no promo price and no known cost. */
const unlessZero = (price: bigint): Cell => (price === 0n ? null : price)

const columns: [heading: string, cell: (offer: StoredOffer) => Cell][] = [
  ['Kode produk', ({ productcode }) => productcode],
  ['Nama produk', ({ productname }) => productname],
  ['Brand', ({ brandname }) => brandname],
  ['Kode suplier', ({ kodesupplier }) => kodesupplier],
  ['Kode cek nama', ({ kodecek }) => kodecek],
  ['Harga beli', ({ buyprice }) => buyprice],
  ['Harga jual', ({ sellprice }) => sellprice],
  ['Harga promo', ({ promoprice }) => unlessZero(promoprice)],
  ['Stok', ({ stok }) => stok],
  ['Status', ({ status }) => (status ? 'Buka' : 'Tutup')],
  ['Gangguan', ({ gangguan }) => (gangguan ? 'Ya' : 'Tidak')],
  ['Cut-off awal', ({ cutoffawal }) => cutoffawal],
  ['Cut-off akhir', ({ cutoffakhir }) => cutoffakhir],
]

const portion = 500

/** All that the list finds, in its order; found once, read in portions. */
export async function downloadOffers(reads: { read: Reader; market: Market }, sellerId: bigint, asked: OfferListAsk): Promise<CsvFile> {
  const ids = await idsOfOffers(reads, sellerId, asked, downloadRowsMax + 1)
  if (ids.length > downloadRowsMax) throw new Refusal('download.too_many', { max: dotted(downloadRowsMax) })
  return { name: 'produk.csv', headings: columns.map(([heading]) => heading), rows: portions(reads.read, sellerId, ids) }
}

async function* portions(read: Reader, sellerId: bigint, ids: readonly bigint[]): AsyncGenerator<Cell[][]> {
  for (let from = 0; from < ids.length; from += portion) {
    const offers = await offersOfIds(read, sellerId, ids.slice(from, from + portion))
    yield offers.map((offer) => columns.map(([, cell]) => cell(offer)))
  }
}

/** What the seller could offer besides, with its terms left to fill in; lines that stay so are left out when it is read. */
export async function offerTemplate(read: Reader, sellerId: bigint): Promise<CsvFile> {
  const products = await onSale(read)
    .select(['product.code', 'product.name', 'brand.name as brand'])
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('offer')
            .select('offer.id')
            .whereRef('offer.product_id', '=', 'product.id')
            .where('offer.seller_id', '=', sellerId)
            .where('offer.archived_at', 'is', null),
        ),
      ),
    )
    .orderBy('product.code')
    .limit(offersMax)
    .execute()
  const empty = Array<Cell>(columns.length - 3).fill(null)
  return {
    name: 'templat-produk.csv',
    headings: columns.map(([heading]) => heading),
    rows: inOne(products.map(({ code, name, brand }) => [code, name, brand, ...empty])),
  }
}

async function* inOne(rows: Cell[][]): AsyncGenerator<Cell[][]> {
  yield rows
}
