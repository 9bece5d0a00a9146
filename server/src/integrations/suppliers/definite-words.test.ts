// @module-tag nightly
import { supplierKinds } from '@lapak/contract/catalogue/seller-api'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseReport } from '#integrations/suppliers/report.ts'
import { replayer } from '../../../test/recorded-exchanges.ts'

/** Texts that an untrusted server may send, in any order and about any order. */
const ours = ['R#MKT-1001', 'S10.081234567890', 'ke 6281234567890', 'CLIENTID=MKT-1001']
const others = ['R#MKT-1002', 'S10.081399998888', 'CLIENTID=OTHER-1', 'tujuan 089912345678']
const success = ['SUKSES', 'berhasil', 'SUCCESS']
const failure = ['GAGAL', 'dibatalkan', 'FAILED', 'tidak berhasil']
const vague = [
  ...[
    'sedang diproses',
    'akan diproses',
    'menunggu jawaban',
    'sudah pernah jam 14:03',
    'status',
    'duplikat',
    'belum sukses',
    'sempat sukses',
  ],
  ...[
    'INQSUKSES',
    'cek tagihan SUKSES',
    'cek status gagal',
    'TIDAK ADA transaksi',
    'pin salah',
    'saldo tidak cukup',
    'mohon tunggu',
    'time out',
  ],
  ...['SN: 2301998877', 'SN/Ref: .', 'Saldo 10.000 - 1.000 = 9.000', 'Trx gagalkan', 'Sukseskan', '@14:03', '%', '<b>', '&', '"'],
]
const piece = fc.oneof(
  fc.constantFrom(...ours, ...others, ...success, ...failure),
  fc.constantFrom(...vague),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
)
const sentence = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(' '))

const code = fc.constantFrom(undefined, '00', '68', '1', '14', '0', '40', '20', '52')
const fields = fc.record({
  success: fc.constantFrom(undefined, true, false, 'true', 1),
  rc: code,
  status: fc.oneof(code, fc.constantFrom('Sukses', 'Gagal', 'Pending')),
  msg: fc.option(sentence, { nil: undefined }),
  sn: fc.constantFrom(undefined, '', '-', '77', 'Trx gagal'),
  reffid: fc.constantFrom(undefined, 'MKT-1001', 'MKT-1002'),
  tujuan: fc.constantFrom(undefined, '081234567890', '081399998888'),
})
const xmlOf = (record: object) =>
  `<r>${Object.entries(record)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `<${name}>${String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</${name}>`)
    .join('')}</r>`
const answer = fc.oneof(
  sentence,
  fields.map((record) => JSON.stringify(record)),
  fields.map((record) => JSON.stringify({ data: record })),
  fields.map(xmlOf),
  fc.tuple(code, sentence).map(([status, text]) => `status=${status ?? ''}&message=${text}`),
  fc.string({ unit: 'binary', maxLength: 200 }),
)

const namesOurs = /mkt-1001|81234567890/i
const namesOtherOrder = /(?:r#|clientid=)(?:mkt-1002|other-1)|"reffid":"mkt-1002"|<reffid>mkt-1002/i
/** True if the text contains the reference or the target number of another order. After a serial number or a balance, other numbers are allowed. */
const namesOther = (body: string) => namesOtherOrder.test(body) || (!/\bsn\b|saldo/i.test(body) && /81399998888|89912345678/.test(body))
const saysSuccess = /sukses|berhasil|success|"rc":"0+"|<rc>0+|status=20|"status":"20"|<status>20|statuscode=1/i
/** A refusal together with a final status code is a failure. */
const saysFailure = /gagal|dibatalkan|failed|refund|tidak berhasil|statuscode=2|status\W+\d\d\b.*(?:pin salah|saldo tidak cukup)/is

const runs = { numRuns: process.env.NIGHTLY === '1' ? 20_000 : 2_000 }

describe.each(Object.values(supplierKinds))('any answer of a server of the kind %s', (kind) => {
  const address = 'http://seller.example/x?to=[tujuan]'
  const replay = replayer(kind, { templates: { order: address, status: address } })

  test.each(['order', 'status'] as const)('decides the order only by a definite keyword about it, in reply to: %s', async (question) => {
    await fc.assert(
      fc.asyncProperty(answer, async (body) => {
        const [state] = (await replay(question, body)).understood.split(' ')
        if (state !== 'success' && state !== 'failed') return
        expect(body).toMatch(namesOurs)
        expect(namesOther(body)).toBe(false)
        expect(body).toMatch(state === 'success' ? saysSuccess : saysFailure)
      }),
      runs,
    )
  })

  test('makes only the order that it mentions final, and only by a definite keyword, as a report', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          answer,
          fc.tuple(code, sentence).map(([statuscode, msg]) => `clientid=MKT-1001&statuscode=${statuscode}&msg=${msg}`),
        ),
        (body) => {
          const report = parseReport(kind, '', body, {}, '081234567890')
          if (report?.outcome.state !== 'success' && report?.outcome.state !== 'failed') return
          expect(body.toLowerCase()).toContain(report.reference.toLowerCase())
          if (report.reference === 'MKT-1001') expect(namesOther(body)).toBe(false)
          expect(body).toMatch(report.outcome.state === 'success' ? saysSuccess : saysFailure)
        },
      ),
      runs,
    )
  })
})
