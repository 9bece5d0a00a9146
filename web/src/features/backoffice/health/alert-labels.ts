import type { HealthAlert, HealthMatter } from '@lapak/contract/backoffice/health'
import type { LinkProps } from '@tanstack/react-router'

/** What an administrator does first about each kind of alert. */
export const alertInstructions: Record<HealthMatter, string> = {
  restore:
    'Jalankan npm run restored di server: ia menunjukkan apa yang mungkin hilang. Bandingkan dengan suplier, bank dan penyedia, lalu konfirmasi.',
  workers: 'Nyalakan proses worker dan baca log terakhirnya. Selama ini pesanan diterima tetapi tidak dikirim ke suplier.',
  orders: 'Lihat suplier mana yang tidak menjawab, cek ulang transaksinya, lalu hubungi supliernya.',
  purchases: 'Buka peringatan transaksi satu per satu: ambil, pastikan ke suplier, lalu akhiri.',
  seller: 'Hubungi suplier. Selama istirahat pesanan pindah ke suplier lain; setelah servernya pulih ia dicoba lagi sendiri.',
  callbacks: 'Server pembeli mungkin mati. Bila semuanya tertahan, periksa proses worker dan jaringan keluar.',
  messages: 'Tes e-mail dan WhatsApp di Pengaturan, tab Penghubung. Selama ini kode OTP mungkin tidak sampai.',
  jobs: 'Periksa apakah proses worker berjalan.',
  jobs_failed: 'Periksa log worker; tugas yang gagal tidak dicoba lagi.',
  bankfeed: 'Periksa layanan feed. Selama ini topup lewat transfer menunggu file mutasi atau admin.',
  jabber: 'Periksa server XMPP, nama dan password akunnya, dan apakah proses xmpp berjalan. Selama ini pesanan lewat Jabber tidak dijawab.',
  jabber_gap:
    'Arsip server XMPP tidak lagi memuat pesan sejak terakhir dibaca. Periksa lama simpannya; member yang tidak dijawab diminta mengirim ulang.',
  jabber_no_archive:
    'Pesan yang masuk saat Lapak mati boleh hilang. Nyalakan arsip pesan (MAM) di server XMPP, disimpan lebih lama daripada gangguan terpanjang Anda.',
  push: 'Periksa PUSH_SUBJECT: alamat yang nyata, mailto: atau https:. Selama ditolak, tiap peramban di layanan itu dicoba lagi sekali per jam.',
  disk: 'Beri server ini disk yang lebih besar, atau pindahkan cadangan dan log lama. Disk penuh menghentikan pembukuan dan unggahan.',
  books: 'Jangan bukukan apa pun dengan tangan. Buka pemeriksaan di Akun kas dan lihat barisnya.',
  books_late: 'Minta pemeriksaan di Akun kas, dan periksa apakah proses worker berjalan malam hari.',
  backup: 'Baca sebabnya di kartu Cadangan data. Atur tempat cadangan di server, atau jalankan npm run backup dan lihat hasilnya.',
  drill: 'Jalankan npm run restore:drill di server dan baca hasilnya. Selama gagal, cadangan belum tentu dapat dipulihkan.',
}

interface Way {
  label: string
  to: LinkProps['to']
  search?: LinkProps['search']
}

/** A link to the page on which the problem of the alert can be solved; null if there is no such page. */
export function solutionLinkOf({ matter, subject }: HealthAlert): Way | null {
  switch (matter) {
    case 'orders':
      return { label: 'Transaksi pending', to: '/trxadm', search: { statustrx: '0' } }
    case 'purchases':
      return { label: 'Peringatan transaksi', to: '/trxadm', search: { tab: 'peringatan' } }
    case 'seller':
      return { label: 'Transaksi suplier ini', to: '/trxadm', search: { sellerid: subject } }
    case 'bankfeed':
      return { label: 'Mutasi bank', to: '/mutasibank' }
    case 'books':
    case 'books_late':
      return { label: 'Akun kas', to: '/account' }
    default:
      return null
  }
}
