/** Exchanges with IRS servers, taken from manuals and operators, with invented names, numbers and shops. */
import { describe, expect, test } from 'vitest'
import { type Question, replayer } from '../../../../test/recorded-exchanges.ts'

const replay = replayer('irs', { apiUrl: 'http://seller.example:7000/api/h2h' })
const understood = async (question: Question, answer: string) => (await replay(question, answer)).understood
const json = (fields: object) => JSON.stringify({ produk: 'S10', tujuan: '081234567890', reffid: 'MKT-1001', ...fields })

describe('a request to an IRS server', () => {
  const who = 'id=PA0001&pin=4321&user=pasar&pass=rahasia'
  const what = 'kodeproduk=S10&tujuan=081234567890&counter=1&idtrx=MKT-1001'
  test.each([
    ['an order', 'order', {}, `/api/h2h?${who}&${what}&jenis=1`],
    ['the nth one for a number', 'order', { counter: 2 }, `/api/h2h?${who}&${what.replace('counter=1', 'counter=2')}&jenis=1`],
    ['an open amount', 'order', { amount: 75_000n }, `/api/h2h?${who}&${what}&jenis=1&nominal=75000`],
    ['a question for its state, which is the order again', 'status', {}, `/api/h2h?${who}&${what}&jenis=1`],
    ['a question for a bill', 'inquiry', {}, `/api/h2h?${who}&${what}&jenis=5`],
    ['the payment of a bill', 'order', { payment: true }, `/api/h2h?${who}&${what}&jenis=6`],
    ['a question whose number it is', 'customer', {}, `/api/h2h?${who}&${what}&jenis=5`],
    ['a question for the balance', 'balance', {}, `/api/h2h/saldo?${who}`],
  ] as const)('is sent in the documented form: %s', async (_, question, changes, sent) => {
    expect((await replay(question, '', changes)).sent).toBe(sent)
  })
})

