import type { BankCode } from '@lapak/contract/shared/banks'
import type { RefusalCode } from '@lapak/contract/shared/refusals'
import { classifyMoney, isReleaseAsked, type LockedSuspenseItem, moneyOfRow, openSuspense } from '#contexts/funds/suspense/suspense.ts'
import { cashOutInvoice, invoiceOf } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import { creditTopUp, type EndDeps } from '#contexts/funds/top-ups/top-ups.ts'
import { secondAdminFrom, spendSoloLimit } from '#contexts/system/approvals/approvals.ts'
import { systemActor } from '#contexts/system/audit/audit.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database, Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { jakartaDayOf, startOfJakartaDay } from '#shared/clock.ts'
import { crashPoint } from '#shared/crash-points.ts'
import { senOf, wholeRupiah } from '#shared/money/sen.ts'
import { clocksDifferByMinutes } from './after-ticket.ts'
import {
  approvedByHand,
  type Booking,
  endedTicket,
  isArrivalShown,
  onlyOne,
  openTicket,
  openTransfer,
  ownTransfer,
  paidCashOut,
  settledByProvider,
  type Wanted,
} from './candidates.ts'
import { type Finding, isNoteAsked, type LockedRow, lockRow, writeFinding } from './locked-row.ts'
import { alertOwnMoney, alsoCreditedText, creditedElsewhere, lockSums, ownMoney } from './own-money.ts'
import { isPlatformAccount } from './platform-account.ts'
import { isRestated } from './restatements.ts'
import { alertReversal, creditReversedBy, isReversal, reversalsOf, reversalText } from './reversals.ts'
import { giveMoney, perhapsReturnedText } from './rows-of-tickets.ts'

export interface MatchDeps extends EndDeps {
  settings: Settings
}

/** A locked bank row with the upload that it comes from; `word` is null if a feed reported the row. */
interface StatedRow {
  row: LockedRow
  word: UnconfirmedUpload | null
}

/** Locks the row and runs `then`, in a transaction of its own. */
async function look(deps: MatchDeps, id: bigint, then: (tx: Tx, stated: StatedRow) => Promise<void>): Promise<void> {
  const word = await unconfirmedUpload(deps, id)
  await deps.db.transaction(async (tx) => {
    const row = await lockRow(tx, id)
    await then(tx, { row, word: row.confirmed_at === null ? word : null })
    crashPoint('row.written')
  })
  crashPoint('row.matched')
}

/**
 * Finds the explanation of a stored row: a ticket that it pays, a booking that was made before the row came, or suspense money. This happens once per
 * row, under the row's lock; a second call does nothing.
 */
export const matchRow = (deps: MatchDeps, id: bigint): Promise<void> =>
  look(deps, id, async (tx, stated) => {
    if (stated.row.explained !== 'new' || stated.row.why !== null) return
    const finding = await findingOf(deps, tx, stated)
    await writeFinding(tx, id, finding, systemActor)
    await alertCredited(deps, tx, stated.row, finding)
  })

/** Alerts administrators if the money of this debit may be in a ticket, or the debit may reverse a credit. */
async function alertCredited(deps: MatchDeps, tx: Tx, row: LockedRow, finding: Finding): Promise<void> {
  if ('reversed' in finding && finding.reversed) await alertReversal(deps, tx, row, finding.reversed)
  if (!('credited' in finding) || !finding.credited) return
  const about = 'about' in finding ? finding.about : null
  const by = about === null ? null : finding.explained === 'cash_transfer' ? { transfer: about } : { cashOut: about }
  await alertOwnMoney(deps, tx, row, { credited: finding.credited, by })
}

/**
 * Matches a row again, because its booking may exist by now, or its account may have become the platform's own. A row that an administrator decided
 * about is not changed.
 */
