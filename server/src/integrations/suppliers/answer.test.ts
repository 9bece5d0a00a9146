import { describe, expect, test } from 'vitest'
import { orderOutcome, type Reading, readAnswer, readText, statusOutcome } from '#integrations/suppliers/answer.ts'
import { httpGetVerdict } from '#integrations/suppliers/http-get/http-get.ts'
import { readBalance } from '#integrations/suppliers/inquiry.ts'
import { irsVerdict } from '#integrations/suppliers/irs/irs.ts'
import type { Expected } from '#integrations/suppliers/order-identity.ts'
import { otomaxVerdict } from '#integrations/suppliers/otomax/otomax.ts'
import { parseRupiah } from '#integrations/suppliers/rupiah.ts'

const ours: Expected = { reference: 'MKT-1001', target: '081234567890' }
const text = (body: string, patterns = {}): Reading => readText(body, ours, patterns)

describe('a text answer', () => {
  test.each([
    ['pending', 'T#90012 R#MKT-1001 S10.081234567890 akan diproses. Saldo 500.000 - 10.150 = 489.850 @14:03'],
    ['pending', 'Mhn tunggu trx sblmnya selesai: T#90012 R#MKT-1001 S10.081234567890 @14:03, status Menunggu Jawaban.'],
    ['success', 'R#MKT-1001 S10.081234567890 sudah pernah jam 14:03, status Sukses. SN: 2301998877. Hrg 10.150'],
    ['not-found', 'TIDAK ADA transaksi Tujuan 081234567890 pada tgl 21/11/2026. Tidak ada data.'],
    ['refused', 'Saldo tidak cukup, silahkan deposit'],
    ['refused', 'Saldo Anda tidak mencukupi'],
    ['refused', 'Pin Salah'],
    ['refused', 'Password Salah'],
    ['refused', 'Pengguna tidak ditemukan'],
    ['refused', 'IP tidak sesuai @203.0.113.9'],
    ['refused', 'Too short'],
    ['pending', 'TrxID=55017 S10 ke 081234567890 sedang diproses @14:03. Saldo 500.000 - 10.150 = 489.850'],
    ['success', 'TrxID=55017 S10 ke 081234567890 SUKSES @14:03. SN: 2301998877. Saldo 489.850'],
    ['failed', 'TrxID=55017 S10 ke 081234567890 GAGAL. Nomor salah. Saldo 500.000'],
    ['success', 'TRX TSEL10.081234567890 BERHASIL, HRG:10250 SN: 2301998877. SISA SALDO:489750 CLIENTID=MKT-1001.'],
    ['failed', 'TRX TSEL10.081234567890 GAGAL, Nomor tujuan salah. SISA SALDO:500000 CLIENTID=MKT-1001.'],
    ['pending', 'Request TSEL10 ke 081234567890 segera diproses Saldo=489750 CLIENTID=MKT-1001.'],
    ['pending', 'TRX TSEL10.081234567890 SEDANG DIPROSES. Hrg: 10.250. Saldo: 489.750. R#MKT-1001'],
    ['success', 'TRX TSEL10.081234567890 SUKSES. SN: 2301998877. Hrg: 10.250. Saldo: 489.750. R#MKT-1001'],
    ['failed', 'TRX TSEL10.081234567890 GAGAL. Nomor tujuan salah. Saldo: 500.000. R#MKT-1001'],
    ['success', 'Pembelian S10 ke 081234567890 BERHASIL. SN : 2301998877 Harga : 10.150 Sisa Saldo : 489.850 Ref. ID : MKT-1001'],
    ['success', 'R#MKT-1001 Transaksi S10 ke 081234567890 BERHASIL. SN:0123 Harga:10150. Saldo:880000.'],
    ['failed', 'R#MKT-1001 dibatalkan, saldo di-refund'],
    ['failed', 'GAGAL. SN: Trx gagal'],
    ['failed', 'Transaksi S10.081234567890 tidak berhasil'],
    ['unknown', 'Transaksi S10.081234567890 belum berhasil'],
    ['unknown', ''],
    ['unknown', 'OK'],
    ['unknown', 'Terima kasih'],
    ['unknown', '\u0000%%#@! {"x":'],
    ['unknown', '<html><body>Login success required</body></html>'],
  ])('is read as %s: %s', (state, body) => {
    expect(text(body).state).toBe(state)
  })

  test.each([
    ['success', 'CICILAN', 'R#MKT-1001 CICILAN.081234567890 SUKSES. SN: 2301998877. Saldo 489.750'],
    ['success', 'PENDING10', 'Trx PENDING10 ke 081234567890 SUKSES. SN: 2301998877'],
    ['failed', 'GRATISUKSES', 'R#MKT-1001 GRATISUKSES.081234567890 GAGAL. Nomor salah'],
    ['unknown', 'CICILAN', 'R#MKT-1001 CICILAN.081234567890 SUKSES dicicil. Saldo 489.750'],
  ])('is read as %s for the product code %s, which contains a keyword', (state, productCode, body) => {
    expect(readText(body, { ...ours, productCode }, {}).state).toBe(state)
  })

  test('is unknown if it contains the reference of another order', () => {
    expect(text('R#MKT-1002 S10.081234567890 SUKSES. SN: 1')).toMatchObject({ state: 'unknown', foreign: true })
    expect(text('Trx R#MKT-1002 status Sukses, lalu R#MKT-1001 GAGAL').state).toBe('unknown')
  })

  test('may contain a biller’s own reference inside the serial number if it also contains our reference', () => {
    const body = 'R#MKT-1001 DANA.081234567890 SUKSES. SN: BUDI S/REF: 2026112199. Saldo 489.750'
    expect(text(body)).toMatchObject({ state: 'success', serialNumber: 'BUDI S/REF: 2026112199' })
    expect(text(body.replace('R#MKT-1001 ', '')).state).toBe('unknown')
    expect(text(`${body}. R#MKT-1002`).state).toBe('unknown')
  })

  test.each([
    ['reference', 'trx MKT-1001 ke 081234567890 SUKSES'],
    ['reference', '[mkt-1001] SUKSES'],
    ['reference', 'SUKSES mkt-1001'],
    ['target', 'MKT-1001A ke 081234567890 SUKSES'],
    ['target', 'MKT-1001-2 ke 081234567890 SUKSES'],
    ['target', 'XMKT-1001 ke 081234567890 SUKSES'],
    [null, 'SUKSES'],
    [null, 'MKT-1001A SUKSES'],
  ])('identifies its order by the %s: %s', (names, body) => {
    expect(text(body)).toMatchObject({ names, foreign: false })
  })

  test.each([
    'trx MKT-1002 ke 081234567890 SUKSES',
    'trx MKT-100 ke 081234567890 SUKSES',
    'trx MKT-10011 ke 081234567890 SUKSES',
    'MKT-1001 dan mkt-1002 SUKSES',
    'S10.081399998888 SUKSES. R#MKT-1001',
    'tujuan: 081399998888 SUKSES. R#MKT-1001',
    'ke "081399998888" SUKSES. R#MKT-1001',
    'kode a1b2. 081399998888 SUKSES. R#MKT-1001',
  ])('belongs to another order if it also contains the reference or the target number of that order: %s', (body) => {
    expect(text(body)).toMatchObject({ state: 'unknown', foreign: true })
  })

  test.each([
    'R#MKT-1001 SUKSES. SN: S10.081399998888',
    'R#MKT-1001 SUKSES. Saldo: 500. Info S10.081399998888',
    'R#MKT-1001 SUKSES hrg.123456789 rp.123456789 id.123456789 wa.081399998888',
    'R#MKT-1001 SUKSES S10.08139999',
  ])('may contain other numbers in places where servers do not write a target number: %s', (body) => {
    expect(text(body)).toMatchObject({ state: 'success', names: 'reference' })
  })

  test('is not assigned to another order because of similar references if our reference has too few letters or no number', () => {
    for (const reference of ['1001', 'A-1001', 'MKT-X'])
      expect(readText(`ke 081234567890 SUKSES 1002 A-1002 MKT-Y`, { reference, target: '081234567890' }, {})).toMatchObject({
        foreign: false,
      })
  })

  test('does not identify an order by a number if the caller does not know the target', () => {
    expect(readText('S10 ke 081399998888 SUKSES', { reference: 'MKT-1001', target: null }, {})).toMatchObject({ names: null })
  })

  test('is unknown if it contains another target number and no reference', () => {
    expect(text('S10 ke 081299999999 SUKSES. SN: 1').state).toBe('unknown')
    expect(text('S10.6281234567890 SUKSES. SN: A1.99887766554433').state).toBe('success')
  })

  test.each([
    ['T#90012 R#MKT-1001 S10.081234567890 akan diproses', '90012'],
    ['R#MKT-1001 TrxID=55017 S10 ke 081234567890 SUKSES', '55017'],
    ['R#MKT-1001 TrxID : AB-17. S10 SUKSES', 'AB-17'],
    [`R#MKT-1001 T#${'9'.repeat(80)} SUKSES`, '9'.repeat(64)],
    ['R#MKT-1001 S10 ke 081234567890 SUKSES', null],
    ['{"refid":"MKT-1001","serverid":"S1","status":"Sukses"}', 'S1'],
    ['{"refid":"MKT-1001","t":"T1","status":"Sukses"}', 'T1'],
    ['{"refid":"MKT-1001","tr_id":9911,"status":"Sukses"}', '9911'],
    ['{"refid":"MKT-1001","reff":"R1","status":"Sukses"}', 'R1'],
    ['{"refid":"MKT-1001","trxid":"X1","status":"Sukses"}', 'X1'],
    ['{"refid":"MKT-1001","trx_id":"Y1","status":"Sukses"}', 'Y1'],
    ['{"tujuan":"081234567890","trxid":"X1","status":"Pending"}', null],
    ['{"tujuan":"081234567890","reff":"R1","status":"Pending","message":"R#MKT-1001 TrxID=7"}', '7'],
  ])('returns the seller’s own transaction number, but not a value that may be our reference: %s', (body, supplierReference) => {
    expect(readAnswer(body, ours, {}, httpGetVerdict)).toMatchObject({ supplierReference })
  })

  test('about a repeated order is accepted only if it contains our reference', () => {
    expect(text('S10 ke 081234567890 sdh pernah jam 14:03, status Sukses. SN: 2301998877').state).toBe('unknown')
    expect(text('R#mkt-1001 S10 ke 081234567890 sdh pernah jam 14:03, status Sukses. SN: 2301998877').state).toBe('success')
  })

  test('is unknown if its serial number reports a failure', () => {
    expect(text('R#MKT-1001 SUKSES. SN: Trx gagal').state).toBe('unknown')
  })

  test.each([
    ['SUKSES. SN: 2301998877. Hrg: 10.250. Saldo: 489.750.', '2301998877'],
    ['SUKSES. SN/Ref: 0098.12 ABC. Saldo 10.000', '0098.12 ABC'],
    [
      'SUKSES SN=1234-5678-9012-3456-7890/BUDI S. SANTOSO/R1/1300VA/32,5. Hrg 20.125',
      '1234-5678-9012-3456-7890/BUDI S. SANTOSO/R1/1300VA/32,5',
    ],
    ['BERHASIL. SN : 77 Harga : 5.000', '77'],
    ['SUKSES. SN: 55 @14:03', '55'],
    ['SUKSES. SN: -', null],
    ['SUKSES.', null],
    [`SUKSES. SN: ${'9'.repeat(500)}`, '9'.repeat(200)],
    ['SUKSES. SN: 12\u202e\u000734', '12 34'],
  ])('returns the serial number, if there is one: %s', (body, serialNumber) => {
    expect(text(body)).toMatchObject({ state: 'success', serialNumber })
  })

  test.each([
    ['success', '12345 GAGAL', 'R#MKT-1001 GAME.12345 GAGAL SUKSES. SN: 77'],
    ['success', '12345 gagal', 'R#MKT-1001 GAME.12345+GAGAL SUKSES. SN: 77'],
    ['success', 'gagal@mail.test', 'R#MKT-1001 GAME.GAGAL%40MAIL.TEST SUKSES. SN: 77'],
    ['failed', '12345 SUKSES', 'R#MKT-1001 GAME.12345 SUKSES GAGAL. Nomor salah'],
    ['pending', 'tidak ada transaksi', 'R#MKT-1001 GAME.TIDAK ADA TRANSAKSI akan diproses'],
    ['success', 'x R#MKT-9', 'R#MKT-1001 GAME.x R#MKT-9 SUKSES. SN: 77'],
    ['unknown', 'GAGAL', 'R#MKT-1001 GAME.GAGAL GAGAL'],
    ['success', 'a%41 gagal', 'R#MKT-1001 GAME.A%41%20GAGAL SUKSES. SN: 77'],
    ['success', '20 20 gagal', 'R#MKT-1001 GAME.20%2020%20%20gagal SUKSES. SN: 77'],
    ['success', '𝐀 gagal', 'R#MKT-1001 GAME.𝐀-GAGAL SUKSES. SN: 77'],
    ['failed', 'ſukses', 'R#MKT-1001 GAME.SUKSES GAGAL. Nomor salah'],
    ['success', '123456789|2001', 'R#MKT-1001 GAME.123456789 SUKSES. SN: 77'],
    ['success', '123456789|2001', 'GAME.123456789(2001) SUKSES. SN: 77'],
  ])('is read as %s, whatever keywords its copy of the target %s contains', (state, target, body) => {
    expect(readText(body, { reference: 'MKT-1001', target }, {}).state).toBe(state)
  })

  test('is read by the seller’s own patterns if there are any', () => {
    const patterns = { success: String.raw`\bOKE\b`, serialNumber: String.raw`KODE\s(?<sn>\d+)` }
    expect(text('Trx OKE KODE 4711', patterns)).toMatchObject({ state: 'success', serialNumber: '4711' })
    expect(text('Trx GAGAL', patterns).state).toBe('failed')
  })
})

