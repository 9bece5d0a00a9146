import { z } from 'zod'
import { bankCode } from '../shared/banks.ts'
import { call } from '../shared/call.ts'
import { isFindable, tooShort } from '../shared/long-lists.ts'
import {
  downloads,
  filter,
  jakartaDay,
  moment,
  pageOf,
  pageQuery,
  plainText,
  rowId,
  rowIdText,
  rupiah,
  rupiahAndSen,
} from '../shared/wire.ts'
import { approvalReason } from '../system/approvals.ts'

/** Which external source is compared with the books: a bank, a seller, or the payment provider. */
export const reconciliationScopes = ['bank', 'seller', 'provider'] as const
export type ReconciliationScope = (typeof reconciliationScopes)[number]

/** Payment providers with a record of their own, which is compared with the cash account KARTU. */
export const providerNames = { xendit: 'Xendit' } as const
export type ProviderName = keyof typeof providerNames

/** Kinds of differences, with their labels in the web app. */
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
  not_at_provider: 'Tidak ada di penyedia',
  amount: 'Nominal beda',
  fee: 'Biaya penyedia belum dibukukan',
  provider_balance: 'Saldo penyedia beda',
} as const
export type DifferenceKind = keyof typeof differenceKinds

export const kindsOfScope: Record<ReconciliationScope, readonly DifferenceKind[]> = {
  bank: ['not_in_books', 'waits', 'not_in_bank', 'no_statement', 'amount', 'balance'],
  seller: ['not_at_seller', 'not_in_lapak', 'price', 'status', 'twice'],
  provider: ['not_in_books', 'not_at_provider', 'amount', 'status', 'fee', 'provider_balance'],
}

/** Maximum number of days of a bank or the provider in one list. */
export const bankDaysMax = 31

const bankDay = z.object({
  /** Key of the row in this list; it is not stored. */
  id: rowId,
  bankcode: bankCode,
  hari: jakartaDay,
  /** Number of bank statement rows. */
  baris: z.int(),
  masukbank: rupiahAndSen,
  keluarbank: rupiahAndSen,
  masukbuku: rupiah,
  keluarbuku: rupiah,
  /**
   * Amount that the provider collected for the bank on that day, less refunds. It is not part of either compared amount, since the bank lists it only
   * after settlement.
   */
  penyedia: rupiah,
  /** Parts of the incoming amount at the bank: credited to members, and waiting for an owner. */
  dikreditkan: rupiahAndSen,
  menunggu: rupiahAndSen,
  /** Number of bank statement rows that are not explained yet. */
  belumdijelaskan: z.int(),
  /** Balance at the end of the day according to the bank; null if the bank does not report it. */
  saldobank: rupiahAndSen.nullable(),
  saldobuku: rupiah,
  /** Number of differences of this day that no administrator has ended. */
  terbuka: z.int(),
  /**
   * Number of further differences. They are not listed because there are more than `differencesMax` of one kind, and appear once earlier differences
   * are ended.
   */
  belumdidaftar: z.int(),
  /** True when the differences of this day have been computed. */
  diperiksa: z.boolean(),
})
export type BankDay = z.output<typeof bankDay>

const isShortRange = ({ awal, akhir }: { awal?: string | undefined; akhir?: string | undefined }) => {
  if (awal === undefined || akhir === undefined) return awal === akhir
  const days = (Date.parse(akhir) - Date.parse(awal)) / 86_400_000
  return days >= 0 && days < bankDaysMax
}
const tooLong = { path: ['akhir'], message: `Paling banyak ${bankDaysMax} hari` }

const days = { awal: filter(jakartaDay), akhir: filter(jakartaDay) }
const bankQuery = z.object(pageQuery(['hari'], { bankcode: filter(bankCode), ...days })).refine(isShortRange, tooLong)
export type BankDayQuery = z.output<typeof bankQuery>

const providerDay = z.object({
  /** Key of the row in this list; it is not stored. */
  id: rowId,
  hari: jakartaDay,
  /** True when the provider's transactions of this day are stored and compared. Otherwise its amounts are null: unknown, not zero. */
  diperiksa: z.boolean(),
  /** Number of transactions that moved money, and what they moved, before fees. */
  transaksi: z.int(),
  masukpenyedia: rupiahAndSen.nullable(),
  keluarpenyedia: rupiahAndSen.nullable(),
  /** Fees that the provider has charged for the transactions of this day, and fees that were booked on this day. */
  biayapenyedia: rupiahAndSen.nullable(),
  biayabuku: rupiah,
  /** Movements of the cash account by the books, without booked fees. */
  masukbuku: rupiah,
  keluarbuku: rupiah,
  /** Balance at the end of the day by the provider, without money that it has not settled yet, and by the books. */
  saldopenyedia: rupiahAndSen.nullable(),
  saldobuku: rupiah,
  /**
   * The provider's balance less that of the books, apart from unsettled money, unbooked fees and payments under way; null if it is unknown, as where
   * several installations share the account.
   */
  sisa: rupiahAndSen.nullable(),
  terbuka: z.int(),
  belumdidaftar: z.int(),
})
export type ProviderDay = z.output<typeof providerDay>

