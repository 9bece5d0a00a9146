import { describe, expect, test } from 'vitest'
import { allowsIpAddress } from './address-list.ts'
import { Refusal } from './refusal.ts'
import { addressList, whyRefused } from './typed-addresses.ts'

describe('an address list', () => {
  test.each([
    ['', ''],
    ['  ', ''],
    ['36.66.1.2', '36.66.1.2'],
    ['36.66.1.2, 36.66.1.3  36.66.1.2,', '36.66.1.2,36.66.1.3'],
    ['103.10.0.0/16,2001:0DB8::1', '103.10.0.0/16,2001:db8::1'],
    ['2001:db8::/32', '2001:db8::/32'],
    ['::ffff:36.66.1.2', '36.66.1.2'],
  ])('%j is stored as %j', (typed, kept) => {
    expect(addressList(typed, 'ip')).toBe(kept)
  })

  test.each([
    '36.66.1',
    '36.66.1.256',
    '1',
    '0x24.66.1.2',
    '36.66.1.2/33',
    '36.66.1.2/',
    '36.66.1.2/8/8',
    'abc',
    '36.66.1.2:80',
    '2001:db8::/129',
    ':::',
  ])('is refused with the entry %j', (typed) => {
    expect(() => addressList(`10.0.0.1,${typed}`, 'ip')).toThrow(Refusal)
  })

  test.each(['0.0.0.0/0', '10.0.0.0/7', '::/0', '2000::/3'])('may not contain a range as wide as %s', (typed) => {
    expect(() => addressList(typed, 'ip')).toThrow(Refusal)
    expect(() => addressList('10.0.0.0/8', 'ip')).not.toThrow()
  })

  test('may not allow nearly all addresses by the sum of its ranges', () => {
    const eights = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}.0.0.0/8`).join(',')
    expect(() => addressList(eights(16), 'ip')).not.toThrow()
    expect(() => addressList(`${eights(16)},200.1.1.1`, 'ip')).toThrow(Refusal)
    expect(() => addressList(eights(90), 'ip')).toThrow(Refusal)
    expect(() => addressList('2000::/16', 'ip')).not.toThrow()
    expect(() => addressList('2000::/16 2001::/17', 'ip')).toThrow(Refusal)
    expect(() => addressList(`${eights(16)} 2000::/16`, 'ip')).not.toThrow()
  })

  test('is stored in a form that the request check understands', () => {
    const list = addressList('36.66.1.2  103.10.0.0/16 2001:db8::/32', 'ip')
    for (const caller of ['36.66.1.2', '::ffff:36.66.1.2', '103.10.200.9', '2001:db8::7']) expect(allowsIpAddress(list, caller)).toBe(true)
    for (const caller of ['36.66.1.3', '103.11.0.1', '2001:db9::7']) expect(allowsIpAddress(list, caller)).toBe(false)
  })
})

describe('an address to call', () => {
  test.each([
    'https://toko.example/callback?id=1',
    'http://8.8.8.8:8080/x',
    'http://[2606:4700::1111]/',
    'http://127.0.0.1:4010/api',
    'http://simulator/',
  ])('%s may be saved', (address) => {
    expect(whyRefused(address, ['127.0.0.1:4010', 'SIMULATOR'])).toBeNull()
  })

  test.each([
    'toko.example/callback',
    'ftp://toko.example/',
    'javascript:alert(1)',
    'https://user:rahasia@toko.example/',
    'http://127.0.0.1/',
    'http://127.0.0.1:4011/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://10.0.0.5/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[fd00::1]/',
    'http://localhost:3000/',
    'http://localhost./',
    'http://api.localhost/',
  ])('%s may not be saved', (address) => {
    expect(whyRefused(address, ['127.0.0.1:4010'])).toEqual(expect.any(String))
  })
})
