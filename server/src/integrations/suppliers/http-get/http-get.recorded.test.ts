/** Exchanges with HTTP GET servers, taken from manuals and operators, with invented names, numbers and shops. */
import { describe, expect, test } from 'vitest'
import { type Question, replayer } from '../../../../test/recorded-exchanges.ts'

const server = 'http://seller.example:7000'
const templates = {
  order: `${server}/beli?u=[userid]&pin=[pin]&p=[kodeproduk]&no=[tujuan]&ref=[refid]&ke=[counter]&qty=[qty]`,
  status: `${server}/cek?u=[userid]&ref=[refid]`,
  balance: `${server}/saldo?u=[username]&sign=[sign]`,
  inquiry: `${server}/tagihan?p=CEK[kodeproduk]&no=[tujuan]&ref=[refid]`,
  payment: `${server}/bayar?p=[kodeproduk]&no=[tujuan]&ref=[refid]&inq=[inqref]`,
}
const replay = replayer('http-get', { templates })
const understood = async (question: Question, answer: string) => (await replay(question, answer)).understood

describe('a request to an HTTP GET server', () => {
  test.each([
    ['an order', 'order', {}, '/beli?u=PA0001&pin=4321&p=S10&no=081234567890&ref=MKT-1001&ke=1&qty=1'],
    ['an open amount', 'order', { amount: 75_000n }, '/beli?u=PA0001&pin=4321&p=S10&no=081234567890&ref=MKT-1001&ke=1&qty=75000'],
    [
      'a number with signs in it',
      'order',
      { target: 'a&ref=1 (2)' },
      '/beli?u=PA0001&pin=4321&p=S10&no=a%26ref%3D1%20(2)&ref=MKT-1001&ke=1&qty=1',
    ],
    ['a question for the state', 'status', {}, '/cek?u=PA0001&ref=MKT-1001'],
    ['a question for a bill', 'inquiry', {}, '/tagihan?p=CEKS10&no=081234567890&ref=MKT-1001'],
    ['the payment of a bill', 'order', { payment: true, inquiryReference: 'Q/7' }, '/bayar?p=S10&no=081234567890&ref=MKT-1001&inq=Q%2F7'],
    ['a question whose number it is', 'customer', { productCode: 'CEKPLN' }, '/tagihan?p=CEKPLN&no=081234567890&ref=MKT-1001'],
    ['a question for the balance', 'balance', {}, '/saldo?u=pasar&sign=00000000000000000000000000000000'],
  ] as const)('is built from the seller’s template: %s', async (_, question, changes, sent) => {
    const left = (await replay(question, '', changes)).sent
    expect(left.replace(/sign=[0-9a-f]{32}$/, 'sign=')).toBe(sent.replace(/sign=[0-9a-f]{32}$/, 'sign='))
  })
})

