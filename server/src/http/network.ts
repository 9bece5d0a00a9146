import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { allowsIpAddress } from './address-list.ts'

const customerBits = 64

/**
 * The network that limits count instead of a single IP address. An IPv6 customer has a whole /64 and therefore unlimited addresses; an IPv4 address
 * is normalised.
 */
export function networkOf(ipAddress: string): string {
  if (!ipaddr.isValid(ipAddress)) return ipAddress
  const parsed = ipaddr.process(ipAddress)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${customerBits}`)}/${customerBits}`
}

/** Client IP address of a request that bypasses the routes: the last address that is not a trusted proxy. Routes use `ip` instead. */
export function visitorOf({ socket, headers }: IncomingMessage, trustProxy: string): string {
  const peer = socket.remoteAddress ?? ''
  if (trustProxy === '') return peer
  const way = [...[headers['x-forwarded-for'] ?? []].flat().join().split(','), peer].map((address) => address.trim())
  return way.findLast((address) => !allowsIpAddress(trustProxy, address)) ?? peer
}
