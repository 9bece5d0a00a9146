import { z } from 'zod'

/**
 * State of a ticket (B-STATE-05…09). A top-up that waits has state 1; state 0 occurs only in imported rows. A cash-out that waits has state 0, and
 * state 1 when it is being processed.
 */
export const ticketState = z.literal([0, 1, 2, 3, 4])
export type TicketState = z.output<typeof ticketState>

/** Direction of the money: 0 in, 1 out (B-STATE-10, B-STATE-11). */
export type TicketKind = 0 | 1

/** Labels that the member sees. */
export const ticketStateLabels: Record<TicketState, string> = { 0: 'PENDING', 1: 'PROSES', 2: 'SUKSES', 3: 'GAGAL', 4: 'REFUND' }

/** Labels that administrators see (A-CI-07…10, A-CO-06…10). */
export const ticketAdminLabels: Record<TicketKind, Record<TicketState, string>> = {
  0: { 0: 'Pending', 1: 'Pending', 2: 'Approve', 3: 'Reject', 4: 'Cancel' },
  1: { 0: 'Pending', 1: 'Diproses', 2: 'Approve', 3: 'Reject', 4: 'Cancel' },
}

const ticketStateTexts: Record<TicketKind, Record<TicketState, string>> = {
  0: { 0: 'diimpor', 1: 'menunggu pembayaran', 2: 'disetujui', 3: 'ditolak', 4: 'dibatalkan' },
  1: { 0: 'menunggu', 1: 'diproses', 2: 'dibayar', 3: 'ditolak', 4: 'dibatalkan' },
}

/** Text of the state, for the refusal when a ticket has already changed its state. */
export const ticketStateText = (kind: TicketKind, state: number): string => ticketStateTexts[kind][ticketState.parse(state)]

/** All transitions that an administrator may make (A-CI-11…13, A-CO-11…13). A paid cash-out changes to 4 when the bank returns the money. */
const moves: Record<TicketKind, Partial<Record<TicketState, readonly TicketState[]>>> = {
  0: { 1: [2, 3], 2: [4] },
  1: { 0: [1, 3], 1: [2, 3], 2: [4] },
}

export const movesFrom = (kind: TicketKind, state: TicketState): readonly TicketState[] => moves[kind][state] ?? []
