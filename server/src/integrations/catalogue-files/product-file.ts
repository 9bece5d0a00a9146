import { CellError, type LineReader, type ProductLines, readProductLines, textIn } from '#integrations/seller-files/product-lines.ts'
import { isScientific, priceOf } from '#integrations/seller-files/table.ts'

/** Thrown if the file is not a product list; the message is shown to the user. */
export { SellerFileError as ProductFileError } from '#integrations/seller-files/table.ts'

/** The product data of one line. A field is undefined if the file does not contain its column, and null if the line clears the value. */
export interface ProductFileRow {
  line: number
  code: string
  name?: string | undefined
  brand?: string | undefined
  category?: string | undefined
  type?: 0 | 1 | 2 | undefined
  denom?: bigint | undefined
  active?: boolean | undefined
  isCode?: boolean | undefined
  description?: string | null | undefined
}

export type ProductFile = ProductLines<Omit<ProductFileRow, 'line'>>

/** The accepted column names of each field: those of the export and those of the API. */
const heads = {
  code: ['kodeproduk', 'productcode'],
  name: ['namaproduk', 'productname'],
  brand: ['brand', 'brandname'],
  category: ['kategori', 'categoryname'],
  type: ['tipe', 'producttype'],
  denom: ['denom'],
  active: ['status'],
  isCode: ['berupakode'],
  description: ['keterangan', 'description'],
} as const
type Field = keyof typeof heads

const types: Record<string, 0 | 1 | 2> = {
  ...{ '0': 0, 'pulsa/prepaid': 0, pulsa: 0, prepaid: 0 },
  ...{ '1': 1, ppob: 1 },
  ...{ '2': 2, 'open denom': 2, opendenom: 2 },
}
const states: Record<string, boolean> = { aktif: true, '1': true, 'non aktif': false, nonaktif: false, 'tidak aktif': false, '0': false }
const yesOrNo: Record<string, boolean> = { ya: true, '1': true, tidak: false, '0': false }

/** Reads a list of products that an administrator saved from a spreadsheet. */
export const readProductFile = (bytes: Uint8Array, rowsMax: number): Promise<ProductFile> =>
  readProductLines(bytes, { heads, rowsMax, skips: (_, cells) => cells.every((text) => text === ''), rowOf })

function rowOf({ cell, unlessEmpty, orTaken }: LineReader<Field>): Omit<ProductFileRow, 'line'> {
  const code = cell('code').toUpperCase()
  if (isScientific(code)) throw new CellError('kode produk rusak oleh Excel')
  if (!/^[A-Z0-9][A-Z0-9_-]{0,29}$/.test(code)) throw new CellError('kode produk 1 sampai 30 huruf, angka, - atau _')
  return {
    code,
    name: unlessEmpty('name', (text) => textIn(text, 100, 'nama produk')),
    brand: unlessEmpty('brand', (text) => textIn(text, 100, 'brand')),
    category: unlessEmpty('category', (text) => textIn(text, 100, 'kategori')),
    type: unlessEmpty('type', (text) => oneIn(types, text, 'tipe')),
    denom: unlessEmpty('denom', denomOf),
    active: unlessEmpty('active', (text) => oneIn(states, text, 'status')),
    isCode: unlessEmpty('isCode', (text) => oneIn(yesOrNo, text, 'berupa kode')),
    description: orTaken('description', (text) => textIn(text, 500, 'keterangan')),
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
