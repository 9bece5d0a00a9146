/**
 * Replies with their reading for each kind of call. A refusal of one call ends an order only if that call was the only one, so the same text may end
 * the order in the answer to it, and leave it open in the answer to a status query and in a report.
 */
import type { SupplierKind } from '@lapak/contract/catalogue/seller-api'
import { describe, expect, test } from 'vitest'
import { parseReport } from '#integrations/suppliers/report.ts'
import { inShort, replayer } from '../../../test/recorded-exchanges.ts'

interface Order {
  kind: SupplierKind
  target: string
  productCode: string
  productName: string | null
}

/** How the text is read in the answer to an order, to a status query, and in a report. One reading is that of all three; '-' is not sent that way. */
type Readings = readonly [all: string] | readonly [order: string, status: string, report: string]
type Row = readonly [Readings, text: string, changes?: Partial<Order>]

const rows = (...given: readonly Row[]) => given.map(([readings, text, changes = {}]) => [readings, text, changes] as const)

const address = 'http://seller.example/x?to=[tujuan]'
const templates = { order: address, status: address }

async function isRead(readings: Readings, text: string, changes: Partial<Order>): Promise<void> {
  const order: Order = {
    ...{ kind: hasFields(text) ? 'http-get' : 'otomax', target: '081234567890', productCode: 'S10', productName: null },
    ...changes,
  }
  const ask = async (question: 'order' | 'status') => (await replayer(order.kind, { templates })(question, text, order)).understood
  const [inOrder, inStatus = inOrder, inReport = inOrder] = readings
  const read = [
    inOrder === '-' ? '-' : await ask('order'),
    inStatus === '-' ? '-' : await ask('status'),
    inReport === '-' ? '-' : reported(text, order, inOrder === '-'),
  ]
  expect(read).toEqual([inOrder, inStatus, inReport])
}

