import { dotted } from '@lapak/contract/money'
import { type Letter, notYou } from '../outbox/outbox.ts'
import { invoiceOf } from '../ticket-numbers/ticket-numbers.ts'

interface Told {
  id: bigint
  method: string
  nominal: bigint
  credited: bigint | null
  ended_reason: string | null
}

const credited = (row: Told) => `Rp ${dotted(row.credited ?? 0n)}`

export const approvedLetter = (installation: string, row: Told): Letter => ({
  subject: `Topup ${credited(row)} berhasil`,
  paragraphs: [`Topup ${invoiceOf(installation, row.id)} lewat ${row.method} sudah kami terima. Saldo Anda bertambah ${credited(row)}.`],
})

/** Templates of WhatsApp take one line. */
export const approvedLine = (installation: string, row: Told): string =>
  `Topup ${invoiceOf(installation, row.id)} berhasil, saldo Lapak Anda bertambah ${credited(row)}.`

export const rejectedLetter = (installation: string, row: Told): Letter => ({
  subject: `Topup ${invoiceOf(installation, row.id)} ditolak`,
  paragraphs: [
    `Tiket topup ${invoiceOf(installation, row.id)} senilai Rp ${dotted(row.nominal)} lewat ${row.method} ditolak.`,
    `Alasan: ${row.ended_reason ?? '-'}`,
  ],
  closing: ['Bila Anda sudah membayar, hubungi admin dengan bukti transfernya.'],
})

export const takenBackLetter = (installation: string, row: Told): Letter => ({
  subject: `Topup ${invoiceOf(installation, row.id)} dibatalkan`,
  paragraphs: [
    `Topup ${invoiceOf(installation, row.id)} dibatalkan admin, saldo Anda berkurang ${credited(row)}.`,
    `Alasan: ${row.ended_reason ?? '-'}`,
  ],
  closing: [notYou],
})
