/** The results of a top-up in the texts of the specification (B-MSG-16, B-MSG-17). */
export const topupPaid = 'Pembayaran Berhasil'
export const topupFailed = 'Pembayaran Gagal dilakukan'
