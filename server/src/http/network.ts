import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { allowsIpAddress } from './address-list.ts'

const customerBits = 64
/** What one person can get from providers and tunnel brokers without cost: 65,536 networks of `customerBits`. */
const siteBits = 48
/** How many times the limit of one network applies to a site: an office may have several networks. */
const siteTimes = 10

/**
 * The network that limits count instead of a single IP address. An IPv6 customer has a whole /64 and therefore unlimited addresses; an IPv4 address
 * is normalised.
 */
export function networkOf(ipAddress: string): string {
  if (!ipaddr.isValid(ipAddress)) return ipAddress
  const parsed = ipaddr.process(ipAddress)
  return parsed.kind() === 'ipv4' ? parsed.toString() : prefixOf(parsed, customerBits)
}

const prefixOf = (ipAddress: ipaddr.IPv4 | ipaddr.IPv6, bits: number) =>
  `${ipaddr.IPv6.networkAddressFromCIDR(`${ipAddress}/${bits}`)}/${bits}`

/** The networks that count a request, each with the factor of the limit: without the site, one person could send from thousands of networks. */
export function networksOf(ipAddress: string): { network: string; times: number }[] {
  const networks = [{ network: networkOf(ipAddress), times: 1 }]
  if (!ipaddr.isValid(ipAddress)) return networks
  const parsed = ipaddr.process(ipAddress)
  if (parsed.kind() === 'ipv6') networks.push({ network: prefixOf(parsed, siteBits), times: siteTimes })
  return networks
}

/** Client IP address of a request that bypasses the routes: the last address that is not a trusted proxy. Routes use `ip` instead. */
export function visitorOf({ socket, headers }: IncomingMessage, trustProxy: string): string {
  const peer = socket.remoteAddress ?? ''
  if (trustProxy === '') return peer
  const way = [...[headers['x-forwarded-for'] ?? []].flat().join().split(','), peer].map((address) => address.trim())
  return way.findLast((address) => !allowsIpAddress(trustProxy, address)) ?? peer
}
