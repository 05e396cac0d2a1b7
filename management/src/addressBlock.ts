import ipaddr from 'ipaddr.js'

/**
 * What counts as one address (T68): an IPv4 address, or the /64 network of an IPv6 address, because one person has all
 * its addresses.
 */
export function addressBlock(address: string): string {
  const [plain = ''] = address.trim().toLowerCase().split('%')
  if (!ipaddr.IPv6.isValid(plain)) return plain
  const parsed = ipaddr.IPv6.parse(plain)
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString()
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}
