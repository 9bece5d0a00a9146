import { z } from 'zod'
import { type CashCode, cashNames } from '../shared/banks.ts'
import { call } from '../shared/call.ts'
import { rupiahMax } from '../shared/money.ts'
import { downloads, filter, jakartaDay, moment, pageOf, pageQuery, plainText, rowId, rupiah, rupiahAsked } from '../shared/wire.ts'
import { approvalReason } from '../system/approvals.ts'

const cashCode = z.enum(Object.keys(cashNames) as CashCode[], 'Akun kas tidak dikenal')

const account = z.object({
  code: cashCode,
  name: z.string(),
  /** Code of the cash account, as in the filters of tickets. */
  accountinitial: cashCode,
  balance: rupiah,
  /** Time of the last movement in the cash account; null if there was none. */
  updateat: moment.nullable(),
})
export type CashAccount = z.output<typeof account>

/** Figures of the dashboard card, which shows `saldoakun` − (`saldomember` + `cashout` + `pending`) (A-BAL-02). */
const monitoring = z.object({
  /** Total of all cash accounts. */
  saldoakun: rupiah,
  /** Total balance of all members. */
  saldomember: rupiah,
  /** Amount of the cash-outs that members requested and that are not paid yet. */
  cashout: rupiah,
  /** Money that is held for pending purchases. */
  pending: rupiah,
  /** Part of the figure on the card: money in suspense, which members have paid and whose owner is not known yet. */
  tanpapemilik: rupiah,
  /** Debts of sellers from refunds that exceeded their balance. The platform has advanced this money. */
  hutang: rupiah,
  /** Part of the members' balance that belongs to blocked or closed accounts. */
  akuntertutup: rupiah,
  at: moment,
})
export type Monitoring = z.output<typeof monitoring>

/** Kinds of cash account corrections, with their labels in the web app. */
export const correctionKinds = {
  bank_fee: 'Biaya bank',
  gateway_cost: 'Biaya gateway',
  tax: 'Pajak',
  interest: 'Bunga',
  rounding: 'Pembulatan',
  loss: 'Kerugian',
} as const
export type CorrectionKind = keyof typeof correctionKinds

/** The only direction in which a correction of this kind changes a cash account. Corrections of all other kinds may go in or out. */
export const onlyWay: Partial<Record<CorrectionKind, 'in' | 'out'>> = { bank_fee: 'out', gateway_cost: 'out', tax: 'out', interest: 'in' }

const naming = {
  /** Idempotency key from the web app. If a request is repeated with the same key, it is booked once. */
  reffclient: plainText(50).min(1).optional(),
  /**
   * Used when no `reffclient` is sent: 2 or more confirms that this is the second (or a later) intended booking with the same data within a minute.
   */
  counter: z.int().min(1, 'Counter minimal 1').max(99, 'Counter maksimal 99').default(1),
}

/** Whole rupiah, positive or negative. */
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
  /** Positive when the balance of the cash account increases. */
  mutasi: rupiah,
  saldo: rupiah,
})
export type CashHistoryRow = z.output<typeof historyRow>

const journalQuery = z.object({ awal: jakartaDay, akhir: jakartaDay })
export type JournalQuery = z.output<typeof journalQuery>

/** Maximum rows of a journal file, just below the row limit of spreadsheets. */
export const journalRowsMax = 1_000_000

/** A member whose balance can be adjusted. */
const accountOwner = z.object({ id: rowId, name: z.string(), email: z.string(), balance: rupiah })
export type AccountOwner = z.output<typeof accountOwner>

/** Maximum number of suggested members. A longer search text returns fewer members. */
export const ownersShown = 10

/** A member whose account is blocked or closed and still has a balance. */
const shutOwner = accountOwner.extend({
  /** When an administrator blocked the account; null when the member closed it. */
  blockedat: moment.nullable(),
})
export type ShutOwner = z.output<typeof shutOwner>

