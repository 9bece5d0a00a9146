import { type Email, notYourProgram, securityBell } from '#contexts/system/outbox/outbox.ts'

export const callbackSecretReplaced: Email = {
  subject: 'Secret callback diganti',
  bell: securityBell('/profile?tab=api'),
  paragraphs: ['Secret untuk memeriksa tanda tangan callback akun Anda baru saja diganti. Yang lama langsung tidak berlaku.'],
  closing: [notYourProgram],
}

/** The state of an origin's verification, which determines the text of the e-mail. */
export type EndpointVerificationState = 'verified' | 'requested' | 'not_requested'

const howAsked =
  'Kami mengirim tantangan (callback.challenge) ke sana. Server Anda menjawabnya dengan kode yang sama, atau Anda mengetik kode dari log server di Profile > API.'

const howUnasked =
  'Hari ini sudah terlalu banyak alamat lain yang kami tantang untuk akun Anda, jadi yang ini belum. Minta tantangannya di Profile > API.'

const howToVerify = (state: Exclude<EndpointVerificationState, 'verified'>) => (state === 'requested' ? howAsked : howUnasked)

export const callbackChanged = (address: string, state: EndpointVerificationState): Email => ({
  subject: 'Alamat callback diubah',
  bell: securityBell('/profile?tab=api'),
  paragraphs: [
    address === '' ? 'Alamat callback akun Anda dihapus.' : `Alamat callback akun Anda sekarang ${address}`,
    ...(state === 'verified' ? [] : [`Sampai alamat itu terbukti milik Anda, callback ditahan. ${howToVerify(state)}`]),
  ],
  closing: [notYourProgram],
})

export const callbackHeld = (origin: string, state: 'requested' | 'not_requested'): Email => ({
  subject: 'Alamat callback menunggu bukti',
  bell: securityBell('/profile?tab=api'),
  paragraphs: [
    `Hasil pesanan untuk ${origin} sudah ada, tetapi belum dikirim karena alamat itu belum terbukti milik Anda. Pesanan tetap berjalan, dan yang tertahan dikirim begitu alamat terbukti.`,
    howToVerify(state),
  ],
  closing: [notYourProgram],
})

export const callbackVerified = (origin: string): Email => ({
  subject: 'Alamat callback terbukti',
  bell: securityBell('/profile?tab=api'),
  paragraphs: [
    `${origin} terbukti dibaca oleh akun Anda. Callback dari akun Anda boleh dikirim ke semua alamat di sana sampai Anda mencabut buktinya di Profile > API.`,
  ],
  closing: [notYourProgram],
})
