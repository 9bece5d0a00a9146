import type { Letter } from '../outbox/outbox.ts'

const notYou = 'Bukan Anda? Segera ganti password, hapus API key yang tidak Anda kenal, dan hubungi admin.'

export const callbackSecretReplaced: Letter = {
  subject: 'Secret callback diganti',
  paragraphs: ['Secret untuk memeriksa tanda tangan callback akun Anda baru saja diganti. Yang lama langsung tidak berlaku.'],
  closing: [notYou],
}

export const callbackChanged = (address: string): Letter => ({
  subject: 'Alamat callback diubah',
  paragraphs: [address === '' ? 'Alamat callback akun Anda dihapus.' : `Alamat callback akun Anda sekarang ${address}`],
  closing: [notYou],
})
