import { dotted } from '@lapak/contract/shared/money'
import { textReading } from '#integrations/bank-files/text-of.ts'
import { inTurns } from '#jobs/yielding.ts'
import { bytesMax, headOf, isScientific, linesOf, priceOf, SellerFileError, withoutMark } from './table.ts'

export { SellerFileError } from './table.ts'

/** One order in a seller's own list of orders. */
export interface SellerFileRow {
  line: number
  reference: string
  number: string
  /** Whole rupiah. */
  price: bigint
  /** 0 pending, 1 success, 2 failed. */
  state: 0 | 1 | 2
}

export interface SellerFile {
  rows: SellerFileRow[]
  /** The lines that cannot be read, each with the reason. */
  errors: { line: number; text: string }[]
}

const heads = {
  reference: ['reference', 'referensi', 'noreferensi', 'reff', 'ref', 'reffid', 'refid', 'reffclient', 'trxid', 'idtrx'],
  number: ['number', 'nomor', 'tujuan', 'nomortujuan', 'target', 'msisdn', 'nohp'],
  price: ['price', 'harga', 'hargajual', 'nominal', 'jumlah'],
  status: ['status', 'statustrx', 'state'],
} as const
type Field = keyof typeof heads

const words = new Map<string, SellerFileRow['state']>([
  ...['0', 'pending', 'proses', 'diproses', 'process', 'menunggu'].map((word) => [word, 0] as const),
  ...['1', 'sukses', 'success', 'berhasil', 'ok'].map((word) => [word, 1] as const),
  ...['2', 'gagal', 'failed', 'batal', 'refund', '3'].map((word) => [word, 2] as const),
])

/**
 * Reads a seller's own list of orders. Throws `SellerFileError` if it is not a list; lines that cannot be read are returned with their numbers. The
 * file is long and untrusted, so it is read in steps that yield to other work between them.
 */
export async function readSellerFile(bytes: Uint8Array, rowsMax: number): Promise<SellerFile> {
  if (bytes.length > bytesMax) throw new SellerFileError('lebih besar dari 4 MB')
  const text = await inTurns(textReading(bytes))
  const head = await headOf(text, heads, ['reference', 'price', 'status'])
  if (head === null) throw new SellerFileError('kolom reference, price dan status tidak ditemukan')
  const { separator, columns, line: headLine } = head
  const file: SellerFile = { rows: [], errors: [] }
  let lines = 0
  for await (const { cells, line } of linesOf(text, separator)) {
    if (line <= headLine) continue
    lines += 1
    if (lines > rowsMax) throw new SellerFileError(`lebih dari ${rowsMax} baris`)
    if (cells.every((cell) => cell === '')) continue
    const row = rowOf(cells, columns, line)
    if (typeof row === 'string') file.errors.push({ line, text: row })
    else file.rows.push(row)
  }
  if (file.rows.length + file.errors.length === 0) throw new SellerFileError('tidak ada baris transaksi')
  return file
}

type Columns = Record<Field, number>

/**
 * No order costs more than this; a larger value belongs to another column. The total of a day of such prices can still be sent as an exact number.
 */
const priceMax = 10_000_000_000n

/** The row, or the reason why it cannot be read. */
function rowOf(cells: readonly string[], columns: Columns, line: number): SellerFileRow | string {
  const reference = withoutMark(cells[columns.reference] ?? '')
  // References have this form; any other text comes from a column that was shifted.
  if (!/^[\x21-\x7e]{1,50}$/.test(reference)) return 'referensi tidak terbaca'
  if (isScientific(reference)) return 'referensi rusak oleh Excel'
  const state = words.get((cells[columns.status] ?? '').toLowerCase())
  if (state === undefined) return 'status tidak dikenal'
  const price = priceOf(cells[columns.price] ?? '')
  if (price === null && state === 1) return 'harga tidak terbaca'
  if (price !== null && price > priceMax) return `harga melebihi Rp ${dotted(priceMax)}`
  // Removes format characters: direction marks are copied along with a number and would reverse the text around it.
  const number = withoutMark((cells[columns.number] ?? '').replace(/\p{Cf}/gu, '').trim())
  // biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL cannot store NUL, and a number has no others.
  if (number.length > 50 || /[\u0000-\u001f\u007f]/.test(number) || !number.isWellFormed()) return 'nomor tidak terbaca'
  return { line, reference, number, price: price ?? 0n, state }
}
