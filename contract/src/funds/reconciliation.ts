import { z } from 'zod'
import { bankCode } from '../shared/banks.ts'
import { call } from '../shared/call.ts'
import { isFindable, tooShort } from '../shared/long-lists.ts'
import { filter, jakartaDay, moment, pageOf, pageQuery, plainText, rowId, rowIdText, rupiah, rupiahAndSen } from '../shared/wire.ts'
import { approvalReason } from '../system/approvals.ts'

/** What is laid beside the books: what a bank says, or what a seller says. */
export const reconciliationScopes = ['bank', 'seller'] as const
export type ReconciliationScope = (typeof reconciliationScopes)[number]

/** What is different, in the words of the page. */
export const differenceKinds = {
  not_in_books: 'Tidak ada di pembukuan',
  waits: 'Belum ada pemiliknya',
  not_in_bank: 'Tidak ada di mutasi bank',
  no_statement: 'Mutasi bank belum ada',
  balance: 'Saldo bank tidak sesuai barisnya',
  not_at_seller: 'Tidak ada di pihak suplier',
  not_in_lapak: 'Tidak ada di Lapak',
  price: 'Harga beda',
  status: 'Status beda',
  twice: 'Dobel di file suplier',
} as const
export type DifferenceKind = keyof typeof differenceKinds

export const kindsOfScope: Record<ReconciliationScope, readonly DifferenceKind[]> = {
  bank: ['not_in_books', 'waits', 'not_in_bank', 'no_statement', 'balance'],
  seller: ['not_at_seller', 'not_in_lapak', 'price', 'status', 'twice'],
}

/** Of banks that many days are shown at most. */
export const bankDaysMax = 31

const bankDay = z.object({
  /** Of the list only. */
  id: rowId,
  bankcode: bankCode,
  hari: jakartaDay,
  /** Rows of the bank's statement. */
  baris: z.int(),
  masukbank: rupiahAndSen,
  keluarbank: rupiahAndSen,
  masukbuku: rupiah,
  keluarbuku: rupiah,
  /** What the provider took for the bank on that day, less what was taken back: on neither side, since no row shows it before it settles. */
  penyedia: rupiah,
  /** Of what the bank says came in: credited to members, and waiting for an owner. */
  dikreditkan: rupiahAndSen,
  menunggu: rupiahAndSen,
  /** Rows that nobody has explained yet. */
  belumdijelaskan: z.int(),
  /** At the end of the day; null where the bank does not tell it. */
  saldobank: rupiahAndSen.nullable(),
  saldobuku: rupiah,
  /** Differences of this day that nobody has ended. */
  terbuka: z.int(),
  /** Of more than `differencesMax` of one kind the first are listed; how many are not. They come into the list once those before them agree. */
  belumdidaftar: z.int(),
  /** Whether differences of this day have been looked for yet. */
  diperiksa: z.boolean(),
})
export type BankDay = z.output<typeof bankDay>

const bankQuery = z.object(pageQuery(['hari'], { bankcode: filter(bankCode), awal: filter(jakartaDay), akhir: filter(jakartaDay) })).refine(
  ({ awal, akhir }) => {
    if (awal === undefined || akhir === undefined) return awal === akhir
    const days = (Date.parse(akhir) - Date.parse(awal)) / 86_400_000
    return days >= 0 && days < bankDaysMax
  },
  { path: ['akhir'], message: `Paling banyak ${bankDaysMax} hari` },
)
export type BankDayQuery = z.output<typeof bankQuery>

const sellerDay = z.object({
  /** Of the list only. */
  id: rowId,
  sellerid: rowId,
  sellername: z.string(),
  hari: jakartaDay,
  /** Settled on that day by the books: what buyers paid, and where it went. */
  transaksi: z.int(),
  terjual: rupiah,
  biaya: rupiah,
  dibayar: rupiah,
  /** Kept for what the seller owed. */
  dipotong: rupiah,
  /** Taken back on that day, whenever it was sold. */
  refund: rupiah,
  /** What the house owed the seller when the day ended, and the seller the house. */
  saldo: rupiah,
  hutang: rupiah,
  /** By the seller's own files; null where there is none. */
  transaksisuplier: z.int().nullable(),
  terjualsuplier: rupiah.nullable(),
  terbuka: z.int(),
})
export type SellerDay = z.output<typeof sellerDay>

const sellerQuery = z.object(
  pageQuery(['hari'], {
    sellerid: filter(rowIdText),
    search: filter(plainText(100)),
    awal: filter(jakartaDay),
    akhir: filter(jakartaDay),
  }),
)
export type SellerDayQuery = z.output<typeof sellerQuery>

/** How a seller's file ends an order. */
export const sellerWords = { 0: 'pending', 1: 'sukses', 2: 'gagal' } as const

export const sellerFileRowsMax = 20_000
/**
 * More differences than this are one mistake about a seller's file, not that many; of a bank's day, so many of one kind are listed at a time.
 */
