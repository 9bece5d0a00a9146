/** Texts for the result of a top-up, from the specification (B-MSG-16, B-MSG-17). */
export const topupPaid = 'Pembayaran Berhasil'
export const topupFailed = 'Pembayaran Gagal dilakukan'
