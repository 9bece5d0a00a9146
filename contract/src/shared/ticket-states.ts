import { z } from 'zod'

/**
 * How a ticket of money stands, in or out (B-STATE-05…09). Money in waits at 1, since 0 is only what was imported; money out waits
 * at 0 and is processed at 1.
 */
export const ticketState = z.literal([0, 1, 2, 3, 4])
export type TicketState = z.output<typeof ticketState>

/** Which way the money goes: 0 in, 1 out (B-STATE-10, B-STATE-11). */
export type TicketKind = 0 | 1

/** As its member reads it. */
export const ticketStateLabels: Record<TicketState, string> = { 0: 'PENDING', 1: 'PROSES', 2: 'SUKSES', 3: 'GAGAL', 4: 'REFUND' }

/** As administrators read it (A-CI-07…10, A-CO-06…10). */
export const ticketAdminLabels: Record<TicketKind, Record<TicketState, string>> = {
  0: { 0: 'Pending', 1: 'Pending', 2: 'Approve', 3: 'Reject', 4: 'Cancel' },
  1: { 0: 'Pending', 1: 'Diproses', 2: 'Approve', 3: 'Reject', 4: 'Cancel' },
}

const ticketStateTexts: Record<TicketKind, Record<TicketState, string>> = {
  0: { 0: 'diimpor', 1: 'menunggu pembayaran', 2: 'disetujui', 3: 'ditolak', 4: 'dibatalkan' },
  1: { 0: 'menunggu', 1: 'diproses', 2: 'dibayar', 3: 'ditolak', 4: 'dibatalkan' },
}

/** How it stands, for whoever comes too late. */
export const ticketStateText = (kind: TicketKind, state: number): string => ticketStateTexts[kind][ticketState.parse(state)]

/**
 * Every step that an administrator may take (A-CI-11…13, A-CO-11…13); a paid cash-out goes on to 4 when its bank sends the money back.
 */
const moves: Record<TicketKind, Partial<Record<TicketState, readonly TicketState[]>>> = {
  0: { 1: [2, 3], 2: [4] },
  1: { 0: [1, 3], 1: [2, 3], 2: [4] },
}

export const movesFrom = (kind: TicketKind, state: TicketState): readonly TicketState[] => moves[kind][state] ?? []