export const matchAgain = (deps: MatchDeps, id: bigint): Promise<void> =>
  look(deps, id, async (tx, stated) => {
    const { explained, why, explained_by, maybe_same_as, amount } = stated.row
    if (explained === 'unmatched' && explained_by === null && amount !== null) return settleMoved(tx, stated.row, amount)
    if (explained !== 'new' || why === null || explained_by !== null || maybe_same_as !== null) return
    const finding = await findingOf(deps, tx, stated)
    if (finding.explained !== 'new' || ((finding.credited || finding.reversed) && finding.why !== why))
      await writeFinding(tx, id, finding, systemActor)
    await alertCredited(deps, tx, stated.row, finding)
  })

/**
 * A source reports a stored row as a reversal, as another source or an earlier delivery did not. What the program explained it by no longer counts,
 * since a person explains reversals. What an administrator decided stays, as does a row that may be the same as another one; the alert is sent anyway.
 */
export const matchReversal = (deps: MatchDeps, id: bigint): Promise<void> =>
  look(deps, id, async (tx, { row, word }) => {
    const { explained, why, explained_by, maybe_same_as, amount } = row
    // A row that was not matched yet is matched as a reversal. Rows with sen are in no ticket.
    if (why === null || amount === null || !isReversal(row)) return
    if (explained === 'new' && !(await isPlatformAccount(tx, row.bank_code, row.account_no))) return
    const finding = await debit(deps, tx, { row, word }, -amount)
    if (explained_by === null && maybe_same_as === null) await writeFinding(tx, id, finding, systemActor)
    await alertCredited(deps, tx, row, finding)
  })

/**
 * Suspense money may be a settlement of the payment provider that was booked after the bank reported it. If a ticket of its sum is open, it may also
 * be the money of that ticket, and an administrator decides, as about a row of which the feed says another sum now.
 */
async function settleMoved(tx: Tx, row: LockedRow, amount: bigint): Promise<void> {
  if (await isRestated(tx, row)) return
  const wanted = wantedOf(row, amount)
  if ((await openTicket(tx, wanted))?.was_there) return
  const moved = await settledByProvider(tx, wanted)
  const money = moved === null ? null : await moneyOfRow(tx, row.id)
  if (moved === null || money === null || (await isReleaseAsked(tx, money))) return
  const why = `Transfer kas ${moved} dengan jumlah ini`
  await writeFinding(tx, row.id, { explained: 'cash_transfer', about: moved, why }, systemActor)
  await classifyMoney(tx, money, systemActor, why)
}

/**
 * A feed confirms a row that only a file had reported. Suspense money that waited for this confirmation pays its ticket, if the ticket is still open.
 * Money that waits for a different reason stays in suspense.
 */
export const payConfirmed = (deps: MatchDeps, id: bigint): Promise<void> =>
  look(deps, id, async (tx, { row, word }) => {
    const money = await moneyOfRow(tx, id)
    if (money === null || word !== null || row.explained_by !== null || (await isRestated(tx, row))) return
    if (await isReleaseAsked(tx, money)) return
    const wanted = wantedOf(row, money.amount)
    await lockSums(tx, money.amount)
    const ticket = await openTicket(tx, wanted)
    if (!ticket?.was_there) return explainConfirmed(deps, tx, row, money)
    if ((await otherSource(deps, tx, row, wanted)) !== null) return
    if (whyNot(deps, { row, word }, money.amount, ticket) !== null) return
    const reason = `Mutasi bank ${id}`
    await creditTopUp(deps, tx, { id: ticket.id, by: systemActor, evidence: { how: 'assigned', money, reason, checked: null } })
    await giveMoney(tx, money, { ticket: ticket.id, by: systemActor, reason, why: paidText(deps, ticket, word) })
  })

/**
 * A ticket of the uploader that was approved by hand before: its row explained nothing until the feed confirmed it, and now its money was counted. Money
 * that may be something else stays in suspense.
 */
async function explainConfirmed({ installation }: MatchDeps, tx: Tx, row: LockedRow, money: LockedSuspenseItem): Promise<void> {
  const wanted = wantedOf(row, money.amount)
  const approved = onlyOne(await approvedByHand(tx, wanted))
  if (approved === null || (await otherThanTicket({ installation }, tx, row, wanted)) !== null) return
  const why = approvedBefore(installation, approved.id)
  await writeFinding(tx, row.id, { explained: 'deposit', about: approved.id, why }, systemActor)
  await classifyMoney(tx, money, systemActor, why)
}

