import { priceMax, stockMax, supplierCodeMax } from '@lapak/contract/selling/offers'
import { CellError, type LineReader, type ProductLines, readProductLines, textIn } from './product-lines.ts'
import { isScientific, priceOf } from './table.ts'

/** The offer data of one line. A field is undefined if the file does not contain its column, and null if the line clears the value. */
export interface OfferFileRow {
  line: number
  code: string
  supplierCode?: string | undefined
  checkCode?: string | null | undefined
  buyPrice?: bigint | undefined
  sellPrice?: bigint | undefined
  promoPrice?: bigint | null | undefined
  stock?: number | null | undefined
  open?: boolean | undefined
  disturbed?: boolean | undefined
  cutoffFrom?: string | null | undefined
  cutoffTo?: string | null | undefined
}

export type OfferFile = ProductLines<Omit<OfferFileRow, 'line'>>

/** The accepted column names of each field: those of the export and those of the API. */
const heads = {
  code: ['kodeproduk', 'productcode'],
  supplierCode: ['kodesuplier', 'kodesupplier', 'membercode'],
  checkCode: ['kodeceknama', 'kodecek'],
  buyPrice: ['hargabeli', 'buyprice'],
  sellPrice: ['hargajual', 'sellprice'],
  promoPrice: ['hargapromo', 'promoprice', 'discount'],
  stock: ['stok', 'stock'],
  open: ['status'],
  disturbed: ['gangguan'],
  cutoffFrom: ['cutoffawal'],
  cutoffTo: ['cutoffakhir'],
} as const
type Field = keyof typeof heads

const yes = ['buka', 'ya', '1', 'open', 'aktif', 'true']
const no = ['tutup', 'tidak', '0', 'close', 'closed', 'nonaktif', 'false']

const { code: _, ...otherHeads } = heads

/** Reads a seller's list of products and prices. A line that contains only a product is skipped, as in a template that is partly filled in. */
export const readOfferFile = (bytes: Uint8Array, rowsMax: number): Promise<OfferFile> =>
  readProductLines(bytes, {
    heads,
    rowsMax,
    skips: ({ cell }) => (Object.keys(otherHeads) as Field[]).every((field) => cell(field) === ''),
    rowOf,
  })

function rowOf({ cell, unlessEmpty, orTaken }: LineReader<Field>): Omit<OfferFileRow, 'line'> {
  const code = cell('code')
  if (!/^[\x21-\x7e]{1,30}$/.test(code)) throw new CellError('kode produk tidak terbaca')
  if (isScientific(code)) throw new CellError('kode produk rusak oleh Excel')
  return {
    code,
    supplierCode: unlessEmpty('supplierCode', (text) => ownCodeOf(text, 'kode suplier')),
    checkCode: orTaken('checkCode', (text) => ownCodeOf(text, 'kode cek nama')),
    buyPrice: unlessEmpty('buyPrice', (text) => moneyOf(text, 'harga beli')),
    sellPrice: unlessEmpty('sellPrice', (text) => moneyOf(text, 'harga jual')),
    promoPrice: orTaken('promoPrice', (text) => moneyOf(text, 'harga promo') || null),
    stock: orTaken('stock', stockOf),
    open: unlessEmpty('open', (text) => wordOf(text, 'status')),
    disturbed: unlessEmpty('disturbed', (text) => wordOf(text, 'gangguan')),
    cutoffFrom: orTaken('cutoffFrom', clockOf),
    cutoffTo: orTaken('cutoffTo', clockOf),
  }
}

function moneyOf(text: string, what: string): bigint {
  const price = priceOf(text)
  if (price === null || price > priceMax) throw new CellError(`${what} tidak terbaca`)
  return price
}

function stockOf(text: string): number {
  const stock = priceOf(text)
  if (stock === null || stock > stockMax) throw new CellError('stok tidak terbaca')
  return Number(stock)
}

function wordOf(text: string, what: string): boolean {
  const word = text.toLowerCase()
  if (yes.includes(word)) return true
  if (no.includes(word)) return false
  throw new CellError(`${what} tidak dikenal`)
}

/** Spreadsheets may add seconds to a time, and write a dot between hour and minute. */
function clockOf(text: string): string {
  const [, hour = '', minute = ''] = /^(\d{1,2})[:.](\d{2})(?:[:.]00)?$/.exec(text) ?? []
  if (hour === '' || Number(hour) > 23 || Number(minute) > 59) throw new CellError('jam cut-off tidak terbaca')
  return `${hour.padStart(2, '0')}:${minute}`
}

/** A code that the seller's own server uses. */
function ownCodeOf(text: string, what: string): string {
  if (isScientific(text)) throw new CellError(`${what} rusak oleh Excel`)
  return textIn(text, supplierCodeMax, what)
}
