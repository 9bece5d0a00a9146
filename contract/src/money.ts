/** `1250000n` → `1.250.000`. Dots for thousands (B-CONST-35), a real minus sign. */
export function dotted(money: bigint | number): string {
  const text = money.toString()
  const negative = text.startsWith('-')
  const digits = negative ? text.slice(1) : text
  return (negative ? '−' : '') + digits.replace(/\B(?=(\d{3})+$)/g, '.')
}

/** More is asked for by mistake. */
export const rupiahMax = 1_000_000_000_000n

/** `1250000n` → `Rp 1.250.000`. */
export const rupiahText = (money: bigint | number): string => `Rp ${dotted(money)}`