export const differencesMax = 2_000

const foundDifference = z.object({
  kind: z.enum(Object.keys(differenceKinds) as DifferenceKind[]),
  reference: z.string(),
  ours: rupiahAndSen.nullable(),
  theirs: rupiahAndSen.nullable(),
  keterangan: z.string(),
})

const sellerFileRead = z.object({
  rows: z.int(),
  /** Successes by the file, and by us on that day. */
  transaksisuplier: z.int(),
  terjualsuplier: rupiah,
  transaksi: z.int(),
  terjual: rupiah,
  /** Lines that cannot be read; nothing is stored while there are any. */
  wrong: z.int(),
  errors: z.array(z.object({ line: z.int(), text: z.string() })),
  differences: z.int(),
  /** The first ones. */
  sample: z.array(foundDifference),
})
export type SellerFileRead = z.output<typeof sellerFileRead>

const difference = foundDifference.extend({
  id: rowId,
  scope: z.enum(reconciliationScopes),
  /** One of the two. */
  bankcode: bankCode.nullable(),
  sellerid: rowId.nullable(),
  /** Of the bank or of the seller. */
  name: z.string(),
  hari: jakartaDay,
  /** First seen. */
  createat: moment,
  /** False: what differed agrees by now, and still waits for somebody's word. */
  still: z.boolean(),
  endedat: moment.nullable(),
  endedby: z.string().nullable(),
  endedreason: z.string().nullable(),
})
export type Difference = z.output<typeof difference>

const filters = {
  open: filter(z.enum(['0', '1']).transform((text) => text === '1')),
  scope: filter(z.enum(reconciliationScopes)),
  kind: filter(z.enum(Object.keys(differenceKinds) as DifferenceKind[])),
  bankcode: filter(bankCode),
  sellerid: filter(rowIdText),
  search: filter(plainText(100)),
  awal: filter(jakartaDay),
  akhir: filter(jakartaDay),
}
const differenceQuery = z.object(pageQuery(['hari', 'createat'], filters)).refine(isFindable, tooShort)
export type DifferenceQuery = z.output<typeof differenceQuery>

export const reconciliationCalls = {
  banks: call('GET', '/api/admin/v1/reconciliation/banks', {
    summary: `Per bank and day what came in and went out by its statement, and by the books; ${bankDaysMax} days at most, the last week by default`,
    access: 'admin',
    query: bankQuery,
    /** `checkedat`: when differences were last looked for. */
    data: pageOf(bankDay).extend({ checkedat: moment.nullable() }),
  }),
  sellers: call('GET', '/api/admin/v1/reconciliation/sellers', {
    summary:
      'Per seller and day what was sold, paid, refunded and owed, beside what the seller says; days that are over, the last week by default',
    access: 'admin',
    query: sellerQuery,
    data: pageOf(sellerDay),
  }),
  file: call('POST', '/api/admin/v1/reconciliation/seller/{id}/{day}', {
    summary:
      "A seller's own list of a day (reference, number, price, status; CSV): read only (`simpan` 0), or kept and laid beside our sales (1)",
    access: 'admin',
    stepUp: true,
    file: 'csv',
    params: z.object({ id: rowIdText, day: jakartaDay }),
    query: z.object({ simpan: z.enum(['0', '1']).transform((text) => text === '1') }),
    data: sellerFileRead,
    limit: { setting: 'reconciliation.filesPerHour', seconds: 3600 },
    refuses: [
      'not_found.member',
      'decision.own_money',
      'statement.no_file',
      'statement.file_too_large',
      'statement.file_known',
      'seller_file.unreadable',
      'seller_file.wrong_lines',
      'seller_file.foreign',
      'seller_file.too_different',
      'seller_file.day_not_over',
    ],
  }),
  differences: call('GET', '/api/admin/v1/reconciliation/differences', {
    summary: 'What differs (`open` 1), and how it ended (0)',
    access: 'admin',
    aboutMembers: true,
    query: differenceQuery,
    data: pageOf(difference),
  }),
  download: call('GET', '/api/admin/v1/reconciliation/differences/download', {
    summary: 'The same as CSV `rekonsiliasi`, all pages of it',
    access: 'admin',
    query: differenceQuery,
    csv: true,
    stepUp: true,
    refuses: ['download.too_many'],
  }),
  end: call('POST', '/api/admin/v1/reconciliation/differences/{id}/end', {
    summary: 'A difference is dealt with, and how; nothing is booked by this',
    access: 'admin',
    stepUp: true,
    params: z.object({ id: rowIdText }),
    body: z.object({ reason: approvalReason }),
    data: difference,
    done: 'Selisih diselesaikan',
    refuses: ['not_found.difference', 'difference.ended', 'decision.own_money'],
  }),
  run: call('POST', '/api/admin/v1/reconciliation/run', {
    summary: 'Look for differences now; they are in the list when that is done',
    access: 'admin',
    stepUp: true,
    done: 'Pemeriksaan dimulai',
  }),
}
