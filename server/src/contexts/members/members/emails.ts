import { type Email, notYou, security } from '#contexts/system/outbox/outbox.ts'

export const phoneVerified = (phone: string): Email => ({
  subject: 'Nomor telp diverifikasi',
  bell: security('/profile'),
  paragraphs: [`Nomor ${phone} baru saja diverifikasi untuk akun Lapak Anda. Kode OTP sekarang dikirim ke nomor itu.`],
  closing: [notYou],
})
