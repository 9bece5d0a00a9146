import type { TopUpTicket } from '@lapak/contract/funds/top-ups'
import type { PaymentRequestKind } from '#integrations/payment-gateway/payment-gateway.ts'

/** The channel of a ticket that is paid by this kind of request. */
export const channelOf: Record<PaymentRequestKind, TopUpTicket['channel']> = { invoice: 'card', qris: 'qris', va: 'va' }
