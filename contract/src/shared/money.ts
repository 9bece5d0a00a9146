/** `1250000n` → `1.250.000`: dots separate thousands (B-CONST-35), negative amounts get a real minus sign (U+2212). */
export function dotted(money: bigint | number): string {
  const text = money.toString()
  const negative = text.startsWith('-')
  const digits = negative ? text.slice(1) : text
  return (negative ? '−' : '') + digits.replace(/\B(?=(\d{3})+$)/g, '.')
}

/** Maximum amount in rupiah. Larger amounts are treated as input errors. */
export const rupiahMax = 1_000_000_000_000n
/** The maximum amount in sen. */
export const senMax = rupiahMax * 100n

/** `1250000n` → `Rp 1.250.000`; negative: `−Rp 1.250.000`. */
export const rupiahText = (money: bigint | number): string => (money < 0 ? `−Rp ${dotted(-money)}` : `Rp ${dotted(money)}`)

/** `650050n` sen → `Rp 6.500,50`; without decimals for whole rupiah. */
export function senText(sen: bigint): string {
  if (sen < 0n) return `−${senText(-sen)}`
  const [whole, rest] = [rupiahText(sen / 100n), sen % 100n]
  return rest === 0n ? whole : `${whole},${rest.toString().padStart(2, '0')}`
}
