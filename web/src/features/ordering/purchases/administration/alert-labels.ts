import type { AlertKind } from '@lapak/contract/ordering/purchases'

/** The meaning of each alert, and what to do about it. */
export const alertTexts: Record<AlertKind, { title: string; todo: string }> = {
  unknown_too_long: {
    title: 'Belum ada kepastian',
    todo: 'Cek ulang dulu. Bila tetap tidak jelas, tanyakan ke suplier dengan nomor tujuan dan jamnya, lalu sukseskan atau gagalkan. Sampai itu uang pembeli ditahan.',
  },
  status_too_old: {
    title: 'Tidak aman ditanyakan lagi',
    todo: 'Server suplier tidak ditanya lagi, karena pertanyaannya bisa menjadi pesanan baru. Lihat di halaman suplier atau telepon, lalu sukseskan atau gagalkan.',
  },
  code_missing: {
    title: 'Sukses tanpa kode',
    todo: 'Suplier menyebut sukses, juga setelah ditanya sekali lagi, tetapi tidak memberi token atau kode vouchernya. Minta kodenya ke suplier, lalu sukseskan dengan SN itu. Bila tidak pernah terkirim, gagalkan. Sampai itu uang pembeli ditahan.',
  },
  partial: {
    title: 'Terkirim sebagian',
    todo: 'Suplier menyebut hanya sebagian yang terkirim. Server suplier tidak ditanya lagi, dan jawabannya yang datang kemudian tidak mengubah apa pun. Tanyakan ke suplier berapa yang terkirim, lalu sukseskan bila pembeli menerima semuanya, atau gagalkan dan bereskan bagiannya. Sampai itu uang pembeli ditahan.',
  },
  contradiction: {
    title: 'Jawaban bertentangan',
    todo: 'Suplier memberi hasil lain setelah transaksi selesai; tidak ada yang berubah karenanya. Bandingkan percakapan dengan servernya. Bila yang SUKSES ternyata gagal, refund. Bila yang GAGAL ternyata terkirim, bereskan dengan suplier dan pembeli, lalu akhiri dengan catatan.',
  },
}
