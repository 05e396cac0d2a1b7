import { isIP } from 'node:net'
import {
  addressesOfThisMachine,
  findAddresses,
  inNetworks,
  neverConnected,
  privateNetworks,
} from '@packboard/ingest'
import { AppError } from '@packboard/model'

const loopback = inNetworks(['127.0.0.0/8', '::1'])

/** Which addresses of company sign-ins may be connected to. */
export type ProviderHosts = {
  /**
   * The addresses of a host, all of which may be connected to; `company.privateAddress` where one may not, `company.away` where it
   * has none.
   */
  resolve(host: string): Promise<readonly string[]>
  /** Refuses an address without https, but for loopback that the operator names; what is not resolved now passes. */
  demandAllowed(address: URL): Promise<void>
}

/**
 * Public addresses, and those that OIDC_HOSTS names: never this machine, a private network or one of the addresses that lead back into
 * one (T56). An entry with a `!` is refused. The address that was checked is the one that is connected to.
 */
export function providerHosts(
  listed: readonly string[] = [],
  find: (host: string) => Promise<readonly string[]> = findAddresses,
  localAddresses: () => readonly string[] = addressesOfThisMachine,
): ProviderHosts {
  const without = inNetworks(
    listed.flatMap((entry) => (entry.startsWith('!') ? [entry.slice(1)] : [])),
  )
  const wanted = listed.filter((entry) => !entry.startsWith('!'))
  const names = new Set(wanted.map((entry) => entry.toLowerCase()))
  const networks = inNetworks(wanted)
  const inside = inNetworks([...neverConnected, ...privateNetworks])
  const isNamed = (host: string, address: string) =>
    !without(address) && (names.has(host.toLowerCase()) || networks(address))
  const isPublic = (address: string) =>
    !without(address) && !inside(address) && !inNetworks(localAddresses())(address)

  async function resolve(host: string): Promise<readonly string[]> {
    const addresses = await find(host).catch((cause: unknown) => {
      throw new AppError('company.away', { cause })
    })
    if (addresses.length === 0) throw new AppError('company.away')
    if (!addresses.every((address) => isNamed(host, address) || isPublic(address))) {
      throw new AppError('company.privateAddress')
    }
    return addresses
  }

  return {
    resolve,
    async demandAllowed({ protocol, hostname }) {
      const host = hostOf(hostname)
      if (protocol !== 'https:' && protocol !== 'http:') throw new AppError('company.notHttps')
      const addresses = await resolve(host)
      if (protocol === 'https:') return
      const isLocal = addresses.every((address) => loopback(address) && isNamed(host, address))
      if (!isLocal) throw new AppError('company.notHttps')
    },
  }
}

/** Without the brackets of an IPv6 address. */
const hostOf = (hostname: string) => hostname.replace(/^\[|\]$/g, '')

/** For `lookup` of a connection: 4 or 6. */
export const familyOf = (address: string) => (isIP(address) === 6 ? 6 : 4)
