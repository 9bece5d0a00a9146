import type { TicketKind, TicketState } from '@lapak/contract/shared/ticket-states'

interface KindWords {
  title: string
  label: string
  nothing: string
  /** The state of tickets that wait for an administrator. */
  waits: `${TicketState}`
  /** The filterable states, in the order of the specification (A-CI-14, A-CO-15); state 1 of cash-outs is an addition of Lapak. */
  states: readonly TicketState[]
}

/** The differences between the pages of top-ups and cash-outs. */
export const ticketKinds: Record<TicketKind, KindWords> = {
  0: { title: 'Topup Saldo', label: 'Daftar topup', nothing: 'Belum ada topup', waits: '1', states: [1, 2, 3, 4] },
  1: { title: 'CashOut Saldo', label: 'Daftar penarikan', nothing: 'Belum ada penarikan', waits: '0', states: [0, 2, 3, 4, 1] },
}