describe('a JSON answer', () => {
  const irs = (value: unknown) => readAnswer(JSON.stringify(value), ours, {}, irsVerdict).state

  test.each(['68', '0068', '0027', '1', 68])('is pending with the IRS code rc %s', (rc) => {
    expect(irs({ success: true, rc, msg: 'S10 ke 081234567890', reffid: 'MKT-1001', sn: '' })).toBe('pending')
  })

  test.each([
    ['success', { success: true, rc: '00', msg: 'SUKSES', reffid: 'MKT-1001', sn: '12' }],
    ['success', { success: true, rc: '77', msg: 'TRX BERHASIL. SN: 12' }],
    ['success', { success: true, rc: '00', msg: '', sn: '12' }],
    ['pending', { success: true, rc: '00', msg: 'sedang diproses' }],
    ['pending', { success: true, msg: 'diterima' }],
    ['failed', { success: false, rc: '14', msg: 'GAGAL. Nomor salah' }],
    ['refused', { success: false, rc: '14', msg: 'Nomor salah' }],
    ['refused', { success: false, msg: 'Saldo tidak cukup' }],
    ['unknown', { success: false, rc: '99', msg: 'Timeout, coba lagi' }],
    ['unknown', { success: false, msg: 'Internal server error' }],
    ['unknown', { success: false }],
    ['unknown', { success: true, rc: '00', msg: 'GAGAL' }],
    ['unknown', { success: false, rc: '14', msg: 'SUKSES. SN: 1' }],
    ['unknown', { success: true, rc: '00', msg: 'SUKSES', reffid: 'MKT-1002' }],
    ['unknown', { success: true, rc: '00', msg: 'SUKSES', sn: 'Trx gagal' }],
    ['unknown', { hello: 'world' }],
    ['success', { data: { success: true, rc: '00', msg: 'SUKSES', sn: 1234 } }],
  ])('is read as %s from IRS: %j', (state, value) => {
    expect(irs(value)).toBe(state)
  })

  test('is unknown if it was cut off or if it is a list', () => {
    expect(readAnswer('{"success":true,"rc":"00","msg":"SUKSES', ours, {}, irsVerdict).state).toBe('unknown')
    expect(readAnswer('[{"msg":"SUKSES"},{"msg":"GAGAL"}]', ours, {}, irsVerdict).state).toBe('unknown')
  })

  test('can be stored even if it contains a lone surrogate or NUL', () => {
    const reading = readAnswer('{"success":true,"rc":"00","msg":"SUKSES \\u0000\\ud800","sn":"a\\ud800\\u0000b"}', ours, {}, irsVerdict)
    expect(reading.serialNumber).toBe('a\ufffd b')
    expect(`${reading.message}${reading.serialNumber}`.isWellFormed()).toBe(true)
    expect(reading.message).not.toContain('\u0000')
  })

  test.each([
    ['pending', 'status=1&message=Transaksi S10.081234567890 Harga=10.150 akan diproses..'],
    ['success', 'status=20&message=R#MKT-1001 S10.081234567890 SUKSES. SN: 5 & 6'],
    ['failed', 'status=40&message=R#MKT-1001 GAGAL'],
    ['failed', 'status=52&message=R#MKT-1001 GAGAL nomor salah'],
    ['unknown', 'status=55&message=R#MKT-1001 time out'],
    ['unknown', 'status=40&message=R#MKT-1001'],
    ['unknown', 'status=20&message=R#MKT-1001 GAGAL'],
    ['unknown', 'status=20&message=R#MKT-1002 SUKSES'],
    ['success', '{"refid":"MKT-1001","status":20,"message":"SUKSES. SN: 5"}'],
  ])('of an OtomaX server is read as %s, also in the form of a status line: %s', (state, body) => {
    expect(readAnswer(body, ours, {}, otomaxVerdict).state).toBe(state)
  })

  test('may begin with a byte order mark', () => {
    expect(readAnswer('\ufeff{"success":true,"rc":"00","msg":"SUKSES","sn":"5"}', ours, {}, irsVerdict).state).toBe('success')
  })

  test('of an HTTP GET server is read by its keywords and never by a number', () => {
    expect(readAnswer('{"status":"Sukses","refid":"MKT-1001","sn":"5"}', ours, {}, httpGetVerdict).state).toBe('success')
    expect(readAnswer('{"status":1,"refid":"MKT-1001"}', ours, {}, httpGetVerdict).state).toBe('unknown')
  })
})

