import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'

let app: TestApp
let member: TestMember
beforeAll(async () => {
  app = await startTestApp({}, ['http'])
  member = await app.member({ roles: ['ROLE_SELLER'] })
  await app.setting('sellerApi.tryoutsPerMinute', 1000)
})
afterAll(() => app?.stop())

const tryOut = (body: object, who = member) =>
  app.call('POST', '/api/v1/seller/api/tryout', { token: who.token, body: { jenisapi: 1, answers: 'order', ...body } })
const understood = async (body: object) => (await tryOut(body)).body.data

describe('a pasted answer', () => {
  test('is parsed like a real answer: state, serial number, reference and message', async () => {
    const answer = 'R#TRX123 S5.081234567890 SUKSES. SN: 0123456789. Saldo 1.000 - 500 = 500'
    expect(await understood({ answer })).toMatchObject({ state: 'success', serialnumber: '0123456789', message: answer })
    expect(await understood({ answer: `HTTP 200\n${answer}` })).toMatchObject({ state: 'success', serialnumber: '0123456789' })
    expect(await understood({ answer: `HTTP 503\n${answer}` })).toMatchObject({ state: 'unknown', message: 'Server menjawab HTTP 503.' })
  })

  test('is matched with the reference and the target number that were entered with it', async () => {
    const answer = '{"success":true,"rc":"00","msg":"SUKSES","reffid":"A1","tujuan":"081234567890","sn":"998877"}'
    expect(await understood({ answer })).toMatchObject({ state: 'success', serialnumber: '998877' })
    expect(await understood({ answer, target: '085700000000' })).toMatchObject({ state: 'unknown' })
  })

  test('is accepted only if it contains the entered reference', async () => {
    const answer = 'R#TRX123 S5.081234567890 SUKSES. SN: 0123456789.'
    expect(await understood({ answer, reference: 'TRX123', target: '081234567890' })).toMatchObject({ state: 'success' })
    expect(await understood({ answer, reference: 'TRX124' })).toMatchObject({ state: 'unknown', serialnumber: null })
  })

  test('is parsed with the typed patterns, which are not saved', async () => {
    const answer = 'R#A1 081234567890 BERES, kode 778899'
    expect(await understood({ answer })).toMatchObject({ state: 'unknown' })
    const patterns = { success: 'beres', serialNumber: String.raw`kode (?<sn>\d+)` }
    expect(await understood({ answer, patterns })).toMatchObject({ state: 'success', serialnumber: '778899' })
    expect(await app.db.read.selectFrom('seller_api').select('seller_id').where('seller_id', '=', member.id).execute()).toEqual([])
  })

  test('is parsed according to the kind of request', async () => {
    const balance = { jenisapi: 2, answers: 'balance', answer: 'SALDO: 489.750' }
    expect(await understood(balance)).toMatchObject({ state: 'known', balance: 489_750 })
    expect(await understood({ answers: 'status', answer: 'Tidak ada transaksi R#A1 tgl 23/11/2026' })).toMatchObject({ state: 'not-found' })
    const bill = 'R#A1 Nama: BUDI SANTOSO, Periode: 2026-11, Tagihan: 150.000, Admin: 2.500'
    expect(await understood({ jenisapi: 3, answers: 'inquiry', answer: bill })).toMatchObject({
      state: 'found',
      customername: 'BUDI SANTOSO',
      price: 152_500,
    })
    for (const report of [
      'https://lapak.example/public/report/abc?clientid=A1&statuscode=1&sn=998877&msg=SUKSES',
      'clientid=A1&statuscode=1&sn=998877&msg=SUKSES',
      '{"clientid":"A1","statuscode":"1","sn":"998877","msg":"SUKSES"}',
    ])
      expect(await understood({ answers: 'report', answer: report })).toMatchObject({ state: 'success', serialnumber: '998877' })
    expect(await understood({ answers: 'report', answer: 'halo' })).toMatchObject({
      state: 'unknown',
      message: expect.stringMatching(/referensi/),
    })
  })

  test('is parsed for every kind of server', async () => {
    for (const jenisapi of [1, 2, 3])
      for (const answers of ['order', 'status', 'balance', 'inquiry', 'report'])
        expect((await tryOut({ jenisapi, answers, answer: 'halo' })).status, `${jenisapi} ${answers}`).toBe(200)
  })

  test('is refused above 8 kB, and with a pattern that cannot run in linear time', async () => {
    expect((await tryOut({ answer: 'x'.repeat(8_193) })).body.errors).toEqual({ answer: 'Maksimal 8 kB' })
    expect((await tryOut({ answer: '' })).body.errors).toEqual({ answer: 'Please fill' })
    expect(await tryOut({ answer: 'x', patterns: { success: '(?<!a)b' } })).toMatchObject({
      status: 422,
      body: { code: 'supplier.pattern_invalid', errors: { 'patterns.success': expect.any(String) } },
    })
    expect((await app.call('POST', '/api/v1/seller/api/tryout', { body: {} })).status).toBe(401)
  })

  test('is refused to members who are neither sellers nor applicants', async () => {
    const { status, body } = await tryOut({ answer: 'halo' }, await app.member())
    expect([status, body.code]).toEqual([403, 'supplier.not_yet'])
  })

  test('can be tried thirty times a minute', async () => {
    await app.setting('sellerApi.tryoutsPerMinute', 30)
    const other = await app.member({ roles: ['ROLE_SELLER'] })
    const statuses = []
    for (let nth = 0; nth < 31; nth++) statuses.push((await tryOut({ answer: 'halo' }, other)).status)
    expect(statuses.slice(-2)).toEqual([200, 429])
  })
})
