import { z } from 'zod'
import { cashCode } from '../shared/banks.ts'
import { call } from '../shared/call.ts'
import { type TicketState, ticketState } from '../shared/ticket-states.ts'
import { downloadRowsMax, downloads, filter, jakartaDay, moment, pageOf, pageQuery, plainText, rowId, rupiah } from '../shared/wire.ts'

/** A ticket in a member's payment history: money in (`historytipe` 0) or out (1). `nominal` is the amount that is transferred. */
export const paymentHistory = z.object({
  id: rowId,
  invoice: z.string(),
  paymenthistorydatetime: moment,
  nominal: rupiah,
  /** The credited amount; null until it is credited, and for cash-outs. */
  credited: rupiah.nullable(),
  method: z.string(),
  /** Payment method of a top-up, or destination of a cash-out. */
  description: z.string(),
  approveddescription: z.string().nullable(),
  /** Why the ticket was rejected, cancelled, taken back or returned. */
  endedreason: z.string().nullable(),
  historytipe: z.literal([0, 1]),
  status: ticketState,
  updateat: moment,
  member: z.object({ membername: z.string() }),
})
export type PaymentHistory = z.output<typeof paymentHistory>

/** Labels of `historytipe` (B-STATE-10, B-STATE-11). */
export const historyTypeLabels: Record<PaymentHistory['historytipe'], string> = { 0: 'CASHIN', 1: 'CASHOUT' }

const days = { awal: filter(jakartaDay), akhir: filter(jakartaDay) }
const search = filter(plainText(100))

/** The two lists are on the same page of the web app, whose URL has only one `statustrx`. */
const statusText = z.enum(['0', '1', '2', '3', '4'])

const historyState = filter(statusText.transform((text) => Number(text) as TicketState))

const historyFilters = {
  search,
  /** Bank code and state; clients may use either field name (A-OPEN-09). */
  method: filter(cashCode),
  methode: filter(cashCode),
  status: historyState,
  statustrx: historyState,
  tipe: filter(z.enum(['0', '1']).transform((text) => Number(text) as PaymentHistory['historytipe'])),
  ...days,
}
const historyQuery = z.object(pageQuery(['id', 'paymenthistorydatetime', 'updateat', 'nominal', 'status'], historyFilters))
export type HistoryQuery = z.output<typeof historyQuery>

/** Values of `statustrx` in the statement: money in or money out. */
export const mutasiSides = { '1': 'in', '2': 'out' } as const
export type MutasiSide = (typeof mutasiSides)[keyof typeof mutasiSides]

const mutasiFilters = {
  search,
  statustrx: filter(
    statusText
      .refine((text) => Object.hasOwn(mutasiSides, text), 'Status tidak dikenal')
      .transform((text) => mutasiSides[text as keyof typeof mutasiSides]),
  ),
  ...days,
}
/** A statement can be sorted by `id` or by `waktu`. Both mean the order in which the balance changed. */
const mutasiQuery = z.object(pageQuery(['id', 'waktu'], mutasiFilters))
export type MutasiQuery = z.output<typeof mutasiQuery>

/** One movement of a balance. */
export const mutasiRow = z.object({
  id: rowId,
  waktu: moment,
  keterangan: z.string(),
  /** The invoice of the ticket, or the buyer's reference of the order. */
  reff: z.string(),
  mutasi: rupiah,
  /** Balance after the movement. */
  saldoakhir: rupiah,
})
export type MutasiRow = z.output<typeof mutasiRow>

export const mutasiPage = pageOf(mutasiRow).extend({
  /** Totals of the requested days, which other filters do not change: `saldoawal` + `masuk` − `keluar` = `saldoakhir`. */
  saldoawal: rupiah,
  masuk: rupiah,
  keluar: rupiah,
  saldoakhir: rupiah,
})
export type MutasiPage = z.output<typeof mutasiPage>

/** A search covers only this number of newest movements in the requested days. A search for older movements must request their days. */
export const searchedRowsMax = 10_000

/** The member's balance, in the answer of the call and in the realtime event. */
export const walletBalance = z.object({ balance: rupiah })

export const walletCalls = {
  balance: call('GET', '/api/v1/user/balance', {
    summary: 'Read the balance',
    access: 'member',
    data: walletBalance.extend({ at: moment }),
  }),
  histories: call('GET', '/api/v1/payment/histories', {
    summary: "List the member's top-ups and cash-outs",
    access: 'member',
    query: historyQuery,
    data: pageOf(paymentHistory),
  }),
  downloadHistories: call('GET', '/api/v1/payment/histories/download', {
    summary: `Download the tickets of the list in its order as CSV; at most ${downloadRowsMax}`,
    access: 'member',
    query: historyQuery.omit({ page: true, size: true }),
    csv: true,
    limit: downloads,
    refuses: ['download.too_many'],
  }),
  mutasi: call('GET', '/api/v1/payment/mutasisaldo', {
    summary: 'List the statement of the balance: every movement with the balance after it',
    access: 'member',
    query: mutasiQuery,
    data: mutasiPage,
  }),
  downloadMutasi: call('GET', '/api/v1/payment/mutasisaldo/download', {
    summary: `Download the statement as CSV, with opening and closing balance of the given days; at most ${downloadRowsMax} movements`,
    access: 'member',
    query: mutasiQuery.omit({ page: true, size: true }),
    csv: true,
    limit: downloads,
    refuses: ['download.too_many'],
  }),
}
