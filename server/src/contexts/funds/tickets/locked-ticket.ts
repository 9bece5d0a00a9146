import type { TopUpTicket } from '@lapak/contract/funds/top-ups'
import type { CashCode } from '@lapak/contract/shared/banks'
import type { TicketKind, TicketState } from '@lapak/contract/shared/ticket-states'
import type { Reader, Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'

/** The fields of a ticket that decisions need. Top-ups and cash-outs share one number sequence, so the id determines the kind of ticket. */
export interface TicketNow {
  id: bigint
  kind: TicketKind
  state: TicketState
  memberId: bigint
  /** The sum that is received from or sent to the bank. */
  amount: bigint
  /** The cash account that received the money; for a cash-out, the bank that the money goes to. */
  cashCode: CashCode
  /**
   * The payment channel; null for a cash-out. For a transfer, no other open ticket at the bank has the same sum, so received money of that sum
   * belongs to this ticket.
   */
  channel: TopUpTicket['channel'] | null
  /** The evidence of a top-up, or how a cash-out was paid. */
  how: string | null
}

const topUps = (read: Reader, id: bigint) =>
  read.selectFrom('top_up').select(['id', 'state', 'member_id', 'nominal', 'received', 'channel', 'cash_code', 'how']).where('id', '=', id)

const cashOuts = (read: Reader, id: bigint) =>
  read.selectFrom('cash_out').select(['id', 'state', 'member_id', 'amount', 'bank_code', 'paid_how']).where('id', '=', id)

type TopUpRow = Awaited<ReturnType<ReturnType<typeof topUps>['executeTakeFirstOrThrow']>>
type CashOutRow = Awaited<ReturnType<ReturnType<typeof cashOuts>['executeTakeFirstOrThrow']>>

const topUpNow = (row: TopUpRow): TicketNow => ({
  id: row.id,
  kind: 0,
  state: row.state as TicketState,
  memberId: row.member_id,
  amount: row.received ?? row.nominal,
  cashCode: row.cash_code as CashCode,
  channel: row.channel as TopUpTicket['channel'],
  how: row.how,
})

const cashOutNow = (row: CashOutRow): TicketNow => ({
  id: row.id,
  kind: 1,
  state: row.state as TicketState,
  memberId: row.member_id,
  amount: row.amount,
  cashCode: row.bank_code as CashCode,
  channel: null,
  how: row.paid_how,
})

/** Reads the ticket without locking it. */
export async function readTicketNow(read: Reader, id: bigint): Promise<TicketNow> {
  const topUp = await topUps(read, id).executeTakeFirst()
  if (topUp) return topUpNow(topUp)
  const cashOut = await cashOuts(read, id).executeTakeFirst()
  if (cashOut) return cashOutNow(cashOut)
  throw new Refusal('not_found.ticket')
}

/** Locks the ticket. Tickets are never deleted, so its row exists. */
export async function lockTicket(tx: Tx, { id, kind }: Pick<TicketNow, 'id' | 'kind'>): Promise<TicketNow> {
  if (kind === 0) return topUpNow(await topUps(tx, id).forUpdate().executeTakeFirstOrThrow())
  return cashOutNow(await cashOuts(tx, id).forUpdate().executeTakeFirstOrThrow())
}
