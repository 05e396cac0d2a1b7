import {
  addressesOfThisMachine,
  findAddresses,
  inNetworks,
  neverConnected,
} from '../addressRules.ts'
import { OpcUaFailure } from './found.ts'

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
  const without = inNetworks(
    listed.flatMap((entry) => (entry.startsWith('!') ? [entry.slice(1)] : [])),
  )
  const never = inNetworks(neverConnected)
  const wanted = listed.filter((entry) => !entry.startsWith('!'))
  const names = new Set(wanted.map((entry) => entry.toLowerCase()))
  const networks = inNetworks(wanted)
  const may = (host: string, address: string) => {
    if (without(address)) return false
    if (wanted.length > 0) return names.has(host.toLowerCase()) || networks(address)
    return !never(address) && !inNetworks(localAddresses())(address)
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
