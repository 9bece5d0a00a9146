import { expect, test } from 'vitest'
import { splitReason } from '#features/ordering/purchases/list/reason-text.ts'

test.each([
  ['R#INQmwr02 PLN20.140812 GAGAL. Nomor pelanggan salah..', 'Nomor pelanggan salah'],
  ['TrxID=55017 S10 ke 081234567890 GAGAL. Nomor salah. Saldo 500.000', 'Nomor salah'],
  ['R#MKT-1001 S10.0812 GAGAL, stok kosong. Sisa saldo 1.500.000 - 10.500', 'Stok kosong'],
  ['CEK PLN20.1408 GAGAL. Nomor pelanggan salah. R#INQ1', 'Nomor pelanggan salah'],
])('extracts the reason from the answer %j and also returns the full answer', (words, reason) => {
  expect(splitReason(words)).toEqual({ reason, whole: words })
})

test.each(['Nomor tujuan salah', 'Gagal di suplier', 'Pelanggan membatalkan, saldo dikembalikan', 'Stok 10.000 habis', '', '...'])(
  'returns the answer %j unchanged as the reason',
  (words) => {
    expect(splitReason(words)).toEqual({ reason: words, whole: null })
  },
)

test.each(['.', '. ', 'R#', 'gagal ', 'R# gagal. ', ' ', 'saldo. '])('parses a long repetition of %j in less than a second', (piece) => {
  const words = piece.repeat(200_000 / piece.length)
  const begun = performance.now()
  splitReason(words)
  expect(performance.now() - begun).toBeLessThan(1_000)
})
