import { expect, test } from 'vitest'
import { orderOutcome, readText } from '#integrations/suppliers/answer.ts'
import { within } from '../../../../test/within.ts'
import { attemptForBuyer, failureForBuyer, failureReasons, isBuyersFault, writtenForBuyer } from './failure-reasons.ts'

const expected = { reference: 'MKT-1001', target: '081234567890' }
const about = 'TrxID=55017 S10 ke 081234567890'

/** Texts of sellers' servers, the state that each gives the order, and the text for the buyer. */
const phrases = [
  [`${about} GAGAL. Nomor salah. Saldo 500.000`, 'failed', 'Nomor tujuan salah'],
  [`${about} GAGAL. No. tujuan tidak terdaftar`, 'failed', 'Nomor tujuan salah'],
  [`${about} GAGAL. Nomor diblokir`, 'failed', 'Nomor tujuan diblokir'],
  [`${about} GAGAL. Akun reseller diblokir`, 'refused', 'Gagal di suplier'],
  [`${about} GAGAL. Tagihan sudah dibayar`, 'failed', 'Tagihan sudah dibayar'],
  [`${about} GAGAL. Stok kosong. Saldo 500.000`, 'failed', 'Stok suplier habis'],
  [`${about} GAGAL. Produk sedang cut off`, 'failed', 'Produk sedang cut-off'],
  [`${about} GAGAL. Produk gangguan`, 'failed', 'Produk sedang gangguan di suplier'],
  [`${about} dibatalkan, saldo di-refund`, 'failed', 'Gagal di suplier'],
  [`${about} tidak berhasil`, 'failed', 'Gagal di suplier'],
  [`${about} GAGAL. Nomor tidak aktif/masa tenggang. Saldo 500.000`, 'failed', 'Nomor tujuan tidak aktif'],
  [`${about} GAGAL. Nomor hangus`, 'failed', 'Nomor tujuan tidak aktif'],
  [`${about} GAGAL. Prefix tidak sesuai`, 'failed', 'Nomor tidak cocok dengan operator produk'],
  [`${about} GAGAL. Bukan nomor Telkomsel`, 'failed', 'Nomor tidak cocok dengan operator produk'],
  [`${about} status Gagal. Mohon diperiksa kembali No tujuan sebelum di ulang. Hrg 10.150`, 'failed', 'Nomor tujuan salah'],
  [`${about} GAGAL. Invalid MSISDN`, 'failed', 'Nomor tujuan salah'],
  [`${about} GAGAL. Nmr salah bos. Saldo 500.000`, 'failed', 'Nomor tujuan salah'],
  [`${about} GAGAL. No.HP salah/tdk aktif. Saldo 500.000`, 'failed', 'Nomor tujuan salah'],
  [`${about} GAGAL. Nomor tidak dikenal`, 'failed', 'Nomor tujuan salah'],
  [`${about} GAGAL. INCORRECT DESTINATION NUMBER`, 'failed', 'Nomor tujuan salah'],
  [`${about} GAGAL. Jumlah digit kurang`, 'failed', 'Nomor tujuan salah'],
  [`${about} GAGAL. Akun DANA tidak terdaftar`, 'failed', 'Nomor tujuan salah'],
  [`${about} GAGAL. ID produk salah`, 'failed', 'Gagal di suplier'],
  [`${about} GAGAL. Saldo 500.000. Alasan: Nomor tujuan salah`, 'failed', 'Nomor tujuan salah'],
  [`${about} GAGAL. Nomor kadaluarsa`, 'failed', 'Nomor tujuan tidak aktif'],
  [`${about} GAGAL. Nomor tujuan belum registrasi NIK`, 'failed', 'Nomor tujuan tidak aktif'],
  [`${about} GAGAL. Hrg 10.250. Nomor tujuan tidak aktif. Saldo 500.000`, 'failed', 'Nomor tujuan tidak aktif'],
  [`${about} GAGAL. Kartu bukan XL/Axis`, 'failed', 'Nomor tidak cocok dengan operator produk'],
  [`${about} GAGAL. Operator gangguan, bukan nomor salah`, 'failed', 'Produk sedang gangguan di suplier'],
  [`${about} GAGAL. ID pelanggan tidak ditemukan`, 'failed', 'Nomor tujuan salah'],
  [`${about} GAGAL. Ref ID/TrxID tidak valid. Saldo 1`, 'refused', 'Gagal di suplier'],
  [`${about} GAGAL. Trx ID tidak ditemukan`, 'unknown', 'Gagal di suplier'],
  [`${about} GAGAL. Stok: 113.533.847 @14:03`, 'failed', 'Gagal di suplier'],
  [`${about} GAGAL. Stok Anda 113.533.847. Nomor salah hubungi CS`, 'failed', 'Gagal di suplier'],
  [`${about} GAGAL Timeout. Saldo 1 #BANK CLOSE`, 'failed', 'Gagal di suplier'],
  [`${about} GAGAL. Timeout #XL CLOSE`, 'failed', 'Gagal di suplier'],
  [`${about} GAGAL. Saldo Anda limit, produk ditutup`, 'refused', 'Gagal di suplier'],
  [`${about} GAGAL. Stock habis`, 'failed', 'Stok suplier habis'],
  ['Saldo tidak cukup, silahkan deposit', 'refused', 'Gagal di suplier'],
  ['Pin Salah', 'refused', 'Gagal di suplier'],
  ['Password Salah', 'refused', 'Gagal di suplier'],
  ['Pengguna tidak ditemukan', 'refused', 'Gagal di suplier'],
  ['IP tidak sesuai @203.0.113.9', 'refused', 'Gagal di suplier'],
  ['Too short', 'refused', 'Gagal di suplier'],
] as const

