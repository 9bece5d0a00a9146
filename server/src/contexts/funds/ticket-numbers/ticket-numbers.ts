/*
 * Ticket numbers that members and banks see. They contain the code of the installation, since several installations may share one account at the
 * payment provider.
 */

export const topUpsBegin = (installation: string): string => `TP-${installation}-`
export const cashOutsBegin = (installation: string): string => `CO-${installation}-`

export const invoiceOf = (installation: string, id: bigint): string => `${topUpsBegin(installation)}${id}`
export const cashOutInvoice = (installation: string, id: bigint): string => `${cashOutsBegin(installation)}${id}`

/** The code of the installation in a reference at the payment provider, as a regular expression of PostgreSQL. */
export const installationInReference = '^(?:TP|CO|VA)-([0-9A-F]{4})-'

/** Null if the number is of another kind of ticket or another installation. */
export const idOfInvoice = (installation: string, number: string): bigint | null => idAfter(topUpsBegin(installation), number)
export const idOfCashOut = (installation: string, number: string): bigint | null => idAfter(cashOutsBegin(installation), number)

/** Accepts only the whole number, in upper or lower case. */
function idAfter(begins: string, number: string): bigint | null {
  const written = number.toUpperCase()
  const id = written.startsWith(begins) ? written.slice(begins.length) : ''
  return /^[1-9]\d{0,14}$/.test(id) ? BigInt(id) : null
}
