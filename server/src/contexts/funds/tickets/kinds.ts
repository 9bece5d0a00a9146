import type { TicketKind } from '@lapak/contract/shared/ticket-states'

interface Kind {
  table: 'top_up' | 'cash_out'
  /** What the file of its list is called, and the audit's line about it. */
  list: string
  /** The account that its money came to, or the bank that it goes to. */
  account: string
  /** What its member got of it. */
  paid: string
  /** Where the list's columns are in the table. */
  columns: Record<'id' | 'paymenthistorydatetime' | 'nominal' | 'status' | 'updateat', string>
}

const shared = { id: 'id', paymenthistorydatetime: 'created_at', status: 'state', updateat: 'updated_at' }

/** Where each kind of ticket lies, for lists that are asked for and answered alike. */
export const kinds: Record<TicketKind, Kind> = {
  0: { table: 'top_up', list: 'cashin', account: 'cash_code', paid: 'credited', columns: { ...shared, nominal: 'nominal' } },
  1: { table: 'cash_out', list: 'cashout', account: 'bank_code', paid: 'amount', columns: { ...shared, nominal: 'amount' } },
}
