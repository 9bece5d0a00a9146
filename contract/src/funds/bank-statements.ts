import { z } from 'zod'
import { bankCode, cashCode } from '../shared/banks.ts'
import { call } from '../shared/call.ts'
import { isFindable, tooShort } from '../shared/long-lists.ts'
import { moneyConfirmations } from '../shared/money-confirmations.ts'
import {
  boundedText,
  filter,
  jakartaDay,
  moment,
  pageOf,
  pageQuery,
  pageSizeMax,
  plainText,
  rowId,
  rowIdText,
  rupiah,
  rupiahAndSen,
} from '../shared/wire.ts'
import { approvalReason } from '../system/approvals.ts'

/** What the money of a bank statement row is. `new`: not identified yet. `unmatched`: money without a known owner (suspense). */
export const explanations = ['new', 'deposit', 'cash_out', 'cash_transfer', 'correction', 'unmatched', 'noted'] as const
export type Explanation = (typeof explanations)[number]

/** Explanations that an administrator may set. All except `noted` need the id of the ticket or booking that the row belongs to. */
export const explainedByHand = ['deposit', 'cash_out', 'cash_transfer', 'correction', 'noted'] as const

/** Status filter of the bank statement list (A-OPEN-18). */
export const statementStatus = z.enum(['0', '1', '2', '3'])
export const explanationsOf: Record<z.output<typeof statementStatus>, readonly Explanation[]> = {
  0: ['new'],
  1: ['deposit', 'cash_out', 'cash_transfer'],
  2: ['unmatched'],
  3: ['correction', 'noted'],
}

const statement = z.object({
  id: rowId,
  createat: moment,
  tanggaltran: moment,
  /** False where the bank gives only the day, without a time. */
  withtime: z.boolean(),
  keterangan: z.string(),
  /** Positive for incoming money. */
  mutasi: rupiahAndSen,
  reff: z.string(),
  bankcode: bankCode,
  accountno: z.string(),
  saldo: rupiahAndSen.nullable(),
  status: z.enum(explanations),
  /** Id of the ticket or booking that explains the row. */
  reference: rowId.nullable(),
  /** Invoice of the top-up that explains the row. */
  invoice: z.string().nullable(),
  /** Reason for the explanation, given by the program or by an administrator. */
  why: z.string(),
  explainedby: z.string().nullable(),
  explainedat: moment.nullable(),
  /** Id of the suspense item while the money has no owner. */
  unmatched: rowId.nullable(),
  /** The administrator whose decision about this row waits for a second administrator. */
  askedby: z.string().nullable(),
  /** What the feed says of the row now, where it said another sum or day before; the sum is zero if it says that there was no such movement. */
  ralat: z.object({ mutasi: rupiahAndSen, tanggaltran: moment, withtime: z.boolean(), createat: moment }).nullable(),
})
export type Statement = z.output<typeof statement>

const statementQuery = z
  .object(
    pageQuery(
      ['id', 'createat', 'tanggaltran', 'mutasi'],
      {
        bankcode: filter(bankCode),
        search: filter(plainText(100)),
        /** Status filter; clients may use either field name (A-OPEN-09). */
        status: filter(statementStatus),
        statustrx: filter(statementStatus),
        awal: filter(jakartaDay),
        akhir: filter(jakartaDay),
      },
      { all: 10, max: pageSizeMax },
    ),
  )
  // A search text of digits only, such as an amount, may have any length.
  .refine((asked) => isFindable(asked) || /^\d+$/.test(asked.search ?? ''), tooShort)
export type StatementQuery = z.output<typeof statementQuery>

const fileRow = z.object({
  /** Line number in the file. */
  line: z.int(),
  tanggaltran: moment,
  keterangan: z.string(),
  mutasi: rupiahAndSen,
  saldo: rupiahAndSen.nullable(),
  /** True when the row is already stored from an earlier file or a feed. */
  known: z.boolean(),
})

