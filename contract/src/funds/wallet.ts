import { z } from 'zod'
import { cashCode } from '../shared/banks.ts'
import { call } from '../shared/call.ts'
import { type TicketState, ticketState } from '../shared/ticket-states.ts'
import { downloadRowsMax, filter, jakartaDay, moment, pageOf, pageQuery, plainText, rowId, rupiah } from '../shared/wire.ts'

/** A ticket of money in (`historytipe` 0) or out (1), as the histories show it. `nominal` is what goes over the bank. */
export const paymentHistory = z.object({
  id: rowId,
  invoice: z.string(),
  paymenthistorydatetime: moment,
  nominal: rupiah,
  /** What reached the balance of it; null while nothing did, and of money out. */
  credited: rupiah.nullable(),
  method: z.string(),
  /** What it is for: how it comes, or where it goes to. */
  description: z.string(),
  approveddescription: z.string().nullable(),
  /** Why it was rejected, cancelled, taken back or sent back. */
  endedreason: z.string().nullable(),
  historytipe: z.literal([0, 1]),
  status: ticketState,
  updateat: moment,
  member: z.object({ membername: z.string() }),
})
export type PaymentHistory = z.output<typeof paymentHistory>

/** `historytipe` as a person reads it (B-STATE-10, B-STATE-11). */
export const historyTypeLabels: Record<PaymentHistory['historytipe'], string> = { 0: 'CASHIN', 1: 'CASHOUT' }

const days = { awal: filter(jakartaDay), akhir: filter(jakartaDay) }
const search = filter(plainText(100))

/** Both lists stand on one page, whose address has one `statustrx`. */
const statusText = z.enum(['0', '1', '2', '3', '4'])

const historyState = filter(statusText.transform((text) => Number(text) as TicketState))

const historyFilters = {
  search,
  /** The bank's code, and the state; both spellings (A-OPEN-09). */
  method: filter(cashCode),
  methode: filter(cashCode),
  status: historyState,
  statustrx: historyState,
  tipe: filter(z.enum(['0', '1']).transform((text) => Number(text) as PaymentHistory['historytipe'])),
  ...days,
}
const historyQuery = z.object(pageQuery(['id', 'paymenthistorydatetime', 'updateat', 'nominal', 'status'], historyFilters))
export type HistoryQuery = z.output<typeof historyQuery>

/** `statustrx` of the statement: what came in, or what went out. */
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
/** Both orders are the one in which the balance moved. */
const mutasiQuery = z.object(pageQuery(['id', 'waktu'], mutasiFilters))
export type MutasiQuery = z.output<typeof mutasiQuery>

/** One movement of a balance. */
export const mutasiRow = z.object({
  id: rowId,
  waktu: moment,
  keterangan: z.string(),
  /** The ticket's number, or the reference that a buyer gave its order. */
  reff: z.string(),
  mutasi: rupiah,
  /** What was in the balance then. */
  saldoakhir: rupiah,
})
export type MutasiRow = z.output<typeof mutasiRow>

export const mutasiPage = pageOf(mutasiRow).extend({
  /** Of the asked days, whatever else is filtered: `saldoawal` + `masuk` − `keluar` = `saldoakhir`. */
  saldoawal: rupiah,
  masuk: rupiah,
  keluar: rupiah,
  saldoakhir: rupiah,
})
export type MutasiPage = z.output<typeof mutasiPage>

/** How many movements a search looks through, the newest of the asked days; who wants older ones names their days. */
export const searchedRowsMax = 10_000

/** What a member has, asked for or told. */
export const walletBalance = z.object({ balance: rupiah })

const downloads = { setting: 'purchases.downloadsPerHour', seconds: 3600, per: 'session' } as const

export const walletCalls = {
  balance: call('GET', '/api/v1/user/balance', {
    summary: 'The balance',
    access: 'member',
    data: walletBalance.extend({ at: moment }),
  }),
  histories: call('GET', '/api/v1/payment/histories', {
    summary: "The member's tickets, of money in and out",
    access: 'member',
    query: historyQuery,
    data: pageOf(paymentHistory),
  }),
  downloadHistories: call('GET', '/api/v1/payment/histories/download', {
    summary: `The tickets that the list finds, in its order, as CSV; at most ${downloadRowsMax}`,
    access: 'member',
    query: historyQuery.omit({ page: true, size: true }),
    csv: true,
    limit: downloads,
    refuses: ['download.too_many'],
  }),
  mutasi: call('GET', '/api/v1/payment/mutasisaldo', {
    summary: 'The statement of the balance: every movement with what it left',
    access: 'member',
    query: mutasiQuery,
    data: mutasiPage,
  }),
  downloadMutasi: call('GET', '/api/v1/payment/mutasisaldo/download', {
    summary: `The statement as CSV, between what was there before and after the asked days; at most ${downloadRowsMax} movements`,
    access: 'member',
    query: mutasiQuery.omit({ page: true, size: true }),
    csv: true,
    limit: downloads,
    refuses: ['download.too_many'],
  }),
}
