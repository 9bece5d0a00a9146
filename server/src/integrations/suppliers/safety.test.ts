// @module-tag nightly
/**
 * Limits on the effect of any answer, whatever its words, their order, its references and its form: an answer makes the order failed only if it
 * reports a failure of the goods, and delivered only with a success keyword or code about the order.
 */
import { supplierKinds } from '@lapak/contract/catalogue/seller-api'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseReport, reportsOf } from '#integrations/suppliers/report.ts'
import { inShort, replayer } from '../../../test/recorded-exchanges.ts'

const ours = { reference: 'MKT-1001', target: '081234567890' }
const success = ['SUKSES', 'berhasil', 'Success', 'BERHASIL']
const failure = ['GAGAL', 'Gagal', 'FAILED', 'dibatalkan', 'tidak berhasil']
const underWay = ['sedang diproses', 'PENDING', 'masih dalam antrian', 'waiting', 'in progress', 'menunggu jawaban', 'dalam proses']
const ofTheCall = [
  ...['IP tidak diizinkan', 'Pin salah', 'Saldo tidak cukup', 'Signature tidak valid', 'Too many requests', 'Akun Anda diblokir'],
  ...['Server sedang gangguan', 'Sistem maintenance', 'mencapai limitasi', 'Unauthorized', 'Invalid API key', 'Insufficient balance'],
  ...['Parameter salah', 'Format pesan salah', 'Ref ID tidak valid', 'Kode reseller tidak aktif', 'Session expired', 'Terlalu sering'],
]
const ofTheReference = [
  ...['Trx kembar', 'IDTRX tidak boleh sama', 'Reference sudah digunakan', 'sudah diproses sebelumnya', 'Duplicate transaction'],
  ...['Conflict reference id', 'Transaksi sama dalam 1 hari', 'already exists', 'Ref ID harus unik', 'sudah pernah'],
  ...['Transaksi identik', 'Trx rangkap', 'Idtrx terdaftar', 'Order already completed', 'Transaksi telah selesai', 'Replay detected'],
]
const unclear = ['Timeout', 'OTP Error', 'FR_NOT_SELECTED', 'err 37', 'tidak ada respon', 'koneksi ke provider', 'cek manual ke CS']
const ofTheServer = [
  ...[
    'HTTP 504',
    'Error 500',
    'System.Net.WebException',
    'NullReferenceException',
    'ECONNRESET',
    'Thread was being aborted',
    'Bad Gateway',
  ],
  ...[
    'Internal Server Error',
    'Something went wrong',
    'Terjadi kesalahan sistem',
    'Hasil tidak dapat dipastikan',
    'Deadlock found',
    'cURL error 28',
  ],
]
const rerouted = [
  ...[
    'dialihkan ke supplier 2',
    'auto switch ke provider B',
    'pindah jalur',
    'failover ke H2H lain',
    'dikirim ulang',
    'resend #2',
    'percobaan ke-2',
  ],
]
const claims = ['komplain ditolak operator', 'klaim ditolak', 'koreksi ditolak', 'pengajuan refund ditolak', 'batal ditolak']
const terms = ['No refund', 'Salah nomor = no refund', 'tidak dapat refund', 'BATAL = saldo kembali', 'Auto refund bila produk gangguan']
const inName = ['Paket Anti Gagal', 'Asuransi Refund Ongkir', 'Voucher Free Cancel', 'Pulsa Anti Batal']
const codes = ['RC:68', 'RC 49', '(45)', 'Error 500', '[RC:68]', 'rc=17']
const ofTheGoods = [
  'Nomor salah',
  'Produk gangguan',
  'Stok kosong',
  'Prefix tidak sesuai',
  'Nomor hangus',
  'ditolak operator',
  'saldo dikembalikan',
]
const ofTheRequest = ['berhasil dibuat', 'Transaction created', 'permintaan sukses', 'Order berhasil diterima', 'sukses diterima', 'OK']
const inPart = ['PARTIAL', 'sebagian', '40 dari 85', 'tidak lengkap']
const indifferent = ['Saldo 10.000 - 1.000 = 9.000', '@14:03', 'T#90012', 'Hrg 10.150', 'Telkomsel 10', 'terima kasih', '%', '<b>', '"']

