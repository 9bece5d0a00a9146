import { demoAdmin, demoBuyers, demoSellers } from './people.ts'

export interface DemoPost {
  by: string
  hoursAgo: number
  words: string
  likes: readonly string[]
  comments: readonly { by: string; hoursAgo: number; words: string }[]
}

const [buyer = '', second = '', third = ''] = demoBuyers.map(({ email }) => email)
const [seller = '', other = ''] = demoSellers.map(({ email }) => email)

/** Public posts of the demo's members, oldest first. */
export const demoPosts: readonly DemoPost[] = [
  {
    by: second,
    hoursAgo: 49,
    words: 'Ada yang pernah coba token PLN di atas jam 10 malam? Suplier mana yang paling cepat kirim token?',
    likes: [buyer],
    comments: [
      { by: seller, hoursAgo: 48, words: 'Server kami jalan 24 jam, token rata-rata di bawah 10 detik.' },
      { by: third, hoursAgo: 47, words: 'Saya pasang dua suplier di daftar, kalau yang satu gangguan pindah sendiri.' },
    ],
  },
  {
    by: other,
    hoursAgo: 26,
    words: 'Paket data mingguan sudah kami turunkan harganya mulai hari ini. Harga khusus untuk langganan bisa lewat chat.',
    likes: [second, third],
    comments: [],
  },
  {
    by: demoAdmin.email,
    hoursAgo: 20,
    words: 'Pasang dua suplier atau lebih untuk produk yang sama: bila yang pertama gagal, pesanan diteruskan ke yang berikutnya.',
    likes: [buyer, second, seller],
    comments: [{ by: buyer, hoursAgo: 19, words: 'Terbantu sekali waktu gangguan kemarin.' }],
  },
  {
    by: seller,
    hoursAgo: 3,
    words: 'Stok voucher fisik masuk lagi pagi ini.\nPesanan di atas 50 lembar mohon kabari dulu lewat chat.',
    likes: [],
    comments: [],
  },
]