const providerQuery = z.object(pageQuery(['hari'], days)).refine(isShortRange, tooLong)
export type ProviderDayQuery = z.output<typeof providerQuery>

const sellerDay = z.object({
  /** Key of the row in this list; it is not stored. */
  id: rowId,
  sellerid: rowId,
  sellername: z.string(),
  hari: jakartaDay,
  /** Sales that were settled on that day according to the books: their number, the amount paid by buyers, and how this amount was distributed. */
  transaksi: z.int(),
  terjual: rupiah,
  biaya: rupiah,
  dibayar: rupiah,
  /** Part of the revenue that was withheld for the seller's debt. */
  dipotong: rupiah,
  /** Refunds that were made on that day, for sales of any day. */
  refund: rupiah,
  /** Amounts at the end of the day: owed by the platform to the seller, and owed by the seller to the platform. */
  saldo: rupiah,
  hutang: rupiah,
  /** Number of sales according to the seller's own files; null without a file. */
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

/** Labels of the states of an order in a seller's file. */
export const sellerWords = { 0: 'pending', 1: 'sukses', 2: 'gagal' } as const

export const sellerFileRowsMax = 20_000
/**
 * If a seller's file has more differences than this, they are treated as one defect of the file. For a day of a bank or the provider, it limits how many differences of
 * one kind are listed.
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
  /** Successful orders of that day according to the seller's file, and according to the books. */
  transaksisuplier: z.int(),
  terjualsuplier: rupiah,
  transaksi: z.int(),
  terjual: rupiah,
  /** Number of lines that cannot be read. The file is stored only if there are none. */
  wrong: z.int(),
  errors: z.array(z.object({ line: z.int(), text: z.string() })),
  differences: z.int(),
  /** The first differences that were found. */
  sample: z.array(foundDifference),
})
export type SellerFileRead = z.output<typeof sellerFileRead>

const difference = foundDifference.extend({
  id: rowId,
  scope: z.enum(reconciliationScopes),
  /** One of the two is set; neither for the payment provider. */
  bankcode: bankCode.nullable(),
  sellerid: rowId.nullable(),
  /** Name of the bank, seller or provider. */
  name: z.string(),
  hari: jakartaDay,
  /** When the difference was first found. */
  createat: moment,
  /**
   * True while the external source still disagrees with the books. If false, they agree by now, and the difference only waits for an administrator
   * who ends it.
   */
  still: z.boolean(),
  endedat: moment.nullable(),
  endedby: z.string().nullable(),
  endedreason: z.string().nullable(),
  /** The administrator whose request to end it waits for a second administrator. */
  askedby: z.string().nullable(),
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
    summary: `Compare bank statements with the books per bank and day; ${bankDaysMax} days at most, the last week by default`,
    access: 'admin',
    query: bankQuery,
    /** `checkedat` is the time at which the differences were last computed. */
    data: pageOf(bankDay).extend({ checkedat: moment.nullable() }),
  }),
  provider: call('GET', '/api/admin/v1/reconciliation/provider', {
    summary: `Compare credits, debits and fees at the payment provider with the books of its cash account per day; ${bankDaysMax} days at most, the last week by default`,
    access: 'admin',
    query: providerQuery,
    /** `provider` is null if there is no provider with a record of its own. */
    data: pageOf(providerDay).extend({ provider: z.enum(Object.keys(providerNames) as ProviderName[]).nullable() }),
  }),
  sellers: call('GET', '/api/admin/v1/reconciliation/sellers', {
    summary:
      "Compare sales, payments, refunds and debts of the books with the seller's own list, per seller and day; past days, the last week by default",
    access: 'admin',
    aboutMembers: true,
    query: sellerQuery,
    data: pageOf(sellerDay),
  }),
  file: call('POST', '/api/admin/v1/reconciliation/seller/{id}/{day}', {
    summary:
      "Upload a seller's own list of a day (reference, number, price, status; CSV): read only (`simpan` 0), or store it and compare it with our sales (1)",
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
    summary: 'List differences: open (`open` 1), or ended with their outcome (0)',
    access: 'admin',
    aboutMembers: true,
    query: differenceQuery,
    data: pageOf(difference),
  }),
  download: call('GET', '/api/admin/v1/reconciliation/differences/download', {
    summary: 'Download the differences as CSV `rekonsiliasi`, all pages of the list',
    access: 'admin',
    aboutMembers: true,
    query: differenceQuery,
    csv: true,
    stepUp: true,
    limit: downloads,
    refuses: ['download.too_many'],
  }),
  end: call('POST', '/api/admin/v1/reconciliation/differences/{id}/end', {
    summary:
      'End a difference with a note; nothing is booked. From `money.secondAdminFrom` on, or by whoever booked it, it requires a second administrator',
    access: 'admin',
    stepUp: true,
    params: z.object({ id: rowIdText }),
    body: z.object({ reason: approvalReason }),
    data: difference,
    done: 'Selisih diselesaikan',
    refuses: ['not_found.difference', 'difference.ended', 'decision.own_money', 'decision.waits'],
  }),
  run: call('POST', '/api/admin/v1/reconciliation/run', {
    summary: 'Start a reconciliation; new differences are in the list when it is done',
    access: 'admin',
    stepUp: true,
    done: 'Pemeriksaan dimulai',
  }),
}
