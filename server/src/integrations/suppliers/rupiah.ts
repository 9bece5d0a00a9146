const currency = /^(?:rp|idr)\.?\s{0,3}/i
/** Groups of three digits with one separator and decimals with the other, or digits with decimals that cannot be a group of three. */
const amount =
  /^(\d{1,3}(?:\.\d{3})+(?:,\d{1,6}|\.\d{1,2})?|\d{1,3}(?:,\d{3})+(?:\.\d{1,6}|,\d{1,2})?|\d{1,15}(?:[.,](?:\d{1,2}|\d{4,6}))?)(?:,-|[.,])?$/

/**
 * Whole rupiah from `489.750`, `1,006,537`, `10250`, `10.250,00` or a JSON number; decimals are cut off (rounded down). Null for anything else,
 * including negative and ambiguous amounts (`1234.567`).
 */
export function parseRupiah(value: unknown): bigint | null {
  if (typeof value === 'number') return value >= 0 && value <= Number.MAX_SAFE_INTEGER ? BigInt(Math.floor(value)) : null
  if (typeof value !== 'string' || value.length > 40) return null
  const written = amount.exec(value.trim().replace(currency, ''))?.[1]
  const digits = written === undefined ? '' : wholeDigits(written)
  return digits === '' || digits.length > 15 ? null : BigInt(digits)
}

/** Like `parseRupiah`, for a price. Null if it is not whole rupiah, since the seller would bear the loss if a price were rounded down. */
export function wholeRupiah(value: unknown): bigint | null {
  const rupiah = parseRupiah(value)
  if (typeof value === 'number') return Number.isInteger(value) ? rupiah : null
  const [, decimals = ''] = /[.,](\d{1,2}|\d{4,6})$/.exec(String(value).trim()) ?? []
  return /[1-9]/.test(decimals) ? null : rupiah
}

/** The last part is decimals if it is not a group of three, or if its separator differs from that of the groups before it. */
function wholeDigits(written: string): string {
  const parts = written.split(/[.,]/)
  const signs = written.replace(/\d/g, '')
  const last = parts.at(-1) ?? ''
  const hasDecimals = parts.length > 1 && (last.length !== 3 || signs.at(-1) !== signs[0])
  return (hasDecimals ? parts.slice(0, -1) : parts).join('')
}
