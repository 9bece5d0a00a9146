import type { NotificationKind } from '../system/notifications.ts'

/** What each kind of notification is about. A file of its own, because every page loads the kinds and only the settings screen shows these texts. */
export const notificationSubjects: Record<NotificationKind, string> = {
  security: 'Masuk dari perangkat baru, password, verifikasi dua langkah, PIN, API key, callback, Jabber, rekening, dan data akun',
  deposit: 'Topup masuk, ditolak, atau dibatalkan',
  cash_out: 'Penarikan diproses, dikirim, ditolak, atau dikembalikan',
  adjustment: 'Saldo disesuaikan oleh admin',
  account: 'Keputusan atas pengajuan suplier, dan perubahan akun atau toko oleh admin',
  low_balance: 'Saldo turun di bawah batas peringatan Anda',
  failed_order: 'Transaksi yang gagal selagi Anda tidak membuka Lapak, dirangkum per jam',
  price: 'Harga dan status produk di daftar beli Anda, dirangkum per jam',
  dispute: 'Laporan masalah dibuat, dijawab, atau diputuskan',
  review: 'Ulasan baru untuk toko Anda, dan jawaban atas ulasan Anda',
  message: 'Pesan chat yang belum Anda baca selagi tidak membuka Lapak, sekali per percakapan',
  moderation: 'Kiriman atau komentar Anda disembunyikan admin, atau ditampilkan lagi',
  sale: 'Penjualan yang sukses, dirangkum per jam',
  health: 'Peringatan baru tentang sistem',
  decision: 'Keputusan yang menunggu admin kedua, dan jawaban atas permintaan Anda',
  waiting: 'Pengajuan suplier, tiket topup dan penarikan, sengketa, dan pesan yang menunggu admin',
}
