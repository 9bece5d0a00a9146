/** E-mails about changes of two-factor. They do not contain secrets or codes. */
import { type Email, notYou, securityBell } from '#contexts/system/outbox/outbox.ts'

export const switchedOn: Email = {
  subject: 'Verifikasi dua langkah aktif',
  bell: securityBell('/profile?tab=keamanan'),
  paragraphs: ['Verifikasi dua langkah di akun Lapak Anda baru saja diaktifkan dan semua sesi diakhiri.'],
  closing: [notYou],
}

export const switchedOff: Email = {
  subject: 'Verifikasi dua langkah dimatikan',
  bell: securityBell('/profile?tab=keamanan'),
  paragraphs: ['Verifikasi dua langkah di akun Lapak Anda baru saja dimatikan. Untuk masuk sekarang cukup dengan password.'],
  closing: [notYou],
}

export const recoveryRenewed: Email = {
  subject: 'Kode pemulihan baru',
  bell: securityBell('/profile?tab=keamanan'),
  paragraphs: ['Kode pemulihan akun Lapak Anda baru saja diganti. Kode yang lama tidak berlaku lagi.'],
  closing: [notYou],
}
