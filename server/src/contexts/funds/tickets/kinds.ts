import type { TicketKind } from '@lapak/contract/shared/ticket-states'

interface Kind {
  table: 'top_up' | 'cash_out'
  /** The name of the exported file, also used in the audit. */
  list: string
  /** The column of the account that received the money, or of the bank that it goes to. */
  account: string
  /** The column of the sum that the member got. */
  paid: string
  /** The table columns of the list's columns. */
  columns: Record<'id' | 'paymenthistorydatetime' | 'nominal' | 'status' | 'updateat', string>
}

const shared = { id: 'id', paymenthistorydatetime: 'created_at', status: 'state', updateat: 'updated_at' }

/** The tables and columns of both kinds of tickets, so that lists share their code. */
export const kinds: Record<TicketKind, Kind> = {
  0: { table: 'top_up', list: 'cashin', account: 'cash_code', paid: 'credited', columns: { ...shared, nominal: 'nominal' } },
  1: { table: 'cash_out', list: 'cashout', account: 'bank_code', paid: 'amount', columns: { ...shared, nominal: 'amount' } },
}