const approvedBefore = (installation: string, id: bigint): string =>
  `Tiket ${invoiceOf(installation, id)} disetujui admin sebelum mutasi ini datang`

async function findingOf(deps: MatchDeps, tx: Tx, stated: StatedRow): Promise<Finding> {
  const { row } = stated
  if (!(await isPlatformAccount(tx, row.bank_code, row.account_no))) return { explained: 'new', why: 'Bukan rekening kas kita di bank ini' }
  if (row.amount === null) return { explained: 'new', why: 'Ada sen, jadi bukan topup' }
  if (await isRestated(tx, row)) return { explained: 'new', why: 'Layanan mutasi bank mengubah jumlahnya; cocokkan dengan rekening koran' }
  if (row.amount < 0n) return debit(deps, tx, stated, -row.amount)
  if (await isNoteAsked(tx, row)) return { explained: 'new', why: 'Admin kedua diminta mencatatnya sebagai bukan uang kita' }
  if (await isOlderThanTickets(tx, row)) return { explained: 'new', why: 'Lebih tua dari tiket pertama' }
  return credit(deps, tx, stated, row.amount)
}

/** Statements may contain rows from before the day of the first ticket. That money was never booked. The bank's clock may be slow at midnight. */
async function isOlderThanTickets(tx: Tx, row: LockedRow): Promise<boolean> {
  const first = await tx.selectFrom('top_up').select('created_at').orderBy('created_at').limit(1).executeTakeFirst()
  if (first === undefined) return true
  const earliest = new Date(first.created_at.getTime() - clocksDifferByMinutes * 60_000)
  return row.happened_at < startOfJakartaDay(jakartaDayOf(earliest))
}

const wantedOf = (row: LockedRow, amount: bigint): Wanted => ({
  bank: row.bank_code,
  amount,
  at: row.happened_at,
  hasTime: row.has_time,
})

/**
 * If only the day of the row is known, its money may belong to a different ticket of the same sum, which an administrator approved by hand on that
 * day.
 */
const mayBeOther = (row: LockedRow, byHand: readonly { id: bigint }[]): boolean => !row.has_time && byHand.length > 0

/** What else than the open ticket of its sum the row may be, as Indonesian text; null if nothing. */
async function otherSource({ installation }: MatchDeps, tx: Tx, row: LockedRow, wanted: Wanted): Promise<string | null> {
  const byHand = await approvedByHand(tx, wanted)
  if (mayBeOther(row, byHand)) return `tiket ${byHand.map(({ id }) => invoiceOf(installation, id))[0]} yang disetujui admin`
  return otherThanTicket({ installation }, tx, row, wanted)
}

/** The cash-out whose returned money the row may be, as Indonesian text; null if there is none. */
async function returnedText({ installation }: Pick<MatchDeps, 'installation'>, tx: Tx, wanted: Wanted): Promise<string | null> {
  const cashOuts = await perhapsReturnedText(tx, installation, wanted)
  return cashOuts === null ? null : `penarikan ${cashOuts} yang dikembalikan bank`
}

/** What else than the money of a ticket the row may be, as Indonesian text; null if nothing. */
const otherThanTicket = async (deps: Pick<MatchDeps, 'installation'>, tx: Tx, row: LockedRow, wanted: Wanted): Promise<string | null> =>
  (await returnedText(deps, tx, wanted)) ?? (await reversedText(tx, row)) ?? ownMoney(tx, { ...wanted, accountNo: row.account_no })

/** The reversals by which the bank may have taken the row back already, as Indonesian text; null if there is none. */
async function reversedText(tx: Tx, row: LockedRow): Promise<string | null> {
  const reversals = await reversalsOf(tx, row)
  return reversals === null ? null : `uang yang dibatalkan bank dengan ${reversals}`
}

