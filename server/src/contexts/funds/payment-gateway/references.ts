import { invoiceOf, topUpsBegin } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'

/** The reference of a ticket at the provider is its invoice number, which the member sees, too. */
export const ticketReference = invoiceOf

/** The reference of a member's virtual account. */
export const accountReference = (installation: string, memberId: bigint): string => `VA-${installation}-${memberId}`

/**
 * Whether this installation created the reference. Several installations may share one account at the provider, and each of them gets all callbacks.
 */
export const isOurs = (installation: string, reference: string): boolean =>
  reference.startsWith(topUpsBegin(installation)) || reference.startsWith(`VA-${installation}-`)