/** No word of any language. */
const unknownWord = fc.string({ unit: fc.constantFrom(...'bcfghjkmz'), minLength: 4, maxLength: 9 })

const oneOf = (words: readonly string[]) => fc.constantFrom(...words)
/** A sentence that mentions the order before the given words. */
const sentenceOf = (...pieces: fc.Arbitrary<string>[]) =>
  fc
    .tuple(
      fc.constantFrom('R#MKT-1001 S10.081234567890', 'R#MKT-1001', 'S10 ke 081234567890', 'TRX S10.081234567890 CLIENTID=MKT-1001'),
      fc.tuple(...pieces),
      fc.array(oneOf(indifferent), { maxLength: 3 }),
      fc.constantFrom('. ', ' ', ', ', ' - '),
    )
    .map(([head, words, more, between]) => [head, ...words, ...more].join(between))
/** A text with the given words in any sequence, and with the reference of the order at any place. */
const anyOrderOf = (...pieces: fc.Arbitrary<string>[]) =>
  fc
    .tuple(fc.tuple(...pieces), fc.array(oneOf([...indifferent, 'R#MKT-1001', 'S10.081234567890']), { maxLength: 4 }))
    .chain(([words, more]) => fc.shuffledSubarray([...words, ...more, 'R#MKT-1001'], { minLength: words.length + more.length + 1 }))
    .map((words) => words.join('. '))

const names = { ref_id: 'MKT-1001', customer_no: '081234567890' }
const json = (outer: object, inner?: object) => JSON.stringify({ ...outer, ...(inner && { data: inner }) })

type Question = 'order' | 'status'
const address = 'http://seller.example/x?to=[tujuan]'
const kinds = Object.values(supplierKinds)
/** New texts are tried each night. By day the texts are always the same, so that a rare reading of words does not stop a change that has no part in it. */
const runs = process.env.NIGHTLY === '1' ? { numRuns: 5_000 } : { numRuns: 300, seed: 1 }