/** Labels of the possible contents of a column in a bank's file. */
export const columnRoles = {
  date: 'Tanggal',
  time: 'Jam',
  description: 'Keterangan',
  reff: 'Referensi',
  debit: 'Debit (keluar)',
  credit: 'Kredit (masuk)',
  amount: 'Jumlah',
  mark: 'Arah (CR/DB)',
  balance: 'Saldo',
  opening: 'Saldo sebelumnya',
  account: 'No. rekening',
  currency: 'Mata uang',
  ignored: 'Tidak dipakai',
} as const
export type ColumnRole = keyof typeof columnRoles
export const columnRoleNames = Object.keys(columnRoles) as [ColumnRole, ...ColumnRole[]]
const columnRole = z.enum(columnRoleNames)

/** Number formats of bank files: `dot` is `1,234.50`, `comma` is `1.234,50`. */
export const numberStyles = { dot: '1,234.50', comma: '1.234,50' } as const
export type NumberStyle = keyof typeof numberStyles
const numberStyle = z.enum(Object.keys(numberStyles) as [NumberStyle, ...NumberStyle[]])

const columnsMax = 60

/** An unknown header of a bank's file: its columns, their assumed contents, and the first lines below it. A refusal returns it as `kolom`. */
export const unknownHead = z.object({
  line: z.int(),
  columns: z.array(z.string()),
  roles: z.array(columnRole.nullable()),
  sample: z.array(z.array(z.string())),
})
export type UnknownHead = z.output<typeof unknownHead>

const mappedHead = unknownHead.extend({ roles: z.array(columnRole), number: numberStyle })

const rolesText = boundedText(columnsMax * 12)
  .transform((text) => text.split(','))
  .pipe(z.array(columnRole).max(columnsMax))

const fileRead = z.object({
  format: z.string(),
  rows: z.int(),
  /** Number of rows that were not stored before. */
  added: z.int(),
  /** Number of rows that the bank has not settled yet. They are not stored. */
  pending: z.int(),
  first: jakartaDay,
  last: jakartaDay,
  /** Opening balance; null where the bank's file contains no balances. */
  opening: rupiahAndSen.nullable(),
  closing: rupiahAndSen.nullable(),
  /** The first rows of the file. */
  sample: z.array(fileRow),
  /** The column mapping of this file, if an administrator defined one. */
  kolom: mappedHead.nullable(),
})
export type StatementFileRead = z.output<typeof fileRead>

/** A booked ticket or transfer that a row may correspond to. */
const suggestion = z.object({
  kind: z.enum(['deposit', 'cash_out', 'cash_transfer', 'correction']),
  id: rowId,
  invoice: z.string().nullable(),
  membername: z.string().nullable(),
  at: moment,
  /** Why this ticket or transfer is suggested. */
  why: z.string(),
})
export type Suggestion = z.output<typeof suggestion>

/** How money without an owner is assigned: to a pending ticket, or to a member for whom a new ticket is created. */
export const moneyOwner = z.union([z.object({ ticketid: rowId }), z.object({ memberid: rowId })])

export type MoneyOwner = z.output<typeof moneyOwner>

const ownerSuggestion = z.object({
  owner: moneyOwner,
  memberid: rowId,
  membername: z.string(),
  /** Invoice of the member's ticket on which the suggestion is based, and the amount of this ticket. */
  invoice: z.string().nullable(),
  nominal: rupiah.nullable(),
  at: moment.nullable(),
  /** The platform's fee if a ticket is created for this member. */
  biaya: rupiah.nullable(),
  why: z.string(),
})
export type OwnerSuggestion = z.output<typeof ownerSuggestion>

/** A payment as the payment provider reported it. */
const providerPayment = z.object({
  kind: z.enum(['invoice', 'qris', 'va']),
  /** The provider's number of the payment, and the reference of the payment request. */
  number: z.string(),
  reference: z.string(),
  paidat: moment.nullable(),
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The member of the payment request, and the invoice of its ticket. */
  membername: z.string().nullable(),
  invoice: z.string().nullable(),
})

