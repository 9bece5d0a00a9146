import { priceMax, stockMax, supplierCodeMax } from '@lapak/contract/offers'
import { textOf } from '../bank-files/text-of.ts'
import { bytesMax, headOf, isScientific, linesOf, priceOf, SellerFileError, withoutMark } from './table.ts'

/** What a line says of a product. Undefined is what it does not say, null what it takes away. */
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

export interface OfferFile {
  rows: OfferFileRow[]
  /** Lines that cannot be read, and why. */
  errors: { line: number; code: string; text: string }[]
}

/** As the export writes them, and as they are called on the wire. */
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

/**
 * A seller's list of products and prices. Throws `SellerFileError` unless it is one; lines that cannot be read are told by their numbers. Read in
 * portions, between which others have their turn. A line that says nothing beside its product is left out, as in a template that is half filled.
 */
export async function readOfferFile(bytes: Uint8Array, rowsMax: number): Promise<OfferFile> {
  if (bytes.length > bytesMax) throw new SellerFileError('lebih besar dari 4 MB')
  const text = textOf(bytes)
  const head = headOf<Field>(text, heads, ['code'])
  if (head === null) throw new SellerFileError('kolom Kode produk tidak ditemukan')
  const file: OfferFile = { rows: [], errors: [] }
  let lines = 0
  for await (const { cells, line } of linesOf(text, head.separator)) {
    if (line <= head.line) continue
    lines += 1
    if (lines > rowsMax) throw new SellerFileError(`lebih dari ${rowsMax} baris`)
    const said = saidIn(cells, head.columns)
    if (said.values.every((value) => value === '')) continue
    try {
      file.rows.push({ line, ...rowOf(said.cell, said.has) })
    } catch (error) {
      if (!(error instanceof CellError)) throw error
      file.errors.push({ line, code: said.cell('code').slice(0, 30), text: error.message })
    }
  }
  if (file.rows.length + file.errors.length === 0) throw new SellerFileError('tidak ada baris produk')
  return file
}

class CellError extends Error {}

interface Said {
  cell: (field: Field) => string
  has: (field: Field) => boolean
  /** Of everything but the product. */
  values: string[]
}

function saidIn(cells: readonly string[], columns: Record<Field, number>): Said {
  const cell = (field: Field) => withoutMark(cells[columns[field]] ?? '').trim()
  const has = (field: Field) => columns[field] >= 0
  const { code, ...others } = heads
  return { cell, has, values: (Object.keys(others) as Field[]).map(cell) }
}

function rowOf(cell: Said['cell'], has: Said['has']): Omit<OfferFileRow, 'line'> {
  const code = cell('code')
  if (!/^[\x21-\x7e]{1,30}$/.test(code)) throw new CellError('kode produk tidak terbaca')
  if (isScientific(code)) throw new CellError('kode produk rusak oleh Excel')
  const unlessEmpty = <Value>(field: Field, read: (text: string) => Value) => (cell(field) === '' ? undefined : read(cell(field)))
  const orTaken = <Value>(field: Field, read: (text: string) => Value | null) =>
    has(field) ? (cell(field) === '' ? null : read(cell(field))) : undefined
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

/** Spreadsheets add seconds, and write a dot between hour and minute. */
function clockOf(text: string): string {
  const [, hour = '', minute = ''] = /^(\d{1,2})[:.](\d{2})(?:[:.]00)?$/.exec(text) ?? []
  if (hour === '' || Number(hour) > 23 || Number(minute) > 59) throw new CellError('jam cut-off tidak terbaca')
  return `${hour.padStart(2, '0')}:${minute}`
}

/** Of the seller's own server. */
function ownCodeOf(text: string, what: string): string {
  if (isScientific(text)) throw new CellError(`${what} rusak oleh Excel`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
  if (text.length > supplierCodeMax || /[\u0000-\u001f\u007f]/.test(text) || !text.isWellFormed())
    throw new CellError(`${what} tidak terbaca`)
  return text
}