describe('the JSON answer of an IRS server', () => {
  test.each([
    [
      'that it works on it, by a code of two digits',
      json({ success: true, rc: '68', msg: 'Trx S10 081234567890 Under process', sn: '' }),
      'pending',
    ],
    ['that it works on it, by a code of four', json({ success: true, rc: '0068', msg: 'Trx S10 081234567890 Under proses...' }), 'pending'],
    ['that it waits in a queue', json({ success: true, rc: '00', msg: 'Trx S10 081234567890 sedang dalam antrian' }), 'pending'],
    ['that it waits in a queue, shortened', json({ success: true, rc: '00', msg: 'S10 081234567890 sdg dlm antrian' }), 'pending'],
    ['that it is delivered', json({ success: true, rc: '00', msg: 'S10 081234567890 SUKSES', sn: '0123/A.B-9' }), 'success 0123/A.B-9'],
    [
      'that it is delivered, by a code that others use for running',
      json({ success: true, rc: '1', status: 1, sn: 'AB12', msg: 'PAYSUKSES TRANSAKSI BERHASIL' }),
      'success AB12',
    ],
    [
      'that it is delivered, under another name for the serial number',
      json({ success: true, rc: '00', msg: 'SUKSES', serialnumber: '77 88' }),
      'success 77 88',
    ],
    ['that it is delivered, without a serial number', json({ success: true, rc: '00', msg: 'BERHASIL', sn: 'null' }), 'success'],
    ['that it failed', json({ success: false, rc: '14', msg: 'S10 081234567890 GAGAL. Nomor tujuan salah' }), 'failed'],
    ['that it lacks balance', json({ success: false, rc: '0061', msg: 'Saldo Anda tidak mencukupi' }), 'refused'],
    ['that we lack balance, in other words', json({ success: false, rc: '61', msg: 'saldo kurang, silakan deposit' }), 'refused'],
    ['that our address is not known', JSON.stringify({ success: false, rc: '13', msg: 'IP 203.0.113.9 belum terdaftar' }), 'refused'],
    ['that the product is closed', json({ success: false, rc: '41', msg: 'Produk sedang gangguan' }), 'refused'],
    ['that it knows the reference already', json({ success: false, rc: '62', msg: 'Reffid sudah pernah digunakan' }), 'unknown'],
    ['that the reference is a duplicate', json({ success: false, msg: 'GAGAL. Duplikat idtrx' }), 'unknown'],
    ['that it waits for its own supplier, without success', json({ success: false, msg: 'Menunggu balasan operator' }), 'unknown'],
    ['that it does not know', json({ success: false, rc: '99', msg: 'SUSPECT, cek ke CS' }), 'unknown'],
    ['that its database failed', json({ success: false, msg: { code: 'ER_DATA', detail: 'Data too long' } }), 'unknown'],
    ['that a question succeeded, not the order', json({ success: true, rc: '1', msg: 'INQSUKSES NAMA:BUDI,NOMINAL:49000' }), 'pending'],
    [
      'that a question succeeded, with the code of a delivery',
      json({ success: true, rc: '00', msg: 'Cek tagihan SUKSES', sn: 'BUDI' }),
      'unknown',
    ],
    ['something about another reference', json({ success: true, rc: '00', msg: 'SUKSES', sn: '1', reffid: 'MKT-1002' }), 'unknown'],
    [
      'something about another number',
      json({ success: true, rc: '00', msg: 'SUKSES', sn: '1', tujuan: '081399998888', reffid: undefined }),
      'unknown',
    ],
    [
      'something about our reference and another number',
      json({ success: true, rc: '00', msg: 'SUKSES', sn: '1', tujuan: '081399998888' }),
      'unknown',
    ],
    ['something about nobody', JSON.stringify({ success: true, rc: '00', msg: 'SUKSES', sn: '1' }), 'unknown'],
    ['success and failure in one', json({ success: true, rc: '00', msg: 'SUKSES tetapi GAGAL di operator', sn: '1' }), 'unknown'],
    [
      'the number written another way',
      json({ success: true, rc: '00', msg: 'SUKSES', sn: '1', tujuan: '6281234567890', reffid: undefined }),
      'success 1',
    ],
    [
      'an open amount before the number',
      json({ success: true, rc: '00', msg: 'SUKSES', sn: '1', tujuan: '75000@081234567890' }),
      'success 1',
    ],
    ['half a message', '{"success":true,"rc":"00","msg":"S10 081234567890 SUKSES', 'unknown'],
  ])('is understood: %s', async (_, answer, expected) => {
    expect(await understood('order', answer)).toBe(expected)
  })
})

describe('the text answer of an older IRS server', () => {
  const head = 'Lancar. TrxID=55017 kode S10 ke 081234567890'
  test.each([
    ['that it works on it', 'order', `${head} sedang diproses @14:03. Saldo 500,000 - 10,150 = 489,850`, 'pending'],
    ['that it is delivered', 'order', `${head} Sukses. SN:01447000007482589790. Saldo 489,850`, 'success 01447000007482589790'],
    ['that it failed', 'order', `${head} GAGAL. Saldo 489,850+10,150 = 500,000 @14:05`, 'failed'],
    [
      'under a longer name of the reference',
      'order',
      'REFF#MKT-1001 S10 ke 081234567890 BERHASIL, SN: AB-1 Saldo: 500.000 - 10.150 = 489.850',
      'success AB-1',
    ],
    ['that another reference succeeded', 'order', 'REFF#MKT-1002 S10 ke 081234567890 BERHASIL, SN: AB-1', 'unknown'],
    [
      'that the same number had this before, of nobody knows which order',
      'status',
      `${head} sdh pernah jam 14:03, status Sukses. SN:12. Saldo 489,850`,
      'unknown',
    ],
    [
      'that our order had this before',
      'status',
      `R#MKT-1001 ${head} sdh pernah jam 14:03, status Sukses. SN:12. Saldo 489,850`,
      'success 12',
    ],
    ['that our order had failed before', 'status', `R#MKT-1001 ${head} sdh pernah jam 14:03, status Gagal. Saldo 489,850`, 'failed'],
    ['that a new order is an old one', 'order', `R#MKT-1001 ${head} sdh pernah jam 14:03, status Sukses. SN:12. Saldo 489,850`, 'unknown'],
    [
      'that a repeated order failed because the first one runs',
      'status',
      `R#MKT-1001 ${head} GAGAL, trx sebelumnya masih diproses`,
      'unknown',
    ],
    ['that the question failed, not the order', 'status', 'R#MKT-1001 Cek status gagal, ulangi', 'unknown'],
    ['that our PIN is wrong', 'order', 'Maaf PIN Anda salah', 'refused'],
    ['that our PIN is wrong when asked', 'status', 'GAGAL. Pin Salah', 'unknown'],
    ['that something failed, and not what', 'status', 'GAGAL', 'unknown'],
    ['that something succeeded, and not what', 'order', 'SUKSES. SN: 2301998877', 'unknown'],
    ['under a name that holds a good word', 'order', `SUKSES JAYA CELL: ${head} sedang diproses`, 'pending'],
    ['that a success was taken back', 'status', `R#MKT-1001 ${head} sempat sukses, GAGAL dan saldo dikembalikan`, 'failed'],
  ] as const)('is understood: %s', async (_, question, answer, expected) => {
    expect(await understood(question, answer)).toBe(expected)
  })
})

