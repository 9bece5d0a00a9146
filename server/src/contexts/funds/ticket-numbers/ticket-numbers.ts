/* Numbers of tickets as people and banks read them. With the installation's code, since a provider serves more than one Lapak. */

export const topupsBegin = (installation: string): string => `TP-${installation}-`
export const cashOutsBegin = (installation: string): string => `CO-${installation}-`

export const invoiceOf = (installation: string, id: bigint): string => `${topupsBegin(installation)}${id}`
export const cashOutInvoice = (installation: string, id: bigint): string => `${cashOutsBegin(installation)}${id}`

/** Null for what is none of ours. */
export const idOfInvoice = (installation: string, number: string): bigint | null => idAfter(topupsBegin(installation), number)
export const idOfCashOut = (installation: string, number: string): bigint | null => idAfter(cashOutsBegin(installation), number)

/** The whole number, as it is written everywhere; people type it in small letters too. */
function idAfter(begins: string, number: string): bigint | null {
  const written = number.toUpperCase()
  const id = written.startsWith(begins) ? written.slice(begins.length) : ''
  return /^[1-9]\d{0,14}$/.test(id) ? BigInt(id) : null
}