describe('the answer of an HTTP GET server', () => {
  test.each([
    ['that it works on it', 'order', 'TRX S10.081234567890 SEDANG DIPROSES. Hrg: 10.250. Saldo: 489.750. R#MKT-1001', 'pending'],
    [
      'that it works on it, with another word order',
      'order',
      'Request S10 ke 081234567890 segera diproses Saldo=489750 CLIENTID=MKT-1001.',
      'pending',
    ],
    [
      'that it works on it, in English',
      'order',
      'R#MKT-1001 S10. 081234567890 INPROGRESS. TRXID: 14430673. @15:42:50.308103 23/10/2026',
      'pending',
    ],
    ['that the request was fine and is worked on', 'order', 'Permintaan berhasil, S10.081234567890 akan diproses', 'pending'],
    [
      'that it is delivered',
      'order',
      'TRX S10.081234567890 BERHASIL, HRG:10250 SN: 2301998877 WAKTU 2026-11-21 20:32:56. SISA SALDO:489750 CLIENTID=MKT-1001.',
      'success 2301998877',
    ],
    [
      'that it is delivered, by the style of a panel',
      'order',
      'Pembelian S10 ke 081234567890 BERHASIL. SN : 2301998877 Harga : 10.150 Sisa Saldo : 489.850 Ref. ID : MKT-1001',
      'success 2301998877',
    ],
    [
      'that it is delivered, by a sentence of the operator',
      'order',
      'TRX S10.081234567890 BERHASIL, HRG:10505 SN:Selamat, kirim pulsa dilakukan ke 081234567890 senilai Rp.10000 pada 04/01 18.00.24. SENDER = 089677. SISA SALDO:3138',
      'success Selamat, kirim pulsa dilakukan ke 081234567890 senilai Rp.10000 pada 04/01 18.00.24. SENDER = 089677',
    ],
    ['that it failed', 'order', 'TRX S10.081234567890 GAGAL, Nomor tujuan salah. SISA SALDO 500000 CLIENTID=MKT-1001.', 'failed'],
    [
      'that it was called off',
      'order',
      'TRX S10.081234567890 GAGAL, Dibatalkan Refund Rp.9.000 WAKTU 2026-11-21 21:23:43. SISA SALDO:287270 CLIENTID=MKT-1001.',
      'failed',
    ],
    [
      'that it failed in English',
      'order',
      'R#MKT-1001 S10. 081234567890 FAILED. REASON: . TRXID: 20356053. SISA SALDO: 17.495.479 - 0 = 17.495.479 @18:21',
      'failed',
    ],
    [
      'by JSON, with a word for its state',
      'order',
      '{"data":{"ref_id":"MKT-1001","destination":"081234567890","message":"R#MKT-1001 S10.081234567890, status SUKSES. SN/Ref: A~~5~@. RefId : 25229/155. Sisa saldo 10019625","status":"Sukses","sn":"A~~5~@. RefId : 25229/155"},"status":1}',
      'success A~~5~@. RefId : 25229/155',
    ],
    [
      'by JSON, in English',
      'order',
      '{"success":true,"code":"00","message":"Transaksi sedang diproses.","data":{"partner_ref":"MKT-1001","customer_no":"081234567890","status":"PROCESS"}}',
      'pending',
    ],
    [
      'by JSON, that it is delivered',
      'order',
      '{"success":true,"message":"Transaksi berhasil.","data":{"customer_no":"081234567890","status":"SUCCESS","sn":"R-9"}}',
      'success R-9',
    ],
    [
      'by JSON, of another number',
      'order',
      '{"success":true,"message":"Transaksi berhasil.","data":{"customer_no":"081399998888","status":"SUCCESS","sn":"R-9"}}',
      'unknown',
    ],
    ['by JSON, that it failed', 'status', '{"ref_id":"MKT-1001","status":"Gagal","message":"Nomor salah"}', 'failed'],
    ['by a number alone', 'order', '{"ref_id":"MKT-1001","status":1}', 'unknown'],
    ['by fields between bars', 'order', 'SUKSES|2301998877|489750', 'unknown'],
    ['that nothing is known', 'status', 'TIDAK ADA transaksi R#MKT-1001', 'not-found'],
    ['nothing but its balance', 'order', 'status= keterangan=. SALDO: 3405450140', 'unknown'],
    ['that it rests', 'order', 'MAINTENANCE', 'unknown'],
    ['with a page', 'order', '<!DOCTYPE html><title>Login sukses 081234567890</title>', 'unknown'],
    [
      'with a list, of which one is ours',
      'status',
      '[{"ref_id":"MKT-1001","status":"Sukses"},{"ref_id":"MKT-1002","status":"Gagal"}]',
      'success',
    ],
    [
      'with a list that says two things of ours',
      'status',
      '[{"ref_id":"MKT-1001","status":"Sukses"},{"ref_id":"MKT-1001","status":"Gagal"}]',
      'unknown',
    ],
    ['with a list of others', 'status', '[{"ref_id":"MKT-1003","status":"Sukses"},{"ref_id":"MKT-1002","status":"Gagal"}]', 'unknown'],
  ] as const)('is understood: %s', async (_, question, answer, expected) => {
    expect(await understood(question, answer)).toBe(expected)
  })
})

test.each([
  ['pin', { pin: 'ABCD-1234' }],
  ['voucher', { password: 'ABCD-1234' }],
  ['sn', { pin: 'ABCD-1234' }],
])('a secret of the seller that its server repeats in the field %s is not read as a serial number', async (name, access) => {
  const answer = JSON.stringify({ ref_id: 'MKT-1001', status: 'Sukses', [name]: 'ABCD-1234' })
  expect((await replay('order', answer, {}, access)).understood).toBe('success')
  expect((await replay('order', answer)).understood).toBe('success ABCD-1234')
})

test.each([
  ['the account and the PIN', 'PA0001-4321', { pin: '4321' }, 'success'],
  ['the PIN behind a serial number', '99812733, 4321', { pin: '4321' }, 'success'],
  ['a long password', 'XK-rahasiaku-12', { password: 'rahasiaku' }, 'success'],
  ['a group that is the PIN by chance', 'ZXCV-4321-BNMA', { pin: '4321' }, 'success ZXCV-4321-BNMA'],
])('a serial number that contains %s is read with care', async (_, sn, access, expected) => {
  const answer = JSON.stringify({ ref_id: 'MKT-1001', status: 'Sukses', sn })
  expect((await replay('order', answer, {}, access)).understood).toBe(expected)
})
