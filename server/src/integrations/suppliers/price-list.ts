/** Reads the price list of a seller's server. It is long and untrusted, so it is read in steps that yield to other work between them. */
import { supplierCodeMax } from '@lapak/contract/selling/offers'
import { isRecord } from '#integrations/suppliers/answer-fields.ts'
import { wholeRupiah } from '#integrations/suppliers/rupiah.ts'
import type { PriceList, PriceListRow } from '#integrations/suppliers/supplier.ts'
import { yieldToEvents } from '#jobs/yielding.ts'

/** Enough for some ten thousand products. */
export const priceListBytesMax = 1024 * 1024

/** Characters per step; a step takes about two milliseconds. */
const chunkSize = 32 * 1024
/** A longer row counts as unread. */
const rowMax = 4 * 1024

/** Null if the text is not a list or was cut off. Unreadable rows are counted. If two rows have the same code, the last one counts. */
export async function readPriceList(body: string): Promise<PriceList | null> {
  const rows = new Map<string, PriceListRow>()
  let unread = 0
  let until = chunkSize
  for (const { text, end, whole } of rowsIn(body.trim())) {
    if (whole) return { rows: [...rows.values()], unread }
    const row = text.length > rowMax ? null : priceRow(text)
    if (row === null) unread++
    else rows.set(row.supplierCode, row)
    if (end < until) continue
    until = end + chunkSize
    await yieldToEvents()
  }
  return null
}

interface Found {
  text: string
  end: number
  /** True at the regular end of the list, which is not a row. */
  whole: boolean
}

const listNames = new Set(['data', 'products', 'produk', 'pricelist', 'price_list', 'result', 'items'])

/** Yields the objects of a list, or of the list in a field with one of these names, without parsing the text around them. */
function* rowsIn(text: string): Generator<Found> {
  // The depth of the list itself; zero until it is found.
  let listDepth = text[0] === '[' ? 1 : 0
  let depth = 0
  let name = ''
  let from = -1
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') {
      const end = endOfString(text, at)
      if (listDepth === 0 && depth <= 2) name = text.slice(at + 1, end).toLowerCase()
      at = end
    } else if (sign === '{' || sign === '[') {
      depth++
      if (listDepth === 0 && depth <= 3 && sign === '[' && listNames.has(name)) listDepth = depth
      else if (listDepth > 0 && depth === listDepth + 1 && sign === '{') from = at
    } else if (sign === '}' || sign === ']') {
      if (from >= 0 && depth === listDepth + 1) {
        yield { text: text.slice(from, at + 1), end: at, whole: false }
        from = -1
      }
      depth--
      if (listDepth > 0 && depth < listDepth) return yield { text: '', end: at, whole: sign === ']' }
    }
  }
}

function endOfString(text: string, begin: number): number {
  let at = begin + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}

const states = new Map([
  ...['', '1', 'true', 'open', 'buka', 'aktif', 'active', 'normal', 'tersedia', 'ready', 'on', 'available'].map(
    (word) => [word, true] as const,
  ),
  ...['0', 'false', 'close', 'closed', 'tutup', 'ditutup', 'nonaktif', 'non aktif', 'tidak aktif', 'inactive', 'off'].map(
    (word) => [word, false] as const,
  ),
  ...['gangguan', 'kosong', 'habis', 'empty', 'disabled', 'unavailable'].map((word) => [word, false] as const),
])

function priceRow(text: string): PriceListRow | null {
  const item = parsed(text)
  if (!isRecord(item)) return null
  const code = item.kode ?? item.code ?? item.kodeproduk ?? item.kode_produk ?? item.product_code
  const price = wholeRupiah(item.harga ?? item.price ?? item.hrg ?? item.harga_jual)
  const supplierCode = typeof code === 'string' || typeof code === 'number' ? String(code).trim().toWellFormed() : ''
  const open = states.get(
    String(item.status ?? item.aktif ?? item.active ?? item.product_status ?? '')
      .trim()
      .toLowerCase(),
  )
  if (supplierCode === '' || supplierCode.length > supplierCodeMax || price === null || price <= 0n || open === undefined) return null
  return { supplierCode, price, open }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
