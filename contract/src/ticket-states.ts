import { z } from 'zod'

/**
 * How a ticket of money stands, in or out (B-STATE-05…09). Money in waits at 1, since 0 is only what was imported; money out waits
 * at 0 and is processed at 1.
 */
export const ticketState = z.literal([0, 1, 2, 3, 4])
export type TicketState = z.output<typeof ticketState>

/** As its member reads it. */
export const ticketStateWords: Record<TicketState, string> = { 0: 'PENDING', 1: 'PROSES', 2: 'SUKSES', 3: 'GAGAL', 4: 'REFUND' }
