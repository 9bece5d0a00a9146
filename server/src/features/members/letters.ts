import { type Letter, notYou } from '../outbox/outbox.ts'

export const phoneVerified = (phone: string): Letter => ({
  subject: 'Nomor telp diverifikasi',
  paragraphs: [`Nomor ${phone} baru saja diverifikasi untuk akun Lapak Anda. Kode OTP sekarang dikirim ke nomor itu.`],
  closing: [notYou],
})
