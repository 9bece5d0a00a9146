/** Converts a numeric(20,2) value from the database to sen: `'100123.00'` → `10012300n`. Banks count in sen, the books in whole rupiah. */
export function senOf(decimal: string): bigint {
  const match = /^(-?)(?=\.?\d)(\d*)(?:\.(\d{1,2})0*)?$/.exec(decimal)
  if (match === null) throw new Error(`${decimal} is not an amount in rupiah and sen`)
  const [, minus, whole = '', part = ''] = match
  const sen = BigInt(whole === '' ? '0' : whole) * 100n + BigInt(part.padEnd(2, '0'))
  return minus === '-' ? -sen : sen
}

/** Converts sen to a numeric(20,2) value: `10012300n` → `'100123.00'`. */
export function decimalOf(sen: bigint): string {
  const digits = (sen < 0n ? -sen : sen).toString().padStart(3, '0')
  return `${sen < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Converts sen to whole rupiah. Null when the amount has a fraction, which the books cannot store. */
export const wholeRupiah = (sen: bigint): bigint | null => (sen % 100n === 0n ? sen / 100n : null)
