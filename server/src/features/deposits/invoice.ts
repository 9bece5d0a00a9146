/** The number of a ticket as people and banks read it. With the installation's code, since a provider serves more than one Lapak. */
export const invoiceOf = (installation: string, id: bigint): string => `TP-${installation}-${id}`

/** Null for what is none of ours. */
export function idOfInvoice(installation: string, invoice: string): bigint | null {
  const prefix = `TP-${installation}-`
  const digits = invoice.startsWith(prefix) ? invoice.slice(prefix.length) : ''
  return /^\d{1,15}$/.test(digits) ? BigInt(digits) : null
}
