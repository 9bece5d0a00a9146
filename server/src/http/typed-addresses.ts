/** Validation of input by members: allow-lists of IP addresses, and URLs that the server will call. Pure functions. */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isPublicAddress } from './outgoing.ts'
import { Refusal } from './refusal.ts'

/** Widest allowed range in prefix bits. `0.0.0.0/0` would allow anyone who knows a secret in a URL to use it from any IP address. */
const widestRange = { ipv4: 8, ipv6: 16 }

/** Limit for the sum of all ranges: a sixteenth of IPv4, and one range of the widest size for IPv6. */
const widestSum = { ipv4: 2n ** 28n, ipv6: 2n ** 112n }
const bitsOf = { ipv4: 32, ipv6: 128 }

/** Normalises IP addresses and CIDR ranges, joined by commas. Refuses `field` when an entry is invalid. */
export function addressList(typed: string, field: string): string {
  const addresses = typed.split(/[\s,]+/).filter(Boolean)
  const list = [...new Set(addresses.map((address) => usualSpelling(address, field)))]
  for (const kind of ['ipv4', 'ipv6'] as const)
    if (sumOf(list, kind) > widestSum[kind]) throw wrong(field, 'Daftar IP ini mencakup terlalu banyak alamat')
  return list.join(',')
}

/** True when the new list differs from the stored one. Forms send the list as displayed, with spaces. */
export const addressListDiffers = (asked: string | undefined, list: string): boolean =>
  asked !== undefined && addressList(asked, 'ip') !== list

function usualSpelling(typed: string, field: string): string {
  const [address = '', bits, ...more] = typed.split('/')
  const known =
    more.length === 0 && (ipaddr.IPv4.isValidFourPartDecimal(address) || (address.includes(':') && ipaddr.IPv6.isValid(address)))
  if (!known) throw wrong(field, `${typed} bukan alamat IP`)
  const parsed = ipaddr.parse(address)
  if (bits === undefined) return ipaddr.process(address).toString()
  const widest = widestRange[parsed.kind()]
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > bitsOf[parsed.kind()]) throw wrong(field, `${typed} bukan rentang alamat IP`)
  if (Number(bits) < widest) throw wrong(field, `${typed} terlalu luas, paling luas /${widest}`)
  return `${parsed.toString()}/${Number(bits)}`
}

/** Number of IP addresses of one kind that a list allows. */
const sumOf = (list: readonly string[], kind: 'ipv4' | 'ipv6'): bigint =>
  list.reduce((sum, entry) => {
    const [address = '', bits = bitsOf[kind]] = entry.split('/')
    return ipaddr.parse(address).kind() === kind ? sum + 2n ** BigInt(bitsOf[kind] - Number(bits)) : sum
  }, 0n)

const wrong = (field: string, message: string) => new Refusal('input.invalid', {}, { errors: { [field]: message } })

/**
 * Reason why a URL cannot be saved, or null. This is only an early hint for the user: http/outgoing.ts enforces the rules at every request, including
 * names that resolve to internal IP addresses.
 */
export function whyRefused(address: string, allowedHosts: readonly string[]): string | null {
  if (!URL.canParse(address)) return 'bukan URL yang lengkap'
  const url = new URL(address)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'hanya http dan https'
  if (url.username !== '' || url.password !== '') return 'tidak boleh memuat user dan password'
  const host = url.hostname.replace(/^\[|\]$|\.$/g, '')
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  const allowed = allowedHosts.map((name) => name.toLowerCase())
  if (allowed.includes(host) || allowed.includes(`${host}:${port}`)) return null
  const inside = isIP(host) === 0 ? host === 'localhost' || host.endsWith('.localhost') : !isPublicAddress(host)
  return inside ? `${host} bukan alamat publik` : null
}
