import ipaddr from 'ipaddr.js'

const customerBits = 64

/**
 * What limits per address count. An IPv6 customer has a whole /64, and so a fresh address for every try; an IPv4 address is
 * one however it is written.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${customerBits}`)}/${customerBits}`
}