describe('the outcome of an answer', () => {
  test('is refused if the server refused an order, and unknown if it refused a status query', () => {
    const refused = text('Pin Salah')
    expect(orderOutcome(refused).state).toBe('refused')
    expect(statusOutcome(refused).state).toBe('unknown')
  })

  test.each([
    ['refused', 'GAGAL. IP tidak sesuai @203.0.113.9'],
    ['refused', 'Transaksi S10.081234567890 GAGAL, saldo tidak cukup'],
    ['refused', 'R#MKT-1001 GAGAL, saldo tidak cukup'],
    ['failed', 'Transaksi S10.081234567890 GAGAL'],
  ])('is %s, depending on the reason of the failure: %s', (state, body) => {
    expect(orderOutcome(text(body)).state).toBe(state)
  })

  test.each([
    ['GAGAL. Server sibuk, coba lagi', 'refused', 'unknown'],
    ['GAGAL', 'refused', 'unknown'],
    ['S10.081234567890 GAGAL. Server sibuk, coba lagi', 'refused', 'unknown'],
    ['R#MKT-1001 GAGAL. Server sibuk, coba lagi', 'refused', 'unknown'],
    ['R#MKT-1001 GAGAL. Produk sedang gangguan, coba lagi', 'failed', 'failed'],
  ])('depends on whether the text of a failure mentions the order and whether its reason concerns the goods: %s', (body, order, status) => {
    expect([orderOutcome(text(body)).state, statusOutcome(text(body)).state]).toEqual([order, status])
  })

  test.each([
    ['Pin Salah', true],
    ['IP tidak sesuai @203.0.113.9', true],
    ['Akun Anda diblokir', true],
    ['Saldo tidak cukup', undefined],
    ['Deposit kurang, akun Anda diblokir sementara', undefined],
    ['Too many requests, GAGAL', undefined],
    ['R#MKT-1001 GAGAL. Pin salah', undefined],
  ])('contains a connection fault only if the PIN, IP address or account was refused and no order is mentioned: %s', (body, connection) => {
    const outcome = orderOutcome(text(body))
    expect(outcome).toMatchObject({ state: 'refused' })
    expect('connection' in outcome ? outcome.connection : undefined).toBe(connection)
  })

  test.each([
    ['GAGAL. OTP Error', true],
    ['GAGAL. Nomor salah', undefined],
    ['GAGAL. Saldo 1.000', undefined],
    ['GAGAL. Timeout, nomor salah', true],
  ])('marks a failure as possibly concerning only the call if its reason is unknown: %s', (reason, ofCall) => {
    const outcome = orderOutcome(text(`R#MKT-1001 ${reason}`))
    expect(outcome).toMatchObject({ state: 'failed' })
    expect('ofCall' in outcome ? outcome.ofCall : undefined).toBe(ofCall)
  })

  test.each([
    ['41', '', 'refused', 'unknown'],
    ['045', '', 'refused', 'unknown'],
    ['0045', 'Transaksi Gagal', 'refused', 'unknown'],
    ['450', '', 'failed', 'failed'],
    ['49', '', 'unknown', 'unknown'],
    ['47', 'GAGAL', 'unknown', 'unknown'],
    ['00', '', 'failed', 'failed'],
    ['02', '', 'failed', 'failed'],
    ['54', 'Nomor salah', 'failed', 'failed'],
    ['41', 'Produk gangguan', 'failed', 'failed'],
    ['', '', 'failed', 'failed'],
  ])('takes the cause of a failure without text from its code: rc %s %j', (rc, message, order, status) => {
    const reading = readAnswer(JSON.stringify({ ref_id: 'MKT-1001', status: 'Gagal', rc, message }), ours, {}, httpGetVerdict)
    expect([orderOutcome(reading).state, statusOutcome(reading).state]).toEqual([order, status])
  })

  test('is not-found only for a status query, with the days that the answer mentions', () => {
    const nothing = text('TIDAK ADA transaksi. Tidak ada data.')
    expect(orderOutcome(nothing).state).toBe('unknown')
    expect(statusOutcome(nothing)).toMatchObject({ state: 'not-found', days: [] })
    expect(statusOutcome(text('TIDAK ADA transaksi pada tgl 13/01/2020'))).toMatchObject({
      state: 'not-found',
      days: ['2020-01-13', '2020-13-01'],
    })
  })
})

