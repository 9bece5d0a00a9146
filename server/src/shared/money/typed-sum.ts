/** A sum as people type or paste it: `50.000`, `Rp 50.000`, `−Rp 50.000`, `50000`; null for what is none. Its sign says nothing more. */
export function typedSum(typed: string): bigint | null {
  const digits = typed.replace(/^[+−-]?\s*(?:rp)?|[.\s]/gi, '')
  return /^\d{1,15}$/.test(digits) ? BigInt(digits) : null
}
