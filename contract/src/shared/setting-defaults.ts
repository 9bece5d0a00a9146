import { z } from 'zod'
import { passwordMin, passwordMinAdvised } from '../members/passwords.ts'
import { rupiah } from './wire.ts'

/**
 * All settings that an administrator can change, with their defaults. Environment variables are for the operator of the machine; constants in the
 * code are for developers.
 */
export const settingKinds = ['rupiah', 'seconds', 'minutes', 'hours', 'days', 'hour', 'count', 'basisPoints', 'choice'] as const
type NumberKind = Exclude<(typeof settingKinds)[number], 'rupiah' | 'choice'>

export type Setting = {
  about: string
  /**
   * For settings that protect: in which direction the protection gets stronger. `lower`: lower values protect more, but 0 switches the protection
   * off. `lowerToZero`: 0 protects most. `neither`: every change weakens the protection of one of two sides. Settings without `stricter` are listed
   * with the reason in `settings.test.ts`.
   */
  stricter?: 'higher' | 'lower' | 'lowerToZero' | 'neither'
} & (
  | { kind: 'rupiah'; default: bigint; min: bigint; max: bigint }
  /** `hour` is an hour of the day in WIB. */
  | { kind: NumberKind; default: number; min: number; max: number }
  /** One of several named values, each with a label for people. A switch is a choice with two values. */
  | { kind: 'choice'; choices: Record<string, string>; default: string; defaultInProduction?: string }
)

