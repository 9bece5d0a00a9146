import { z } from 'zod'
import { type CashCode, cashNames } from '../shared/banks.ts'
import { call } from '../shared/call.ts'
import { rupiahMax } from '../shared/money.ts'
import { filter, jakartaDay, moment, pageOf, pageQuery, plainText, rowId, rupiah, rupiahAsked } from '../shared/wire.ts'
import { approvalReason } from '../system/approvals.ts'

const cashCode = z.enum(Object.keys(cashNames) as CashCode[], 'Akun kas tidak dikenal')

const account = z.object({
  code: cashCode,
  name: z.string(),
  /** As the filters of tickets name it. */
  accountinitial: cashCode,
  balance: rupiah,
  /** When money last moved there; null where none ever did. */
  updateat: moment.nullable(),
})
export type CashAccount = z.output<typeof account>

/** The computed card is `saldoakun` − (`saldomember` + `cashout` + `pending`) (A-BAL-02). */
const monitoring = z.object({
  /** Held at all banks. */
  saldoakun: rupiah,
  /** Of all members together. */
  saldomember: rupiah,
  /** Asked for by members and not paid yet. */
  cashout: rupiah,
  /** Held for purchases that are under way. */
  pending: rupiah,
  /** Of the computed card: what came in for members and has no owner yet. */
  tanpapemilik: rupiah,
  /** Owed by sellers from refunds that their balance did not cover: the house has paid it meanwhile. */
  hutang: rupiah,
  /** Of the members' money, what lies in accounts that are blocked or closed. */
  akuntertutup: rupiah,
  at: moment,
})
export type Monitoring = z.output<typeof monitoring>

/** What a cash account is corrected for, in the words of the page. */
export const correctionKinds = {
  bank_fee: 'Biaya bank',
  gateway_cost: 'Biaya gateway',
  tax: 'Pajak',
  interest: 'Bunga',
  rounding: 'Pembulatan',
  loss: 'Kerugian',
} as const
export type CorrectionKind = keyof typeof correctionKinds

/** The only way in which some kinds change what a bank holds; the others go either way. */
export const onlyWay: Partial<Record<CorrectionKind, 'in' | 'out'>> = { bank_fee: 'out', gateway_cost: 'out', tax: 'out', interest: 'in' }

const naming = {
  /** A page's own name for what it asks, so that asking again books it once. */
  reffclient: plainText(50).min(1).optional(),
  /** Without a name: the nth wanted booking just like this one within a minute; 2 and up say "not a double". */
  counter: z.int().min(1, 'Counter minimal 1').max(99, 'Counter maksimal 99').default(1),
}

/** Whole rupiah with a sign. */
const signed = z
  .int()
  .min(-Number(rupiahMax), 'Nominal tidak valid')
  .max(Number(rupiahMax), 'Nominal tidak valid')
  .refine((amount) => amount !== 0, 'Nominal tidak valid')
  .transform(BigInt)

const historyQuery = z.object(pageQuery(['id', 'waktu'], { code: cashCode, awal: filter(jakartaDay), akhir: filter(jakartaDay) }))
export type CashHistoryQuery = z.output<typeof historyQuery>

const historyRow = z.object({
  id: rowId,
  waktu: moment,
  keterangan: z.string(),
  reff: z.string(),
  /** Positive where the account holds more by it. */
  mutasi: rupiah,
  saldo: rupiah,
})
export type CashHistoryRow = z.output<typeof historyRow>

const journalQuery = z.object({ awal: jakartaDay, akhir: jakartaDay })
export type JournalQuery = z.output<typeof journalQuery>

/** A spreadsheet holds a few more. */
export const journalRowsMax = 1_000_000

/** Whose balance can be adjusted. */
const accountOwner = z.object({ id: rowId, name: z.string(), email: z.string(), balance: rupiah })
export type AccountOwner = z.output<typeof accountOwner>

/** As many as can be told apart at a glance; who wants another types more. */
export const ownersShown = 10

/** Whose account is shut and has money all the same. */
const shutOwner = accountOwner.extend({
  /** When an administrator blocked it; null where it was closed by its owner. */
  blockedat: moment.nullable(),
})
export type ShutOwner = z.output<typeof shutOwner>

