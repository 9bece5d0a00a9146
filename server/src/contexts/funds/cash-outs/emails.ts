import { dotted } from '@lapak/contract/shared/money'
import { cashOutInvoice } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import { type Bell, type Email, notYou } from '#contexts/system/outbox/outbox.ts'
import { type CashOutRow, shownAccount } from './cash-outs.queries.ts'

const sum = ({ amount }: CashOutRow) => `Rp ${dotted(amount)}`

/** One notification per cash-out, which shows its current state. The title appears on lock screens, so it does not contain the amount. */
const bell = (row: CashOutRow, title: string): Bell => ({
  kind: 'cash_out',
  key: `cash_out ${row.id}`,
  link: '/histori',
  title,
  text: [`${sum(row)} ke ${shownAccount(row)}.`, ...(row.ended_reason === null ? [] : [`Alasan: ${row.ended_reason}`])].join(' '),
})

export const requestedEmail = (row: CashOutRow): Email => ({
  subject: `Penarikan ${sum(row)} diminta`,
  bell: bell(row, 'Penarikan diminta'),
  paragraphs: [`Penarikan saldo ${sum(row)} ke ${shownAccount(row)} atas nama ${row.account_name} kami terima dan akan diproses.`],
  closing: [notYou],
})

export const processedEmail = (installation: string, row: CashOutRow): Email => ({
  subject: `Penarikan ${sum(row)} diproses`,
  bell: bell(row, 'Penarikan diproses'),
  paragraphs: [`Penarikan ${cashOutInvoice(installation, row.id)} senilai ${sum(row)} ke ${shownAccount(row)} sedang kami proses.`],
})

export const paidEmail = (installation: string, row: CashOutRow): Email => ({
  subject: `Penarikan ${sum(row)} dikirim`,
  bell: bell(row, 'Penarikan dikirim'),
  paragraphs: [
    `Penarikan ${cashOutInvoice(installation, row.id)} senilai ${sum(row)} sudah kami kirim ke ${shownAccount(row)} atas nama ${row.account_name}.`,
    `Catatan: ${row.approved_description ?? '-'}`,
  ],
  closing: ['Bila belum masuk dalam satu hari kerja, hubungi admin dengan nomor penarikan ini.'],
})

export const rejectedEmail = (installation: string, row: CashOutRow): Email => ({
  subject: `Penarikan ${sum(row)} ditolak`,
  bell: bell(row, 'Penarikan ditolak'),
  paragraphs: [
    `Penarikan ${cashOutInvoice(installation, row.id)} ke ${shownAccount(row)} ditolak, ${sum(row)} sudah kembali ke saldo Anda.`,
    `Alasan: ${row.ended_reason ?? '-'}`,
  ],
})

export const withdrawnEmail = (installation: string, row: CashOutRow): Email => ({
  subject: `Penarikan ${sum(row)} dibatalkan`,
  bell: bell(row, 'Penarikan dibatalkan'),
  paragraphs: [
    `Penarikan ${cashOutInvoice(installation, row.id)} ke ${shownAccount(row)} Anda batalkan, ${sum(row)} sudah kembali ke saldo Anda.`,
  ],
  closing: [notYou],
})

export const returnedEmail = (installation: string, row: CashOutRow): Email => ({
  subject: `Penarikan ${sum(row)} dikembalikan bank`,
  bell: bell(row, 'Penarikan dikembalikan bank'),
  paragraphs: [
    `Bank mengembalikan penarikan ${cashOutInvoice(installation, row.id)} ke ${shownAccount(row)}, ${sum(row)} sudah kembali ke saldo Anda.`,
    `Alasan: ${row.returned_reason ?? '-'}`,
  ],
  closing: ['Periksa nomor dan nama rekening Anda sebelum meminta lagi.'],
})

/** The e-mail about a closed account that was reopened. */
export const reopenedEmail = (balance: bigint): Email => ({
  subject: 'Akun Anda dibuka kembali',
  bell: {
    kind: 'account',
    key: 'account',
    link: '/dashboard',
    title: 'Akun dibuka kembali',
    text: `Ada uang masuk, saldo Rp ${dotted(balance)}.`,
  },
  paragraphs: [
    `Ada uang yang masuk setelah akun Anda ditutup, misalnya pengembalian dana. Akun Anda dibuka kembali dengan saldo Rp ${dotted(balance)}.`,
    'Masuk seperti biasa untuk memakai atau menariknya.',
  ],
})

/** A single line, because WhatsApp templates allow only one. */
export const stateLine = (installation: string, row: CashOutRow, became: string): string =>
  `Penarikan ${cashOutInvoice(installation, row.id)} senilai ${sum(row)} ${became}.`
