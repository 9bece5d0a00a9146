import { type Letter, notYourProgram } from '../outbox/outbox.ts'

export const callbackSecretReplaced: Letter = {
  subject: 'Secret callback diganti',
  paragraphs: ['Secret untuk memeriksa tanda tangan callback akun Anda baru saja diganti. Yang lama langsung tidak berlaku.'],
  closing: [notYourProgram],
}

export const callbackChanged = (address: string): Letter => ({
  subject: 'Alamat callback diubah',
  paragraphs: [address === '' ? 'Alamat callback akun Anda dihapus.' : `Alamat callback akun Anda sekarang ${address}`],
  closing: [notYourProgram],
})
