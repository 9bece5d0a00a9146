import { textOf } from '../bank-files/text-of.ts'
import { bytesMax, headOf, isScientific, linesOf, priceOf, SellerFileError, withoutMark } from '../seller-files/table.ts'

/** It is no such file; the reason is for people. */
export { SellerFileError as ProductFileError } from '../seller-files/table.ts'

/** What a line says of a product. Undefined is what it does not say, null what it takes away. */
export interface ProductFileRow {
  line: number
  code: string
  name?: string | undefined
  brand?: string | undefined
  category?: string | undefined
  type?: 0 | 1 | 2 | undefined
  denom?: bigint | undefined
  active?: boolean | undefined
  description?: string | null | undefined
}

export interface ProductFile {
  rows: ProductFileRow[]
  /** Lines that cannot be read, and why. */
  errors: { line: number; code: string; text: string }[]
}

/** As the export writes them, and as they are called on the wire. */
const heads = {
  code: ['kodeproduk', 'productcode'],
  name: ['namaproduk', 'productname'],
  brand: ['brand', 'brandname'],
  category: ['kategori', 'categoryname'],
  type: ['tipe', 'producttype'],
  denom: ['denom'],
  active: ['status'],
  description: ['keterangan', 'description'],
} as const
type Field = keyof typeof heads
type Cell = (field: Field) => string

const types: Record<string, 0 | 1 | 2> = {
  ...{ '0': 0, 'pulsa/prepaid': 0, pulsa: 0, prepaid: 0 },
  ...{ '1': 1, ppob: 1 },
  ...{ '2': 2, 'open denom': 2, opendenom: 2 },
}
const states: Record<string, boolean> = { aktif: true, '1': true, 'non aktif': false, nonaktif: false, 'tidak aktif': false, '0': false }

/**
 * A list of products as an administrator's spreadsheet saves it. Throws unless it is one; lines that cannot be read are told by their
 * numbers. Read in portions, between which others have their turn.
 */
export async function readProductFile(bytes: Uint8Array, rowsMax: number): Promise<ProductFile> {
  if (bytes.length > bytesMax) throw new SellerFileError('lebih besar dari 4 MB')
  const text = textOf(bytes)
  const head = headOf<Field>(text, heads, ['code'])
  if (head === null) throw new SellerFileError('kolom Kode produk tidak ditemukan')
  const file: ProductFile = { rows: [], errors: [] }
  let lines = 0
  for await (const { cells, line } of linesOf(text, head.separator)) {
    if (line <= head.line) continue
    lines += 1
    if (lines > rowsMax) throw new SellerFileError(`lebih dari ${rowsMax} baris`)
    const cell: Cell = (field) => withoutMark(cells[head.columns[field]] ?? '').trim()
    if (cells.every((text) => text === '')) continue
    try {
      file.rows.push({ line, ...rowOf(cell, (field) => head.columns[field] >= 0) })
    } catch (error) {
      if (!(error instanceof CellError)) throw error
      file.errors.push({ line, code: cell('code').slice(0, 30), text: error.message })
    }
  }
  if (file.rows.length + file.errors.length === 0) throw new SellerFileError('tidak ada baris produk')
  return file
}

class CellError extends Error {}

function rowOf(cell: Cell, has: (field: Field) => boolean): Omit<ProductFileRow, 'line'> {
  const code = cell('code').toUpperCase()
  if (isScientific(code)) throw new CellError('kode produk rusak oleh Excel')
  if (!/^[A-Z0-9][A-Z0-9_-]{0,29}$/.test(code)) throw new CellError('kode produk 1 sampai 30 huruf, angka, - atau _')
  const unlessEmpty = <Value>(field: Field, read: (text: string) => Value) => (cell(field) === '' ? undefined : read(cell(field)))
  return {
    code,
    name: unlessEmpty('name', (text) => textIn(text, 100, 'nama produk')),
    brand: unlessEmpty('brand', (text) => textIn(text, 100, 'brand')),
    category: unlessEmpty('category', (text) => textIn(text, 100, 'kategori')),
    type: unlessEmpty('type', (text) => oneIn(types, text, 'tipe')),
    denom: unlessEmpty('denom', denomOf),
    active: unlessEmpty('active', (text) => oneIn(states, text, 'status')),
    description: has('description') ? (cell('description') === '' ? null : textIn(cell('description'), 500, 'keterangan')) : undefined,
  }
}

const denomMax = 1_000_000_000n

function denomOf(text: string): bigint {
  const denom = priceOf(text)
  if (denom === null || denom < 1n || denom > denomMax) throw new CellError('denom harus 1 sampai 1.000.000.000')
  return denom
}

function oneIn<Value>(words: Record<string, Value>, text: string, what: string): Value {
  const word = text.toLowerCase()
  const value = Object.hasOwn(words, word) ? words[word] : undefined
  if (value === undefined) throw new CellError(`${what} tidak dikenal`)
  return value
}

function textIn(text: string, max: number, what: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
  if (text.length > max || /[\u0000-\u001f\u007f]/.test(text) || !text.isWellFormed()) throw new CellError(`${what} tidak terbaca`)
  return text
}
