/** The reference by which a seller's server knows an attempt. */
export const supplierReference = (installation: string, attemptId: bigint): string => `${installation}${attemptId}`

export function attemptOfReference(installation: string, reference: string): bigint | null {
  const digits = reference.startsWith(installation) ? reference.slice(installation.length) : ''
  return /^\d{1,18}$/.test(digits) ? BigInt(digits) : null
}
