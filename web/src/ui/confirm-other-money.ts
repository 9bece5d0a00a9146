import type { MoneyConfirmations } from '@lapak/contract/shared/money-confirmations'
import { ApiError } from '#lib/api-error.ts'
import { isConfirmed } from '#ui/confirm.tsx'

/** What the administrator confirmed about the money. */
type OtherMoney = MoneyConfirmations

/** By which bank rows, cash transfers or withdrawals the platform's own money may have come. */
function originText(origin: string): string {
  if (origin.includes(', ')) return `Jumlah yang sama keluar dari kas kita lewat ${origin}`
  const named = `${origin.charAt(0).toUpperCase()}${origin.slice(1)}`
  if (origin.startsWith('mutasi ')) return `${named} keluar dari rekening kas lain dan belum dibukukan`
  if (origin.startsWith('penarikan ')) return `${named} dari penyedia jumlahnya sama dan belum dibukukan`
  return `${named} jumlahnya sama`
}

const questions = {
  'ticket.perhaps_returned': {
    field: 'notreturn',
    named: 'penarikan',
    question: (invoice: string) => `Penarikan ${invoice} jumlahnya sama dan bisa dikembalikan bank. Yakin uang ini bukan pengembaliannya?`,
  },
  'ticket.perhaps_counted': {
    field: 'notticket',
    named: 'tiket',
    question: (invoice: string) => `Tiket ${invoice} disetujui admin tanpa mutasi. Yakin uang ini bukan uang tiket itu?`,
  },
  'ticket.perhaps_own': {
    field: 'notown',
    named: 'asal',
    question: (origin: string) => `${originText(origin)}. Yakin uang ini bukan uang kita sendiri?`,
  },
  'ticket.perhaps_reversed': {
    field: 'notreversed',
    named: 'pembatalan',
    question: (reversal: string) => `Menurut bank, ${reversal} membatalkan uang masuk sejumlah ini. Yakin uang ini tidak dibatalkan bank?`,
  },
  'ticket.perhaps_restated': {
    field: 'ralat',
    named: 'ralat',
    question: (now: string) =>
      `Menurut layanan mutasi bank, jumlah mutasi ini sekarang ${now}. Yakin rekening koran menunjukkan jumlah yang dikreditkan?`,
  },
} as const

const questionOf = (error: unknown) => (error instanceof ApiError ? questions[error.code as keyof typeof questions] : undefined)

/**
 * Sends a decision that credits money. If the server asks whether the money is already in the books, the administrator is asked, and the decision is
 * sent again with what the administrator confirmed.
 */
export async function confirmOtherMoney<Answer>(
  send: (confirmed: OtherMoney) => Promise<Answer>,
  confirmed: OtherMoney = {},
): Promise<Answer> {
  try {
    return await send(confirmed)
  } catch (error) {
    const asked = questionOf(error)
    const invoice = asked && (error as ApiError).body[asked.named]
    if (!asked || typeof invoice !== 'string' || confirmed[asked.field] === invoice) throw error
    if (!(await isConfirmed({ question: asked.question(invoice), danger: true }))) throw error
    return confirmOtherMoney(send, { ...confirmed, [asked.field]: invoice })
  }
}