async function credit(deps: MatchDeps, tx: Tx, stated: StatedRow, amount: bigint): Promise<Finding> {
  const { row } = stated
  const { installation } = deps
  const wanted = wantedOf(row, amount)
  await lockSums(tx, amount)
  const ticket = await openTicket(tx, wanted)
  if (ticket?.was_there) {
    const other = await otherSource(deps, tx, row, wanted)
    if (other === null) return payTicket(deps, tx, stated, amount, ticket)
    return moveToSuspense(deps, tx, row, amount, `Bisa tiket ${invoiceOf(installation, ticket.id)}, bisa ${other}`)
  }
  const approved = onlyOne(await approvedByHand(tx, wanted))
  if (approved !== null) {
    const invoice = invoiceOf(installation, approved.id)
    if (isOfUploader(stated, approved)) return moveToSuspense(deps, tx, row, amount, `Cocok dengan tiket ${invoice}${ofUploader}`)
    const other = await otherThanTicket(deps, tx, row, wanted)
    if (other !== null) return moveToSuspense(deps, tx, row, amount, `Bisa tiket ${invoice} yang disetujui admin, bisa ${other}`)
    return { explained: 'deposit', about: approved.id, why: approvedBefore(installation, approved.id) }
  }
  const moved = await ownTransfer(tx, wanted, true)
  if (moved !== null) return { explained: 'cash_transfer', about: moved, why: `Transfer kas ${moved} dengan jumlah ini` }
  const ended = await endedTicket(tx, wanted)
  const late = ended?.ended_at
    ? `; tiket ${invoiceOf(installation, ended.id)} dengan nominal ini berakhir ${jakartaDayOf(ended.ended_at)}`
    : ''
  const why = row.happened_at > new Date() ? 'terbuka, tetapi mutasinya bertanggal sesudah sekarang' : 'dibuat sesudahnya'
  const early = ticket ? `; tiket ${invoiceOf(installation, ticket.id)} dengan nominal ini ${why}` : ''
  const other = await otherThanTicket(deps, tx, row, wanted)
  const back = other === null ? '' : `; bisa ${other}`
  return moveToSuspense(deps, tx, row, amount, `Tidak ada tiket terbuka dengan nominal ini${late}${early}${back}`)
}

const hindrances: Partial<Record<RefusalCode, string>> = {
  'deposit.below_fee': 'tidak melebihi biayanya',
  'account.closed': 'akun membernya ditutup atau diblokir',
}

async function payTicket(deps: MatchDeps, tx: Tx, stated: StatedRow, amount: bigint, ticket: Booking): Promise<Finding> {
  const { row, word } = stated
  const invoice = invoiceOf(deps.installation, ticket.id)
  const why = whyNot(deps, stated, amount, ticket)
  if (why !== null) return moveToSuspense(deps, tx, row, amount, `Cocok dengan tiket ${invoice}${why}`)
  try {
    await creditTopUp(deps, tx, { id: ticket.id, by: systemActor, evidence: { how: 'statement', row, amount } })
  } catch (error) {
    const hindered = error instanceof Refusal ? hindrances[error.code] : undefined
    if (hindered === undefined) throw error
    return moveToSuspense(deps, tx, row, amount, `Cocok dengan tiket ${invoice}, tetapi ${hindered}`)
  }
  return { explained: 'deposit', about: ticket.id, why: paidText(deps, ticket, word) }
}

/** A file that nobody else confirms does not explain a ticket of its uploader, who could have forged it. */
const isOfUploader = ({ word }: Pick<StatedRow, 'word'>, { member_id }: Booking): boolean => word?.uploader === member_id
const ofUploader = ' milik pengunggah file; menunggu admin lain'

/** The reason, as Indonesian text, why the ticket is not paid automatically; null if there is no such reason. */
function whyNot({ settings }: MatchDeps, { word }: StatedRow, amount: bigint, ticket: Booking): string | null {
  const most = settings.get('topup.autoApproveMax')
  if (most > 0n && amount > most) return ', di atas batas otomatis; menunggu admin'
  if (isOfUploader({ word }, ticket)) return ofUploader
  if (word && !word.decides(ticket.id)) return ', di atas yang boleh diputuskan pengunggah file sendiri; menunggu admin lain'
  return null
}

