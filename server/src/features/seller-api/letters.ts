import { type Letter, notYou } from '../outbox/outbox.ts'

/** The address itself is a secret, and is shown on the page only. */
export const reportAddressReplaced: Letter = {
  subject: 'Alamat laporan suplier diganti',
  paragraphs: [
    'Alamat tempat server Anda melaporkan status transaksi baru saja diganti. Yang lama langsung tidak berlaku, jadi segera pasang yang baru di server Anda.',
    'Sampai itu selesai, status transaksi ditanyakan ke server Anda.',
  ],
  closing: [notYou],
}
