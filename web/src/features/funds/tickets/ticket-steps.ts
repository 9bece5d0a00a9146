import type { AdminTicket, TakenStep, TicketDetail, TicketPayout } from '@lapak/contract/funds/tickets'
import { dotted } from '@lapak/contract/shared/money'
import { movesFrom, type TicketKind, type TicketState, ticketAdminLabels, ticketStateText } from '@lapak/contract/shared/ticket-states'
import { wib } from '@lapak/contract/shared/time-text'

/** Labels and confirmation text of a step. */
export interface TicketStepTexts {
  to: TicketState
  /** Set for steps about the provider's payout: `asked` requests the payout, `lost` states that the provider never made it. */
  payout?: 'asked' | 'lost'
  label: string
  question: (detail: TicketDetail) => string
  /** A warning that the administrator reads before the step. */
  beware?: (detail: TicketDetail) => string | null
  /** The label of the note field; undefined if the step does not have a note. */
  note?: string
  memberReads?: true
  /** Whether the form asks for the bank account from which the platform paid. */
  asksSource?: true
  danger?: boolean
}

const sum = ({ nominal }: AdminTicket) => `Rp ${dotted(nominal)}`
const whose = ({ ticket }: TicketDetail) => `${ticket.invoice}, ${sum(ticket)}, ${ticket.member.membername}, ${ticket.method}`
/** The destination bank account of a cash-out. */
export const payoutAccountText = ({ payto }: TicketDetail) => payto && `${payto.bankname} ${payto.accountno} atas nama ${payto.accountname}`
const paid = ({ ticket }: TicketDetail) => `${ticket.invoice}, ${sum(ticket)}, ${ticket.member.membername},`

/** The label for a waiting top-up whose money was received. */
export const moneyReceivedLabel = 'Uang sudah masuk'

export const memberReadsNoteHint = 'Member membaca catatan ini'

/** For a waiting top-up: a warning that no payment has been reported yet; null for other tickets. */
export function unpaidWarning({ ticket: { historytipe, status, matched }, channel, waiting, beside }: TicketDetail): string | null {
  if (historytipe === 1 || status > 1 || matched) return null
  if (beside)
    return `Rp ${dotted(beside.amount)} dari member ini sudah masuk saldo lewat ${beside.invoice}. Setujui hanya bila uang tiket ini uang lain`
  if (waiting !== null) return `Penyedia sudah menerima Rp ${dotted(waiting)}, jumlah lain: uangnya menunggu di Mutasi bank, Tanpa pemilik`
  return channel === 'transfer' ? 'Belum ada mutasi bank untuk tiket ini' : 'Penyedia belum melaporkan pembayarannya'
}

export const referenceNoteLabel = 'Catatan referensi'

/** Validates a note. The error text for a missing reference number differs from that for a missing reason. */
export const noteError = (text: string, note: string): string | null =>
  text.trim().length >= 5 ? null : note === referenceNoteLabel ? 'Tulis catatan referensinya' : 'Tulis alasannya'

const topUpSteps: TicketStepTexts[] = [
  {
    to: 2,
    label: 'Approve',
    note: referenceNoteLabel,
    memberReads: true,
    question: (detail) => `Setujui topup ${whose(detail)}? Saldo member bertambah.`,
    beware: unpaidWarning,
  },
  {
    to: 3,
    label: 'Reject',
    note: 'Alasan',
    memberReads: true,
    danger: true,
    question: (detail) => `Tolak topup ${whose(detail)}?`,
  },
  {
    to: 4,
    label: 'Cancel',
    note: 'Alasan',
    memberReads: true,
    danger: true,
    question: (detail) => `Batalkan topup ${whose(detail)}? Saldo member berkurang.`,
  },
]

/** For a cash-out: a warning about debts of the member and open claims of buyers that the balance does not cover; null if the balance covers them. */
export function uncoveredWarning({ situation: { debt, heldback, short } }: TicketDetail): string | null {
  if (short === 0n) return null
  const owed = debt === 0n ? [] : [`berhutang Rp ${dotted(debt)}`]
  const held = heldback === 0n ? [] : [`harus menyisakan Rp ${dotted(heldback)} yang ditahan`]
  return `Member ini ${[...owed, ...held].join(' dan ')}, saldonya kurang Rp ${dotted(short)}.`
}

const lackingThen = (then: string) => (detail: TicketDetail) => {
  const text = uncoveredWarning(detail)
  return text && `${text} ${then}`
}