/** The largest; who lets one in again or pays it out sees the next. */
export const shutShown = 200

/** One look at all of the books. */
const proof = z.object({
  at: moment,
  tookms: z.int(),
  /** How many rules were looked at. */
  rules: z.int(),
  sound: z.boolean(),
  /** The first row that breaks each rule that does not hold. */
  breaches: z.array(z.object({ rule: z.string(), row: z.string() })),
})
export type BookVerification = z.output<typeof proof>

/** Of how many looks the page is told. */
export const proofsShown = 30

const moveRefusals = ['ticket.reference_used', 'cash.probable_double', 'decision.waits'] as const

export const treasuryCalls = {
  list: call('GET', '/api/admin/v1/accounts', {
    summary: 'The cash accounts: where the house holds money, and how much',
    access: 'admin',
    data: z.array(account),
  }),
  monitoring: call('GET', '/api/admin/v1/accounts/monitoring', {
    summary: 'What is held, and for whom, at one moment',
    access: 'admin',
    data: monitoring,
  }),
  histories: call('GET', '/api/admin/v1/account/histories', {
    summary: 'What moved one cash account, with what it held after each',
    access: 'admin',
    aboutMembers: true,
    query: historyQuery,
    data: pageOf(historyRow).extend({ saldoawal: rupiah, saldoakhir: rupiah }),
  }),
  transfer: call('POST', '/api/admin/v1/accounts/transfer', {
    summary: 'Money was moved between two cash accounts; `idsumber` and `idtujuan` are codes',
    access: 'admin',
    stepUp: true,
    body: z.object({ idsumber: cashCode, idtujuan: cashCode, jumlah: rupiahAsked, reason: approvalReason.optional(), ...naming }),
    done: 'Transfer Dana Ok!',
    refuses: ['cash.same_account', 'cash.too_low', ...moveRefusals],
  }),
  adjust: call('POST', '/api/admin/v1/accounts/adjustment', {
    summary: 'Correct the balance of a member, positive gives; always with a second administrator',
    access: 'admin',
    stepUp: true,
    body: z.object({ memberid: rowId, jumlah: signed, reason: approvalReason, ...naming }),
    done: 'Penyesuaian dicatat',
    refuses: ['not_found.member', 'account.closed', 'decision.own_money', 'balance.too_low', ...moveRefusals],
  }),
  owners: call('GET', '/api/admin/v1/accounts/members', {
    summary: `Whose balance is meant: up to ${ownersShown} members by a part of the name, the whole e-mail or the number`,
    access: 'admin',
    aboutMembers: true,
    query: z.object({ search: plainText(100).min(1) }),
    data: z.array(accountOwner),
  }),
  shut: call('GET', '/api/admin/v1/accounts/shut', {
    summary: `Members whose account is blocked or closed and has money, the largest sums first; at most ${shutShown}`,
    access: 'admin',
    aboutMembers: true,
    data: z.array(shutOwner),
  }),
  correct: call('POST', '/api/admin/v1/accounts/correction', {
    summary: 'Book what a bank holds more (positive) or less than the books say',
    access: 'admin',
    stepUp: true,
    body: z.object({
      code: cashCode,
      jumlah: signed,
      kind: z.enum(Object.keys(correctionKinds) as CorrectionKind[]),
      reason: approvalReason,
      ...naming,
    }),
    done: 'Koreksi kas dicatat',
    refuses: ['cash.wrong_direction', ...moveRefusals],
  }),
  proofs: call('GET', '/api/admin/v1/accounts/proof', {
    summary: `The last ${proofsShown} proofs of the books, the newest first`,
    access: 'admin',
    data: z.array(proof),
  }),
  journal: call('GET', '/api/admin/v1/accounts/ledger/export', {
    summary: `The general ledger of some days as CSV: every entry in the order of the books; at most ${journalRowsMax}`,
    access: 'admin',
    query: journalQuery,
    csv: true,
    stepUp: true,
    refuses: ['download.too_many'],
  }),
  prove: call('POST', '/api/admin/v1/accounts/proof', {
    summary: 'Prove the books now; the result is read when it is there',
    access: 'admin',
    stepUp: true,
    done: 'Pemeriksaan pembukuan dimulai',
  }),
}