test.each([
  ['489.750', 489750n],
  ['1,006,537', 1006537n],
  ['10250', 10250n],
  ['10.250,00', 10250n],
  ['10250.00', 10250n],
  ['Rp 10.250', 10250n],
  ['Rp.10.250,-', 10250n],
  ['489.850.', 489850n],
  [10250, 10250n],
  [10250.9, 10250n],
  ['0', 0n],
  ['1234.567', null],
  ['-5', null],
  ['', null],
  ['1e9', null],
  [-1, null],
  [Number.NaN, null],
  [null, null],
  ['12.34.567', null],
  ['9'.repeat(30), null],
])('the amount %s is parsed as %s', (written, amount) => {
  expect(parseRupiah(written)).toBe(amount)
})

test.each([
  ['Saldonya 489.850', 489850n],
  ['Saldomu: Rp 489.850', 489850n],
  ['Bal. 489.850', 489850n],
  ['Your balance is 489.850', 489850n],
  ['Available balance 489.850', 489850n],
  ['Saldo >> 489.850', 489850n],
  ['Saldo=>489.850', 489850n],
  ['Sal.Akhir: 489.850', 489850n],
  ['S.Akhir 489.850', 489850n],
  ['Sisa uang 489.850', 489850n],
  ['Sisa kredit 489.850', 489850n],
  ['Dompet Rp489.850', 489850n],
  ['Wallet: 489.850', 489850n],
  ['Sldo: 489.850', 489850n],
  ['Dep: 489.850', 489850n],
  ['0987/Saldo 489.850', 489850n],
  ['Hutang 489.850', null],
  ['Kredit 489.850', null],
  ['Tagihan agen 489.850', null],
  ['Dana 489.850', null],
  ['Laba 350', null],
  ['Saldo/REF 489.850', null],
  ['Saldo dicek besok', null],
  ['SALDO Toko 88: 489.850', 489850n],
])('the balance is recognized by its label: %s', (body, balance) => {
  expect(readBalance(`Yth. Pasar. ${body}. @10:33`, {}, irsVerdict)).toMatchObject(balance === null ? { state: 'unknown' } : { balance })
})