const paidText = ({ installation }: MatchDeps, { id }: Booking, word: UnconfirmedUpload | null): string =>
  `Nominal sama persis dengan tiket ${invoiceOf(installation, id)}, satu-satunya yang terbuka${word ? `; menurut file yang diunggah ${word.name}` : ''}`

async function moveToSuspense({ audit }: MatchDeps, tx: Tx, row: LockedRow, amount: bigint, why: string): Promise<Finding> {
  await openSuspense(audit, tx, { bank: row.bank_code, amount, shown: { statementId: row.id } })
  return { explained: 'unmatched', why }
}

async function debit({ installation }: MatchDeps, tx: Tx, stated: StatedRow, amount: bigint): Promise<Finding> {
  await lockSums(tx, -amount)
  if (isReversal(stated.row)) {
    const reversed = await creditReversedBy(tx, stated.row)
    return { explained: 'new', why: reversalText(installation, reversed), ...(reversed && { reversed }) }
  }
  const wanted = wantedOf(stated.row, amount)
  const end = { ...wanted, accountNo: stated.row.account_no }
  const paid = await paidCashOut(tx, wanted)
  const moved = await ownTransfer(tx, wanted, false)
  if (paid !== null && moved === null) {
    if (isOfUploader(stated, paid))
      return { explained: 'new', why: `Cocok dengan penarikan ${cashOutInvoice(installation, paid.id)}${ofUploader}` }
    const credited = await creditedElsewhere(tx, end, paid.id)
    const also = alsoCreditedText(installation, credited, { cashOut: paid.id })
    return { explained: 'cash_out', about: paid.id, why: `Penarikan ${paid.id} dengan jumlah ini${also}`, credited }
  }
  if (moved !== null && paid === null) {
    const credited = (await isArrivalShown(tx, moved)) ? null : await creditedElsewhere(tx, end)
    const also = alsoCreditedText(installation, credited, { transfer: moved })
    return { explained: 'cash_transfer', about: moved, why: `Transfer kas ${moved} dengan jumlah ini${also}`, credited }
  }
  const credited = await creditedElsewhere(tx, end)
  const why = `Belum ada penarikan atau transfer kas yang cocok${alsoCreditedText(installation, credited, null)}`
  return { explained: 'new', why, credited }
}

// — Unconfirmed upload

/** The upload of a row that only a file reports. The uploader may have forged the file, so the row counts as a decision of the uploader. */
interface UnconfirmedUpload {
  uploader: bigint
  name: string
  /** True if the uploader may decide about this ticket without a second administrator. */
  decides(ticketId: bigint): boolean
}

interface WordDeps {
  db: Database
  settings: Settings
}

const rule = 'money.secondAdminFrom'

/**
 * Null if a feed confirmed the row. Counts the sum of the ticket that the row would pay against the uploader's solo limit. Solo limits are always
 * counted before any row is locked.
 */
async function unconfirmedUpload(deps: WordDeps, rowId: bigint): Promise<UnconfirmedUpload | null> {
  const { db } = deps
  const row = await db.read
    .selectFrom('bank_statement')
    .innerJoin('statement_file', 'statement_file.id', 'bank_statement.file_id')
    .innerJoin('member', 'member.id', 'statement_file.uploaded_by')
    .select(['bank_statement.bank_code', 'bank_statement.amount', 'member.id as uploader', 'member.name'])
    .where('bank_statement.id', '=', rowId)
    .where('bank_statement.confirmed_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { uploader, name } = row
  const from = await secondAdminFrom(deps, rule, uploader)
  if (from === 0n) return { uploader, name, decides: () => true }
  const amount = wholeRupiah(senOf(row.amount))
  const ticket = amount === null ? undefined : await openTransfer(db.read, { bank: row.bank_code as BankCode, amount }).executeTakeFirst()
  const alone =
    amount !== null && ticket !== undefined && ticket.member_id !== uploader
      ? // The subject is that of an approval by hand, so that a ticket with both an upload and an approval counts once.
        await spendSoloLimit(db, { memberId: uploader, rule, from, subject: `${ticket.id} 2`, amount })
      : false
  return { uploader, name, decides: (ticketId) => alone && ticketId === ticket?.id }
}
