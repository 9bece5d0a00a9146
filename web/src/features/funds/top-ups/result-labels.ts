/** Texts for the result of a top-up, from the specification (B-MSG-16, B-MSG-17). */
export const topUpPaid = 'Pembayaran Berhasil'
export const topUpFailed = 'Pembayaran Gagal dilakukan'
