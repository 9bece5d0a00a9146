import type { SupplierKind } from '@lapak/contract/catalogue/seller-api'
import { describe, expect, test } from 'vitest'
import { parseReport } from '#integrations/suppliers/report.ts'
import { inShort } from '../../../test/recorded-exchanges.ts'
import { cpuMs, within } from '../../../test/within.ts'

const report = (kind: SupplierKind, query: string, body = '') => parseReport(kind, query, body, {})

describe('a report of an IRS server', () => {
  test('is read as a success with its serial number, whether the serial number is percent-encoded or not', () => {
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

  test.each(['sn', 'serialnumber', 'serial_number', 'serial'])(
    'may contain the serial number under every name that an answer may use: %s',
    (name) => {
      const parsed = report('irs', `clientid=MKT-1001&statuscode=1&customer_no=081234567890&pesan=SUKSES & lunas&${name}=12/A & B/R1`)
      expect(parsed?.outcome).toMatchObject({ state: 'success', serialNumber: '12/A & B/R1', message: 'SUKSES & lunas' })
    },
  )

  test('is read as a failure', () => {
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
  ])('is unknown if it contains %s', (_what, query) => {
    expect(report('irs', query)).toMatchObject({ reference: 'MKT-1001', outcome: { state: 'unknown' } })
  })

  test('is ignored if it contains no reference or two different references', () => {
    expect(report('irs', 'statuscode=1&sn=1')).toBeNull()
    expect(report('irs', 'clientid=A&statuscode=1&msisdn=1&clientid=B')).toBeNull()
    expect(report('irs', '')).toBeNull()
    expect(report('irs', `clientid=${'x'.repeat(200)}&statuscode=1`)).toBeNull()
  })

  test('does not make an order final if it denies the order or contains two references in its text', () => {
    expect(report('irs', 'clientid=MKT-1001&statuscode=2&msg=TIDAK ADA transaksi')?.outcome.state).toBe('unknown')
    expect(report('irs', 'statuscode=1&msg=R#MKT-1001 SUKSES, R#MKT-1002 SUKSES')).toBeNull()
    expect(report('irs', 'trxid=16413&statuscode=1')).toBeNull()
    expect(report('irs', 'trxid=MKT-1001&statuscode=1')).toMatchObject({ reference: 'MKT-1001', outcome: { state: 'success' } })
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
    ['unknown', 't=90012&refid=MKT-1001&status=43&message=Saldo tidak cukup'],
    ['unknown', 'refid=MKT-1001&message=Saldo tidak cukup'],
    ['unknown', 'refid=MKT-1001&message=TIDAK ADA transaksi'],
    ['unknown', 't=90012&refid=MKT-1001&status=55&message=time out'],
    ['unknown', 't=90012&refid=MKT-1001&status=40'],
    ['unknown', 't=90012&refid=MKT-1001&status=40&message=SUKSES. SN: 5'],
    ['unknown', 'refid=MKT-1001&message=R#MKT-1002 SUKSES'],
  ])('is read as %s: %s', (state, query) => {
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
  test('is read by its keywords, and by the reference in its text if no field contains one', () => {
    expect(report('http-get', 'refid=MKT-1001&message=TRX%20S10.0812%20SUKSES.+SN%3A+5.')?.outcome).toMatchObject({
      state: 'success',
      serialNumber: '5',
    })
    expect(report('http-get', 'msg=TRX S10.0812 GAGAL. R#MKT-1001')).toMatchObject({ reference: 'MKT-1001', outcome: { state: 'failed' } })
    expect(report('http-get', 'refid=MKT-1001&status=Gagal')?.outcome.state).toBe('failed')
    expect(report('http-get', 'refid=MKT-1001&status=1')?.outcome.state).toBe('unknown')
  })
})

test('a malformed or very long report does not block the process', async () => {
  await within(1_000, () => cpuMs(readEndless))
})

function readEndless() {
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
}

/** Reports of other software, with the field names of its manuals and with invented numbers and shops. */
describe('a recorded report', () => {
  const target = '081234567890'
  const understood = (kind: SupplierKind, query: string, body = '') => {
    const report = parseReport(kind, query, body, {}, target)
    return report === null ? 'none' : `${report.reference} ${inShort(report.outcome)}`
  }

  test.each([
    [
      'with a sentence of the operator for a serial number, unencoded',
      'irs',
      `serverid=d4&clientid=MKT-1001&statuscode=1&kp=ttp10&msisdn=${target}&sn=Selamat, kirim pulsa dilakukan ke ${target} senilai Rp.10000 pada 04/01 18.00.24. SENDER = 089677553601&msg=TRX ttp10.${target} BERHASIL, HRG:10505 SN:Selamat`,
      `MKT-1001 success Selamat, kirim pulsa dilakukan ke ${target} senilai Rp.10000 pada 04/01 18.00.24. SENDER = 089677553601`,
    ],
    [
      'with a player inside the serial number',
      'irs',
      `serverid=T22&clientid=MKT-1001&statuscode=1&kp=ff5&msisdn=${target}&sn=BSK%2CAFULP%2C%20RefId%20%3A%20120678&msg=R%23MKT-1001%20ff5.${target}%2C%20status%20SUKSES.%20SN%2FRef%3A%20BSK.AFULP.%20RefId%20%3A%20120678.%20Sisa%20saldo%2099049000`,
      'MKT-1001 success BSK,AFULP, RefId : 120678',
    ],
    [
      'of a failure, with its reason for a serial number',
      'irs',
      `serverid=T22&clientid=MKT-1001&statuscode=2&kp=ff5&msisdn=${target}&sn=error_require_login&msg=R%23MKT-1001%20ff5.${target}%2C%20status%20GAGAL.%20error_require_login.`,
      'MKT-1001 failed',
    ],
    [
      'with an open amount before the number',
      'irs',
      `clientid=MKT-1001&statuscode=1&kp=DANA&msisdn=75000@${target}&sn=9&msg=REFF%23MKT-1001+DANA+ke+${target}+BERHASIL`,
      'MKT-1001 success 9',
    ],
    ['with a parameter that nobody knows', 'irs', `clientid=MKT-1001&token=abc&statuscode=1&cb=1&sn=9&msg=SUKSES`, 'MKT-1001 success 9'],
    ['about another number', 'irs', `clientid=MKT-1001&statuscode=1&msisdn=081399998888&sn=9&msg=SUKSES`, 'MKT-1001 unknown'],
    ['of a question that went well', 'irs', `clientid=MKT-1001&statuscode=1&msg=INQSUKSES NAMA:BUDI,NOMINAL:49000`, 'MKT-1001 unknown'],
    [
      'that repeats its reference behind the message',
      'otomax',
      `message=R#MKT-1001 PLN50. ${target} SUCCESS. SN: 2514-1798/DEWI/R1M/900VA/33.7. TRXID: 203. SISA SALDO: 13.608 - 50 = 13.558 @09:46:23.84 16/12/2026&refid=MKT-1001`,
      'MKT-1001 success 2514-1798/DEWI/R1M/900VA/33.7',
    ],
    [
      'with a code and a text',
      'otomax',
      `?t=190554&refid=MKT-1001&status=20&price=0&message=DN50.${target} SUKSES. SN/Ref: DNID AISXX/50000/2026.. Saldo 14.324 - 50 = 14.274`,
      'MKT-1001 success DNID AISXX/50000/2026',
    ],
    [
      'of a failure without a reason',
      'otomax',
      `t=1&refid=MKT-1001&status=40&price=0&message=DC12.${target} GAGAL. . Saldo 1.244.692. @19.06.42`,
      'MKT-1001 failed',
    ],
    ['that was called off by hand', 'otomax', `t=1&refid=MKT-1001&status=50&message=DC12.${target} dibatalkan`, 'MKT-1001 failed'],
    ['of a time-out', 'otomax', `t=1&refid=MKT-1001&status=55&message=STATUS TIMEOUT`, 'MKT-1001 unknown'],
    [
      'of a panel',
      'http-get',
      `refid=MKT-1001&price=5200&message=Pembelian TELKOMSEL REGULER Telkomsel 5.000 ke ${target} BERHASIL. SN : 1234567890. Harga : 5200. Sisa Saldo : 94800. Ref. ID : MKT-1001`,
      'MKT-1001 success 1234567890',
    ],
    [
      'of a panel that calls it off',
      'http-get',
      `refid=MKT-1001&price=5200&message=Pembelian TELKOMSEL ke ${target} GAGAL. Keterangan : Transaksi dibatalkan karena tidak valid. Sisa Saldo : 100000. Ref. ID : MKT-1001`,
      'MKT-1001 failed',
    ],
    ['posted as a form', 'http-get', '', 'MKT-1001 success 7/A', 'refid=MKT-1001&msg=TRX+S10.081234567890+SUKSES.+SN%3A+7%2FA.'],
    [
      'posted as JSON in data',
      'http-get',
      '',
      'MKT-1001 failed',
      '{"data":{"ref_id":"MKT-1001","customer_no":"081234567890","status":"Gagal","message":"Nomor salah"}}',
    ],
    ['posted as XML', 'http-get', '', 'MKT-1001 success 7', '<report><refid>MKT-1001</refid><status>Sukses</status><sn>7</sn></report>'],
  ] as const)('is understood: %s', (_, kind, query, expected, body?: string) => {
    expect(understood(kind, query, body)).toBe(expected)
  })
})
