/** Banks count sen, the books whole rupiah. `'100123.00'`, as numeric(20,2) comes from the database → `10012300n`. */
export function senOf(decimal: string): bigint {
  const match = /^(-?)(?=\.?\d)(\d*)(?:\.(\d{1,2})0*)?$/.exec(decimal)
  if (match === null) throw new Error(`${decimal} is no sum in rupiah and sen`)
  const [, minus, whole = '', part = ''] = match
  const sen = BigInt(whole === '' ? '0' : whole) * 100n + BigInt(part.padEnd(2, '0'))
  return minus === '-' ? -sen : sen
}

/** `10012300n` → `'100123.00'`. */
export function decimalOf(sen: bigint): string {
  const digits = (sen < 0n ? -sen : sen).toString().padStart(3, '0')
  return `${sen < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Null where there are sen, which the books do not know. */
export const wholeRupiah = (sen: bigint): bigint | null => (sen % 100n === 0n ? sen / 100n : null)