/** For a cash-out that may have been sent: a warning that a top-up may have been credited for the returned money; null if there is none. */
export const returnWarning = ({ returnedin }: TicketDetail): string | null =>
  returnedin
    ? `Rp ${dotted(returnedin.amount)} yang masuk ke bank sejak penarikan ini diminta sudah menjadi saldo lewat ${returnedin.invoice}. Lanjutkan hanya bila itu bukan uang penarikan ini yang kembali; kalau tidak, batalkan tiket itu dahulu.`
    : null

const cashOutSteps: TicketStepTexts[] = [
  {
    to: 1,
    label: 'Proses',
    question: (detail) => `Proses penarikan ${whose(detail)}? Member tidak bisa membatalkannya lagi.`,
    beware: lackingThen('Tolak penarikan ini: uangnya kembali dan melunasi hutangnya.'),
  },
  {
    to: 2,
    label: 'Approve',
    note: referenceNoteLabel,
    memberReads: true,
    asksSource: true,
    question: (detail) => `Penarikan ${paid(detail)} sudah ditransfer ke ${payoutAccountText(detail)}?`,
    beware: lackingThen('Setujui hanya bila uangnya sudah terlanjur ditransfer; kalau belum, tolak.'),
  },
  {
    to: 3,
    label: 'Reject',
    note: 'Alasan',
    memberReads: true,
    danger: true,
    question: (detail) => `Tolak penarikan ${whose(detail)}? Uangnya kembali ke saldo member.`,
    beware: returnWarning,
  },
  {
    to: 4,
    label: 'Cancel',
    note: 'Alasan',
    memberReads: true,
    danger: true,
    question: (detail) => `Bank mengembalikan penarikan ${whose(detail)}? Uangnya kembali ke saldo member.`,
    beware: returnWarning,
  },
]

const byProviderLabel = 'Bayar lewat penyedia'

/**
 * The texts of the provider's error codes. The code itself is appended to the text, so that administrators can find it in the provider's
 * documentation.
 */
const failures: Record<string, string> = {
  INVALID_DESTINATION: 'rekening tujuan tidak dikenal bank',
  REJECTED_BY_CHANNEL: 'ditolak bank tujuan',
  INSUFFICIENT_BALANCE: 'saldo di penyedia tidak cukup',
  TEMPORARY_TRANSFER_ERROR: 'gangguan sementara di bank tujuan',
}

/** Why a cash-out is unpaid although a payout by the provider was requested; null if no payout was requested or it is still in progress. */
export function payoutFailureText({ status, payout }: AdminTicket): string | null {
  if (status !== 1 || payout?.state !== 'failed' || payout.contradiction !== null) return null
  const { failure } = payout
  if (failure === null) return 'Penyedia tidak membayarnya.'
  const failureText = failures[failure]
  return `Penyedia tidak membayarnya: ${failureText ? `${failureText} (${failure})` : failure}.`
}

/** The provider contradicts the failure of a payout, perhaps of an earlier one; null if it does not. */
export function contradictedPayoutText({ ticket, payouts }: TicketDetail): string | null {
  const payout = payouts.find(({ contradiction }) => contradiction !== null)
  if (payout === undefined) return null
  return `Pembayaran ${payout.reference} tercatat gagal, tetapi kabar sesudahnya lain (${payout.failure}). ${nextStepText(ticket, payout)}`
}

/** What becomes of a contradicted payout, or what the administrator has to do about it. */
function nextStepText({ status }: AdminTicket, { maybelost }: TicketPayout): string {
  if (status !== 1) return 'Penarikan ini sudah diputuskan. Cek di halaman penyedia apakah uangnya terkirim juga.'
  if (maybelost) return 'Cek di halaman penyedia, lalu tandai tidak terkirim bila uangnya tidak keluar.'
  return 'Penyedia ditanya lagi paling lambat tiap jam. Sampai jawabannya pasti, penarikan ini tidak bisa dibayar atau ditolak; sesudah beberapa hari tanpa kepastian, pembayaran ini bisa ditandai tidak terkirim.'
}

const byProvider: TicketStepTexts = {
  to: 2,
  payout: 'asked',
  label: byProviderLabel,
  note: referenceNoteLabel,
  question: (detail) =>
    `Bayar penarikan ${paid(detail)} ke ${payoutAccountText(detail)} lewat penyedia pembayaran? Uangnya langsung dikirim dan tidak bisa ditarik lagi.`,
  beware: (detail) =>
    lackingThen('Tolak penarikan ini: uangnya kembali dan melunasi hutangnya.')(detail) ?? payoutFailureText(detail.ticket),
}

