/** Exchanges with OtomaX servers, taken from manuals and operators, with invented names, numbers and shops. */
import { describe, expect, test } from 'vitest'
import { type Question, replayer } from '../../../../test/recorded-exchanges.ts'

const replay = replayer('otomax', {})
const understood = async (question: Question, answer: string) => (await replay(question, answer)).understood

describe('a request to an OtomaX server', () => {
  const what = 'memberID=PA0001&product=S10&qty=1&dest=081234567890&refID=MKT-1001'
  const sign = 'FwqNf5802SDmN83MMDT2Y-oXbE8'
  test.each([
    ['an order', 'order', {}, `/trx?${what}&sign=${sign}`],
    ['an open amount', 'order', { amount: 12_345n }, `/trx?${what.replace('qty=1', 'qty=12345')}&sign=${sign}`],
    ['a question for its state, which never buys', 'status', {}, `/trx?${what}&sign=${sign}&check=1`],
    ['a question for the balance', 'balance', {}, '/balance?memberID=PA0001&sign=3LxZd1pa8UTKIosnrpU3Z3hqYrM'],
  ] as const)('is sent in the documented form: %s', async (_, question, changes, sent) => {
    expect((await replay(question, '', changes)).sent).toBe(sent)
  })

  test.each([
    ['a question for a bill', 'inquiry', {}, 'CEKS10'],
    ['the payment of a bill', 'order', { payment: true }, 'BYRS10'],
    ['a question whose number it is', 'customer', { productCode: 'CEKPLN' }, 'CEKPLN'],
  ] as const)('has a product code with a prefix: %s', async (_, question, changes, code) => {
    expect((await replay(question, '', changes)).sent).toContain(`&product=${code}&`)
  })
})

const head = 'T#90012 R#MKT-1001 Telkomsel 10.000 S10.081234567890'