describe('the XML answer of an IRS server', () => {
  const xml = (inner: string) =>
    `<?xml version="1.0"?>\n<response><reffid>MKT-1001</reffid><tujuan>081234567890</tujuan>${inner}</response>`
  test.each([
    ['that it is delivered', xml('<success>true</success><rc>00</rc><msg>S10 SUKSES &amp; terkirim</msg><sn>12/A</sn>'), 'success 12/A'],
    ['that it works on it', xml('<success>true</success><rc>68</rc><msg><![CDATA[sedang diproses]]></msg><sn/>'), 'pending'],
    ['that it failed', xml('<success>false</success><rc>14</rc><msg>GAGAL. Nomor salah</msg>'), 'failed'],
    ['something about another reference', xml('<msg>SUKSES</msg>').replace('MKT-1001', 'MKT-1002'), 'unknown'],
    ['two things under one name', xml('<msg>SUKSES</msg><msg>GAGAL</msg>'), 'unknown'],
    ['half a message', xml('<success>true</success><rc>00</rc><msg>SUKSES</msg>').slice(0, -8), 'unknown'],
    ['a page of a proxy', '<?xml version="1.0"?><html><body>Login sukses 081234567890</body></html>', 'unknown'],
  ])('is understood: %s', async (_, answer, expected) => {
    expect(await understood('order', answer)).toBe(expected)
  })
})

test.each([
  ['in its own field', JSON.stringify({ success: true, rc: '00', msg: 'ok', saldo: '106.204.167' }), 'known 106204167'],
  ['inside of data', JSON.stringify({ success: true, data: { balance: '489750.0000' } }), 'known 489750'],
  ['with dots and decimals', JSON.stringify({ success: true, saldo: '1.234.531.425,773' }), 'known 1234531425'],
  ['by XML', '<saldo><success>true</success><saldo>489.750</saldo></saldo>', 'known 489750'],
  ['by text', 'Saldo PA0001: Rp. 489.750', 'known 489750'],
  ['below nothing', 'Saldo: -5.000', 'unknown'],
  ['in a way that could be two amounts', JSON.stringify({ success: true, saldo: '1234.567' }), 'unknown'],
  ['not, since the password is wrong', JSON.stringify({ success: false, rc: '12', msg: 'Password salah' }), 'failed'],
])('the balance answer of an IRS server is understood: %s', async (_, answer, expected) => {
  expect(await understood('balance', answer)).toBe(expected)
})

