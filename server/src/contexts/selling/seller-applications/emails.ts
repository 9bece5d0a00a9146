import { accountBell, type Email } from '#contexts/system/outbox/outbox.ts'

export const approvedEmail = (publicUrl: string): Email => ({
  subject: 'Anda disetujui sebagai suplier',
  bell: accountBell('/regseller'),
  paragraphs: [
    'Dokumen Anda sudah kami periksa dan Anda sekarang suplier di Lapak.',
    'Langkah berikutnya: hubungkan server Anda, lalu isi produk dan buka toko.',
  ],
  action: { label: 'Lanjut', url: `${publicUrl}/regseller` },
})

/** The e-mail to a member that an administrator made a seller without a review of documents. */
export const madeSellerEmail = (reason: string, publicUrl: string): Email => ({
  subject: 'Anda sekarang suplier di Lapak',
  bell: accountBell('/regseller'),
  paragraphs: [
    'Admin Lapak menjadikan Anda suplier.',
    `Alasan: ${reason}`,
    'Langkah berikutnya: hubungkan server Anda, lalu isi produk dan buka toko.',
  ],
  action: { label: 'Lanjut', url: `${publicUrl}/regseller` },
})

export const replacedEmail = (publicUrl: string): Email => ({
  subject: 'Dokumen pengganti disetujui',
  bell: accountBell('/regseller'),
  paragraphs: ['Dokumen pengganti Anda sudah kami periksa dan berlaku sejak sekarang. Toko Anda tidak berubah.'],
  action: { label: 'Buka', url: `${publicUrl}/regseller` },
})

export const replacementRefusedEmail = (reason: string, publicUrl: string): Email => ({
  subject: 'Dokumen pengganti belum bisa disetujui',
  bell: accountBell('/regseller'),
  paragraphs: ['Dokumen Anda yang lama tetap berlaku, dan toko Anda tidak berubah.', `Alasan: ${reason}`],
  action: { label: 'Kirim dokumen lagi', url: `${publicUrl}/regseller` },
})

export const rejectedEmail = (reason: string, publicUrl: string): Email => ({
  subject: 'Pengajuan suplier belum bisa disetujui',
  bell: accountBell('/regseller'),
  paragraphs: ['Dokumen Anda sudah kami periksa, dan belum bisa kami setujui.', `Alasan: ${reason}`],
  action: { label: 'Kirim dokumen lagi', url: `${publicUrl}/regseller` },
})

export const stoppedEmail = (reason: string, publicUrl: string): Email => ({
  subject: 'Anda tidak lagi suplier di Lapak',
  bell: accountBell('/regseller'),
  paragraphs: [
    'Toko Anda ditutup dan tidak menerima pesanan baru.',
    `Alasan: ${reason}`,
    'Pesanan yang masih berjalan diselesaikan seperti biasa, jadi biarkan server Anda menyala. Hasilnya masuk ke saldo Anda dan tetap bisa ditarik.',
  ],
  action: { label: 'Kirim dokumen lagi', url: `${publicUrl}/regseller` },
})
