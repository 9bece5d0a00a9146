import type { TopUpTicket } from '@lapak/contract/funds/top-ups'
import type { AskKind } from '#integrations/payment-gateway/payment-gateway.ts'

/** Of a ticket that is paid this way. */
export const channelOf: Record<AskKind, TopUpTicket['channel']> = { invoice: 'card', qris: 'qris', va: 'va' }
