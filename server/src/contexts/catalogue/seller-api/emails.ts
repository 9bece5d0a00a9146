import { type Email, notYou, securityBell } from '#contexts/system/outbox/outbox.ts'

export const serverStopped: Email = {
  subject: 'Server suplier tidak dipakai lagi',
  bell: securityBell('/penjualan?tab=setting'),
  paragraphs: [
    'Server Anda baru saja dilepas: tidak ada pesanan baru yang dikirim ke sana sampai servernya diuji dan disimpan lagi di tab Setting.',
    'Pesanan yang sudah dikirim tetap ditanyakan sampai selesai.',
  ],
  closing: [notYou],
}

/** The report URL is itself a secret, so the e-mail does not contain it; only the web app shows it. */
export const reportAddressReplaced: Email = {
  subject: 'Alamat laporan suplier diganti',
  bell: securityBell('/penjualan?tab=setting'),
  paragraphs: [
    'Alamat tempat server Anda melaporkan status transaksi baru saja diganti. Yang lama langsung tidak berlaku, jadi segera pasang yang baru di server Anda.',
    'Sampai itu selesai, status transaksi ditanyakan ke server Anda.',
  ],
  closing: [notYou],
}
