import type { TicketKind } from '@lapak/contract/shared/ticket-states'

interface Kind {
  table: 'top_up' | 'cash_out'
  /** The name of the exported file, also used in the audit. */
  list: string
  /** The column with the cash account: for a top-up, the account that received the money; for a cash-out, the bank that the money goes to. */
  account: string
  /** The column with the sum that the member received. */
  paid: string
  /** For each column of the list, the column of the table. */
  columns: Record<'id' | 'paymenthistorydatetime' | 'nominal' | 'status' | 'updateat', string>
}

const shared = { id: 'id', paymenthistorydatetime: 'created_at', status: 'state', updateat: 'updated_at' }

/** The tables and columns of top-ups and cash-outs, so that their lists share the code. */
export const ticketKinds: Record<TicketKind, Kind> = {
  0: { table: 'top_up', list: 'cashin', account: 'cash_code', paid: 'credited', columns: { ...shared, nominal: 'nominal' } },
  1: { table: 'cash_out', list: 'cashout', account: 'bank_code', paid: 'amount', columns: { ...shared, nominal: 'amount' } },
}