describe('the answer of an OtomaX server to an order', () => {
  test.each([
    ['it is taken', `${head} akan diproses. Saldo 500.000 - 10.150 = 489.850 @14:03`, 'pending'],
    [
      'it is taken, with an open amount',
      'T#9 R#MKT-1001 DANA bebas DN.081234567890 , QTY : 12345 akan diproses. Saldo 43.928 - 12.516 = 31.412 @19:14',
      'pending',
    ],
    [
      'it is taken, behind an advertisement',
      'PROMO SUKSES BERKAH: trx hari ini 1.350 R#MKT-1001 S10.081234567890 akan diproses @ 23/03 17.24.26',
      'pending',
    ],
    [
      'it is taken, as a line of fields',
      'status=1&message=KOMPLAIN MAX H+7 R# MKT-1001 S10.081234567890 akan diproses @19:39. Saldo 5,000,924 - 10,030 = 4,990,894',
      'pending',
    ],
    [
      'the one before has to end first',
      `Mhn tunggu trx sblmnya selesai: #MKT-1001 S10.081234567890 @21:58, status Menunggu Jawaban. Stok Pulsa 971.491.512`,
      'pending',
    ],
    [
      'it is delivered at once',
      `${head} SUKSES. SN/Ref: R210630.2203.210045. Saldo 500.000 - 10.150 = 489.850 @30/06 22:03`,
      'success R210630.2203.210045',
    ],
    [
      'delivered, with a balance in rupiah',
      '#90012 R#MKT-1001 S10.081234567890 SUKSES. SN : 0340910002. Saldo Rp.500.000 - 10.150 = Rp.489.850 . @02/05 15.26.51 kode_reseller=PA0001',
      'success 0340910002',
    ],
    [
      'delivered, with another word for the balance',
      'Qty#99000 R#MKT-1001 DN.081234567890 Hrg:99.090 Sukses. SN: BU**/2026040310. Stok:4.619.617 @03/04 12:56:59 RC:00',
      'success BU**/2026040310',
    ],
    [
      'delivered, with the balance shortened',
      'R#MKT-1001 S10.081234567890 SUKSES. SN/Ref: 0358920. Sld 547.885-25.125=522.760 @18/09 13:37:28 #BANK TUTUP',
      'success 0358920',
    ],
    [
      'delivered, with the balance under a name of its own',
      'R#MKT-1001 S10.081234567890 SUKSES. SN/Ref: 777. M-Bal : 5.000 - 1.000 = 4.000',
      'success 777',
    ],
    [
      'delivered, with our reference at the end',
      'status=20&message=S10.081234567890 SUKSES. SN: DNID/21000/20260331 saldo 4,990,894 - 21,030 = 4,969,864 @31/03 19:47:28 R#MKT-1001, harga = 21,030',
      'success DNID/21000/20260331',
    ],
    ['delivered, with our reference right behind the serial number', 'S10.081234567890 SUKSES. SN: A.B/9 R#MKT-1001', 'success A.B/9'],
    [
      'delivered, with a reference of the game inside the serial number',
      'R#MKT-1001 FF5.081234567890, status SUKSES. SN/Ref: Dewi@■12. RefId : 14472368765887. Sisa saldo 5121750',
      'success Dewi@■12. RefId : 14472368765887',
    ],
    [
      'delivered, and a refund is promised for others',
      `${head} SUKSES. SN: 12. Saldo 489.850 @14:03. Trx gagal otomatis refund`,
      'success 12',
    ],
    ['delivered, without any serial number', `${head} SUKSES. SN/Ref: . Saldo 489.850`, 'success'],
    [
      'a token with its customer',
      'R#MKT-1001 PLN20.081234567890 SUCCESS. SN: 2514-1798-8056-2280-2824/DEWI/R1M/900VA/33.7. TRXID: 20356853. SISA SALDO: 13.608 - 50 = 13.558 @09:46',
      'success 2514-1798-8056-2280-2824/DEWI/R1M/900VA/33.7',
    ],
    ['the number was wrong', `${head} GAGAL. Nomor tujuan salah. Saldo 500.000 @22:15`, 'failed'],
    ['the product is closed', 'Telkomsel 10.000 S10.081234567890 GAGAL. Stok sedang kosong/ditutup. Saldo 45.765.546 @18.37', 'failed'],
    ['the product is disturbed', 'R#MKT-1001 S10.081234567890 GAGAL. Produk sedang gangguan. Saldo 8.201.909 @15.41', 'failed'],
    [
      'the balance is too low, for this call',
      "R#'S10.081234567890' GAGAL. Saldo tidak cukup. Hrg 9.070, Saldo 1.793 Limit 0, proses 0",
      'refused',
    ],
    ['the PIN is wrong', 'S10.081234567890 GAGAL. Pin Salah', 'refused'],
    ['our address is unknown', 'IP tidak sesuai @203.0.113.9', 'refused'],
    [
      'this had been sold before',
      `${head} sudah pernah jam 09:00, status Sukses. SN: 12. Trx ke-2 gunakan format yang benar. Saldo 489.850`,
      'unknown',
    ],
    ['a number that is no text', 'status=55&message=R#MKT-1001 time out', 'unknown'],
    ['a bare reference and a product behind it', '#90012 R# GP500.081234567890 GAGAL Timeout. Saldo 5.990.898 @07.49', 'failed'],
    ['only a code', 'status=40&message=', 'unknown'],
    ['another order in the same text', `${head} akan diproses. R#MKT-1002 S10.081299998888 SUKSES. SN: 9`, 'unknown'],
    ['a number of somebody else', 'S10.081399998888 SUKSES. SN: 9. Saldo 489.850', 'unknown'],
    [
      'a number that is starred out, and our reference',
      'TRX LANCAR T#1 R#MKT-1001 S10.08123xxx890 SUKSES. SN/Ref:038xxx2443. Saldo 1',
      'success 038xxx2443',
    ],
    ['a number that is starred out', 'TRX LANCAR S10.08123xxx890 SUKSES. SN/Ref:038xxx2443. Saldo 1', 'unknown'],
  ])('is understood: %s', async (_, answer, expected) => {
    expect(await understood('order', answer)).toBe(expected)
  })
})

