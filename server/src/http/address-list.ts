import ipaddr from 'ipaddr.js'

/** Parses a list of IP addresses and networks separated by commas or spaces. Null if an entry is invalid. */
export function parseAddressList(list: string): string[] | null {
  const entries = list.split(/[\s,]+/).filter(Boolean)
  return entries.every((entry) => ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry)) ? entries : null
}

/** True when the list is empty or contains the IP address. An invalid list does not allow any address. */
export function allowsIpAddress(list: string, ipAddress: string): boolean {
  if (list.trim() === '') return true
  const entries = parseAddressList(list)
  if (entries === null || !ipaddr.isValid(ipAddress)) return false
  const caller = ipaddr.process(ipAddress)
  return entries.some((entry) => {
    if (!entry.includes('/')) return ipaddr.process(entry).toString() === caller.toString()
    const [network, bits] = ipaddr.parseCIDR(entry)
    return network.kind() === caller.kind() && caller.match(network, bits)
  })
}
