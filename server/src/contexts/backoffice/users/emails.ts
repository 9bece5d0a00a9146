import { accountBell, type Email, securityBell } from '#contexts/system/outbox/outbox.ts'

const whyOf = (reason: string) => `Alasan: ${reason}`
const objection = 'Bila Anda merasa ini keliru, hubungi admin.'

const names = {
  name: 'nama',
  email: 'e-mail',
  phone: 'nomor telp',
  address: 'alamat',
  contact: 'kontak',
  province_id: 'provinsi',
  city_id: 'kota atau kabupaten',
  district_id: 'kecamatan',
} as const

interface Known {
  name: string
  email: string
}

interface Changed {
  before: Known
  after: Known
  changes: Partial<Record<keyof typeof names, unknown>>
  reason: string
  publicUrl: string
}

/** Text for the former phone number, sent if that number was verified. */
export const changedLine = 'Lapak: nomor ini dilepas dari akun Anda oleh admin. Bukan permintaan Anda? Segera hubungi admin.'

/** Sent to the current and to the former e-mail address. */
export const changedEmail = ({ before, after, changes, reason, publicUrl }: Changed): Email => ({
  subject: 'Data akun Lapak Anda diubah admin',
  bell: accountBell('/profile', 'account changed'),
  paragraphs: [
    `Admin mengubah ${sentence(Object.entries(names).flatMap(([field, word]) => (field in changes ? [word] : [])))} akun Anda.`,
    ...(changes.name === undefined ? [] : [`Nama: ${before.name} menjadi ${after.name}.`]),
    ...(changes.email === undefined
      ? []
      : [`E-mail: ${before.email} menjadi ${after.email}. Semua sesi diakhiri; masuk dan semua surat kini memakai alamat yang baru.`]),
    ...(changes.phone === undefined ? [] : ['Nomor telp harus diverifikasi lagi.']),
    whyOf(reason),
  ],
  action: { label: 'Buka Lapak', url: publicUrl },
  closing: ['Bukan permintaan Anda? Segera hubungi admin.'],
})

const sentence = (words: string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} dan ${words.at(-1) ?? ''}`

export const blockedEmail = (reason: string, sells: boolean): Email => ({
  subject: 'Akun Lapak Anda diblokir',
  bell: null,
  paragraphs: [
    'Admin memblokir akun Anda. Anda tidak bisa masuk, dan API key serta Jabber tidak diterima.',
    whyOf(reason),
    sells
      ? 'Toko Anda tutup. Pesanan yang masih berjalan diselesaikan seperti biasa, jadi biarkan server Anda menyala.'
      : 'Pesanan yang masih berjalan diselesaikan seperti biasa.',
  ],
  closing: [objection],
})

export const unblockedEmail = (reason: string, publicUrl: string): Email => ({
  subject: 'Akun Lapak Anda dibuka lagi',
  bell: accountBell('/home'),
  paragraphs: ['Blokir akun Anda dicabut: Anda bisa masuk lagi, dan API key Anda diterima seperti sebelumnya.', whyOf(reason)],
  action: { label: 'Masuk ke Lapak', url: `${publicUrl}/login` },
})

export const shopEmail = (open: boolean, reason: string, publicUrl: string): Email => ({
  subject: open ? 'Toko Anda dibuka admin' : 'Toko Anda ditutup admin',
  bell: accountBell('/penjualan'),
  paragraphs: [open ? 'Toko Anda menerima pesanan lagi.' : 'Toko Anda tidak menerima pesanan baru.', whyOf(reason)],
  action: { label: 'Ke Penjualan', url: `${publicUrl}/penjualan` },
  closing: [objection],
})

export const roleEmail = (reason: string, publicUrl: string): Email => ({
  subject: 'Anda sekarang admin Lapak',
  bell: accountBell('/profile?tab=keamanan'),
  paragraphs: ['Akun Anda mendapat peran admin.', whyOf(reason), 'Aktifkan verifikasi dua langkah sebelum mulai bekerja.'],
  action: { label: 'Buka Lapak', url: publicUrl },
})

/** For all administrators. `became` is the Indonesian text for what happened to the administrator with this name. */
export const ofAdministrator = (became: string, name: string, reason: string): Email => ({
  subject: `Admin Lapak: ${name} ${became}`,
  bell: securityBell('/admin/audit'),
  paragraphs: [`${name} ${became}.`, whyOf(reason)],
  closing: ['Bila ini tidak disepakati, segera periksa halaman audit dan ganti password Anda.'],
})