describe.each(kinds)('any answer of a %s server', (kind) => {
  const replay = replayer(kind, { templates: { order: address, status: address } })
  const read = async (question: Question | 'report', body: string) => {
    if (question !== 'report') return (await replay(question, body)).understood
    const report = parseReport(kind, '', body, {}, ours.target)
    return report === null ? 'unknown' : inShort(report.outcome)
  }
  const never = (forbidden: RegExp, answers: fc.Arbitrary<string>, questions: readonly (Question | 'report')[]) =>
    fc.assert(
      fc.asyncProperty(answers, fc.constantFrom(...questions), async (body, question) => {
        expect(await read(question, body), `${question}: ${body}`).not.toMatch(forbidden)
      }),
      runs,
    )
  const ends = /^(?:failed|success)/

  test('does not make the order final if it refuses the query or the reference', () =>
    never(
      ends,
      fc.oneof(
        sentenceOf(oneOf(failure), oneOf([...ofTheCall, ...ofTheReference])),
        anyOrderOf(oneOf(failure), oneOf([...ofTheCall, ...ofTheReference])),
        sentenceOf(oneOf(failure), oneOf([...ofTheCall, ...ofTheReference]), oneOf(ofTheGoods)),
        sentenceOf(oneOf(ofTheGoods), oneOf(failure), oneOf([...ofTheCall, ...ofTheReference])),
        fc
          .tuple(oneOf(['Gagal', 'FAILED', 'failed', 'error']), oneOf([...ofTheCall, ...ofTheReference]))
          .map(([status, message]) => json({ ...names, status, message })),
        fc
          .tuple(oneOf([...ofTheCall, ...ofTheReference]))
          .map(([message]) => json({ success: false, message }, { ...names, status: 'Gagal' })),
        fc
          .tuple(oneOf(['41', '45', '83', '17', '18', '44']), oneOf(['', 'GAGAL', 'Transaksi Gagal']))
          .map(([rc, message]) => json({ ...names, status: 'Gagal', rc, message })),
      ),
      ['status', 'report'],
    ))

  test('does not make the order final if it refuses the reference, even in reply to the order itself', () =>
    never(/^(?:failed|success|refused)/, anyOrderOf(oneOf(failure), oneOf(ofTheReference)), ['order', 'status', 'report']))

  test('does not make the order final if it answers a status query with a failure for an unknown reason', () =>
    never(ends, sentenceOf(oneOf(failure.slice(0, 3)), oneOf(unclear)), ['status']))

  test('does not make the order final if the failing server itself does not know the result, or another route has the order', () =>
    never(
      /^(?:failed|success|refused)/,
      fc.oneof(
        anyOrderOf(oneOf(failure), oneOf([...ofTheServer, ...rerouted])),
        sentenceOf(oneOf(failure), oneOf(rerouted), oneOf(ofTheGoods)),
        sentenceOf(oneOf(claims)),
        oneOf([...ofTheServer, ...rerouted]).map((message) => json({ success: false, message })),
        fc
          .tuple(oneOf(['Gagal', 'FAILED']), oneOf([...ofTheServer, ...rerouted]))
          .map(([status, message]) => json({ ...names, status, message })),
      ),
      ['order', 'status', 'report'],
    ))

  test('does not make the order final if a failure of the goods goes on with words that nobody knows', () =>
    never(
      /^(?:failed|success|refused)/,
      fc
        .tuple(oneOf(ofTheGoods), oneOf(['. ', ', ', ' tapi ', ' - ', '; ']), fc.array(unknownWord, { minLength: 1, maxLength: 4 }))
        .chain(([goods, between, words]) => {
          const message = `${goods}${between}${words.join(' ')}`
          return fc.constantFrom(
            `R#MKT-1001 S10.081234567890 GAGAL. ${message}. Saldo 1.000`,
            json({ ...names, status: 'Gagal', message }),
            json({ ...names, status: 'Gagal', message: goods, reason: words.join(' ') }),
          )
        }),
      ['order', 'status', 'report'],
    ))

  test('does not make the order failed by the name of a product, the terms of the seller, or a code that is about the call', async () => {
    await never(/^(?:failed|success|refused)/, sentenceOf(oneOf(terms)), ['order', 'status', 'report'])
    await never(
      ends,
      fc
        .tuple(oneOf(inName), oneOf(['', ' diterima', ' OK']))
        .map(([name, state]) => `R#MKT-1001 ${name} S10.081234567890${state}. Saldo 1.000`),
      ['status', 'report'],
    )
    await never(
      ends,
      fc.tuple(oneOf(failure.slice(0, 3)), oneOf(codes)).map(([state, code]) => `R#MKT-1001 S10.081234567890 ${state} ${code}. Saldo 1`),
      ['status'],
    )
  })

  test('does not make the order delivered if a state stands in place of the serial number, and gives the buyer no placeholder', async () => {
    const states = [
      'ERR500',
      'RC68',
      'PROSES 1X24 JAM',
      'MANUAL 10/12',
      'WAIT',
      'TRX SUSPECT 0998',
      'TESTING-0001',
      'DUMMY12345',
      'TIMEOUT',
      'REFUND',
    ]
    const answers = (numbers: readonly string[]) =>
      fc.oneof(
        oneOf(numbers).map((number) => `R#MKT-1001 S10.081234567890 SUKSES. SN: ${number}. Saldo 489.850`),
        oneOf(numbers).map((sn) => json({ ...names, status: 'Sukses', message: 'Sukses', sn })),
      )
    await never(/^success/, answers(states), ['order', 'status', 'report'])
    const placeholders = [
      'OK',
      'SUKSES',
      '00000000',
      'XXXX-XXXX',
      'nihil',
      '14:03:22',
      '29/11/2026',
      '081234567890',
      '6281234567890',
      'Rp 10.150',
    ]
    await never(/^success ./, answers(placeholders), ['order', 'status', 'report'])
  })

  test('does not make the order final if it contains both a failure and a pending state', () =>
    never(
      ends,
      fc.oneof(
        sentenceOf(oneOf(failure), oneOf(underWay)),
        anyOrderOf(oneOf(failure), oneOf(underWay)).filter((body) => !/hrg|saldo/i.test(body)),
        fc.tuple(oneOf(['FAILED', 'Gagal']), oneOf(underWay)).map(([status, message]) => json({ ...names, status, message })),
        fc
          .tuple(oneOf(['FAILED', 'Gagal']), oneOf(['PENDING', 'process']))
          .map(([outer, inner]) => json({ status: outer }, { ...names, status: inner })),
      ),
      ['order', 'status', 'report'],
    ))

  test('does not make the order final if only the request succeeded or only a part of the order was delivered', () =>
    never(
      /^(?:success|failed)/,
      fc.oneof(
        sentenceOf(oneOf(ofTheRequest)),
        fc
          .tuple(
            oneOf(['success', 'Success', 'ok']),
            oneOf([...ofTheRequest, 'success', '']),
            oneOf(['PENDING', 'process', 'waiting', 'validasi', '']),
          )
          .map(([status, message, state]) => json({ status, message }, { ...names, ...(state !== '' && { trx_status: state }) })),
        oneOf(ofTheRequest).map((message) => json({ success: true, result: 'success', ...names, message })),
        sentenceOf(oneOf(success), oneOf(inPart), fc.constant('SN: X1')),
        oneOf(inPart).map((message) => json({ ...names, status: 'Sukses', message: `SUKSES ${message}`, sn: 'X1' })),
      ),
      ['order', 'status', 'report'],
    ))

  test('does not make the order delivered without a success keyword or code, nor failed without a failure keyword or code', async () => {
    const words = [...underWay, ...ofTheCall, ...ofTheReference, ...unclear, ...ofTheGoods, ...ofTheRequest, ...indifferent]
    await never(
      /^(?:failed|success)/,
      fc
        .array(oneOf(words), { maxLength: 5 })
        .map((some) => `R#MKT-1001 ${some.join('. ')}`)
        .filter((body) => !/sukses|success|berhasil|dikembalikan|ditolak/i.test(body)),
      ['status', 'report'],
    )
    await never(
      /^success/,
      anyOrderOf(oneOf(failure), oneOf(words)).filter(
        (body) => !/sukses|success|\bberhasil (?!di)/i.test(body.replace('tidak berhasil', '')),
      ),
      ['order', 'status', 'report'],
    )
  })

  test('does not make the order final if it contains another reference in a field or in the text', () =>
    never(
      ends,
      fc.oneof(
        fc
          .tuple(
            oneOf(['ref_id', 'trxid', 'reff', 'order_id', 'request_id', 'reference', 'transaction_id']),
            oneOf(['MKT-1002', 'INV-77', 'X-1']),
            oneOf(['Sukses', 'Gagal']),
          )
          .map(([name, reference, status]) =>
            json({ [name]: reference, customer_no: ours.target, status, message: `${status}. Nomor salah`, sn: '9' }),
          ),
        fc
          .tuple(oneOf(['R#MKT-1002', 'CLIENTID=MKT-1002', 'trx MKT-1002', 'Ref ID: MKT-1002']), oneOf([...success, ...failure]))
          .map(([reference, state]) => `${reference} S10 ke 081234567890 ${state}. Nomor salah. SN: 9`),
      ),
      ['order', 'status'],
    ))

  test('returns the serial number of a delivery without the text after it', () => {
    const label = [
      ...['Saldo 1.000', 'SISASALDO: 1.109', 'Sal:38.665', 'Balance 66,125', 'Deposit Anda Rp 38.665', 'Stok Anda: 38.665', 'Byr 5.100'],
      ...[
        'Hrg 10.150',
        'Harga=5.000',
        '@14:03',
        'jam 10:33',
        'Waktu 2026-11-21 20:32',
        'TrxID: 123',
        'R#MKT-1001',
        'Sis 38.665',
        '<br>Saldo 1',
      ],
      ...['Bal. 66.125', 'Sisa uang 38.665', 'Your balance is 1.109', 'Dompet Rp38.665', 'Saldonya >> 38.665', 'S.Akhir 38.665'],
    ]
    const numbers = fc
      .stringMatching(/^[A-Z0-9]{2,6}(?:[-/.][A-Z0-9]{2,6}){0,4}$/)
      // A part that spells a keyword of the trade ('ggl', 'err', 'hrg') is read as that keyword; these are all such parts of two and three letters.
      // Nothing but zeros, an amount, a day and the product's own code are placeholders.
      .filter((text) => /\d/.test(text) && /[^0/.-]/.test(text) && !/MKT|SN|RC|WA|CS|GGL|ERR|HRG|PND|END|NEW|RP/.test(text))
      .filter((text) => !/^\d{2,3}(?:\.\d{3})+$|^\d\d([/.-])\d\d\1(?:\d\d){1,2}$|^\d{4}[/-]\d\d[/-]\d\d$/.test(text))
      .filter((text) => text !== 'S10')
    const answers = fc
      .tuple(
        numbers,
        oneOf(label),
        oneOf(['. ', ', ', ' ', '<br>']),
        oneOf(['SN: ', 'SN/Ref: ', 'S/N: ', 'Nomor seri: ', 'Kode Voucher: ']),
      )
      .map(([number, words, between, name]) => ({ number, body: `R#MKT-1001 S10.081234567890 SUKSES. ${name}${number}${between}${words}` }))
    const behindSentence = fc
      .tuple(
        numbers,
        oneOf([
          'Laba 350',
          'Bonus 1',
          'Modal 10.150',
          'S=489.850',
          'H:10.150 S:489.850',
          'IDR 10,150',
          '- 10.150 = 489.850',
          'Kas anda 1.000',
        ]),
        oneOf(['. ', ', ', '; ']),
      )
      .map(([number, words, between]) => ({ number, body: `R#MKT-1001 S10.081234567890 SUKSES. SN: ${number}${between}${words}` }))
    return fc.assert(
      fc.asyncProperty(fc.oneof(answers, behindSentence), async ({ number, body }) => {
        expect(await read('order', body), body).toBe(`success ${number}`)
      }),
      runs,
    )
  })

  test('returns a long number without any words that the seller writes behind it', () => {
    const behind = [
      ...[
        'Produk: Telkomsel 10',
        'ke 081234567890',
        '(S10.081234567890)',
        '29/11/2026 14:03',
        'Trx aman',
        'Happy Cell - Murah & Cepat',
        'via WEB',
      ],
      ...[
        'status=sukses',
        'Jangan lupa bintang 5 ya',
        '✅ Selesai',
        '👍',
        'R#MKT-1001',
        'ID MKT-1001',
        'Modem 3',
        'IP: 10.0.0.1',
        'last_balance=489850',
      ],
      ...['Trx lagi: S10.081234567890.pin', 'Agen: PA0001', '10.150', 'SUKSES', 'Kode: 00', '"', '*'],
    ]
    return fc.assert(
      fc.asyncProperty(
        fc.stringMatching(/^[1-9]\d{7,24}$/),
        oneOf(behind),
        oneOf([' ', '. ', ', ', '\n']),
        async (number, words, between) => {
          expect(await read('order', `R#MKT-1001 S10.081234567890 SUKSES. SN: ${number}${between}${words}`), words).toBe(
            `success ${number}`,
          )
        },
      ),
      runs,
    )
  })

  test('returns each digit of a token, however long the number is, and the code next to the serial number', () =>
    fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[1-9]\d{11,29}$/), fc.stringMatching(/^[A-Z]{4}-\d{4}-[A-Z]{4}$/), async (number, code) => {
        const answer = `{"ref_id":"MKT-1001","customer_no":"081234567890","status":"Sukses","sn":${number}`
        for (const question of ['order', 'status', 'report'] as const) {
          expect(await read(question, `${answer}}`)).toBe(`success ${number}`)
          expect(await read(question, `${answer},"voucher_code":"${code}"}`)).toBe(`success ${number}, ${code}`)
        }
        const [report = ''] = reportsOf(`[${answer}},${answer}}]`)
        expect(await read('report', report)).toBe(`success ${number}`)
      }),
      runs,
    ))

  test('makes the order failed if it reports a failure of the goods, so that the buyer does not wait', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom<readonly (Question | 'report')[]>(['order', 'status', 'report']).chain((all) => fc.constantFrom(...all)),
        sentenceOf(oneOf(['GAGAL', 'Gagal', 'FAILED']), oneOf([...ofTheGoods, 'Saldo 1.000'])),
        async (question, body) => {
          // A report without a reference is not about any order.
          fc.pre(question !== 'report' || /MKT-1001/.test(body))
          expect(await read(question, question === 'report' ? `msg=${body}` : body), `${question}: ${body}`).toBe('failed')
        },
      ),
      runs,
    ))
})