const lost: TicketStepTexts = {
  to: 1,
  payout: 'lost',
  label: 'Tandai tidak terkirim',
  note: 'Alasan',
  danger: true,
  question: ({ ticket, payouts }) =>
    `Penyedia tidak memastikan pembayaran ${payouts.find(isMaybeLost)?.reference}. Sudah dicek di halaman penyedia bahwa ${sum(ticket)} tidak pernah dikirim?`,
}

/** A note for a cash-out that the provider paid; null for other tickets. */
export const paidByProviderNote = ({ ticket, paidbyprovider }: TicketDetail): string | null =>
  paidbyprovider && ticket.status === 2
    ? 'Dibayar lewat penyedia: bila bank mengembalikannya, penyedia memberi tahu dan saldo member kembali sendiri.'
    : null

/**
 * The steps that are possible for a ticket. There is no step while a payout of the provider is in progress, or failed and is contradicted, unless it
 * may be lost; after a payout by the provider, only the provider can reverse it.
 */
export function possibleSteps({ ticket, payouts, payable, paidbyprovider, waiting }: TicketDetail): TicketStepTexts[] {
  const { historytipe, status } = ticket
  if (status === 1 && payouts.some(isUndecided)) return payouts.some(isMaybeLost) ? [lost] : []
  if (paidbyprovider) return []
  const moves = movesFrom(historytipe, status)
  // A top-up cannot be approved by hand while its money is in suspense: the amount would be credited twice, by the ticket and by assigning the
  // suspense money.
  const isCounted = (to: TicketState) => historytipe === 0 && to === 2 && waiting !== null
  const byHand = (historytipe === 0 ? topUpSteps : cashOutSteps).filter(({ to }) => moves.includes(to) && !isCounted(to))
  return payable ? [byProvider, ...byHand] : byHand
}

const isUndecided = ({ state, contradiction }: TicketPayout) =>
  contradiction !== null || !['succeeded', 'failed', 'reversed'].includes(state)

const isMaybeLost = ({ maybelost }: TicketPayout) => maybelost

const payoutWords: Record<TicketPayout['state'], string> = {
  new: 'Menunggu dikirim ke penyedia',
  asking: 'Sedang diminta dari penyedia',
  unknown: 'Jawaban penyedia belum diketahui, ditanyakan terus dan tidak diminta dua kali',
  waits: 'Diterima penyedia, menunggu bank',
  succeeded: 'Dibayar',
  failed: 'Gagal',
  reversed: 'Dikembalikan bank',
}

/** The state of the provider's payout as text. */
export const payoutText = ({ state, failure }: TicketPayout): string =>
  failure === null ? payoutWords[state] : `${payoutWords[state]} (${failure})`

/** The state of an earlier payout than the newest one as text. */
export const earlierPayoutText = ({ reference, state, failure }: TicketPayout): string =>
  `${reference}: ${[payoutWords[state].toLowerCase(), failure].filter(Boolean).join(', ')}`

/** A completed step, with its administrator and its time, as text. */
export function takenStepText(kind: TicketKind, { to, by, at }: TakenStep): string {
  const label = ticketStateText(kind, to)
  return `${label[0]?.toUpperCase()}${label.slice(1)} ${by === null ? 'otomatis' : `oleh ${by}`}, ${wib(at)}`
}

/** The step that the first administrator requested. */
export const decisionText = (
  { historytipe }: AdminTicket,
  { to, byprovider, lost: isLost }: NonNullable<AdminTicket['decision']>,
): string => (isLost ? lost.label : byprovider ? byProviderLabel : ticketAdminLabels[historytipe][to])

/** If the step is no longer possible: what happened to the ticket since the confirmation was opened, as text; otherwise null. */
export function supersededText(step: TicketStepTexts, seen: TicketDetail, now: TicketDetail): string | null {
  const { ticket, steps } = now
  if (ticket.status !== seen.ticket.status) {
    const last = steps.at(-1)
    return last ? takenStepText(ticket.historytipe, last) : ticketAdminLabels[ticket.historytipe][ticket.status]
  }
  if (ticket.decision) return `${ticket.decision.askedby} meminta: ${decisionText(ticket, ticket.decision)}. Menunggu admin kedua.`
  if (step.to === 2 && now.beside?.invoice !== seen.beside?.invoice) return unpaidWarning(now)
  if ((step.to === 3 || step.to === 4) && now.returnedin?.invoice !== seen.returnedin?.invoice) return returnWarning(now)
  if (possibleSteps(now).some(({ label }) => label === step.label)) return null
  const contradicted = contradictedPayoutText(now)
  if (contradicted !== null) return contradicted
  return ticket.payout ? `Lewat penyedia: ${payoutText(ticket.payout)}` : unpaidWarning(now)
}
