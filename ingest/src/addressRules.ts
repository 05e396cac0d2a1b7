import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'

/**
 * Addresses that no service of another machine has: loopback, link-local ones, groups, those of clouds' metadata (the last one of IPv4 is
 * Azure's), and those of transition (IPv4 in IPv6, translated IPv4, NAT64, Teredo, 6to4), which lead to an IPv4 address that would be
 * refused by itself (T56). IPv4-mapped ones (::ffff:0:0/96) match the networks of IPv4.
 */
export const neverConnected: readonly string[] = [
  '0.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '224.0.0.0/3',
  '100.100.100.200',
  '168.63.129.16',
  '::/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2001::/32',
  '2002::/16',
  'fd00:ec2::/32',
  'fe80::/10',
  'ff00::/8',
]

/**
 * Addresses of networks that are not of the internet: what the registries of special-purpose addresses (RFC 6890, at IANA, of IPv4 and IPv6)
 * call not globally reachable and is not above, the relays of 6to4, and the former site-local ones.
 */
export const privateNetworks: readonly string[] = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '100::/64',
  '100:0:0:1::/64',
  '2001::/23',
  '2001:db8::/32',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fec0::/10',
]

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Whether an address is in one of these networks (`10.1.0.0/16`, or an address alone); what is neither is ignored. */
export function inNetworks(entries: Iterable<string>): (address: string) => boolean {
  const list = new BlockList()
  for (const entry of entries) {
    const [network = '', bits] = entry.split('/')
    const version = isIP(network)
    if (version === 0) continue
    const all = version === 6 ? 128 : 32
    list.addSubnet(network, bits === undefined ? all : Number(bits), family(network))
  }
  return (address) => list.check(address, family(address))
}

/** Looked at each time: addresses come and go with the network. */
export const addressesOfThisMachine = (): readonly string[] =>
  Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? [])

export async function findAddresses(host: string): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host]
  const found = await lookup(host, { all: true, order: 'ipv4first' })
  return found.map(({ address }) => address)
}
