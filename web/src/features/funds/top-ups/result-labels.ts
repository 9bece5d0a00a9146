/** How a top-up ended, in the words of the specification (B-MSG-16, B-MSG-17). */
export const topupPaid = 'Pembayaran Berhasil'
export const topupFailed = 'Pembayaran Gagal dilakukan'
