/** E-mails about access to an account. */
import { linkValidity } from '@lapak/contract/shared/mailed-links'
import { accountBell, type Email, notYou, securityBell } from '#contexts/system/outbox/outbox.ts'

const ignoreIt = 'Bila Anda tidak memintanya, abaikan e-mail ini; tidak ada yang berubah pada akun Anda.'

/**
 * The address is not verified yet, and anyone can enter a sign-up with this address and any name. The name is left out if it contains digits or if a
 * mail program could turn a part of it into a link. Letters, dots, commas, apostrophes and hyphens are allowed, and a space is added after each dot,
 * as in 'S. Kom'.
 */
const unverifiedGreeting = (name: string): string =>
  /^[\p{L}\p{M} .,'’-]+$/u.test(name) && !/[\p{L}\p{M}]{2}\.[\p{L}\p{M}]/u.test(name)
    ? `Halo ${name.replace(/\.(?=[\p{L}\p{M}])/gu, '. ')},`
    : 'Halo,'

export const activationEmail = (name: string, url: string): Email => ({
  subject: 'Aktivasi akun Lapak',
  bell: null,
  paragraphs: [
    unverifiedGreeting(name),
    'Terima kasih sudah mendaftar di Lapak. Tekan tombol di bawah ini, lalu masukkan password yang Anda pilih saat mendaftar untuk mengaktifkan akun Anda. Bila lupa, password baru bisa dibuat di halaman itu.',
  ],
  action: { label: 'Aktifkan akun', url },
  closing: [
    `Link ini berlaku ${linkValidity('activate')} dan hanya bisa dipakai sekali.`,
    'Bila Anda tidak mendaftar di Lapak, abaikan e-mail ini.',
  ],
})

export const alreadyMemberEmail = (name: string, forgotUrl: string): Email => ({
  subject: 'Pendaftaran dengan e-mail Anda di Lapak',
  bell: null,
  paragraphs: [
    `Halo ${name},`,
    'Seseorang baru saja mendaftar di Lapak dengan alamat e-mail ini, padahal Anda sudah punya akun. Tidak ada yang berubah pada akun Anda.',
    'Bila itu Anda sendiri dan lupa password, buat password baru di halaman lupa password.',
  ],
  action: { label: 'Lupa password', url: forgotUrl },
  closing: ['Bila bukan Anda, abaikan e-mail ini.'],
})

export const welcomeEmail = (name: string, loginUrl: string, key: { apikey: string; secret: string }): Email => ({
  subject: 'Selamat datang di Lapak',
  bell: null,
  paragraphs: [
    `Halo ${name},`,
    'Akun Anda sudah aktif. Di bawah ini API key dan secret pertama Anda untuk bertransaksi dari server sendiri. Simpan baik-baik: secret tidak ditampilkan lagi di mana pun.',
  ],
  action: { label: 'Masuk ke Lapak', url: loginUrl },
  facts: [
    { label: 'API key', value: key.apikey },
    { label: 'Secret', value: key.secret },
  ],
  closing: ['Lapak tidak pernah meminta password, secret atau kode OTP Anda.'],
})

export const resetEmail = (name: string, url: string): Email => ({
  subject: 'Reset password Lapak',
  bell: null,
  paragraphs: [`Halo ${name},`, 'Ada permintaan untuk membuat password baru bagi akun Anda.'],
  action: { label: 'Buat password baru', url },
  closing: [`Link ini berlaku ${linkValidity('reset')} dan hanya bisa dipakai sekali.`, ignoreIt],
})

export const signInEmail = (name: string, url: string): Email => ({
  subject: 'Link masuk Lapak',
  bell: null,
  paragraphs: [
    `Halo ${name},`,
    'Ada yang terlalu sering salah memasukkan password atau kode authenticator akun Anda. Tekan tombol di bawah ini di perangkat yang ingin Anda pakai, lalu masuk dengan password Anda seperti biasa.',
  ],
  action: { label: 'Masuk ke Lapak', url },
  closing: [
    `Link ini berlaku ${linkValidity('sign_in')} dan hanya bisa dipakai sekali.`,
    'Bila bukan Anda yang mencoba masuk, abaikan e-mail ini: tanpa link ini percobaan di perangkat lain tidak diterima.',
  ],
})

/** `undone` lists in sentences what else was ended. */
export const passwordChangedEmail = (name: string, publicUrl: string, undone: readonly string[]): Email => ({
  subject: 'Password Lapak Anda diganti',
  bell: securityBell('/periksaakun'),
  paragraphs: [`Halo ${name},`, 'Password akun Anda baru saja diganti dan semua sesi diakhiri.', ...undone],
  action: { label: 'Bukan saya, buat password baru', url: `${publicUrl}/forgot` },
  facts: [{ label: 'Periksa semua yang mungkin ditinggalkan orang lain di akun Anda', value: `${publicUrl}/periksaakun` }],
})

export const lostFactorEmail = (name: string): Email => ({
  subject: 'Verifikasi dua langkah dihapus operator',
  bell: securityBell('/profile?tab=keamanan'),
  paragraphs: [
    `Halo ${name},`,
    'Operator Lapak menghapus verifikasi dua langkah dari akun Anda dan mengakhiri semua sesi. Untuk masuk sekarang cukup dengan password.',
  ],
  closing: ['Bila Anda tidak memintanya, segera ganti password dan hubungi admin.'],
})

export const codesGuessedEmail = (name: string, ipAddress: string): Email => ({
  subject: 'Kode authenticator salah di akun Lapak Anda',
  bell: securityBell('/periksaakun'),
  paragraphs: [
    `Halo ${name},`,
    `Seseorang yang tahu password akun Anda, dari IP ${ipAddress}, beberapa kali memasukkan kode authenticator yang salah. Tanpa kode itu tidak ada yang bisa masuk.`,
  ],
  closing: [notYou],
})

export const providerLinkedEmail = (name: string, provider: string, forgotUrl: string): Email => ({
  subject: `Akun ${provider} dihubungkan ke Lapak`,
  bell: securityBell('/periksaakun'),
  paragraphs: [`Halo ${name},`, `Akun ${provider} dengan alamat e-mail ini sekarang dapat dipakai untuk masuk ke akun Lapak Anda.`],
  action: { label: 'Bukan saya, buat password baru', url: forgotUrl },
})

export const firstAdministratorEmail = (name: string, publicUrl: string): Email => ({
  subject: 'Lapak Anda siap diatur',
  bell: accountBell('/admdashboard'),
  paragraphs: [
    `Halo ${name},`,
    'Anda admin pertama Lapak ini. Aktifkan verifikasi dua langkah, lalu undang admin kedua: keputusan besar membutuhkan dua admin.',
  ],
  action: { label: 'Buka Lapak', url: `${publicUrl}/admdashboard` },
  closing: [notYou],
})

export const administratorInvitedEmail = (url: string): Email => ({
  subject: 'Undangan menjadi admin Lapak',
  bell: null,
  paragraphs: [
    'Halo,',
    'Operator Lapak mengundang Anda menjadi admin. Tekan tombol di bawah ini dan buat password Anda; setelah masuk, aktifkan verifikasi dua langkah.',
  ],
  action: { label: 'Buat password', url },
  closing: [
    `Link ini berlaku ${linkValidity('activate')} dan hanya bisa dipakai sekali.`,
    'Bila Anda tidak mengenal Lapak, abaikan e-mail ini.',
  ],
})

export const administratorPromotedEmail = (publicUrl: string): Email => ({
  subject: 'Anda sekarang admin Lapak',
  bell: accountBell('/profile?tab=keamanan'),
  paragraphs: ['Operator Lapak memberi akun Anda peran admin.', 'Aktifkan verifikasi dua langkah sebelum mulai bekerja.'],
  action: { label: 'Buka Lapak', url: publicUrl },
})

/** For those who were administrators before. */
export const administratorAddedEmail = (name: string, reason: string): Email => ({
  subject: `Admin Lapak: ${name} menjadi admin`,
  bell: securityBell('/admin/audit'),
  paragraphs: [`${name} dijadikan admin oleh operator, langsung di server Lapak.`, `Alasan: ${reason}`],
  closing: ['Bila ini tidak disepakati, segera periksa halaman audit.'],
})
