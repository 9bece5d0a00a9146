/** Parses an amount as people type or paste it: `50.000`, `Rp 50.000`, `−Rp 50.000`, `50000`; the sign is ignored. Null for other text. */
export function typedSum(typed: string): bigint | null {
  const digits = typed.replace(/^[+−-]?\s*(?:rp)?|[.\s]/gi, '')
  return /^\d{1,15}$/.test(digits) ? BigInt(digits) : null
}
