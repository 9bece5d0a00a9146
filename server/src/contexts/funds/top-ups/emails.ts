import { dotted } from '@lapak/contract/shared/money'
import { invoiceOf } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import { type Bell, type Email, notYou } from '#contexts/system/outbox/outbox.ts'

interface TopUpSummary {
  id: bigint
  method: string
  nominal: bigint
  credited: bigint | null
  ended_reason: string | null
}

/** One notification per ticket, which shows its current state. The title appears on lock screens, so it does not contain the sum. */
const bell = (installation: string, { id }: TopUpSummary, title: string, text: string): Bell => {
  const invoice = invoiceOf(installation, id)
  return { kind: 'deposit', key: `deposit ${id}`, link: `/confmdeposit/${invoice}`, title, text: `Topup ${invoice}: ${text}` }
}

const credited = (row: TopUpSummary) => `Rp ${dotted(row.credited ?? 0n)}`

export const approvedEmail = (installation: string, row: TopUpSummary): Email => ({
  subject: `Topup ${credited(row)} berhasil`,
  bell: bell(installation, row, 'Topup berhasil', `saldo Anda bertambah ${credited(row)}.`),
  paragraphs: [`Topup ${invoiceOf(installation, row.id)} lewat ${row.method} sudah kami terima. Saldo Anda bertambah ${credited(row)}.`],
})

/** A single line, because WhatsApp templates allow only one. */
export const approvedLine = (installation: string, row: TopUpSummary): string =>
  `Topup ${invoiceOf(installation, row.id)} berhasil, saldo Lapak Anda bertambah ${credited(row)}.`

export const rejectedEmail = (installation: string, row: TopUpSummary): Email => ({
  subject: `Topup ${invoiceOf(installation, row.id)} ditolak`,
  bell: bell(installation, row, 'Topup ditolak', `Rp ${dotted(row.nominal)} lewat ${row.method}. Alasan: ${row.ended_reason ?? '-'}`),
  paragraphs: [
    `Tiket topup ${invoiceOf(installation, row.id)} senilai Rp ${dotted(row.nominal)} lewat ${row.method} ditolak.`,
    `Alasan: ${row.ended_reason ?? '-'}`,
  ],
  closing: ['Bila Anda sudah membayar, hubungi admin dengan bukti transfernya.'],
})

export const takenBackEmail = (installation: string, row: TopUpSummary): Email => ({
  subject: `Topup ${invoiceOf(installation, row.id)} dibatalkan`,
  bell: bell(installation, row, 'Topup dibatalkan admin', `saldo Anda berkurang ${credited(row)}. Alasan: ${row.ended_reason ?? '-'}`),
  paragraphs: [
    `Topup ${invoiceOf(installation, row.id)} dibatalkan admin, saldo Anda berkurang ${credited(row)}.`,
    `Alasan: ${row.ended_reason ?? '-'}`,
  ],
  closing: [notYou],
})
