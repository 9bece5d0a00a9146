/** Addresses that members type: lists of callers' addresses, and addresses that we shall call. Pure. */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isPublicAddress } from './outgoing.ts'
import { Refusal } from './refusal.ts'

/** A wider range than these is no list any more; `0.0.0.0/0` would also allow secrets in URLs from anywhere. */
const widestRange = { ipv4: 8, ipv6: 16 }

/** All ranges together: a sixteenth of IPv4, and as much of IPv6 as the widest range. */
const widestSum = { ipv4: 2n ** 28n, ipv6: 2n ** 112n }
const bitsOf = { ipv4: 32, ipv6: 128 }

/** Addresses and CIDR ranges, each in its usual spelling, separated by a comma. Refuses the field that holds another. */
export function addressList(typed: string, field: string): string {
  const addresses = typed.split(/[\s,]+/).filter(Boolean)
  const list = [...new Set(addresses.map((address) => usualSpelling(address, field)))]
  for (const kind of ['ipv4', 'ipv6'] as const)
    if (sumOf(list, kind) > widestSum[kind]) throw wrong(field, 'Daftar IP ini mencakup terlalu banyak alamat')
  return list.join(',')
}

/** Whether another list is asked for than the one there is; forms send a list as they show it, with spaces. */
export const differs = (asked: string | undefined, list: string): boolean => asked !== undefined && addressList(asked, 'ip') !== list

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

/** Addresses of one kind that a list lets in. */
const sumOf = (list: readonly string[], kind: 'ipv4' | 'ipv6'): bigint =>
  list.reduce((sum, entry) => {
    const [address = '', bits = bitsOf[kind]] = entry.split('/')
    return ipaddr.parse(address).kind() === kind ? sum + 2n ** BigInt(bitsOf[kind] - Number(bits)) : sum
  }, 0n)

const wrong = (field: string, message: string) => new Refusal('input.invalid', {}, { errors: { [field]: message } })

/**
 * Why an address may not be saved, or null. Politeness only, so that a mistake shows while it is typed: what is really
 * connected to is checked by http/outgoing.ts at every request, names that resolve to somewhere inside included.
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