describe('the bill of an IRS server', () => {
  test.each([
    [
      'in one sentence',
      'Code=PLN ke 081234567890 nama DEWI LESTARI untuk 1 periode 202611 SN nomor meter - tarif R1 daya 1300 Hrg=301800 Tagihan=300000 Admin=2500 Total Tagihan=302500 cek Tagihan SUKSES. Saldo=9978400.',
      'found DEWI LESTARI 202611 300000 2500',
    ],
    [
      'behind a serial number',
      'Code=PLN cek Tagihan SUKSES ke 081234567890 SN:DEWI LESTARI/R1/1300/202611/Tagihan=300000/Admin=2500/Total Tagihan=302500/JmlBulan=1.Saldo=9978400.Harga=301800. Clientid=MKT-1001.',
      'unknown',
    ],
    [
      'with a fine',
      'SP3 INQ Idpel:081234567890 Transaksi Berhasil/Status RC:00.Data Cust:Nama:DEWI LESTARI SPD/TD:R1 1300/BLTH:MAR 26/St MTR:15919-16122,Rp Tag:Rp322.601,Denda:Rp5.000.Adm:Rp4.200,Total Tag:Rp331.801.Waktu Trx:2026-03-27 16:25/',
      'found DEWI LESTARI SPD MAR 26 327601 4200',
    ],
    [
      'by JSON',
      json({
        success: true,
        rc: '00',
        data: { nama: 'DEWI LESTARI', periode: '202610,202611', tagihan: '300.000', admin: 5000, total: '305.000' },
      }),
      'found DEWI LESTARI 202610,202611 300000 5000',
    ],
    [
      'by JSON with details',
      json({
        success: true,
        msg: 'ok',
        data: {
          status: 'SUCCESS',
          detail: { name: 'DEWI LESTARI', month_year: 'NOV 26', bill: 94_280, admin_fee: 9_000, total_bill: 103_280 },
        },
      }),
      'found DEWI LESTARI NOV 26 94280 9000',
    ],
    [
      'with amounts that do not agree',
      json({ success: true, rc: '00', data: { nama: 'DEWI', tagihan: 300_000, admin: 2_500, total: 402_500 } }),
      'unknown',
    ],
    ['whose price is all that it says', json({ success: true, rc: '00', data: { nama: 'DEWI', admin: 2_500, harga: 301_800 } }), 'unknown'],
    [
      'of another customer',
      'Code=PLN ke 081399998888 nama DEWI LESTARI untuk 1 periode 202611 Tagihan=300000 Admin=2500 Total Tagihan=302500 cek Tagihan SUKSES',
      'unknown',
    ],
    [
      'that was paid',
      'R#MKT-1001 PLN.081234567890 sdh pernah jam 16:16, status Gagal. SN/Ref: .Gagal Tagihan sudah terbayar. Saldo 392.295',
      'failed',
    ],
  ])('is understood: %s', async (_, answer, expected) => {
    expect(await understood('inquiry', answer)).toBe(expected)
  })
})

describe('the answer of an IRS server to a name query', () => {
  test.each([
    ['with tariff and power', json({ success: true, rc: '00', msg: 'SUKSES', sn: 'DEWI LESTARI/R1/1300VA' }), 'found DEWI LESTARI'],
    [
      'with number, tariff, power and energy',
      json({ success: true, rc: '00', msg: 'SUKSES', sn: '530012345678/DEWI LESTARI/R1M/900VA/110.60KWH' }),
      'found DEWI LESTARI',
    ],
    [
      'by labels',
      'R#MKT-1001 CEKPLN.081234567890 SUKSES. Nama: DEWI LESTARI, Tarif/Daya: R1/1300VA, kWh: 32,5. Saldo 10.000',
      'found DEWI LESTARI',
    ],
    ['by short labels', 'INQSUKSES Idpel:081234567890,NAMA:DEWI LESTARI/TD:R1 1300', 'found DEWI LESTARI'],
    ['in one sentence', 'CEK ke 081234567890 a/n DEWI LESTARI tarif R1 daya 1300', 'found DEWI LESTARI'],
    [
      'by JSON',
      json({
        success: true,
        data: { meter_no: '081234567890', subscriber_id: '53', name: 'DEWI LESTARI', segment_power: 'R1 /000001300' },
      }),
      'found DEWI LESTARI',
    ],
    ['without a name', json({ success: true, rc: '00', msg: 'SUKSES', sn: '14012345678/R1M/900VA/110.60KWH' }), 'unknown'],
    ['of another meter', json({ success: true, rc: '00', msg: 'SUKSES', tujuan: '081399998888', sn: 'DEWI LESTARI/R1/1300VA' }), 'unknown'],
    ['that there is none', json({ success: false, rc: '14', msg: 'Nomor pelanggan tidak terdaftar' }), 'failed'],
  ])('is understood: %s', async (_, answer, expected) => {
    expect(await understood('customer', answer)).toBe(expected)
  })
})
