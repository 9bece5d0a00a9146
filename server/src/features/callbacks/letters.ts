import { type Letter, notYourProgram } from '../outbox/outbox.ts'

export const callbackSecretReplaced: Letter = {
  subject: 'Secret callback diganti',
  paragraphs: ['Secret untuk memeriksa tanda tangan callback akun Anda baru saja diganti. Yang lama langsung tidak berlaku.'],
  closing: [notYourProgram],
}

const howProved =
  'Kami mengirim tantangan (callback.challenge) ke sana. Server Anda menjawabnya dengan kode yang sama, atau Anda mengetik kode dari log server di Profile > API.'

export const callbackChanged = (address: string, proved: boolean): Letter => ({
  subject: 'Alamat callback diubah',
  paragraphs: [
    address === '' ? 'Alamat callback akun Anda dihapus.' : `Alamat callback akun Anda sekarang ${address}`,
    ...(proved ? [] : [`Sampai alamat itu terbukti milik Anda, callback ditahan. ${howProved}`]),
  ],
  closing: [notYourProgram],
})

export const callbackHeld = (origin: string): Letter => ({
  subject: 'Alamat callback menunggu bukti',
  paragraphs: [
    `Hasil pesanan untuk ${origin} sudah ada, tetapi belum dikirim karena alamat itu belum terbukti milik Anda. Pesanan tetap berjalan, dan yang tertahan dikirim begitu alamat terbukti.`,
    howProved,
  ],
  closing: [notYourProgram],
})