/** Suspense money: from a bank statement row or from the payment provider. */
const waitingMoney = z.object({
  id: rowId,
  createat: moment,
  bankcode: cashCode,
  nominal: rupiah,
  /** The platform's fee if the money is assigned to a member without a ticket. It equals the fee of a ticket with this amount. */
  biaya: rupiah,
  keterangan: z.string(),
  why: z.string(),
  /** Id of the bank statement row from which the money came. */
  statement: rowId.nullable(),
  payment: providerPayment.nullable(),
  status: z.enum(['waiting', 'assigned', 'explained']),
  /** Invoice of the ticket through which the money was credited. */
  invoice: z.string().nullable(),
  /** The administrator who requested to assign the money, while the request waits for a second administrator. */
  askedby: z.string().nullable(),
  endedby: z.string().nullable(),
  endedat: moment.nullable(),
  reason: z.string().nullable(),
})
export type WaitingMoneyRow = z.output<typeof waitingMoney>

const waitingQuery = z.object(
  pageQuery(['id', 'nominal'], {
    kas: filter(cashCode),
    search: filter(plainText(100)),
    /** 0 (default): money that waits for an owner. 1: assigned or explained money. */
    selesai: filter(z.enum(['0', '1'])),
  }),
)
export type WaitingQuery = z.output<typeof waitingQuery>

const byId = z.object({ id: rowIdText })

const feedParams = z.object({ bankcode: plainText(10) })
const feed = {
  access: 'secret',
  params: feedParams,
  anyBody: true,
  /** Maximum bytes of one delivery: enough for one day of a busy bank account. */
  bodyBytes: 256 * 1024,
  data: z.object({ added: z.int() }),
  refuses: ['not_found.feed', 'feed.not_proved', 'feed.unreadable'],
} as const

