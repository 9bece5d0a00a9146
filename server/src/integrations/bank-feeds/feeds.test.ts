import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { FeedError } from './bank-feed.ts'
import { bankFeeds } from './feeds.ts'

const at = new Date('2026-11-21T14:03:09+07:00')

describe("a delivery in the platform's own feed format", () => {
  const body = JSON.stringify([
    { id: 7, time: '2026-11-21 14:03:09', description: 'TRSF CR\nBUDI', amount: '100123.00', type: 'CR', balance: 5400123 },
    { time: '2026-11-21', description: null, amount: 2500.5, type: 'debit' },
  ])

  const signed = (bank: string, at: number, secret = 'rahasia') => ({
    'x-timestamp': String(at),
    'x-signature': `sha256=${createHmac('sha256', secret).update(`${bank}.${at}.${body}`).digest('hex')}`,
  })
  const now = Math.floor(at.getTime() / 1000)
  const proves = (headers: Record<string, string>, payload = body, secret = 'rahasia') =>
    bankFeeds.own.proves({ bank: '01', headers, body: payload, now: at }, secret)

  test('is authenticated by an HMAC of the bank, the time and the body', () => {
    expect(proves(signed('01', now))).toBe(true)
    expect(proves(signed('01', now), `${body} `)).toBe(false)
    expect(proves(signed('01', now), body, 'rahasia lain')).toBe(false)
    expect(proves({})).toBe(false)
  })

  test('is accepted only for the signed bank and within five minutes of the signed time', () => {
    expect(proves(signed('04', now))).toBe(false)
    expect(proves(signed('01', now - 299))).toBe(true)
    for (const other of [now - 301, now + 301, Number.NaN]) expect(proves(signed('01', other)), String(other)).toBe(false)
    expect(proves({ ...signed('01', now - 301), 'x-timestamp': String(now) })).toBe(false)
  })

  test('may contain amounts as numbers or strings, and times without a zone, which are read as Jakarta time', () => {
    expect(bankFeeds.own.rows(body)).toEqual([
      { id: '7', accountNo: null, at, hasTime: true, amount: 10_012_300n, description: 'TRSF CR BUDI', balance: 540_012_300n },
      {
        id: null,
        accountNo: null,
        at: new Date('2026-11-21T00:00:00+07:00'),
        hasTime: false,
        amount: -250_050n,
        description: '',
        balance: null,
      },
    ])
    const [row] = JSON.parse(body)
    for (const time of ['2026-11-21T07:03:09Z', '2026-11-21T08:03:09.000+01:00', '2026-11-21 14:03:09+07:00', ' 2026-11-21T14:03:09 '])
      expect(bankFeeds.own.rows(JSON.stringify({ ...row, time }))[0], time).toMatchObject({ at, hasTime: true })
  })

  test('is read as outgoing money if the amount is negative, whether it is marked as a credit or a debit', () => {
    for (const type of ['CR', 'DB'])
      expect(bankFeeds.own.rows(JSON.stringify({ time: '2026-11-21', amount: -75_000, type }))[0]?.amount, type).toBe(-7_500_000n)
    const isReversal = (type: string, amount: number) =>
      bankFeeds.own.rows(JSON.stringify({ time: '2026-11-21', amount, type }))[0]?.isReversal
    expect([isReversal('CR', -75_000), isReversal('DB', -75_000), isReversal('DB', 75_000)]).toEqual([true, undefined, undefined])
  })

  test.each([
    ['no JSON', '{'],
    ['another shape', '[{"jumlah":1}]'],
    ['no direction', JSON.stringify([{ time: '2026-11-21', amount: 1, type: 'X' }])],
    ['a third decimal', JSON.stringify([{ time: '2026-11-21', amount: '1.005', type: 'CR' }])],
    ['a number that is none', JSON.stringify([{ time: '2026-11-21', amount: '1.000.000', type: 'CR' }])],
  ])('is refused if it contains %s', (_what, wrong) => {
    expect(() => bankFeeds.own.rows(wrong)).toThrow(FeedError)
  })

  test.each([
    'kemarin',
    '11/12/2026 14:03:09',
    '11-12-2026',
    'baris 1',
    '2026-02-30',
    '2026-11-21 24:30:00',
    '1763708589',
    '21 Nov 2026 14:03',
  ])('is refused if its time is invalid: %s', (time) => {
    expect(() => bankFeeds.own.rows(JSON.stringify([{ time, amount: 1, type: 'CR' }]))).toThrow(FeedError)
  })
})

test('a Moota delivery is authenticated by the signature in its own header', () => {
  const body = '[{"account_number":"1234567890","amount":100123,"type":"CR"}]'
  const signature = 'ce432211bd352024983aebf943ac26e5cf176fbaf6d32a1ce803dc044b83cbc2'
  expect(bankFeeds.moota.proves({ bank: '01', headers: { signature }, body, now: at }, 'rahasia-moota')).toBe(true)
  expect(bankFeeds.moota.proves({ bank: '01', headers: { signature }, body, now: at }, 'rahasia')).toBe(false)
})

test("a Moota delivery is parsed by Moota's own field names", () => {
  const body = JSON.stringify([
    {
      account_number: 1234567890,
      date: '2026-11-21 14:03:09',
      description: 'TRSF E-BANKING CR BUDI',
      amount: '100123',
      type: 'CR',
      balance: 5400123,
      mutation_id: 'mut-1',
      bank: null,
    },
  ])
  expect(bankFeeds.moota.rows(body)).toEqual([
    {
      id: 'mut-1',
      accountNo: '1234567890',
      at,
      hasTime: true,
      amount: 10_012_300n,
      description: 'TRSF E-BANKING CR BUDI',
      balance: 540_012_300n,
    },
  ])
})

test('a CekMutasi delivery is authenticated by the secret in its header, and its times are Unix seconds', () => {
  const data = [{ id: 9, unix_timestamp: at.getTime() / 1000, type: 'credit', amount: '100123.00', description: 'BUDI', balance: '1.50' }]
  const body = JSON.stringify({ action: 'payment_report', content: { service_code: 'bri', account_number: '0206', data } })
  expect(bankFeeds.cekmutasi.rows(body)).toEqual([
    { id: '9', accountNo: '0206', at, hasTime: true, amount: 10_012_300n, description: 'BUDI', balance: 150n },
  ])
  expect(bankFeeds.cekmutasi.proves({ bank: '01', headers: { 'api-signature': 'kunci' }, body, now: at }, 'kunci')).toBe(true)
  expect(bankFeeds.cekmutasi.proves({ bank: '01', headers: { 'api-signature': 'kunc' }, body, now: at }, 'kunci')).toBe(false)
})

test('a delivery without an account number is refused if the feed signs neither the bank nor the time', () => {
  const row = { date: '2026-11-21', description: '', amount: 1, type: 'CR' }
  for (const account_number of [undefined, '', 'XXXX'])
    expect(() => bankFeeds.moota.rows(JSON.stringify([{ ...row, account_number }])), account_number).toThrow(FeedError)
  const data = [{ unix_timestamp: 1, type: 'credit', amount: 1, description: '' }]
  for (const account_number of [undefined, '', 'XXXX'])
    expect(() => bankFeeds.cekmutasi.rows(JSON.stringify({ content: { account_number, data } })), account_number).toThrow(FeedError)
})
