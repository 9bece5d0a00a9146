import { expect, test } from 'vitest'
import { networkOf, networksOf } from './network.ts'

test('an IPv6 address counts for its /64 network, and at ten times the limit for its /48 site', () => {
  expect(networksOf('2001:db8:2:1:ffff::7')).toEqual([
    { network: '2001:db8:2:1::/64', times: 1 },
    { network: '2001:db8:2::/48', times: 10 },
  ])
})

test('an IPv4 address counts alone, however it is written', () => {
  expect(networksOf('::ffff:203.0.113.9')).toEqual([{ network: '203.0.113.9', times: 1 }])
  expect(networkOf('203.0.113.9')).toBe('203.0.113.9')
})