describe('the answer of an OtomaX server to a status query', () => {
  test.each([
    [
      'delivered',
      `${head} sudah pernah jam 14:03, status Sukses. SN: R230512.1908.2000FE. Hrg 10.150 Trx ke-2 gunakan format yang benar. Saldo 278.334`,
      'success R230512.1908.2000FE',
    ],
    [
      'delivered, with the hint for the next one right behind',
      'R#MKT-1001 PLN50.081234567890 sdh pernah jam 18.50, status Sukses. SN/Ref: 6610-4376/DEWI/R1/450/110.60KWH. Trx ke-2/hr: PLN50.2.081234567890.pin. Saldo 115',
      'success 6610-4376/DEWI/R1/450/110.60KWH',
    ],
    [
      'failed',
      `${head} sudah pernah jam 14:03, status Gagal. Mohon diperiksa kembali No tujuan sebelum di ulang. Hrg 10.150. Saldo 43.941.230`,
      'failed',
    ],
    ['running', 'Mhn tunggu trx sblmnya selesai: T#90012 R#MKT-1001 S10.081234567890 @14:03, status Menunggu Jawaban.', 'pending'],
    [
      'running, without a serial number',
      '#90012 R#MKT-1001 S10.081234567890 sdh pernah jam 12.39, status Menunggu Jawaban. SN/Ref: . Trx ke-2/hr: S10.2.081234567890.pin. Saldo 1.234.531.425,773',
      'pending',
    ],
    [
      'never seen, on a day',
      'TIDAK ADA transaksi Tujuan 081234567890 pada tgl 21/11/2026. Tidak ada data. Saldo 43.934.743',
      'not-found 2026-11-21 2026-21-11',
    ],
    [
      'never seen, on a day of two digits',
      'TIDAK ADA transaksi Tujuan "081234567890" pada tgl 21/11/26. Tidak ada data.',
      'not-found 2026-11-21 2026-21-11',
    ],
    [
      'never seen, on a day with a name',
      'TIDAK ADA transaksi Tujuan 081234567890 pada tgl 21 Nopember 2026. Tidak ada data.',
      'not-found 2026-11-21',
    ],
    ['never seen, on a day that nobody can read', 'TIDAK ADA transaksi Tujuan 081234567890 pada tgl Sabtu.', 'not-found Sabtu'],
    ['never seen, for another number', 'TIDAK ADA transaksi Tujuan "081399998888" pada tgl 21/11/2026.', 'unknown'],
    ['never seen, and yet sold', 'TIDAK ADA transaksi hari ini. Trx terakhir: R#MKT-1001 S10.081234567890 SUKSES', 'unknown'],
    ['the question was refused', 'GAGAL. Password Salah', 'unknown'],
  ])('is understood: %s', async (_, answer, expected) => {
    expect(await understood('status', answer)).toBe(expected)
  })
})

test.each([
  ['alone', 'Saldo 284.939', 'known 284939'],
  ['as a line of fields', 'status=20&message=Saldo 284.939', 'known 284939'],
  ['with a name before it', 'SALDO Toko Maju: Rp 1,284,939', 'known 1284939'],
  ['as stock', 'Stok Pulsa 971.491.512', 'known 971491512'],
  ['under a name of its own', 'M-Bal : 1.234.567', 'known 1234567'],
  ['not, since the PIN is wrong', 'Pin Salah', 'failed'],
  ['not, since the address is unknown', 'IP Anda 203.0.113.9 tidak terdaftar', 'failed'],
])('the balance answer of an OtomaX server is understood: %s', async (_, answer, expected) => {
  expect(await understood('balance', answer)).toBe(expected)
})