test.each([
  [true, 'R#MKT-1001 S10.081234567890 SUKSES SEBAGIAN. SN: 123. Saldo 489.850'],
  [true, 'R#MKT-1001 S10.081234567890 SUKSES 40 dari 85. SN: X1. Saldo 489.850'],
  [true, 'R#MKT-1001 S10.081234567890 PARTIAL SUCCESS. SN: X1'],
  [true, '{"ref_id":"MKT-1001","status":"partial","message":"Sukses","sn":"X1"}'],
  [true, '{"ref_id":"MKT-1001","status":"Sukses","sn":"X1","note":"baru terkirim sebagian"}'],
  [undefined, 'R#MKT-1001 S10.081234567890 SUKSES. SN: 123. Dana dikembalikan ke saldo Anda'],
  [undefined, '{"ref_id":"MKT-1001","status":"Sukses","sn":"X1","note":"transaksi direfund"}'],
  [undefined, 'Mohon maaf, server sedang gangguan sebagian'],
])('an unknown answer says whether only a part was delivered (%s): %s', (partial, body) => {
  for (const convert of [orderOutcome, statusOutcome]) {
    const outcome = convert(readAnswer(body, ours, {}, httpGetVerdict))
    expect(outcome).toMatchObject({ state: 'unknown', ...(partial && { partial }) })
    if (partial === undefined) expect(outcome).not.toHaveProperty('partial')
  }
})

test.each([
  { ref_id: 'MKT-1001', status: 'Gagal', sn: '', reason: 'Nomor tujuan tidak aktif' },
  { ref_id: 'MKT-1001', status: 'Gagal', message: 'Transaksi Gagal', sn: 'Nomor tujuan tidak aktif', rc: '02' },
])('the message of a failure holds the reason that another field gives: %j', (body) => {
  expect(orderOutcome(readAnswer(JSON.stringify(body), ours, {}, httpGetVerdict))).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('Nomor tujuan tidak aktif'),
  })
})