/** Maximum number of listed accounts, by balance. When one of them is unblocked or paid out, the next account appears. */
export const shutShown = 200

/** One ledger verification run. */
const proof = z.object({
  at: moment,
  tookms: z.int(),
  /** Number of rules that the run checked. */
  rules: z.int(),
  sound: z.boolean(),
  /** For each violated rule, the first row that violates it. */
  breaches: z.array(z.object({ rule: z.string(), row: z.string() })),
})
export type BookVerification = z.output<typeof proof>

/** Number of runs that the web app shows. */
export const proofsShown = 30

const moveRefusals = ['ticket.reference_used', 'cash.probable_double', 'decision.waits'] as const

export const treasuryCalls = {
  list: call('GET', '/api/admin/v1/accounts', {
    summary: 'List the cash accounts with their balances',
    access: 'admin',
    data: z.array(account),
  }),
  monitoring: call('GET', '/api/admin/v1/accounts/monitoring', {
    summary: 'Read the money of the platform and what it owes to whom, at one moment',
    access: 'admin',
    data: monitoring,
  }),
  histories: call('GET', '/api/admin/v1/account/histories', {
    summary: 'List the movements of a cash account with the balance after each',
    access: 'admin',
    aboutMembers: true,
    query: historyQuery,
    data: pageOf(historyRow).extend({ saldoawal: rupiah, saldoakhir: rupiah }),
  }),
  transfer: call('POST', '/api/admin/v1/accounts/transfer', {
    summary: 'Book a transfer between two cash accounts; `idsumber` and `idtujuan` are codes',
    access: 'admin',
    stepUp: true,
    body: z.object({ idsumber: cashCode, idtujuan: cashCode, jumlah: rupiahAsked, reason: approvalReason.optional(), ...naming }),
    done: 'Transfer Dana Ok!',
    refuses: ['cash.same_account', 'cash.too_low', ...moveRefusals],
  }),
  adjust: call('POST', '/api/admin/v1/accounts/adjustment', {
    summary: 'Adjust the balance of a member, positive adds; always requires a second administrator',
    access: 'admin',
    stepUp: true,
    body: z.object({ memberid: rowId, jumlah: signed, reason: approvalReason, ...naming }),
    done: 'Penyesuaian dicatat',
    refuses: ['not_found.member', 'account.closed', 'decision.own_money', 'balance.too_low', ...moveRefusals],
  }),
  owners: call('GET', '/api/admin/v1/accounts/members', {
    summary: `Find up to ${ownersShown} members for an adjustment, by a part of the name, the full e-mail or the number`,
    access: 'admin',
    aboutMembers: true,
    query: z.object({ search: plainText(100).min(1) }),
    data: z.array(accountOwner),
  }),
  shut: call('GET', '/api/admin/v1/accounts/shut', {
    summary: `List blocked or closed members that have a balance, largest first; at most ${shutShown}`,
    access: 'admin',
    aboutMembers: true,
    data: z.array(shutOwner),
  }),
  correct: call('POST', '/api/admin/v1/accounts/correction', {
    summary: 'Book the difference of a bank balance to the books, positive if the bank has more',
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
    summary: `List the last ${proofsShown} ledger verifications, newest first`,
    access: 'admin',
    data: z.array(proof),
  }),
  journal: call('GET', '/api/admin/v1/accounts/ledger/export', {
    summary: `Download the general ledger of some days as CSV: every entry in the order of the books; at most ${journalRowsMax}`,
    access: 'admin',
    aboutMembers: true,
    query: journalQuery,
    csv: true,
    stepUp: true,
    limit: downloads,
    refuses: ['download.too_many'],
  }),
  verify: call('POST', '/api/admin/v1/accounts/proof', {
    summary: 'Start a ledger verification; the result can be read when it is done',
    access: 'admin',
    stepUp: true,
    done: 'Pemeriksaan pembukuan dimulai',
  }),
}