const hasFields = (text: string): boolean => /^[{<]/.test(text)

/** A text is the message of a report; a text that can only be a report is its query. */
function reported(text: string, { kind, target, productName }: Order, isQuery: boolean): string {
  const query = isQuery ? text : `refid=MKT-1001&message=${encodeURIComponent(text)}`
  const [inQuery, body] = hasFields(text) ? ['', text] : [query, '']
  const report = parseReport(kind, inQuery, body, {}, target, productName)
  return report?.reference === 'MKT-1001' ? inShort(report.outcome) : 'null'
}

describe('the reader', () => {
  test.each(
    rows(
      [['refused', 'unknown', 'unknown'], 'R#MKT-1001 S10.081234567890 GAGAL. Saldo anda Rp1.250, tidak mencukupi utk trx Rp10.250'],
      [['refused', 'unknown', 'unknown'], 'R#MKT-1001 S10.081234567890 GAGAL. Saldo 1.250 tidak cukup'],
      [['refused', 'unknown', 'unknown'], 'R#MKT-1001 S10.081234567890 GAGAL. Sisa saldo: 1.250, kurang 9.000'],
      [['refused', 'unknown', 'unknown'], 'R#MKT-1001 S10.081234567890 GAGAL. Saldo 1.250 < Hrg 10.250'],
      [['refused', 'unknown', 'unknown'], 'R#MKT-1001 S10.081234567890 GAGAL. Deposit: Rp 1.250 (min. Rp 10.000)'],
      [['refused', 'unknown', 'unknown'], 'R#MKT-1001 S10.081234567890 GAGAL. Harga 10.250 melebihi hargamax 10.000. Saldo 489.750'],
      [['refused', 'unknown', 'unknown'], 'R#MKT-1001 S10.081234567890 GAGAL. Limit 0, Sisa 1.250, Butuh 10.250'],
      [['refused', 'unknown', 'unknown'], 'R#MKT-1001 S10.081234567890 GAGAL. Total 10.250, saldo anda hanya 1.250'],
      [['refused', 'unknown', 'unknown'], 'R#MKT-1001 Saldo 1.250 tidak cukup. S10.081234567890 GAGAL'],
      [['refused', 'unknown', 'unknown'], 'R#MKT-1001 S10.081234567890 GAGAL. Limit 50 trx/hari terlampaui. Saldo 489.750'],
      [['refused', 'unknown', 'unknown'], 'R#MKT-1001 S10.081234567890 GAGAL. Kuota 100 hit/menit habis'],
      [['refused', 'unknown', 'unknown'], 'R#MKT-1001 S10.081234567890 GAGAL, saldo 489.750 diblokir sementara'],
      [['refused', 'unknown', 'unknown'], 'R#MKT-1001 S10.081234567890 FAILED. Your balance is Rp 1.250, required Rp 10.250'],
      [['refused', 'unknown', 'unknown'], 'R#MKT-1001 S10.081234567890 FAILED. Balance 1,250 insufficient'],
      [
        ['refused', 'unknown', 'unknown'],
        '{"ref_id":"MKT-1001","customer_no":"081234567890","status":"Gagal","message":"Harga 10.250 lebih tinggi dari max_price 10.000"}',
      ],
      [
        ['-', '-', 'unknown'],
        'serverid=1&clientid=MKT-1001&statuscode=2&kp=S10&msisdn=081234567890&sn=&msg=TRX S10.081234567890 GAGAL. Saldo 1.250 tidak cukup CLIENTID=MKT-1001',
        { kind: 'irs' },
      ],
      [
        ['refused', 'unknown', 'unknown'],
        'refid:MKT-1001|tujuan:081234567890|status:GAGAL|ket:Saldo 1.250 tidak cukup|saldo:1250',
        { kind: 'http-get' },
      ],
      [['refused', 'unknown', 'unknown'], 'R#MKT-1001 S10.081234567890 GAGAL. Saldo Rp. 1.250,- kurang. Saldo 1.250'],
      [['refused', 'unknown', 'unknown'], 'R#MKT-1001 S10.081234567890 GAGAL. Kurang 9.000. Saldo 1.250'],
      [['refused', 'unknown', 'unknown'], 'R#MKT-1001 S10.081234567890 GAGAL. Deposit 1.250/10.250. Saldo 1.250'],
    ),
  )('keeps an amount inside the reason of a refusal in the reason: %j, %s', isRead)

  test.each(
    rows(
      [['failed'], 'R#MKT-1001 S10.081234567890 GAGAL. Hrg 10.250 Saldo 489.750'],
      [['failed'], 'R#MKT-1001 S10.081234567890 GAGAL. Saldo 489.750 Limit 0, proses 0'],
      [['failed'], 'R#MKT-1001 S10.081234567890 GAGAL. Harga 10.250, Saldo 489.750 terima kasih'],
      [['failed'], 'R#MKT-1001 S10.081234567890 GAGAL. Saldo 489.750 kode_reseller=X01 TRX Normal'],
      [['failed'], 'R#MKT-1001 S10.081234567890 GAGAL. Saldo 500.000 telah dikembalikan'],
      [['failed'], 'R#MKT-1001 S10.081234567890 GAGAL. Nomor salah. Saldo 489.750 terima kasih telah bertransaksi'],
    ),
  )('ends the reason at an amount of its own: %j, %s', isRead)

  test.each(
    rows(
      [
        ['success QWER-5512-ZXCV'],
        '{"ref_id":"MKT-1001","customer_no":"081234567890","status":"Sukses","sn":"-","data_voucher":{"kode":"QWER-5512-ZXCV","expired":"2027-11-30"}}',
      ],
      [
        ['success 99812733, QWER-5512-ZXCV, 99812734, ASDF-7788-HJKL'],
        '{"ref_id":"MKT-1001","customer_no":"081234567890","status":"Sukses","sn":[{"sn":"99812733","kode":"QWER-5512-ZXCV"},{"sn":"99812734","kode":"ASDF-7788-HJKL"}]}',
      ],
      [
        ['success QWER-5512-ZXCV'],
        '{"ref_id":"MKT-1001","customer_no":"081234567890","status":"Sukses","message":"Sukses","hasil":"QWER-5512-ZXCV"}',
      ],
      [
        ['success 0041002911223'],
        '{"ref_id":"MKT-1001","customer_no":"081234567890","status":"Sukses","data_sn":{"no_seri":"0041002911223"}}',
      ],
      [
        ['success QWER-5512-ZXCV'],
        '{"ref_id":"MKT-1001","customer_no":"081234567890","status":"Sukses","product_detail":{"voucher_code":"QWER-5512-ZXCV"}}',
      ],
      [
        ['success QWER-5512-ZXCV'],
        '{"ref_id":"MKT-1001","customer_no":"081234567890","status":"Sukses","additional_info":"Kode voucher: QWER-5512-ZXCV"}',
      ],
      [['success QWER-5512-ZXCV'], '{"ref_id":"MKT-1001","customer_no":"081234567890","status":"Sukses","note":"QWER-5512-ZXCV"}'],
      [
        ['success QWER-5512-ZXCV'],
        '{"ref_id":"MKT-1001","customer_no":"081234567890","status":"Sukses","items":[{"name":"Google Play 50K","code":"QWER-5512-ZXCV"}]}',
        { productCode: 'GP50' },
      ],
      [['success QWER-5512-ZXCV'], 'R#MKT-1001 GP50.081234567890 SUKSES: QWER-5512-ZXCV. Saldo 489.750', { productCode: 'GP50' }],
      [['success QWER-5512-ZXCV'], 'R#MKT-1001 GP50.081234567890 SUKSES. QWER-5512-ZXCV. Saldo 489.750', { productCode: 'GP50' }],
      [
        ['success 12345678901234567890/BUDI/R1/900/14.2'],
        '{"ref_id":"MKT-1001","customer_no":"32109876543","status":"Sukses","sn":{"token":"12345678901234567890","nama":"BUDI","tarif":"R1","daya":"900","kwh":"14.2"}}',
        { target: '32109876543', productCode: 'PLN20' },
      ],
      [
        ['success 1234-5678-9012-3456-7890'],
        '{"ref_id":"MKT-1001","customer_no":"32109876543","status":"Sukses","data_token":{"token":"1234-5678-9012-3456-7890"},"message":"Sukses"}',
        { target: '32109876543', productCode: 'PLN20' },
      ],
      [
        ['-', '-', 'success 99812733, 4417 2290 8812 5567'],
        '{"ref_id":"MKT-1001","customer_no":"081234567890","status":"Sukses","serial":"99812733","pin":"4417 2290 8812 5567"}',
        { productCode: 'GP50' },
      ],
      [
        ['success 4417 2290 8812 5567'],
        'R#MKT-1001 GRN.081234567890 SUKSES. Garena PIN 4417 2290 8812 5567. Saldo 489.750',
        { productCode: 'GRN' },
      ],
      [
        ['success 1234-5678-9012-3456-7890/BUDI/R1/900VA/14,2KWH'],
        'R#MKT-1001 PLN20.32109876543 SUKSES. 1234-5678-9012-3456-7890/BUDI/R1/900VA/14,2KWH. Saldo 489.750',
        { target: '32109876543', productCode: 'PLN20' },
      ],
      [
        ['success 1234-5678-9012-3456-7890/BUDI/R1/900VA/14,2KWH'],
        'R#MKT-1001 PLN20.32109876543 SUKSES. TKN: 1234-5678-9012-3456-7890/BUDI/R1/900VA/14,2KWH. Saldo 489.750',
        { target: '32109876543', productCode: 'PLN20' },
      ],
      [
        ['success QWER5512ZXCV7788'],
        'R#MKT-1001 GP50.081234567890 SUKSES. Kode Redeem Google Play : QWER5512ZXCV7788. Saldo 489.750',
        { productCode: 'GP50' },
      ],
      [['success QWER-5512-ZXCV'], '20;MKT-1001;081234567890;SUKSES;QWER-5512-ZXCV;489750', { kind: 'http-get', productCode: 'GP50' }],
    ),
  )('shows a code that only another field, or no label, gives: %j, %s', isRead)

  test.each(
    rows(
      [['success 3321AB'], 'R#MKT-1001 S10.081234567890 SUKSES. SN: 3321AB HB 10.250 Sal 489.750'],
      [['success 3321AB'], 'R#MKT-1001 S10.081234567890 SUKSES. SN: 3321AB Dibayar 10.250 Sisa dana 489.750'],
      [['success 3321AB'], 'R#MKT-1001 S10.081234567890 SUKSES. SN: 3321AB 🙏🙏 Saldo 489.750'],
      [['success 3321AB'], 'R#MKT-1001 S10.081234567890 SUKSES. SN: 3321AB; 30-11-2026; 10.22; 489750'],
      [['success AB12CD'], 'R#MKT-1001 S10.081234567890 SUKSES SN: AB12CD Rp10.250 -> 489.750'],
      [['success AB12CD'], 'R#MKT-1001 S10.081234567890 SUKSES. SN: AB12CD, kode agen HC0012, Saldo 489.750'],
      [
        ['success SN0041002911223'],
        '{"ref_id":"MKT-1001","customer_no":"081234567890","status":"Sukses","sn":"SN0041002911223;SAL489750"}',
      ],
      [
        ['success 4417229088125567'],
        'R#MKT-1001 VTRI.081234567890 SUKSES. No HRN: 4417229088125567, gosok *111*4417229088125567#. Saldo 489.750',
        { productCode: 'VTRI' },
      ],
    ),
  )('leaves out what a server writes behind the serial number: %j, %s', isRead)

  test.each(
    rows(
      [['failed'], 'R#MKT-1001 S10.081234567890 GAGAL. No.HP salah/tdk aktif. Saldo 489.750'],
      [['failed'], 'R#MKT-1001 S10.081234567890 GAGAL. Stk kosong. Saldo 489.750'],
      [['failed', 'failed', '-'], 'status=52&message=R#MKT-1001 S10.081234567890 Tujuan Salah. Saldo 489.750'],
      [['-', '-', 'failed'], 't=99812&refid=MKT-1001&status=52&message=R#MKT-1001 S10.081234567890 Tujuan Salah. Saldo 489.750 @10:22'],
      [
        ['success 0041002911223'],
        'R#MKT-1001 S10.081234567890 SUKSES. SN: 0041002911223. Hrg 10.250. Sisa 489.750. Trx gagal hub CS 0812xxx',
      ],
      [['failed'], 'R#MKT-1001 S10.081234567890 GAGAL. Nomor kadaluarsa. Saldo 489.750'],
      [['pending'], 'R#MKT-1001 S10.081234567890 Transaksi diproses. Saldo 489.750'],
      [['success 0041002911223'], 'R#MKT-1001 S10.081234567890 Hrg 10.250 Saldo 489.750 SUKSES. SN: 0041002911223'],
      [['failed'], 'R#MKT-1001 S10.081234567890 Saldo 489.750 GAGAL. Nomor salah'],
      [
        ['-', '-', 'success 0041002911223'],
        'data[ref_id]=MKT-1001&data[customer_no]=081234567890&data[status]=Sukses&data[sn]=0041002911223&data[rc]=00',
        { kind: 'http-get' },
      ],
      [
        ['success 1234-5678-9012-3456-7890/GAGAL SANTOSO/R1/900VA/14,2KWH'],
        'R#MKT-1001 PLN20.32109876543 SUKSES. SN: 1234-5678-9012-3456-7890/GAGAL SANTOSO/R1/900VA/14,2KWH. Saldo 489.750',
        { target: '32109876543', productCode: 'PLN20' },
      ],
      [['success 1234567890123', 'success 1234567890123', '-'], 'SUKSES. 081234567890 SN: 1234567890123. Saldo 489.750'],
      [['success 1234567890123', 'success 1234567890123', '-'], 'Trx. 081234567890 SUKSES SN: 1234567890123. Saldo 489.750'],
      [['failed', 'unknown', '-'], 'XL25.081234567890 GAGAL. Nomor salah. Saldo 489.750'],
      [
        ['success 0041002911223'],
        '{"ref_id":"MKT-1001","customer_no":"081234567890","status":"Sukses","sn":"0041002911223","auto_refund":true}',
      ],
      [
        ['success 0041002911223'],
        '{"ref_id":"MKT-1001","customer_no":"081234567890","status":"Sukses","sn":"0041002911223","tgl_batal":"0000-00-00 00:00:00"}',
      ],
      [
        ['success 0041002911223'],
        '{"ref_id":"MKT-1001","customer_no":"081234567890","status":"Sukses","sn":"0041002911223","category":"Refundable"}',
      ],
      [['success'], '{"ref_id":"MKT-1001","customer_no":"081234567890","status":"Sukses","info":"0811-2222-3333"}'],
    ),
  )('reads clear replies in other forms: %j, %s', isRead)

  test.each(
    rows(
      [
        ['refused', 'unknown', '-'],
        'Code=S10.081234567890. GAGAL. Saldo=500000. Alasan = Harga seller lebih besar dari ketentuan harga Buyer',
        { kind: 'irs' },
      ],
      [['unknown'], 'TRX S10.081234567890 GAGAL. SISA SALDO:500000 CLIENTID=MKT-1001. KET: Pelanggan bilang pulsa sampai', { kind: 'irs' }],
      [['unknown'], 'R#MKT-1001 S10.081234567890 GAGAL. Saldo 489.750. Alasan: idtrx kepake'],
      [['unknown'], 'R#MKT-1001 S10.081234567890 GAGAL. Saldo 489.750. Reason: rejected, reff is in use by another request'],
      [['failed'], 'R#MKT-1001 S10.081234567890 GAGAL. Saldo 489.750. Info: promo cashback'],
    ),
  )('judges a labelled reason behind the balance like one before it: %j, %s', isRead)

  test.each(
    rows(
      [['unknown'], 'R#MKT-1001 S10.081234567890 GAGAL. Produk gangguan. Saldo 489.750. Nanti kami isikan manual'],
      [['unknown'], 'R#MKT-1001 S10.081234567890 GAGAL. Produk gangguan. Saldo 489.750. Dikirim ulang otomatis'],
      [['unknown'], 'R#MKT-1001 S10.081234567890 GAGAL. Produk gangguan. Saldo 489.750. Dialihkan ke supplier 2'],
      [['unknown'], 'R#MKT-1001 S10.081234567890 GAGAL. Nomor salah. Saldo 489.750. System.NullReferenceException'],
      [['unknown'], 'R#MKT-1001 S10.081234567890 GAGAL. Produk gangguan. Saldo 489.750. SN ga keluar'],
      [['unknown'], 'R#MKT-1001 S10.081234567890 GAGAL. Produk gangguan. Saldo 489.750. Timeout'],
      [['unknown'], 'R#MKT-1001 S10.081234567890 GAGAL. Produk gangguan. Saldo 489.750. Pulsa terkirim'],
      [['unknown'], 'R#MKT-1001 S10.081234567890 GAGAL. Saldo 489.750. Tunggu konfirmasi'],
      [['unknown'], 'R#MKT-1001 S10.081234567890 GAGAL. Nomor salah. Saldo 489.750. Info: Operator belum menjawab'],
    ),
  )('leaves the order open if the text behind the balance hands it on or promises the goods: %j, %s', isRead)

  test.each(
    rows(
      [['unknown'], 'R#MKT-1001 S10.081234567890 SUKSES. SN: 0041002911223. Saldo 489.750. Trx ini dibatalkan operator'],
      [['unknown'], 'R#MKT-1001 S10.081234567890 SUKSES. SN: 0041002911223. Saldo 500.000. Sudah direfund oleh admin'],
      [['unknown'], 'R#MKT-1001 S10.081234567890 SUKSES. SN: 0041002911223. Saldo 489.750. Update 11:02: GAGAL, refund 10.250'],
      [['unknown'], 'R#MKT-1001 S10.081234567890 SUKSES. SN: 0041002911223. Saldo 500.000 [BATAL]'],
      [['unknown'], 'R#MKT-1001 S10.081234567890 SUKSES. SN: 0041002911223. Saldo 500.000. Dana telah dikembalikan'],
      [['unknown'], 'R#MKT-1001 S10.081234567890 SUKSES. SN: 0041002911223. Saldo 489.750. Pulsa belum masuk, sdg kami cek'],
      [
        ['-', '-', 'unknown'],
        'serverid=1&clientid=MKT-1001&statuscode=1&kp=S10&msisdn=081234567890&sn=0041002911223&msg=TRX S10.081234567890 BERHASIL SN 0041002911223. SISA SALDO:489750. Dibatalkan oleh operator 11:02',
        { kind: 'irs' },
      ],
      [['unknown'], 'R#MKT-1001 S10.081234567890 SUKSES. SN: 0041002911223. Saldo 489.750. Sudah dianulir'],
      [['success 0041002911223'], 'R#MKT-1001 S10.081234567890 SUKSES. SN: 0041002911223. Saldo 489.750. Gagal = refund otomatis'],
      [['success 0041002911223'], 'R#MKT-1001 S10.081234567890 SUKSES. SN: 0041002911223. Saldo 489.750. Trx gagal otomatis refund'],
      [
        ['success 0041002911223'],
        'R#MKT-1001 S10.081234567890 SUKSES. SN: 0041002911223. Saldo 489.750. Bila pulsa belum masuk restart HP',
      ],
      [['success 0041002911223'], 'R#MKT-1001 S10.081234567890 SUKSES. SN: 0041002911223. Saldo 489.750. Garansi uang kembali'],
    ),
  )('takes a success back by what follows the balance, except by conditions, terms and hints: %j, %s', isRead)

  test.each(
    rows(
      [['unknown'], 'Trx sblmnya: S10.081234567890 SUKSES SN:5512001. R#MKT-1001 masuk antrian'],
      [['unknown'], '(1) S10.081234567890 30/11 08:01 SUKSES SN:5512001 (2) R#MKT-1001 S10.081234567890 30/11 10:22 proses'],
      [['unknown'], 'S10.081234567890 @08:01 SUKSES SN:5512001 | R#MKT-1001 S10.081234567890 @10:22 Menunggu Jawaban. Saldo 489.750'],
      [['unknown'], 'S5.081234567890 SUKSES SN:5512001\nR#MKT-1001 S10.081234567890 diterima server\nSaldo 489.750'],
      [['unknown'], 'Last: S10.081234567890 29/11 SUKSES SN 5512001. Now: R#MKT-1001 accepted'],
      [['unknown'], 'R#MKT-1001 diterima. Trx sblmnya S10.081234567890 SUKSES. SN: 5512001. Saldo 489.750'],
      [['unknown'], 'R#MKT-1001 OK. Info trx kmrn S10.081234567890 GAGAL nomor salah. Saldo 489.750'],
    ),
  )('does not read the state of an earlier order as that of this order: %j, %s', isRead)

  test.each(
    rows(
      [['failed'], '{"ref_id":"MKT-1001","customer_no":"081234567890","status":"ga sukses","message":"-"}'],
      [['unknown'], '{"ref_id":"MKT-1001","customer_no":"081234567890","status":"tdk jadi sukses"}'],
      [['unknown'], '{"ref_id":"MKT-1001","customer_no":"081234567890","status":"Hampir Sukses"}'],
      [['unknown'], '{"ref_id":"MKT-1001","customer_no":"081234567890","status":"non sukses"}'],
    ),
  )('believes a state field only if no words in it may deny the success: %j, %s', isRead)

  test.each(
    rows(
      [
        ['-', '-', 'unknown'],
        '{"event":"order.refunded","data":{"ref_id":"MKT-1001","customer_no":"081234567890","status":"success","sn":"0041002911223"}}',
      ],
      [
        ['-', '-', 'unknown'],
        '{"event_type":"REFUND_SUCCESS","data":{"ref_id":"MKT-1001","customer_no":"081234567890","status":"SUCCESS"}}',
      ],
      [
        ['-', '-', 'unknown'],
        '{"kategori":"Refund","ref_id":"MKT-1001","customer_no":"081234567890","status":"Sukses","message":"Sukses"}',
      ],
      [['-', '-', 'unknown'], '{"jenis_transaksi":"Pengembalian Dana","ref_id":"MKT-1001","customer_no":"081234567890","status":"Sukses"}'],
      [
        ['success 0041002911223'],
        '{"event":"transaction.success","data":{"ref_id":"MKT-1001","customer_no":"081234567890","status":"success","sn":"0041002911223"}}',
      ],
    ),
  )('takes a success back by the event or the kind of the report: %j, %s', isRead)

  test.each(
    rows(
      [
        ['unknown'],
        '{"ref_id":"MKT-1001","customer_no":"081234567890","status":"Sukses","sn":"0041002911223","message":"Sukses","keterangan":"gagal di operator, cek manual"}',
      ],
      [
        ['unknown'],
        '{"ref_id":"MKT-1001","customer_no":"081234567890","status":"Sukses","sn":"0041002911223","message":"Sukses","dibatalkan_oleh":"admin"}',
      ],
      [
        ['unknown'],
        '{"ref_id":"MKT-1001","customer_no":"081234567890","status":"Sukses","sn":"0041002911223","message":"Sukses","tgl_refund":"2026-11-30 11:02"}',
      ],
      [
        ['unknown'],
        '{"ref_id":"MKT-1001","customer_no":"081234567890","status":"Sukses","sn":"0041002911223","message":"Sukses","jml_refund":10250}',
      ],
      [
        ['unknown'],
        '{"ref_id":"MKT-1001","customer_no":"081234567890","status":"Sukses","sn":"0041002911223","message":"Sukses","keterangan":"cancel by system"}',
      ],
      [
        ['success 0041002911223'],
        '{"ref_id":"MKT-1001","customer_no":"081234567890","status_trx":"Sukses","sn":"0041002911223","message":"Sukses","keterangan":"Paket Anti Gagal 5GB"}',
      ],
    ),
  )('takes a success back by words and fields of a cancellation: %j, %s', isRead)

  test.each(
    rows(
      [['unknown', 'unknown', '-'], 'XL25.081234567890 SUKSES. SN: 4400011223344. Saldo 489.750 - 25.100 = 464.650'],
      [['failed', 'unknown', '-'], 'XL25.081234567890 GAGAL. Produk gangguan. Saldo 489.750'],
      [
        ['unknown', 'unknown', '-'],
        '{"status":"Sukses","customer_no":"081234567890","product_code":"XL25","sn":"4400011223344","message":"Sukses"}',
      ],
      [['unknown', 'unknown', '-'], 'Trx XL25 ke 081234567890 BERHASIL. SN=4400011223. SALDO=489750', { kind: 'irs' }],
    ),
  )('reads the code of another product, without our reference, as another order: %j, %s', isRead)

  test.each(
    rows(
      [['unknown'], 'R#MKT-1001 S10.081234567890 GAGAL. T.O. Saldo 489.750'],
      [['unknown'], 'R#MKT-1001 S10.081234567890 GAGAL (TO). Saldo 489.750'],
      [['unknown'], '{"ref_id":"MKT-1001","customer_no":"081234567890","status":"Gagal","message":"E99"}'],
      [['unknown'], 'R#MKT-1001 S10.081234567890 GAGAL. No resp. Saldo 489.750'],
      [['unknown'], 'R#MKT-1001 S10.081234567890 GAGAL. SN ga keluar. Saldo 489.750'],
    ),
  )('leaves the order open after a time-out in a short form: %j, %s', isRead)

  test.each(
    rows(
      [['unknown'], 'R#MKT-1001 S10.081234567890 GAGAL. Kepakai. Saldo 489.750'],
      [['unknown'], 'R#MKT-1001 S10.081234567890 GAGAL: Unique violation. Saldo 489.750'],
      [['unknown'], 'R#MKT-1001 S10.081234567890 GAGAL. Counter salah. Saldo 489.750'],
      [['unknown'], 'R#MKT-1001 S10.081234567890 GAGAL. Sehari sekali. Saldo 489.750'],
      [['unknown'], 'R#MKT-1001 S10.081234567890 GAGAL. Udah jalan. Saldo 489.750'],
      [['unknown'], 'R#MKT-1001 Refid kepake. S10.081234567890 GAGAL. Saldo 489.750'],
      [['unknown'], 'R#MKT-1001 Member diluar jam layanan. S10.081234567890 GAGAL. Saldo 489.750'],
      [['unknown'], 'R#MKT-1001 S10.081234567890 GAGAL. Keisi. Saldo 489.750'],
      [['unknown'], '{"success":false,"reffid":"MKT-1001","tujuan":"081234567890","msg":"Barusan masuk"}', { kind: 'irs' }],
      [['unknown'], '{"success":false,"reffid":"MKT-1001","tujuan":"081234567890","rc":"28","msg":"Exist"}', { kind: 'irs' }],
    ),
  )('recognizes a reference that was refused in informal words, or before the order: %j, %s', isRead)

  test.each(
    rows(
      [['unknown'], 'R#MKT-1001 S10.081234567890 trx sukses: 0. Saldo 489.750'],
      [['unknown'], 'R#MKT-1001 S10.081234567890 sukses. IP tidak terdaftar'],
      [['unknown'], 'R#MKT-1001 S10.081234567890 SUKSES. Stok kosong. Saldo 489.750'],
      [['unknown'], 'R#MKT-1001 S10.081234567890 SUKSES. Trx kembar. Saldo 489.750'],
      [['success'], 'R#MKT-1001 S10.081234567890 SUKSES. Terkirim. Saldo 489.750'],
    ),
  )('doubts a success without a serial number beside a refusal: %j, %s', isRead)

  test.each(
    rows(
      [['refused', 'unknown', 'unknown'], 'R#MKT-1001 S10.081234567890 GAGAL. Stok tidak cukup. Stok 1.250 - 10.250'],
      [['refused', 'unknown', 'unknown'], 'R#MKT-1001 S10.081234567890 GAGAL. Stok Rp 1.250 kurang dari harga Rp 10.250'],
    ),
  )('takes a lack of stock for a lack of money where the balance is called stock: %j, %s', isRead)

  test.each(
    rows(
      [['unknown'], 'R#MKT-1001 Tidak ada transaksi pending. Saldo 489.750'],
      [['unknown'], 'R#MKT-1001 Tidak ada transaksi dalam 10 menit terakhir ke 081234567890'],
      [['unknown', 'unknown', '-'], '{"status":false,"message":"Transaksi tidak ditemukan di arsip, data > 7 hari dihapus"}'],
      [['unknown'], '{"success":false,"message":"Order not found or you don\'t have permission","ref_id":"MKT-1001"}'],
      [['unknown'], 'R#MKT-1001 Tidak ada data utk ditampilkan, coba lagi nanti'],
    ),
  )('doubts that the order is missing if the search was limited: %j, %s', isRead)

  test.each(
    rows(
      [['unknown'], 'R#MKT-1001 S10.081234567890 GAGAL (sementara), produk gangguan. Saldo 489.750'],
      [['unknown'], 'R#MKT-1001 S10.081234567890 GAGAL. Nomor salah? mohon dikonfirmasi. Saldo 489.750'],
      [['unknown'], 'R#MKT-1001 S10.081234567890 diterima. Syarat: https://h2h.example/gagal-refund'],
      [
        ['unknown'],
        '{"ref_id":"MKT-1001","customer_no":"081234567890","product":"Paket Sukses","message":"Paket Sukses 5GB","status":"1"}',
      ],
      [
        ['unknown'],
        '{"success":true,"rc":"00","msg":"Sukses","reffid":"MKT-1001","tujuan":"081234567890","status":2,"sn":""}',
        { kind: 'irs' },
      ],
      [['unknown'], '{"status":"success","message":"Success","ref_id":"MKT-1001","customer_no":"081234567890","trx_id":"881","state":"0"}'],
      [['unknown'], 'R#MKT-1001 S10.081234567890 GAGAL di sistem kami, produk gangguan. Bila pulsa tetap masuk mohon lapor. Saldo 489.750'],
    ),
  )('reads brackets, questions, addresses, names and numbers beside a state: %j, %s', isRead)
})