export const settingDefaults = {
  'sale.feeFlat': {
    kind: 'rupiah',
    default: 0n,
    min: 0n,
    max: 10_000n,
    stricter: 'neither',
    about: 'Biaya tetap setiap transaksi sukses, dipotong dari hasil suplier. Berlaku untuk pesanan berikutnya.',
  },
  'sale.feeBasisPoints': {
    kind: 'basisPoints',
    default: 0,
    min: 0,
    max: 1_000,
    stricter: 'neither',
    about: 'Biaya setiap transaksi sukses sebagai bagian dari harga (100 = 1%), dipotong dari hasil suplier.',
  },
  'access.passwordMin': {
    kind: 'count',
    default: 0,
    min: 0,
    max: 64,
    stricter: 'higher',
    about: `Panjang minimum password di semua formulir. 0: ${passwordMin.register} saat pendaftaran, ${passwordMin.change} saat ganti password, ${passwordMin.reset} lewat link; disarankan ${passwordMinAdvised}.`,
  },
  'access.twoFactorDemanded': {
    kind: 'choice',
    choices: { none: 'Tidak wajib', admins: 'Admin', adminsAndSellers: 'Admin dan suplier' },
    default: 'none',
    defaultInProduction: 'admins',
    stricter: 'higher',
    about: 'Siapa yang harus mengaktifkan verifikasi dua langkah sebelum memakai halaman admin atau suplier.',
  },
  'access.sessionIdleDays': {
    kind: 'days',
    default: 30,
    min: 1,
    max: 365,
    stricter: 'lower',
    about: 'Sesi yang tidak dipakai selama ini berakhir; pemiliknya masuk lagi.',
  },
  'access.sessionMaxDays': {
    kind: 'days',
    default: 90,
    min: 1,
    max: 365,
    stricter: 'lower',
    about: 'Sesi berakhir paling lambat setelah ini, walaupun terus dipakai; pemiliknya masuk lagi.',
  },
  'access.sessionsMax': {
    kind: 'count',
    default: 50,
    min: 1,
    max: 1000,
    about: 'Sesi paling banyak untuk satu member; sesi yang paling lama tidak dipakai berakhir bila ada yang baru.',
  },
  'access.signInsPerHour': {
    kind: 'count',
    default: 60,
    min: 5,
    max: 10_000,
    stricter: 'lower',
    about: 'Masuk dengan password yang benar paling banyak untuk satu member per jam; perangkat yang dikenali dihitung sendiri.',
  },
  'access.stepUpsPerHour': {
    kind: 'count',
    default: 60,
    min: 5,
    max: 10_000,
    stricter: 'lower',
    about: 'Konfirmasi "ini saya" paling banyak untuk satu sesi per jam, benar maupun salah.',
  },
  'access.recentFactorDays': {
    kind: 'days',
    default: 7,
    min: 1,
    max: 30,
    stricter: 'neither',
    about:
      'Selama ini verifikasi dua langkah dan nomor telp yang baru masih bisa diakhiri oleh pembaca e-mail pemiliknya: keduanya berakhir dengan reset password, kecuali verifikasi dua langkah admin, dan nomor telp bisa dilepas. Terlalu pendek menguntungkan pencuri sesi, terlalu panjang menguntungkan pencuri e-mail.',
  },
  'access.linksKeptDays': {
    kind: 'days',
    default: 7,
    min: 1,
    max: 365,
    stricter: 'higher',
    about: 'Berapa lama catatan link e-mail dan tantangan masuk yang tidak berlaku lagi disimpan.',
  },
  'access.emailsPerHourAndNetwork': {
    kind: 'count',
    default: 100,
    min: 5,
    max: 10000,
    stricter: 'lower',
    about:
      'Alamat e-mail berbeda yang boleh didaftarkan atau dimintai link dari satu jaringan per jam, masing-masing dihitung sendiri; permintaannya paling banyak dua kali lipat. Perangkat yang dikenali tidak ikut dihitung saat meminta link.',
  },
  'access.emailsPerHourAndEmail': {
    kind: 'count',
    default: 5,
    min: 1,
    max: 100,
    stricter: 'lower',
    about: 'Pendaftaran dan permintaan link paling banyak untuk satu alamat e-mail per jam, masing-masing dihitung sendiri.',
  },
  'access.activationsPerHour': {
    kind: 'count',
    default: 60,
    min: 5,
    max: 10000,
    stricter: 'lower',
    about:
      'Pembukaan satu link aktivasi atau link masuk paling banyak per jam, dan sebanyak itu pula link yang tidak pernah dikirim dari satu jaringan, masing-masing dihitung sendiri.',
  },
  'access.devicesKeptDays': {
    kind: 'days',
    default: 180,
    min: 1,
    max: 365,
    stricter: 'lower',
    about:
      'Berapa lama perangkat dikenali sejak terakhir dipakai masuk. Perangkat yang dikenali tetap bisa masuk saat orang lain menebak password.',
  },
  'access.resetsPerHour': {
    kind: 'count',
    default: 60,
    min: 5,
    max: 10000,
    stricter: 'lower',
    about:
      'Pembuatan password baru lewat satu link paling banyak per jam, dan sebanyak itu pula dari satu jaringan dengan link yang tidak pernah dikirim.',
  },
  'apiKeys.max': {
    kind: 'count',
    default: 20,
    min: 1,
    max: 200,
    about: 'API key yang berlaku paling banyak untuk satu member.',
  },
  'apiKeys.resetsPerHour': {
    kind: 'count',
    default: 5,
    min: 1,
    max: 100,
    stricter: 'lower',
    about: 'Penggantian API key utama paling banyak untuk satu member per jam.',
  },
  'apiKeys.changesPerHour': {
    kind: 'count',
    default: 60,
    min: 1,
    max: 10_000,
    stricter: 'lower',
    about: 'Perubahan nama atau daftar IP API key paling banyak untuk satu member per jam.',
  },
  'apiKeys.suspendRecentDays': {
    kind: 'days',
    default: 7,
    min: 0,
    max: 365,
    stricter: 'higher',
    about:
      'API key yang dibuat dalam jangka waktu ini sebelum password diganti atau direset diistirahatkan sampai pemiliknya mengonfirmasi; JabberID dinonaktifkan dan kunci Jabber dihapus. 0: tidak ada.',
  },
  'bankAccounts.max': {
    kind: 'count',
    default: 10,
    min: 1,
    max: 100,
    about: 'Rekening bank paling banyak untuk satu member.',
  },
  'bankAccounts.changesPerHour': {
    kind: 'count',
    default: 30,
    min: 1,
    max: 1000,
    stricter: 'lower',
    about: 'Perubahan rekening bank paling banyak untuk satu member per jam; setiap perubahan mengirim e-mail.',
  },
  'bankAccounts.payableAfterHours': {
    kind: 'hours',
    default: 24,
    min: 0,
    max: 168,
    stricter: 'higher',
    about: 'Rekening bank baru dapat menerima penarikan saldo setelah jangka waktu ini, supaya pemiliknya sempat membaca e-mail-nya.',
  },
  'bankAccounts.checksPerMinute': {
    kind: 'count',
    default: 10,
    min: 1,
    max: 100,
    stricter: 'lower',
    about: 'Cek nama pemilik rekening paling banyak untuk satu member per menit.',
  },
  'bankAccounts.checksPerDay': {
    kind: 'count',
    default: 30,
    min: 1,
    max: 10_000,
    stricter: 'lower',
    about: 'Cek nama pemilik rekening paling banyak untuk satu member dalam 24 jam.',
  },
  'otp.perDay': {
    kind: 'count',
    default: 10,
    min: 1,
    max: 100,
    stricter: 'lower',
    about:
      'Kode OTP paling banyak untuk satu member dalam 24 jam; kode konfirmasi "ini saya" dan kode penarikan dihitung per sesi, masing-masing ke satu tujuan paling banyak tiga kali lipat. Ke nomor telp yang belum diverifikasi, satu member paling banyak setengahnya dan semua member bersama tiga kali lipat.',
  },
  'otp.perHourAndNetwork': {
    kind: 'count',
    default: 100,
    min: 10,
    max: 10000,
    stricter: 'lower',
    about: 'Kode OTP yang dikirim paling banyak untuk satu jaringan per jam; setiap kode berbiaya.',
  },
  'otp.keptDays': {
    kind: 'days',
    default: 7,
    min: 2,
    max: 365,
    stricter: 'higher',
    about: 'Berapa lama catatan kode OTP yang tidak berlaku lagi disimpan.',
  },
  'priceChanges.passingKeptDays': {
    kind: 'days',
    default: 30,
    min: 1,
    max: 3650,
    about: 'Berapa lama riwayat cut-off dan stok di daftar perubahan disimpan.',
  },
  'priceChanges.keptDays': {
    kind: 'days',
    default: 365,
    // At least 30 days, because price falls are computed from the prices in this history.
    min: 30,
    max: 3650,
    stricter: 'higher',
    about: 'Berapa lama perubahan lain disimpan: harga, harga khusus, buka, tutup, gangguan. Yang lebih lama hilang dari daftar perubahan.',
  },
  'pin.changesPerHour': {
    kind: 'count',
    default: 20,
    min: 1,
    max: 1000,
    stricter: 'lower',
    about: 'Penggantian PIN transaksi paling banyak untuk satu member per jam; setiap penggantian mengirim e-mail.',
  },
  'twoFactor.changesPerHour': {
    kind: 'count',
    default: 30,
    min: 1,
    max: 1000,
    stricter: 'lower',
    about: 'Perubahan verifikasi dua langkah dan kode pemulihan paling banyak untuk satu member per jam; setiap perubahan mengirim e-mail.',
  },
  'catalogue.searchesPerMinute': {
    kind: 'count',
    default: 120,
    min: 5,
    max: 1_000_000,
    about: 'Pencarian dan daftar harga (sampai 500 baris) paling banyak untuk satu member per menit.',
  },
  'buyingList.sellersPerHour': {
    kind: 'count',
    default: 30,
    min: 1,
    max: 1000,
    about: 'Berapa kali satu member boleh menambahkan semua produk satu suplier ke daftarnya per jam.',
  },
  'buyingList.changesPerMinute': {
    kind: 'count',
    // The web app may send one request for each of hundreds of rows. Ten changes per second are few, compared with the changes of all members.
    default: 600,
    min: 1,
    max: 10_000,
    about: 'Berapa kali satu member boleh menambah, mengubah, mengurutkan, atau menghapus produk di daftarnya per menit.',
  },
  'buyerOptions.changesPerHour': {
    kind: 'count',
    default: 120,
    min: 1,
    max: 10_000,
    stricter: 'lower',
    about: 'Berapa kali satu member boleh mengubah setelan API dan pemesanannya per jam.',
  },
  'purchases.inquiriesPerMinute': {
    kind: 'count',
    // One inquiry per second: more than the customers of one reseller need, and too few to collect the names and debts of many people.
    default: 60,
    min: 1,
    max: 100_000,
    stricter: 'lower',
    about:
      'Cek tagihan paling banyak untuk satu member per menit, dari halaman dan lewat API bersama; setiap cek bertanya ke satu atau beberapa server suplier.',
  },
  'purchases.inquiriesPerDay': {
    kind: 'count',
    // Customers of a shop often inquire a bill and do not pay at once. Only trying out a list of numbers causes more unpaid inquiries than this.
    default: 1000,
    min: 1,
    max: 10_000_000,
    stricter: 'lower',
    about: 'Cek tagihan untuk satu member dalam 24 jam, di luar tambahan untuk setiap pembelian suksesnya.',
  },
  'purchases.inquiriesPerPurchase': {
    kind: 'count',
    default: 10,
    min: 0,
    max: 1000,
    stricter: 'lowerToZero',
    about: 'Tambahan cek tagihan untuk setiap pembelian sukses member itu dalam 24 jam terakhir.',
  },
  'purchases.alertMinutes': {
    kind: 'minutes',
    default: 15,
    min: 1,
    // An order with unknown state must be reported after 15 minutes at the latest.
    max: 15,
    stricter: 'lower',
    about: 'Pesanan yang statusnya belum jelas selama ini dilaporkan ke petugas.',
  },
  'purchases.checksPerMinute': {
    kind: 'count',
    default: 30,
    min: 1,
    max: 1000,
    stricter: 'lower',
    about:
      'Permintaan cek ulang ke server suplier paling banyak untuk satu admin per menit; satu permintaan dapat berisi banyak transaksi.',
  },
  'topup.autoApproveMax': {
    kind: 'rupiah',
    // Limit for a forged bank feed or file: it cannot credit more than this at once without an administrator.
    default: 10_000_000n,
    min: 0n,
    max: 1_000_000_000_000n,
    stricter: 'lower',
    about: 'Topup yang cocok dengan mutasi bank disetujui otomatis sampai nilai ini; di atasnya menunggu admin. 0: tanpa batas.',
  },
  'statements.filesPerHour': {
    kind: 'count',
    default: 20,
    min: 1,
    max: 1000,
    about: 'File mutasi bank, paling banyak diunggah satu admin per jam, termasuk pratinjau.',
  },
  'reconciliation.waitDays': {
    kind: 'days',
    default: 1,
    min: 0,
    max: 14,
    stricter: 'lowerToZero',
    about: 'Rekonsiliasi: berapa hari setelah hari itu selesai, mutasi bank dan penjelasannya masih ditunggu sebelum disebut selisih.',
  },
  'reconciliation.lookBackDays': {
    kind: 'days',
    default: 14,
    min: 1,
    max: 60,
    stricter: 'higher',
    about: 'Rekonsiliasi: berapa hari ke belakang diperiksa lagi setiap malam.',
  },
  'reconciliation.filesPerHour': {
    kind: 'count',
    default: 60,
    min: 1,
    max: 1000,
    about: 'File suplier untuk rekonsiliasi, paling banyak diunggah satu admin per jam, termasuk pratinjau.',
  },
  'money.secondAdminFrom': {
    kind: 'rupiah',
    default: 20_000_000n,
    min: 0n,
    max: 1_000_000_000n,
    stricter: 'lower',
    about:
      'Uang mulai dari nilai ini, sendiri atau bersama yang sudah diputuskan admin itu sendirian dalam 24 jam terakhir, diberikan kepada member (juga oleh file mutasi yang diunggahnya), dibayarkan, dibatalkan, dipindahkan antar kas, dikeluarkan dari kas, mutasinya dicatat bukan urusan Lapak, atau selisih rekonsiliasinya diselesaikan hanya bila admin kedua setuju. Selama belum pernah diubah, hanya berlaku bila ada admin kedua. 0: tidak perlu. Penyesuaian saldo member selalu perlu admin kedua.',
  },
  'purchases.secondAdminFrom': {
    kind: 'rupiah',
    default: 5_000_000n,
    min: 0n,
    max: 1_000_000_000n,
    stricter: 'lower',
    about:
      'Transaksi mulai dari nilai ini, sendiri atau bersama yang sudah diputuskan admin itu sendirian dalam 24 jam terakhir, disukseskan, digagalkan, dikembalikan, atau sengketanya ditolak hanya bila admin kedua setuju. Selama belum pernah diubah, hanya berlaku bila ada admin kedua. 0: tidak perlu.',
  },
  'chat.messagesPerMinute': {
    kind: 'count',
    default: 20,
    min: 1,
    max: 1_000,
    stricter: 'lower',
    about: 'Pesan chat paling banyak dari satu member per menit.',
  },
  'chat.newPerDay': {
    kind: 'count',
    default: 30,
    min: 1,
    max: 1_000,
    stricter: 'lower',
    about: 'Percakapan baru paling banyak yang dimulai satu member per hari.',
  },
  'reviews.writesPerHour': {
    kind: 'count',
    default: 60,
    min: 5,
    max: 10_000,
    stricter: 'lower',
    about: 'Ulasan dan balasan ulasan paling banyak dari satu member per jam, perubahan juga; masing-masing memberi tahu pihak lain.',
  },
  'profile.changesPerHour': {
    kind: 'count',
    default: 60,
    min: 5,
    max: 10_000,
    stricter: 'lower',
    about: 'Perubahan profil paling banyak untuk satu member per jam.',
  },
  'favourites.max': {
    kind: 'count',
    default: 300,
    min: 1,
    max: 5_000,
    about: 'Nomor favorit paling banyak untuk satu member.',
  },
  'favourites.changesPerHour': {
    kind: 'count',
    default: 300,
    min: 1,
    max: 10_000,
    about: 'Penyimpanan, penggantian nama, dan penghapusan favorit paling banyak untuk satu member per jam.',
  },
  'feeds.postsPerHour': {
    kind: 'count',
    default: 20,
    min: 1,
    max: 1_000,
    stricter: 'lower',
    about: 'Kiriman paling banyak dari satu member per jam.',
  },
  'feeds.commentsPerMinute': {
    kind: 'count',
    default: 10,
    min: 1,
    max: 1_000,
    stricter: 'lower',
    about: 'Komentar paling banyak dari satu member per menit.',
  },
  'feeds.likesPerMinute': {
    kind: 'count',
    default: 60,
    min: 1,
    max: 1_000,
    stricter: 'lower',
    about: 'Suka dan batal suka paling banyak dari satu member per menit.',
  },
  'feeds.reportsPerDay': {
    kind: 'count',
    default: 20,
    min: 1,
    max: 1_000,
    stricter: 'lower',
    about: 'Laporan atas kiriman paling banyak dari satu member per hari.',
  },
  'feeds.removedKeptDays': {
    kind: 'days',
    default: 30,
    min: 1,
    max: 365,
    stricter: 'higher',
    about: 'Berapa lama kiriman dan komentar yang dihapus penulisnya masih bisa dilihat admin, lalu hilang.',
  },
  'notifications.keptDays': {
    kind: 'days',
    default: 90,
    min: 7,
    max: 3650,
    stricter: 'higher',
    about: 'Berapa lama notifikasi di lonceng disimpan; tentang keamanan dan uang paling sedikit setahun.',
  },
  'push.subscriptionsPerHour': {
    kind: 'count',
    default: 60,
    min: 5,
    max: 1000,
    stricter: 'lower',
    about: 'Seberapa sering satu member boleh mendaftarkan peramban untuk notifikasi push per jam.',
  },
  'push.testsPerHour': {
    kind: 'count',
    default: 20,
    min: 1,
    max: 200,
    stricter: 'lower',
    about: 'Notifikasi push percobaan, paling banyak untuk satu member per jam.',
  },
  'disputes.windowHours': {
    kind: 'hours',
    default: 24,
    min: 1,
    max: 720,
    stricter: 'neither',
    about: 'Berapa lama sesudah sukses pembeli masih boleh melaporkan masalah transaksi.',
  },
  'disputes.returnDays': {
    kind: 'days',
    default: 7,
    min: 1,
    max: 90,
    stricter: 'neither',
    about: 'Berapa hari sesudah sukses pembeli masih boleh mengajukan retur, juga setelah waktu laporan masalah lewat.',
  },
  'disputes.sellerHours': {
    kind: 'hours',
    default: 24,
    min: 1,
    max: 168,
    stricter: 'neither',
    about: 'Berapa lama suplier diberi waktu menjawab laporan pembeli, sebelum admin yang memutuskan.',
  },
  'disputes.adminHours': {
    kind: 'hours',
    default: 24,
    min: 1,
    max: 168,
    stricter: 'neither',
    about: 'Berapa lama admin diberi waktu memutuskan laporan yang tidak diselesaikan suplier.',
  },
  'disputes.perDay': {
    kind: 'count',
    default: 20,
    min: 1,
    max: 1_000,
    stricter: 'neither',
    about: 'Laporan masalah paling banyak dari satu member per hari.',
  },
  'purchases.billsKeptDays': {
    kind: 'days',
    default: 7,
    min: 1,
    max: 365,
    about: 'Berapa lama hasil cek tagihan yang tidak dibayar disimpan.',
  },
  'inquiries.customersPerMinute': {
    kind: 'count',
    default: 30,
    min: 1,
    max: 1000,
    stricter: 'lower',
    about: 'Pertanyaan nama pelanggan sebelum membeli paling banyak untuk satu member per menit.',
  },
  'inquiries.customersPerDay': {
    kind: 'count',
    default: 30,
    min: 1,
    max: 1_000_000,
    stricter: 'lower',
    about: 'Pertanyaan nama pelanggan untuk satu member dalam 24 jam, di luar tambahan untuk setiap pembelian suksesnya.',
  },
  'inquiries.customersPerPurchase': {
    kind: 'count',
    default: 3,
    min: 0,
    max: 1000,
    stricter: 'lowerToZero',
    about: 'Tambahan pertanyaan nama pelanggan untuk setiap pembelian sukses member itu dalam 24 jam terakhir.',
  },
  'sandbox.ordersPerDay': {
    kind: 'count',
    default: 1000,
    min: 1,
    max: 1_000_000,
    about: 'Pesanan uji paling banyak untuk satu member dalam 24 jam, dengan semua key uji bersama.',
  },
  'sandbox.keptDays': {
    kind: 'days',
    default: 7,
    min: 1,
    max: 365,
    about: 'Berapa lama pesanan uji disimpan.',
  },
  'purchases.downloadsPerHour': {
    kind: 'count',
    default: 30,
    min: 1,
    max: 1000,
    stricter: 'lower',
    about:
      'Unduhan CSV pembelian, penjualan, saldo, dan harga khusus (admin: transaksi, tiket, selisih, dan buku besar) paling banyak dalam satu sesi per jam; satu unduhan bisa 100.000 baris, buku besar 1.000.000.',
  },
  'access.rowsPerHour': {
    kind: 'count',
    default: 50_000,
    min: 10_000,
    max: 10_000_000,
    stricter: 'lower',
    about: 'Baris tentang member (daftar member, transaksi, tiket, jejak) paling banyak yang dibaca satu admin per jam.',
  },
  'access.downloadRowsPerHour': {
    kind: 'count',
    // As long as the longest ledger. The least value is the longest list.
    default: 1_000_000,
    min: 100_000,
    max: 10_000_000,
    stricter: 'lower',
    about: 'Baris tentang member dalam unduhan CSV (transaksi, tiket, selisih, buku besar) paling banyak untuk satu admin per jam.',
  },
  'access.listRowsPerMinute': {
    kind: 'count',
    default: 200_000,
    min: 20_000,
    max: 10_000_000,
    stricter: 'lower',
    about: 'Baris daftar panjang (lebih dari 1.000 baris sekaligus) paling banyak yang dibaca satu member per menit.',
  },
  'sellerApplications.sendsPerHour': {
    kind: 'count',
    default: 5,
    min: 1,
    max: 100,
    stricter: 'lower',
    about: 'Pengiriman dokumen calon suplier paling banyak untuk satu member per jam; setiap pengiriman diperiksa admin.',
  },
  'sellerApplications.documentsKeptDays': {
    kind: 'days',
    default: 1825,
    min: 365,
    max: 3650,
    stricter: 'higher',
    about: 'Dokumen yang pernah dikirim calon suplier, juga yang sudah diganti, disimpan selama ini sebagai bukti.',
  },
  'sellerApi.savesPerMinute': {
    kind: 'count',
    default: 10,
    min: 1,
    max: 100,
    stricter: 'lower',
    about: 'Penyimpanan pengaturan server suplier paling banyak dalam satu sesi per menit; setiap kali server itu ditanya.',
  },
  'sellerApi.testsPerMinute': {
    kind: 'count',
    default: 5,
    min: 1,
    max: 100,
    stricter: 'lower',
    about:
      'Tes server suplier paling banyak dalam satu sesi per menit; semua sesi satu member bersama, dengan penyimpanan, dua kali lipat.',
  },
  'sellerApi.requestsPerHourAndServer': {
    kind: 'count',
    default: 60,
    min: 5,
    max: 10_000,
    stricter: 'lower',
    about:
      'Tes dan penyimpanan dari satu member ke satu server suplier paling banyak per jam, dari semua member bersama tiga kali lipat; tidak berlaku untuk suplier yang servernya itu dan sudah diuji.',
  },
  'sellerApi.tryoutsPerMinute': {
    kind: 'count',
    default: 30,
    min: 1,
    max: 1000,
    about: 'Percobaan pola jawaban paling banyak dalam satu sesi per menit.',
  },
  'sellerApi.syncsPerMinute': {
    kind: 'count',
    default: 10,
    min: 1,
    max: 100,
    stricter: 'lower',
    about: 'Sinkronisasi harga paling banyak dalam satu sesi per menit; setiap kali seluruh daftar harga servernya diminta.',
  },
  'sellerApi.reportAddressesPerHour': {
    kind: 'count',
    default: 5,
    min: 1,
    max: 100,
    stricter: 'lower',
    about: 'Penggantian alamat laporan paling banyak dalam satu sesi per jam; setiap penggantian mengirim e-mail.',
  },
  'sellerSelfTest.runsPerHour': {
    kind: 'count',
    default: 10,
    min: 1,
    max: 100,
    stricter: 'lower',
    about: 'Uji server suplier paling banyak untuk satu member per jam; setiap uji menanyai servernya beberapa menit.',
  },
  'sellerSelfTest.keptDays': {
    kind: 'days',
    default: 7,
    min: 1,
    max: 90,
    about: 'Berapa lama hasil uji server yang terakhir disimpan.',
  },
  'sellerApi.unknownReportsPerHour': {
    kind: 'count',
    default: 100,
    min: 1,
    max: 100_000,
    stricter: 'lower',
    about:
      'Laporan yang tidak terbaca atau tentang transaksi yang tidak dikenal, satu per satu juga dalam daftar, paling banyak dari satu jaringan ke satu alamat laporan per jam; sesudahnya laporan dari sana tidak dibaca dan status ditanyakan ke server suplier.',
  },
  'sellerApi.suspendAfterFailures': {
    kind: 'count',
    default: 5,
    // At least 2: unanswered requests about a single order, whose state may be checked repeatedly, are not sufficient evidence about the seller's
    // server.
    min: 2,
    max: 1000,
    stricter: 'neither',
    about: 'Server suplier diistirahatkan setelah sekian pesanan berturut-turut tidak sampai atau tidak dijawab.',
  },
  'sellerApi.suspensionSeconds': {
    kind: 'seconds',
    default: 60,
    min: 1,
    max: 3600,
    stricter: 'neither',
    about: 'Selama ini server suplier yang diistirahatkan tidak diberi pesanan; pesanan dialihkan ke suplier lain.',
  },
  'sellerApi.manualResumeMinutes': {
    kind: 'minutes',
    default: 10,
    min: 1,
    max: 1440,
    about: 'Istirahat server suplier diakhiri sendiri oleh pemiliknya paling banyak sekali dalam waktu ini.',
  },
  'sellerApi.statesPerMinute': {
    kind: 'count',
    default: 60,
    min: 10,
    max: 1000,
    about:
      'Halaman koneksi server suplier dibaca paling banyak sekian kali per menit dalam satu sesi; halaman itu membacanya sendiri 4 kali.',
  },
  'shop.changesPerHour': {
    kind: 'count',
    default: 60,
    min: 1,
    max: 10_000,
    about: 'Buka atau tutup toko paling banyak dalam satu sesi per jam; setiap kali semua pembelinya diberi tahu.',
  },
  'offers.changesPerHour': {
    kind: 'count',
    default: 600,
    min: 10,
    max: 10_000,
    about: 'Perubahan banyak produk sekaligus dan file produk, paling banyak untuk satu suplier per jam, termasuk pratinjau.',
  },
  'offers.linesPerHour': {
    kind: 'count',
    // All price changes use the same lock. A shop that changes 5,000 products every three minutes holds this lock for some seconds per hour.
    default: 100_000,
    min: 10,
    max: 10_000_000,
    about:
      'Baris produk dan harga khusus yang diubah satu suplier, paling banyak per jam: satu per satu, massal, lewat file, atau lewat sinkron harga.',
  },
  'offers.rankingsPerMinute': {
    kind: 'count',
    default: 60,
    min: 5,
    max: 10_000,
    about:
      'Daftar produk yang bukan termurah, dilihat atau diunduh, paling banyak untuk satu suplier per menit; setiap kali semua harga dibandingkan.',
  },
  'offers.priceCutStepUpBasisPoints': {
    kind: 'basisPoints',
    default: 2_000,
    min: 100,
    max: 10_000,
    stricter: 'lower',
    about:
      'Harga jual yang turun sebanyak ini atau lebih dari harga tertingginya dalam 24 jam terakhir meminta suplier mengonfirmasi bahwa itu dirinya (100 = 1%).',
  },
  'topup.min': { kind: 'rupiah', default: 50_000n, min: 1n, max: 10_000_000n, about: 'Topup paling sedikit.' },
  'topup.max': {
    kind: 'rupiah',
    default: 1_000_000_000n,
    min: 50_000n,
    max: 100_000_000_000n,
    stricter: 'lower',
    about: 'Topup paling banyak sekali.',
  },
  'topup.ticketsPerHour': {
    kind: 'count',
    default: 20,
    min: 1,
    max: 1000,
    stricter: 'lower',
    about: 'Tiket topup paling banyak yang dibuat satu sesi per jam.',
  },
  'topup.invoicesPerHour': {
    kind: 'count',
    // Higher than the limit per session, so that a stolen session does not use up the limit of its owner.
    default: 40,
    min: 1,
    max: 1000,
    stricter: 'lower',
    about: 'Topup kartu paling banyak untuk satu member per jam; untuk setiap satu penyedia pembayaran diminta membuat invoice.',
  },
  'topup.proofsPerHour': {
    kind: 'count',
    default: 20,
    min: 5,
    max: 1000,
    stricter: 'lower',
    about: 'Bukti transfer paling banyak yang dikirim satu member per jam; setiap bukti memberi tahu semua admin.',
  },
  'topup.openMax': {
    kind: 'count',
    default: 5,
    min: 1,
    max: 100,
    stricter: 'lower',
    about: 'Tiket topup yang belum dibayar paling banyak untuk satu member.',
  },
  'topup.cancelAfterHours': {
    kind: 'hours',
    default: 48,
    min: 0,
    max: 720,
    stricter: 'neither',
    about: 'Pemilik dapat membatalkan tiket topup yang belum dibayar setelah jangka waktu ini.',
  },
  'topup.expireHours': {
    kind: 'hours',
    default: 72,
    min: 1,
    max: 720,
    stricter: 'neither',
    about: 'Tiket topup yang belum dibayar batal sendiri setelah jangka waktu ini.',
  },
  'topup.uniqueSumReuseDays': {
    kind: 'days',
    default: 7,
    min: 0,
    max: 90,
    stricter: 'higher',
    about:
      'Jumlah transfer yang sama di bank yang sama tidak diberikan lagi selama ini, supaya transfer yang terlambat tidak salah alamat.',
  },
  'jabber.commandsPerMinute': {
    kind: 'count',
    default: 30,
    min: 1,
    max: 10_000,
    stricter: 'lower',
    about: 'Perintah Jabber paling banyak dari satu alamat per menit.',
  },
  'jabber.orderMinutes': {
    kind: 'minutes',
    default: 10,
    min: 1,
    max: 1_440,
    stricter: 'lower',
    about: 'Pesanan lewat Jabber yang lebih lama di perjalanan ditolak; pembelinya mengirim ulang bila masih mau.',
  },
  'jabber.keptDays': {
    kind: 'days',
    default: 30,
    min: 8,
    max: 365,
    stricter: 'higher',
    about:
      'Perintah dan jawaban Jabber disimpan selama ini. Lebih lama daripada arsip server XMPP, supaya tidak ada yang dijalankan dua kali.',
  },
  'health.jabberMinutes': {
    kind: 'minutes',
    default: 5,
    min: 1,
    max: 1_440,
    stricter: 'lower',
    about: 'Akun Jabber yang tidak tersambung selama ini menjadi peringatan.',
  },
  'uploads.perHour': {
    kind: 'count',
    default: 60,
    min: 1,
    max: 10_000,
    stricter: 'lower',
    about: 'Gambar paling banyak yang diunggah satu member per jam.',
  },
  'uploads.megabytesPerMember': {
    kind: 'count',
    default: 500,
    min: 1,
    max: 100_000,
    stricter: 'lower',
    about:
      'Ruang gambar (MB) paling banyak untuk satu member, termasuk gambar di pesan dan kiriman. Gambar yang tidak dipakai dihitung sampai dihapus.',
  },
  'uploads.unusedKeptDays': {
    kind: 'days',
    default: 7,
    min: 1,
    max: 365,
    about: 'Gambar yang tidak dipakai selama ini dihapus.',
  },
  'messages.securityEmailsPerHour': {
    kind: 'count',
    default: 60,
    min: 5,
    max: 1000,
    stricter: 'higher',
    about: 'Perubahan API key dan callback yang mengirim e-mail, paling banyak untuk satu member per jam.',
  },
  'specialPrices.searchesPerMinute': {
    kind: 'count',
    default: 30,
    min: 1,
    max: 1000,
    stricter: 'lower',
    about: 'Pencarian pembeli untuk harga khusus paling banyak untuk satu suplier per menit.',
  },
  'specialPrices.addsPerMinute': {
    kind: 'count',
    // More than a person can enter by hand. Software needs about a quarter of an hour to set prices for a thousand buyers.
    default: 60,
    min: 1,
    max: 10_000,
    about: 'Harga khusus baru paling banyak untuk satu suplier per menit.',
  },
  'specialPrices.manyPerMinute': {
    kind: 'count',
    // People preview and save these changes by hand. Each of them writes up to some hundred prices, and other price changes are blocked during this
    // time.
    default: 20,
    min: 1,
    max: 1000,
    about: 'Harga khusus untuk beberapa member sekaligus, dilihat atau disimpan, paling banyak untuk satu suplier per menit.',
  },
  'specialPrices.addressesPerDay': {
    kind: 'count',
    default: 100,
    min: 1,
    max: 10_000,
    stricter: 'lower',
    about: 'Pencarian pembeli lewat e-mail atau nomor HP lengkap paling banyak untuk satu suplier per hari.',
  },
  'messages.lowBalancePerDay': {
    kind: 'count',
    default: 3,
    min: 0,
    max: 100,
    about: 'Peringatan saldo menipis lewat e-mail dan WhatsApp, paling banyak untuk satu member per hari; callback tetap setiap kali.',
  },
  'messages.keptDays': {
    kind: 'days',
    default: 30,
    min: 1,
    max: 3650,
    stricter: 'higher',
    about: 'Berapa lama catatan surat dan kode yang terkirim disimpan.',
  },
  'cashOut.min': {
    kind: 'rupiah',
    default: 100_000n,
    min: 10_000n,
    max: 10_000_000n,
    stricter: 'neither',
    about: 'Penarikan saldo paling sedikit.',
  },
  'cashOut.minRemaining': {
    kind: 'rupiah',
    default: 50_000n,
    min: 0n,
    max: 10_000_000n,
    stricter: 'neither',
    about: 'Saldo yang tersisa setelah penarikan, kecuali untuk member yang berhenti.',
  },
  'cashOut.fromHour': {
    kind: 'hour',
    default: 8,
    min: 0,
    max: 24,
    stricter: 'neither',
    about: 'Penarikan saldo diterima mulai jam ini (WIB).',
  },
  'cashOut.untilHour': {
    kind: 'hour',
    default: 21,
    min: 0,
    max: 24,
    stricter: 'neither',
    about: 'Penarikan saldo diterima sampai jam ini (WIB).',
  },
  'cashOut.mistakenTransferMin': {
    kind: 'rupiah',
    default: 1_000_000n,
    min: 0n,
    max: 100_000_000n,
    stricter: 'neither',
    about: 'Pembeli yang salah transfer dapat menarik saldo di atas jumlah ini.',
  },
  'cashOut.closingMin': {
    kind: 'rupiah',
    default: 100_000n,
    min: 0n,
    max: 100_000_000n,
    stricter: 'neither',
    about: 'Pembeli yang berhenti dapat menarik saldo di atas jumlah ini.',
  },
  'cashOut.requestsPerHour': {
    kind: 'count',
    default: 20,
    min: 1,
    max: 1000,
    stricter: 'lower',
    about: 'Permintaan penarikan paling banyak untuk satu sesi per jam, yang ditolak ikut dihitung.',
  },
  'cashOut.sellerAfterHours': {
    kind: 'hours',
    default: 72,
    min: 0,
    max: 720,
    stricter: 'higher',
    about: 'Suplier baru menarik tanpa kasus khusus hanya hasil penjualannya sampai jangka waktu ini lewat; sesudahnya seluruh saldo.',
  },
  'cashOut.recentShareBasisPoints': {
    kind: 'basisPoints',
    default: 0,
    min: 0,
    max: 10_000,
    stricter: 'higher',
    about:
      'Bagian hasil penjualan terbaru yang belum boleh ditarik (10000 = seluruhnya), di luar yang sudah ditahan untuk sengketa. 0: tidak ada.',
  },
  'cashOut.recentHours': {
    kind: 'hours',
    default: 24,
    min: 1,
    max: 720,
    stricter: 'higher',
    about: 'Penjualan selama ini dihitung sebagai penjualan terbaru saat suplier menarik saldo.',
  },
  'cashOut.perDay': {
    kind: 'count',
    default: 3,
    min: 1,
    max: 100,
    stricter: 'lower',
    about: 'Penarikan saldo paling banyak untuk satu member dalam 24 jam.',
  },
  'cashOut.payoutSilentDays': {
    kind: 'days',
    default: 3,
    min: 2,
    max: 30,
    stricter: 'higher',
    about:
      'Pembayaran yang diterima penyedia dan tidak ada kabarnya selama ini boleh ditandai tidak terkirim. Bila penyedia, saat ditanya lagi, tidak menjawab bahwa pembayaran itu tidak dikenal, admin kedua harus setuju.',
  },
  'health.ordersMinutes': {
    kind: 'minutes',
    default: 15,
    min: 1,
    max: 1440,
    stricter: 'lower',
    about: 'Pesanan yang belum berakhir di suplier selama ini ditandai di halaman Kesehatan.',
  },
  'health.callbacksMinutes': {
    kind: 'minutes',
    default: 30,
    min: 1,
    max: 10_080,
    stricter: 'lower',
    about: 'Callback yang belum sampai selama ini ditandai di halaman Kesehatan.',
  },
  'health.messagesMinutes': {
    kind: 'minutes',
    default: 10,
    min: 1,
    max: 1440,
    stricter: 'lower',
    about: 'Surat dan kode yang belum terkirim selama ini ditandai di halaman Kesehatan.',
  },
  'health.jobsMinutes': {
    kind: 'minutes',
    default: 10,
    min: 1,
    max: 1440,
    stricter: 'lower',
    about: 'Tugas yang sudah waktunya dan belum dikerjakan selama ini ditandai di halaman Kesehatan.',
  },
  'health.feedHours': {
    kind: 'hours',
    default: 24,
    min: 1,
    max: 72,
    stricter: 'lower',
    about: 'Bank yang tidak dikabarkan feed selama ini ditandai di halaman Kesehatan.',
  },
  'health.ordersMax': {
    kind: 'count',
    default: 5_000,
    min: 1,
    max: 10_000_000,
    stricter: 'lower',
    about: 'Pesanan yang belum berakhir lebih dari ini ditandai di halaman Kesehatan, berapa pun umurnya.',
  },
  'health.callbacksMax': {
    kind: 'count',
    default: 10_000,
    min: 1,
    max: 10_000_000,
    stricter: 'lower',
    about: 'Callback yang belum sampai lebih dari ini ditandai di halaman Kesehatan, berapa pun umurnya.',
  },
  'health.messagesFailedMax': {
    kind: 'count',
    // Not 0, because some mailboxes are always full or no longer exist.
    default: 20,
    min: 0,
    max: 1_000_000,
    stricter: 'lowerToZero',
    about: 'Surat dan kode yang gagal dalam 24 jam lebih dari ini ditandai di halaman Kesehatan.',
  },
  'health.sellersMinutes': {
    kind: 'minutes',
    default: 10,
    min: 0,
    max: 1440,
    stricter: 'lowerToZero',
    about: 'Suplier yang istirahat selama ini, karena servernya tidak terjangkau, menjadi peringatan bagi admin.',
  },
  'health.alertRecoveryMinutes': {
    kind: 'minutes',
    default: 10,
    min: 0,
    max: 1440,
    stricter: 'higher',
    about: 'Peringatan kesehatan berakhir sendiri setelah keadaannya baik selama ini; yang kambuh sebelum itu tetap peringatan yang sama.',
  },
  'health.alertAgainHours': {
    kind: 'hours',
    default: 4,
    min: 1,
    max: 168,
    stricter: 'lower',
    about: 'Peringatan kesehatan yang diakhiri admin, tetapi keadaannya tetap buruk selama ini, dibuka lagi.',
  },
  'health.remindMinutes': {
    kind: 'minutes',
    default: 30,
    min: 0,
    max: 1440,
    stricter: 'lower',
    about: 'Peringatan kesehatan yang tidak diambil siapa pun selama ini diingatkan lagi kepada semua admin. 0: tidak diingatkan.',
  },
  'health.emailMinutes': {
    kind: 'minutes',
    default: 10,
    min: 1,
    max: 1440,
    stricter: 'lower',
    about:
      'Paling sering satu surat peringatan kesehatan kepada setiap admin dalam jangka waktu ini; yang datang sementara itu dikumpulkan.',
  },
  'health.acknowledgementsPerMinute': {
    kind: 'count',
    default: 30,
    min: 1,
    max: 1000,
    about: 'Peringatan paling banyak yang diambil satu admin per menit.',
  },
  'health.adapterTestsPerMinute': {
    kind: 'count',
    default: 10,
    min: 1,
    max: 100,
    stricter: 'lower',
    about: 'Tes penghubung (e-mail, WhatsApp, penyedia pembayaran dan lainnya) paling banyak untuk satu admin per menit.',
  },
  'health.diskFreeMegabytes': {
    kind: 'count',
    default: 1_024,
    min: 100,
    max: 10_000_000,
    stricter: 'higher',
    about: 'Ruang disk bebas di bawah ini (MB) menjadi peringatan bagi admin.',
  },
  'health.whatsapp': {
    kind: 'choice',
    choices: { no: 'Tidak', yes: 'Ya' },
    default: 'yes',
    stricter: 'higher',
    about: 'Peringatan kesehatan juga lewat WhatsApp, ke admin yang nomornya terverifikasi dan bila WhatsApp diatur.',
  },
  'callbacks.testsPerMinute': {
    kind: 'count',
    default: 5,
    min: 1,
    max: 100,
    stricter: 'lower',
    about: 'Tes callback paling banyak untuk satu member per menit, dari halaman dan lewat API bersama.',
  },
  'callbacks.redeliveriesPerMinute': {
    kind: 'count',
    default: 30,
    min: 1,
    max: 1000,
    stricter: 'lower',
    about: 'Pengiriman ulang callback paling banyak untuk satu member per menit, dari halaman dan lewat API bersama.',
  },
  'callbacks.verificationsPerMinute': {
    kind: 'count',
    default: 10,
    min: 1,
    max: 100,
    stricter: 'lower',
    about: 'Tantangan ulang dan kode tantangan alamat callback paling banyak untuk satu member per menit.',
  },
  'callbacks.challengesPerHour': {
    kind: 'count',
    default: 30,
    min: 1,
    max: 10_000,
    stricter: 'lower',
    about:
      'Tantangan ke satu server callback per jam, dari semua member bersama, supaya tidak ada yang dibanjiri lewat Lapak. Member yang callback transaksinya tertahan di sana punya satu tantangan per jam di luar jatah ini, bersama-sama paling banyak sebanyak ini lagi.',
  },
  'callbacks.challengesPerHourAndMember': {
    kind: 'count',
    default: 3,
    min: 1,
    max: 100,
    stricter: 'lower',
    about: 'Dari tantangan itu, paling banyak untuk satu member per jam, supaya yang lain tetap kebagian.',
  },
  'callbacks.automaticChallengesPerDay': {
    kind: 'count',
    default: 20,
    min: 1,
    max: 1000,
    stricter: 'lower',
    about: 'Alamat callback yang ditantang otomatis untuk satu member per hari; alamat berikutnya ditahan tanpa tantangan.',
  },
  'callbacks.manualChallengesPerDay': {
    kind: 'count',
    default: 30,
    min: 1,
    max: 1000,
    stricter: 'lower',
    about: 'Tantangan ulang alamat callback yang diminta sendiri, paling banyak untuk satu member per hari.',
  },
  'statements.keptDays': {
    kind: 'days',
    default: 730,
    min: 90,
    max: 3650,
    stricter: 'higher',
    about:
      'Berapa lama nama pembayar dan nomor pelanggan di file bank dan suplier disimpan. Sesudahnya keterangan mutasi bank yang sudah jelas, isi file, dan nomor di barisnya dihapus; tanggal, jumlah, dan saldo tetap.',
  },
  'callbacks.keptDays': {
    kind: 'days',
    default: 90,
    min: 2,
    max: 3650,
    stricter: 'higher',
    about: 'Berapa lama riwayat callback disimpan.',
  },
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof settingDefaults
/** Names of the settings of kind `count`. */
export type CountSetting = {
  [Name in SettingName]: (typeof settingDefaults)[Name]['kind'] extends 'count' ? Name : never
}[SettingName]
export const settingNames = Object.keys(settingDefaults) as SettingName[]

interface ValueOfKind extends Record<NumberKind, number> {
  rupiah: bigint
}

type ValueOf<Of extends Setting> = Of extends { choices: infer Choices } ? keyof Choices : ValueOfKind[Exclude<Of['kind'], 'choice'>]

export type SettingValue<Name extends SettingName> = ValueOf<(typeof settingDefaults)[Name]>

/** Pairs of settings: `from` must be below `until`, or equal to it if `mayBeEqual`. If they were reversed, every request would be refused. */
export const settingBounds: readonly { from: SettingName; until: SettingName; mayBeEqual: boolean }[] = [
  { from: 'cashOut.fromHour', until: 'cashOut.untilHour', mayBeEqual: false },
  { from: 'topup.min', until: 'topup.max', mayBeEqual: true },
]

/** The value of a setting that was never changed. */
export const defaultOf = (setting: Setting, { production }: { production: boolean }) =>
  (production && setting.kind === 'choice' ? setting.defaultInProduction : undefined) ?? setting.default

/** Schema for the value of a setting: JSON on the wire and in the database, the type of the setting in the code. */
export function settingSchema(setting: Setting): z.ZodType {
  if (setting.kind === 'choice') return choiceSchema(Object.keys(setting.choices))
  const least = (min: number | bigint) => `Paling sedikit ${min}`
  const most = (max: number | bigint) => `Paling banyak ${max}`
  return setting.kind === 'rupiah'
    ? rupiah.refine((value) => value >= setting.min, least(setting.min)).refine((value) => value <= setting.max, most(setting.max))
    : z.int('Tulis bilangan bulat').min(setting.min, least(setting.min)).max(setting.max, most(setting.max))
}

/** True when the change from `before` to `after` (wire values) weakens the protection. */
export function weakensProtection({ stricter }: Setting, before: number, after: number): boolean {
  if (stricter === undefined) return false
  if (stricter === 'neither') return after !== before
  const isOff = (value: number) => stricter === 'lower' && value === 0
  const strength = (value: number) => (stricter === 'higher' ? value : isOff(value) ? Number.NEGATIVE_INFINITY : -value)
  return strength(after) < strength(before)
}

/** Schema of a choice, whose value on the wire is the index in `choices`. */
function choiceSchema(words: readonly string[]): z.ZodType {
  const last = words.length - 1
  const number = z.int('Pilih salah satu').min(0, 'Pilih salah satu').max(last, 'Pilih salah satu')
  return z.codec(number, z.enum(words), { decode: (index) => words[index] ?? '', encode: (word) => words.indexOf(word) })
}
