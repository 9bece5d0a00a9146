import { invoiceOf, topupsBegin } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'

/** What a ticket's question is called at the provider: as its member knows it. */
export const ticketReference = invoiceOf

/** And a member's own account. */
export const accountReference = (installation: string, memberId: bigint): string => `VA-${installation}-${memberId}`

/** An account at the provider may serve more than one Lapak, and hears of the payments of all of them. */
export const isOurs = (installation: string, reference: string): boolean =>
  reference.startsWith(topupsBegin(installation)) || reference.startsWith(`VA-${installation}-`)
