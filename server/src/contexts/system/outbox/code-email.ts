import type { CodeMessage, Email } from './outbox.ts'

/** A code that goes by mail. */
export const codeEmail = ({ code, use, minutes }: CodeMessage): Email => ({
  subject: `Kode OTP untuk ${use}`,
  bell: null,
  paragraphs: [`Masukkan kode ini di Lapak untuk ${use}. Kode berlaku ${minutes} menit dan hanya bisa dipakai sekali.`],
  facts: [{ label: 'Kode OTP', value: code }],
  closing: [
    'Jangan berikan kode ini kepada siapa pun. Lapak dan petugasnya tidak pernah memintanya.',
    'Bila Anda tidak meminta kode ini, abaikan email ini dan ganti password Anda.',
  ],
})
