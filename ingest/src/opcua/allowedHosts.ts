import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { OpcUaFailure } from './found.ts'

/**
 * Addresses that no machine of a plant has: loopback, link-local ones, groups, those of clouds' metadata, and those of transition
 * (IPv4 in IPv6, NAT64, Teredo, 6to4), which lead to an IPv4 address that would be refused by itself.
 */
const neverByDefault = [
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 3],
  ['100.100.100.200', 32],
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['fd00:ec2::', 32],
  ['fe80::', 10],
  ['ff00::', 8],
] as const

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

function blockList(subnets: Iterable<readonly [string, number]>): BlockList {
  const list = new BlockList()
  for (const [network, bits] of subnets) list.addSubnet(network, bits, family(network))
  return list
}

/** Finds the address of a host and refuses one that must not be connected to (T56). */
export type AllowedHosts = { resolve(host: string): Promise<string> }

/**
 * Without a list: every host, but none of the server itself. With a list: the hosts, addresses and networks in it and no
 * other; an entry that begins with `!` is refused, and a list of such entries alone refuses them beside those of the default. The
 * address that was checked is the one that is connected to, so a name that changes its address gains nothing.
 */
export function allowedHosts(
  listed: readonly string[] = [],
  find: (host: string) => Promise<readonly string[]> = findAddresses,
  localAddresses: () => readonly string[] = addressesOfThisMachine,
): AllowedHosts {
  const without = blockList(
    listed.flatMap((entry) => (entry.startsWith('!') ? networkOf(entry.slice(1)) : [])),
  )
  const never = blockList(neverByDefault)
  const wanted = listed.filter((entry) => !entry.startsWith('!'))
  const names = new Set(wanted.map((entry) => entry.toLowerCase()))
  const networks = blockList(wanted.flatMap(networkOf))
  const may = (host: string, address: string) => {
    if (without.check(address, family(address))) return false
    if (wanted.length > 0) {
      return names.has(host.toLowerCase()) || networks.check(address, family(address))
    }
    // Looked at each time: addresses come and go with the network.
    const local = blockList(localAddresses().flatMap(networkOf))
    return !never.check(address, family(address)) && !local.check(address, family(address))
  }
  return {
    async resolve(host) {
      const addresses = await find(host).catch((error: unknown) => {
        throw new OpcUaFailure('unreachable', `${host} has no address: correct the name.`, error)
      })
      const [first] = addresses
      if (first === undefined || !addresses.every((address) => may(host, address))) {
        throw new OpcUaFailure(
          'addressNotAllowed',
          `${host} is no address that this installation may connect to: the operator allows it with OPCUA_HOSTS.`,
        )
      }
      return first
    },
  }
}

/** `10.1.0.0/16`, or an address alone. */
function networkOf(entry: string): (readonly [string, number])[] {
  const [network = '', bits] = entry.split('/')
  const version = isIP(network)
  if (version === 0) return []
  return [[network, bits === undefined ? (version === 6 ? 128 : 32) : Number(bits)]]
}

const addressesOfThisMachine = () =>
  Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? [])

async function findAddresses(host: string): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host]
  const found = await lookup(host, { all: true, order: 'ipv4first' })
  return found.map(({ address }) => address)
}
