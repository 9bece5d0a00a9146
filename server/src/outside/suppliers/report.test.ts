import type { SupplierKind } from '@lapak/contract/seller-api'
import { describe, expect, test } from 'vitest'
import { parseReport } from '#outside/suppliers/report.ts'

const report = (kind: SupplierKind, query: string, body = '') => parseReport(kind, query, body, {})

describe('a report of an IRS server', () => {
  test('tells success with its serial number, encoded or not', () => {
    const head = 'serverid=55017&clientid=MKT-1001&statuscode=1&kp=S10&msisdn=081234567890'
    expect(report('irs', `${head}&sn=2301998877&msg=SUKSES`)).toEqual({
      reference: 'MKT-1001',
      outcome: { state: 'success', serialNumber: '2301998877', message: 'SUKSES', supplierReference: '55017' },
    })
    for (const sn of [
      '1234-5678/BUDI S. SANTOSO & CO/R1 /1300VA/32,5',
      '1234-5678%2FBUDI%20S.%20SANTOSO%20%26%20CO%2FR1%20%2F1300VA%2F32%2C5',
    ]) {
      expect(report('irs', `${head}&sn=${sn}&msg=SUKSES`)?.outcome).toMatchObject({
        serialNumber: '1234-5678/BUDI S. SANTOSO & CO/R1 /1300VA/32,5',
      })
    }
    expect(report('irs', `?${head}&msg=ok&sn=100%+OFF`)?.outcome).toMatchObject({ serialNumber: '100% OFF' })
  })

  test('tells failure', () => {
    expect(report('irs', 'serverid=1&clientid=MKT-1001&statuscode=2&kp=S10&msisdn=0812&sn=Trx gagal&msg=Nomor salah')?.outcome.state).toBe(
      'failed',
    )
    expect(report('irs', 'serverid=1&clientid=MKT-1001&statuscode=2&kp=S10&msisdn=0812&sn=&message=GAGAL&price=0')?.outcome.state).toBe(
      'failed',
    )
  })

  test.each([
    ['code and words that contradict each other', 'clientid=MKT-1001&statuscode=1&msg=Transaksi GAGAL'],
    ['a success whose serial number says that it failed', 'clientid=MKT-1001&statuscode=1&sn=Trx gagal&msg=ok'],
    ['a failure whose words say success', 'clientid=MKT-1001&statuscode=2&msg=SUKSES. SN: 1'],
    ['words about another order', 'clientid=MKT-1001&statuscode=1&msg=R#MKT-1002 SUKSES'],
    ['a second status smuggled in by the target number', 'clientid=MKT-1001&statuscode=1&kp=S10&msisdn=0812&statuscode=2&sn=1&msg=x'],
    ['an unknown code without words', 'clientid=MKT-1001&statuscode=7'],
  ])('is unknown with %s', (_what, query) => {
    expect(report('irs', query)).toMatchObject({ reference: 'MKT-1001', outcome: { state: 'unknown' } })
  })

  test('without a reference, or with two different ones, is no report', () => {
    expect(report('irs', 'statuscode=1&sn=1')).toBeNull()
    expect(report('irs', 'clientid=A&statuscode=1&msisdn=1&clientid=B')).toBeNull()
    expect(report('irs', '')).toBeNull()
    expect(report('irs', `clientid=${'x'.repeat(200)}&statuscode=1`)).toBeNull()
  })

  test('may be posted as JSON or as a form', () => {
    expect(report('irs', '', '{"clientid":"MKT-1001","statuscode":1,"sn":"77"}')?.outcome).toMatchObject({
      state: 'success',
      serialNumber: '77',
    })
    expect(report('irs', '', 'clientid=MKT-1001&statuscode=2&msg=GAGAL')?.outcome.state).toBe('failed')
    expect(report('irs', '', '{"success":true,"rc":"68","msg":"sedang diproses","reffid":"MKT-1001"}')?.outcome.state).toBe('pending')
  })
})

describe('a report of an OtomaX server', () => {
  test.each([
    ['success', 't=90012&refid=MKT-1001&status=20&price=10150&message=R#MKT-1001 S10.081234567890 SUKSES. SN: 5. Hrg 10.150'],
    ['success', 'refid=MKT-1001&message=T#9 R#MKT-1001 S10.081234567890 SUKSES. SN: 5'],
    ['pending', 't=90012&refid=MKT-1001&status=1&message=akan diproses'],
    ['failed', 't=90012&refid=MKT-1001&status=40&message=S10.081234567890 GAGAL'],
    ['failed', 't=90012&refid=MKT-1001&status=52&message=GAGAL nomor salah'],
    ['failed', 't=90012&refid=MKT-1001&status=43&message=Saldo tidak cukup'],
    ['refused', 'refid=MKT-1001&message=Saldo tidak cukup'],
    ['unknown', 'refid=MKT-1001&message=TIDAK ADA transaksi'],
    ['unknown', 't=90012&refid=MKT-1001&status=55&message=time out'],
    ['unknown', 't=90012&refid=MKT-1001&status=40'],
    ['unknown', 't=90012&refid=MKT-1001&status=40&message=SUKSES. SN: 5'],
    ['unknown', 'refid=MKT-1001&message=R#MKT-1002 SUKSES'],
  ])('reads as %s: %s', (state, query) => {
    expect(report('otomax', query)).toMatchObject({ reference: 'MKT-1001', outcome: { state } })
  })

  test('may be posted as JSON', () => {
    expect(report('otomax', '', '{"refid":"MKT-1001","status":20,"message":"SUKSES. SN: 5"}')?.outcome).toMatchObject({
      state: 'success',
      serialNumber: '5',
    })
  })
})

describe('a report of an HTTP GET server', () => {
  test('is read by its words, and finds the reference in them when it has to', () => {
    expect(report('http-get', 'refid=MKT-1001&message=TRX%20S10.0812%20SUKSES.+SN%3A+5.')?.outcome).toMatchObject({
      state: 'success',
      serialNumber: '5',
    })
    expect(report('http-get', 'msg=TRX S10.0812 GAGAL. R#MKT-1001')).toMatchObject({ reference: 'MKT-1001', outcome: { state: 'failed' } })
    expect(report('http-get', 'refid=MKT-1001&status=Gagal')?.outcome.state).toBe('failed')
    expect(report('http-get', 'refid=MKT-1001&status=1')?.outcome.state).toBe('unknown')
  })
})

test('a broken or endless report stops nothing', () => {
  // Of the processor: what others do at the same time is no matter.
  const began = process.cpuUsage()
  for (const query of [
    '%',
    '%zz=%%%',
    '&'.repeat(1e6),
    'sn='.repeat(300_000),
    `clientid=A&sn=${'% '.repeat(500_000)}`,
    'clientid=A&msg=%ff%fe%00',
  ])
    report('irs', query)
  for (const body of ['{', '[]', 'null', '{"clientid":{}}', '{"clientid":"A","sn":["x"]}']) report('otomax', '', body)
  expect(process.cpuUsage(began).user).toBeLessThan(1_000_000)
})
