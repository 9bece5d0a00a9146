import type { DepositTicket } from '@lapak/contract/deposits'
import type { AskKind } from '#outside/gateway/gateway.ts'

/** Of a ticket that is paid this way. */
export const channelOf: Record<AskKind, DepositTicket['channel']> = { invoice: 'card', qris: 'qris', va: 'va' }
