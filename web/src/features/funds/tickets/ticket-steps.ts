import type { AdminTicket, TakenStep, TicketDetail, TicketPayout } from '@lapak/contract/funds/tickets'
import { dotted } from '@lapak/contract/shared/money'
import { movesFrom, type TicketKind, type TicketState, ticketAdminLabels, ticketStateText } from '@lapak/contract/shared/ticket-states'
import { wib } from '@lapak/contract/shared/time-text'

/** A step as its button names it and as it is asked about. */
export interface StepWords {
  to: TicketState
  /** About the provider's payout: it is asked for, or was never made. */
  payout?: 'asked' | 'lost'
  label: string
  question: (detail: TicketDetail) => string
  /** What speaks against it. */
  beware?: (detail: TicketDetail) => string | null
  /** What the note is called; without one there is none. */
  note?: string
  memberReads?: true
  /** Asks from which account it was paid. */
  asksSource?: true
  danger?: boolean
}

const sum = ({ nominal }: AdminTicket) => `Rp ${dotted(nominal)}`
const whose = ({ ticket }: TicketDetail) => `${ticket.invoice}, ${sum(ticket)}, ${ticket.member.membername}, ${ticket.method}`
/** Where a cash-out goes. */
export const destination = ({ payto }: TicketDetail) => payto && `${payto.bankname} ${payto.accountno} atas nama ${payto.accountname}`
const paid = ({ ticket }: TicketDetail) => `${ticket.invoice}, ${sum(ticket)}, ${ticket.member.membername},`

/** Of a top-up that waits. */
export const moneyIsThere = 'Uang sudah masuk'

export const memberReadsNote = 'Member membaca catatan ini'

/** Of a top-up that waits: nobody has told of its money yet. */
export function notPaidYet({ ticket: { historytipe, status, matched }, channel, waiting, beside }: TicketDetail): string | null {
  if (historytipe === 1 || status > 1 || matched) return null
  if (beside)
    return `Rp ${dotted(beside.amount)} dari member ini sudah masuk saldo, terakhir lewat ${beside.invoice}. Setujui hanya bila uang tiket ini uang lain`
  if (waiting !== null) return `Penyedia sudah menerima Rp ${dotted(waiting)}, jumlah lain: uangnya menunggu di Mutasi bank, Tanpa pemilik`
  return channel === 'transfer' ? 'Belum ada mutasi bank untuk tiket ini' : 'Penyedia belum melaporkan pembayarannya'
}

export const referenceNote = 'Catatan referensi'

/** A reference is no reason. */
export const noteError = (text: string, note: string): string | null =>
  text.trim().length >= 5 ? null : note === referenceNote ? 'Tulis catatan referensinya' : 'Tulis alasannya'

