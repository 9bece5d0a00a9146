import type { TopUpTicket } from '@lapak/contract/funds/top-ups'
import type { PaymentHistory } from '@lapak/contract/funds/wallet'
import type { CashCode } from '@lapak/contract/shared/banks'
import { cashNames } from '@lapak/contract/shared/banks'
import type { TicketState } from '@lapak/contract/shared/ticket-states'
import { sql } from 'kysely'
import { idOfInvoice, invoiceOf } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Uploads } from '#contexts/system/uploads/uploads.ts'
import type { Database, Reader, Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { publishEvent } from '#realtime/events.ts'
import { isOffered } from './methods.ts'
import type { Payable, TicketProvider } from './provider.ts'

export interface TicketDeps {
  db: Database
  settings: Settings
  uploads: Pick<Uploads, 'signedUrl'>
  installation: string
  provider: TicketProvider | null
}

export const ticketsIn = (read: Reader) =>
  read
    .selectFrom('top_up')
    .innerJoin('payment_method', 'payment_method.id', 'top_up.method_id')
    .innerJoin('member', 'member.id', 'top_up.member_id')
    .selectAll('top_up')
    .select(['payment_method.name as method', 'payment_method.enabled', 'member.name as member_name', 'member.email as member_email'])
    .select(sql<string | null>`case when member.phone_verified_at is not null then member.phone end`.as('proved_phone'))

export type TicketRow = Awaited<ReturnType<ReturnType<typeof ticketsIn>['executeTakeFirstOrThrow']>>

export const ticketOf = (read: Reader, id: bigint): Promise<TicketRow> =>
  ticketsIn(read).where('top_up.id', '=', id).executeTakeFirstOrThrow()

const hourMs = 3_600_000

export const cancelFrom = (createdAt: Date, afterHours: number): Date => new Date(createdAt.getTime() + afterHours * hourMs)

/** Returns the id from a ticket number; the caller checks the owner of the ticket. */
export function idOf(installation: string, invoice: string): bigint {
  const id = idOfInvoice(installation, invoice)
  if (id === null) throw new Refusal('not_found.ticket')
  return id
}

export async function readTicket(deps: TicketDeps, memberId: bigint, invoice: string): Promise<TopUpTicket> {
  const row = await ticketsIn(deps.db.read)
    .where('top_up.id', '=', idOf(deps.installation, invoice))
    .where('top_up.member_id', '=', memberId)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.ticket')
  return viewOf(deps, row)
}

const viewOf = async ({ db, settings, uploads, installation, provider }: TicketDeps, row: TicketRow): Promise<TopUpTicket> => ({
  id: row.id,
  invoice: invoiceOf(installation, row.id),
  status: row.state as TicketState,
  methodid: row.method_id,
  methodname: row.method,
  channel: row.channel as TopUpTicket['channel'],
  jumlah: row.amount,
  fee: row.fee,
  code: row.code,
  nominal: row.nominal,
  // The account that was stored with the ticket; shown only while members can transfer to this bank.
  bank: row.channel === 'transfer' && isOffered(row, provider !== null) ? bankOf(row) : null,
  ...payableOf(row.state <= 1 && provider ? await provider.payableBy(db.read, row) : null),
  createat: row.created_at,
  updateat: row.updated_at,
  expiresat: row.expires_at,
  cancelfrom: cancelFrom(row.created_at, settings.get('topup.cancelAfterHours')),
  proof: uploads.signedUrl(row.proof, row.member_id),
  approvedat: row.approved_at,
  credited: row.credited,
  approveddescription: row.approved_description,
  endedreason: row.ended_reason,
})

const bankOf = ({ cash_code, account_no, account_name }: TicketRow) => ({
  bankname: cashNames[cash_code as CashCode],
  accountno: account_no,
  accountname: account_name,
})

const payableOf = (payable: Payable | null) => ({
  vano: payable?.accountNo ?? null,
  qr: payable?.qr ?? null,
  invoiceurl: payable?.url ?? null,
  waiting: payable?.waiting ?? null,
})

/** Publishes a changed ticket to its member's open pages. */
export async function publishTicket(tx: Tx, installation: string, id: bigint): Promise<void> {
  const row = await ticketOf(tx, id)
  await publishEvent(tx, row.member_id, 'tiket', historyOf(installation, row))
}

/** The ticket as shown in histories and realtime events. */
export const historyOf = (installation: string, row: TicketRow): PaymentHistory => ({
  id: row.id,
  invoice: invoiceOf(installation, row.id),
  paymenthistorydatetime: row.created_at,
  nominal: row.received ?? row.nominal,
  credited: row.state === 2 ? row.credited : null,
  method: row.method,
  description: `Topup ${row.method}`,
  approveddescription: row.approved_description,
  endedreason: row.ended_reason,
  historytipe: 0,
  status: row.state as TicketState,
  updateat: row.updated_at,
  member: { membername: row.member_name },
})

export async function ticketHistories(read: Reader, installation: string, ids: bigint[]): Promise<PaymentHistory[]> {
  if (ids.length === 0) return []
  const rows = await ticketsIn(read).where(sql<boolean>`top_up.id = any(${ids}::bigint[])`).execute()
  return rows.map((row) => historyOf(installation, row))
}
