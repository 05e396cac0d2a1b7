import { isIP, type LookupFunction } from 'node:net'
import {
  addressesOfThisMachine,
  findAddresses,
  inNetworks,
  neverConnected,
  privateNetworks,
} from '@packboard/ingest'
import { AppError, type ErrorCode } from '@packboard/model'

const loopback = inNetworks(['127.0.0.0/8', '::1'])

/** Which addresses that people enter may be connected to. */
export type OutsideHosts = {
  /** The addresses of a host, all of which may be connected to; refused where one may not, or where it has none. */
  resolve(host: string): Promise<readonly string[]>
  /**
   * The addresses that may be connected to now, and no others. Refuses one without TLS, but for loopback that the operator names.
   */
  demandAllowed(address: URL): Promise<readonly string[]>
}

/** What is refused, in the words of who connects. */
type Refusals = {
  /** It leads into a private network or to this machine. */
  readonly private: ErrorCode
  /** It is without TLS. */
  readonly plain: ErrorCode
  /** It has no address. */
  readonly away: ErrorCode
}

/** The protocols of what is connected to: with TLS, and without. */
type Protocols = { readonly tls: string; readonly plain: string }

/**
 * Public addresses, and those that the operator lists by name, address or network: never this machine, a private network or one of the
 * addresses that lead back into one (T56). An entry with a `!` is refused. The address that was checked is the one that is
 * connected to.
 */
export function outsideHosts(
  refusals: Refusals,
  listed: readonly string[] = [],
  {
    protocols = [{ tls: 'https:', plain: 'http:' }],
    find = findAddresses,
    localAddresses = addressesOfThisMachine,
  }: {
    readonly protocols?: readonly Protocols[]
    readonly find?: (host: string) => Promise<readonly string[]>
    readonly localAddresses?: () => readonly string[]
  } = {},
): OutsideHosts {
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
      throw new AppError(refusals.away, { cause })
    })
    if (addresses.length === 0) throw new AppError(refusals.away)
    if (!addresses.every((address) => isNamed(host, address) || isPublic(address))) {
      throw new AppError(refusals.private)
    }
    return addresses
  }

  return {
    resolve,
    async demandAllowed({ protocol, hostname }) {
      const host = hostOf(hostname)
      const known = protocols.find(({ tls, plain }) => protocol === tls || protocol === plain)
      if (!known) throw new AppError(refusals.plain)
      const addresses = await resolve(host)
      if (protocol === known.tls) return addresses
      const isLocal = addresses.every((address) => loopback(address) && isNamed(host, address))
      if (!isLocal) throw new AppError(refusals.plain)
      return addresses
    },
  }
}

/** Without the brackets of an IPv6 address. */
const hostOf = (hostname: string) => hostname.replace(/^\[|\]$/g, '')

const familyOf = (address: string) => (isIP(address) === 6 ? 6 : 4)

/** For a connection: the addresses that were checked, whatever the name leads to meanwhile. */
export function lookupOf(
  addressesOf: (host: string) => readonly string[] | Promise<readonly string[]>,
): LookupFunction {
  return (hostname, options, callback) => {
    Promise.resolve(hostname)
      .then(addressesOf)
      .then(
        (addresses) => {
          const found = addresses.map((address) => ({ address, family: familyOf(address) }))
          const [first] = found
          if (options.all) callback(null, found)
          else callback(null, first?.address ?? '', first?.family)
        },
        (error: unknown) =>
          callback(error instanceof Error ? error : new Error('not resolved'), ''),
      )
  }
}
