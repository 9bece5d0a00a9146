import { type Email, notYou, securityBell } from '#contexts/system/outbox/outbox.ts'

export const phoneVerified = (phone: string): Email => ({
  subject: 'Nomor telp diverifikasi',
  bell: securityBell('/profile'),
  paragraphs: [`Nomor ${phone} baru saja diverifikasi untuk akun Lapak Anda. Kode OTP sekarang dikirim ke nomor itu.`],
  closing: [notYou],
})