const topupSteps: StepWords[] = [
  {
    to: 2,
    label: 'Approve',
    note: referenceNote,
    memberReads: true,
    question: (detail) => `Setujui topup ${whose(detail)}? Saldo member bertambah.`,
    beware: notPaidYet,
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

/** Of a cash-out: what its member owes and what buyers claim, where its balance does not cover that. */
export function lacking({ situation: { debt, heldback, short } }: TicketDetail): string | null {
  if (short === 0n) return null
  const owed = debt === 0n ? [] : [`berhutang Rp ${dotted(debt)}`]
  const held = heldback === 0n ? [] : [`harus menyisakan Rp ${dotted(heldback)} yang ditahan`]
  return `Member ini ${[...owed, ...held].join(' dan ')}, saldonya kurang Rp ${dotted(short)}.`
}

const lackingThen = (then: string) => (detail: TicketDetail) => {
  const text = lacking(detail)
  return text && `${text} ${then}`
}

const cashOutSteps: StepWords[] = [
  {
    to: 1,
    label: 'Proses',
    question: (detail) => `Proses penarikan ${whose(detail)}? Member tidak bisa membatalkannya lagi.`,
    beware: lackingThen('Tolak penarikan ini: uangnya kembali dan melunasi hutangnya.'),
  },
  {
    to: 2,
    label: 'Approve',
    note: referenceNote,
    memberReads: true,
    asksSource: true,
    question: (detail) => `Penarikan ${paid(detail)} sudah ditransfer ke ${destination(detail)}?`,
    beware: lackingThen('Setujui hanya bila uangnya sudah terlanjur ditransfer; kalau belum, tolak.'),
  },
  {
    to: 3,
    label: 'Reject',
    note: 'Alasan',
    memberReads: true,
    danger: true,
    question: (detail) => `Tolak penarikan ${whose(detail)}? Uangnya kembali ke saldo member.`,
  },
  {
    to: 4,
    label: 'Cancel',
    note: 'Alasan',
    memberReads: true,
    danger: true,
    question: (detail) => `Bank mengembalikan penarikan ${whose(detail)}? Uangnya kembali ke saldo member.`,
  },
]

const byProviderLabel = 'Bayar lewat penyedia'

/** The provider's own words stand behind ours: they can be looked up there. */
const failures: Record<string, string> = {
  INVALID_DESTINATION: 'rekening tujuan tidak dikenal bank',
  REJECTED_BY_CHANNEL: 'ditolak bank tujuan',
  INSUFFICIENT_BALANCE: 'saldo di penyedia tidak cukup',
  TEMPORARY_TRANSFER_ERROR: 'gangguan sementara di bank tujuan',
}

/** Why a cash-out that the provider was asked for is still to be paid; null where it was not asked, or is still about it. */
export function payoutFailed({ status, payout }: AdminTicket): string | null {
  if (status !== 1 || payout?.state !== 'failed') return null
  const { failure } = payout
  if (failure === null) return 'Penyedia tidak membayarnya.'
  const failureText = failures[failure]
  return `Penyedia tidak membayarnya: ${failureText ? `${failureText} (${failure})` : failure}.`
}

const byProvider: StepWords = {
  to: 2,
  payout: 'asked',
  label: byProviderLabel,
  note: referenceNote,
  question: (detail) =>
    `Bayar penarikan ${paid(detail)} ke ${destination(detail)} lewat penyedia pembayaran? Uangnya langsung dikirim dan tidak bisa ditarik lagi.`,
  beware: (detail) => lackingThen('Tolak penarikan ini: uangnya kembali dan melunasi hutangnya.')(detail) ?? payoutFailed(detail.ticket),
}

const lost: StepWords = {
  to: 1,
  payout: 'lost',
  label: 'Tandai tidak terkirim',
  note: 'Alasan',
  danger: true,
  question: ({ ticket }) =>
    `Penyedia tidak memastikan pembayaran ${ticket.payout?.reference}. Sudah dicek di halaman penyedia bahwa ${sum(ticket)} tidak pernah dikirim?`,
}

/** Of a cash-out that stands paid. */
export const returnedByProvider = ({ ticket, paidbyprovider }: TicketDetail): string | null =>
  paidbyprovider && ticket.status === 2
    ? 'Dibayar lewat penyedia: bila bank mengembalikannya, penyedia memberi tahu dan saldo member kembali sendiri.'
    : null

/** What can be done with a ticket as it stands. While the provider pays it, nothing, and what it paid is taken back by its word alone. */
export function stepsOf({ ticket, payable, paidbyprovider, waiting }: TicketDetail): StepWords[] {
  const { historytipe, status, payout } = ticket
  if (payout && isUnderWay(payout)) return payout.maybelost ? [lost] : []
  if (paidbyprovider) return []
  const moves = movesFrom(historytipe, status)
  // Approved by hand, what waits would be given out twice: with the ticket, and with that money.
  const isCounted = (to: TicketState) => historytipe === 0 && to === 2 && waiting !== null
  const byHand = (historytipe === 0 ? topupSteps : cashOutSteps).filter(({ to }) => moves.includes(to) && !isCounted(to))
  return payable ? [byProvider, ...byHand] : byHand
}

const isUnderWay = ({ state }: TicketPayout) => !['succeeded', 'failed', 'reversed'].includes(state)

const payoutWords: Record<TicketPayout['state'], string> = {
  new: 'Menunggu dikirim ke penyedia',
  asking: 'Sedang diminta dari penyedia',
  unknown: 'Jawaban penyedia belum diketahui, ditanyakan terus dan tidak diminta dua kali',
  waits: 'Diterima penyedia, menunggu bank',
  succeeded: 'Dibayar',
  failed: 'Gagal',
  reversed: 'Dikembalikan bank',
}

/** How far the provider is. */
export const payoutText = ({ state, failure }: TicketPayout): string =>
  failure === null ? payoutWords[state] : `${payoutWords[state]} (${failure})`

/** A step that was taken, by whom and when. */
export function stepTaken(kind: TicketKind, { to, by, at }: TakenStep): string {
  const label = ticketStateText(kind, to)
  return `${label[0]?.toUpperCase()}${label.slice(1)} ${by === null ? 'otomatis' : `oleh ${by}`}, ${wib(at)}`
}

/** What was asked for, of a second administrator. */
export const decisionText = (
  { historytipe }: AdminTicket,
  { to, byprovider, lost: isLost }: NonNullable<AdminTicket['decision']>,
): string => (isLost ? lost.label : byprovider ? byProviderLabel : ticketAdminLabels[historytipe][to])

/** What happened since the question about the step was asked, where it is no question any more. */
export function overtakenBy(step: StepWords, seen: TicketDetail, now: TicketDetail): string | null {
  const { ticket, steps } = now
  if (ticket.status !== seen.ticket.status) {
    const last = steps.at(-1)
    return last ? stepTaken(ticket.historytipe, last) : ticketAdminLabels[ticket.historytipe][ticket.status]
  }
  if (ticket.decision) return `${ticket.decision.askedby} meminta: ${decisionText(ticket, ticket.decision)}. Menunggu admin kedua.`
  if (step.to === 2 && now.beside?.invoice !== seen.beside?.invoice) return notPaidYet(now)
  if (stepsOf(now).some(({ label }) => label === step.label)) return null
  return ticket.payout ? `Lewat penyedia: ${payoutText(ticket.payout)}` : notPaidYet(now)
}