test.each(phrases)('the seller text %j means the state %s, and the buyer reads %j', (words, means, read) => {
  expect(orderOutcome(readText(words, expected, {})).state).toBe(means)
  expect(attemptForBuyer('failed', words)).toBe(read)
})

test('each reason that buyers can read occurs in a phrase of the table above', () => {
  const read = new Set<string>(phrases.map(([, , words]) => words))
  expect(failureReasons.map(({ text }) => text).filter((text) => !read.has(text))).toEqual([])
})

test.each([
  ['GAGAL. Nomor tidak aktif/masa tenggang', true],
  ['GAGAL. Mohon diperiksa kembali No tujuan', true],
  ['GAGAL. Prefix tidak sesuai', true],
  ['GAGAL. Nomor salah', true],
  ['GAGAL. Ref ID/TrxID tidak valid', false],
  ['GAGAL. IDTRX salah', false],
  ['GAGAL. Stok: 113.533.847', false],
  ['GAGAL. Timeout. #Nomor salah hangus', false],
  ['GAGAL', false],
])('the failure text %j is the buyer’s fault: %s', (words, isBuyers) => {
  expect(isBuyersFault(`${about} ${words}`)).toBe(isBuyers)
})

test.each([
  ['R#INQmwr02 PLN20.140812 GAGAL. Nomor pelanggan salah.. Saldo 500.000', 'Nomor tujuan salah'],
  ['TrxID: 55017 gagal, saldo anda 500.000', 'Gagal di suplier'],
  ['Pelanggan membatalkan', 'Pelanggan membatalkan'],
  ['Gagal, nomor hangus menurut operator (ref. kami menyusul)', 'Gagal, nomor hangus menurut operator (ref. kami menyusul)'],
  ['', ''],
])('if a person writes the reason %j, the buyer reads %j', (words, read) => {
  expect(writtenForBuyer(words)).toBe(read)
})

test.each(['no ', 'nomor  ', 'id a ', 'cut ', 'cut', ' ', 'a', '-', 'tagihan ', 'sudah ', 'R#', 'trx id ', 'gagal'])(
  'a text that repeats %j very often is evaluated quickly',
  async (piece) => {
    for (const words of [
      piece.repeat(200_000 / piece.length),
      `no ${piece.repeat(200_000 / piece.length)}`,
      `cut${piece.repeat(200_000 / piece.length)}`,
    ])
      await within(200, async () => {
        const begun = performance.now()
        failureForBuyer(words)
        writtenForBuyer(words)
        return performance.now() - begun
      })
  },
)