export const bankStatementCalls = {
  feed: call('POST', '/public/bankfeed/{bankcode}', {
    summary:
      'Deliver rows of a bank statement, signed: `X-Timestamp` in seconds, at most five minutes off, and `X-Signature: sha256=` with the HMAC-SHA256 in hex of bank code, timestamp and body, joined by dots',
    ...feed,
  }),
  moota: call('POST', '/public/bankfeed/{bankcode}/moota', {
    summary: 'Deliver rows of a bank statement in the format of Moota, signed in `Signature`',
    ...feed,
  }),
  cekmutasi: call('POST', '/public/bankfeed/{bankcode}/cekmutasi', {
    summary: 'Deliver rows of a bank statement in the format of CekMutasi, authenticated by `Api-Signature`',
    ...feed,
  }),
  list: call('GET', '/api/admin/v1/bank/mutasi', {
    summary: 'List rows of bank statements with their classification',
    access: 'admin',
    aboutMembers: true,
    query: statementQuery,
    data: pageOf(statement),
  }),
  file: call('POST', '/api/admin/v1/bank/mutasi/file', {
    summary:
      "Upload a bank's own file: read only (`simpan` 0), or add the rows that are not known (1). An unknown header is refused with its columns (`kolom` of the answer); `kolom` and `angka` map it once for the bank",
    access: 'admin',
    stepUp: true,
    file: 'csv',
    query: z.object({
      bankcode: bankCode,
      simpan: z.enum(['0', '1']).transform((text) => text === '1'),
      /** For a file with an unknown header: the content of each column, in order. The mapping is stored for this bank together with the file. */
      kolom: filter(rolesText),
      angka: numberStyle.default('dot'),
    }),
    data: fileRead,
    limit: { setting: 'statements.filesPerHour', seconds: 3600 },
    refuses: [
      'statement.no_file',
      'statement.file_too_large',
      'statement.unreadable',
      'statement.head_unknown',
      'statement.mapping_wrong',
      'statement.wrong_bank',
      'statement.wrong_account',
      'statement.excel',
      'statement.hole',
      'statement.file_known',
    ],
  }),
  explain: call('POST', '/api/admin/v1/bank/mutasi/{id}/explain', {
    summary: 'Classify a bank statement row that was not matched: as something already booked, or as unrelated to the platform (`noted`)',
    access: 'admin',
    stepUp: true,
    params: byId,
    body: z
      .object({ kind: z.enum(explainedByHand), reference: rowId.optional(), reason: approvalReason })
      .refine(({ kind, reference }) => (kind === 'noted') === (reference === undefined), { path: ['reference'], message: 'Isi nomornya' }),
    data: statement,
    done: 'Mutasi dijelaskan',
    refuses: ['not_found.statement', 'statement.taken', 'statement.no_match', 'decision.own_money', 'decision.waits'],
  }),
  reopen: call('POST', '/api/admin/v1/bank/mutasi/{id}/reopen', {
    summary: 'Reopen a classified bank statement row: money in becomes suspense money, money out is unclassified again',
    access: 'admin',
    stepUp: true,
    params: byId,
    body: z.object({ reason: approvalReason }),
    data: statement,
    done: 'Mutasi dibuka lagi',
    refuses: ['not_found.statement', 'statement.taken', 'statement.open', 'statement.sent_first', 'decision.own_money', 'decision.waits'],
  }),
  suggest: call('GET', '/api/admin/v1/bank/mutasi/{id}/suggest', {
    summary: 'Suggest bookings of the same bank and amount that have no bank statement row yet',
    access: 'admin',
    aboutMembers: true,
    params: byId,
    data: z.array(suggestion),
    refuses: ['not_found.statement'],
  }),
  unmatched: call('GET', '/api/admin/v1/bank/unmatched', {
    summary: 'Read the suspense money per account',
    access: 'admin',
    data: z.array(z.object({ bankcode: z.string(), rows: z.int(), amount: rupiah, oldest: moment })),
  }),
  waiting: call('GET', '/api/admin/v1/bank/unmatched/list', {
    summary: 'List the suspense money, at banks and at the payment provider',
    access: 'admin',
    aboutMembers: true,
    query: waitingQuery,
    data: pageOf(waitingMoney),
  }),
  owners: call('GET', '/api/admin/v1/bank/unmatched/{id}/suggest', {
    summary: 'List the possible owners of suspense money, likeliest first; `search` finds by ticket, name, e-mail, phone or number',
    access: 'admin',
    aboutMembers: true,
    params: byId,
    query: z.object({ search: filter(plainText(100)) }),
    data: z.array(ownerSuggestion),
    refuses: ['not_found.money', 'statement.taken'],
  }),
  assign: call('POST', '/api/admin/v1/bank/unmatched/{id}/assign', {
    summary: 'Allocate suspense money to its owner by an existing or a new ticket; the amount is credited',
    access: 'admin',
    stepUp: true,
    params: byId,
    body: z.object({
      owner: moneyOwner,
      description: approvalReason,
      ...moneyConfirmations.shape,
    }),
    data: waitingMoney,
    done: 'Uang dijodohkan',
    refuses: [
      'not_found.money',
      'not_found.ticket',
      'not_found.member',
      'statement.taken',
      'statement.no_match',
      'statement.sum_waits',
      'ticket.perhaps_returned',
      'ticket.perhaps_counted',
      'ticket.perhaps_own',
      'ticket.perhaps_restated',
      'ticket.perhaps_reversed',
      'statement.by_hand',
      'ticket.state',
      'deposit.below_fee',
      'account.closed',
      'decision.own_money',
      'decision.waits',
    ],
  }),
  release: call('POST', '/api/admin/v1/bank/unmatched/{id}/explain', {
    summary: 'Release suspense money that is not for the platform, such as a refund of the provider to the payer: it leaves the books',
    access: 'admin',
    stepUp: true,
    params: byId,
    body: z.object({ reason: approvalReason }),
    data: waitingMoney,
    done: 'Uang dijelaskan',
    refuses: ['not_found.money', 'statement.taken', 'decision.own_money', 'decision.waits'],
  }),
  waitAgain: call('POST', '/api/admin/v1/bank/unmatched/{id}/reopen', {
    summary: 'Return released money to the suspense account, under a new number',
    access: 'admin',
    stepUp: true,
    params: byId,
    body: z.object({ reason: approvalReason }),
    data: waitingMoney,
    done: 'Uang dibuka lagi',
    refuses: [
      'not_found.money',
      'not_found.statement',
      'statement.taken',
      'statement.open',
      'statement.sent_first',
      'decision.own_money',
      'decision.waits',
    ],
  }),
}
