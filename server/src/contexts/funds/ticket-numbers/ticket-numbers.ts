/* Ticket numbers for members and banks. They contain the installation's code, since one provider account may serve several installations. */

export const topupsBegin = (installation: string): string => `TP-${installation}-`
export const cashOutsBegin = (installation: string): string => `CO-${installation}-`

export const invoiceOf = (installation: string, id: bigint): string => `${topupsBegin(installation)}${id}`
export const cashOutInvoice = (installation: string, id: bigint): string => `${cashOutsBegin(installation)}${id}`

/** Null for a number of another kind or installation. */
export const idOfInvoice = (installation: string, number: string): bigint | null => idAfter(topupsBegin(installation), number)
export const idOfCashOut = (installation: string, number: string): bigint | null => idAfter(cashOutsBegin(installation), number)

/** Expects the whole number, in upper or lower case. */
function idAfter(begins: string, number: string): bigint | null {
  const written = number.toUpperCase()
  const id = written.startsWith(begins) ? written.slice(begins.length) : ''
  return /^[1-9]\d{0,14}$/.test(id) ? BigInt(id) : null
}
