import { offersMax } from '@lapak/contract/selling/offers'
import type { CatalogueSnapshot } from '#contexts/market-data/snapshot/snapshot.ts'
import type { Reader } from '#db/db.ts'
import type { Cell, CsvFile } from '#http/csv.ts'
import { type Column, listAsFile } from '#http/list-as-file.ts'
import { onSale } from './goods.ts'
import { idsOfOffers, type OfferListAsk, offersOfIds, type StoredOffer } from './offers.queries.ts'

/** Zero means that there is no promo price, so the cell is empty. */
const unlessZero = (price: bigint): Cell => (price === 0n ? null : price)

const columns: Column<StoredOffer>[] = [
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

export const downloadOffers = (
  reads: { read: Reader; catalogue: CatalogueSnapshot },
  sellerId: bigint,
  asked: OfferListAsk,
): Promise<CsvFile> =>
  listAsFile({
    name: 'produk',
    columns,
    find: (most) => idsOfOffers(reads, sellerId, asked, most),
    read: (ids) => offersOfIds(reads.read, sellerId, ids),
    batchSize: 500,
  })

/** Products that the seller does not offer yet, with empty terms to fill in; lines that stay empty are skipped on import. */
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
    rowCount: products.length,
    rows: inOne(products.map(({ code, name, brand }) => [code, name, brand, ...empty])),
  }
}

async function* inOne(rows: Cell[][]): AsyncGenerator<Cell[][]> {
  yield rows
}
