import { invoiceOf, topupsBegin } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'

/** The reference of a ticket at the provider is its invoice number, which the member knows. */
export const ticketReference = invoiceOf

/** The reference of a member's virtual account. */
export const accountReference = (installation: string, memberId: bigint): string => `VA-${installation}-${memberId}`

/** One account at the provider may serve several installations, and each gets the callbacks of all. */
export const isOurs = (installation: string, reference: string): boolean =>
  reference.startsWith(topupsBegin(installation)) || reference.startsWith(`VA-${installation}-`)
