import type { MachineDirectory } from '../../directory.ts'
import { machineAt } from './lineReadings.ts'
import { edgeTopic } from './topic.ts'

/** So many are remembered of known edge nodes, and as many of others; the one that was silent longest makes room. */
const mostSeen = 200
/** No connection has a longer address. */
const addressCharacters = 200

type Seen = { readonly edge: string; readonly device: string; readonly seenAt: number }

/** A device or edge node that was seen at the broker of the plant and is no machine yet. */
export type UnassignedDevice = {
  /** As the connection of a machine names it: `group/edge node/device`, or `group/edge node`. */
  readonly address: string
  /** When its newest message came, ms since 1970. */
  readonly seenAt: number
  /** Every machine of its edge node is one of this client; else nobody knows whose it is. */
  readonly isOwn: boolean
}

/**
 * What Sparkplug B at the broker of the plant names and no machine is set to, in memory. Nothing is kept but names and times: births of
 * unknown edge nodes are not read.
 */
export class UnassignedDevices {
  readonly #directory: MachineDirectory
  readonly #ofKnown = new Map<string, Seen>()
  /** A flood of invented names moves no device of a known edge node out. */
  readonly #ofUnknown = new Map<string, Seen>()

  constructor(directory: MachineDirectory) {
    this.#directory = directory
  }

  saw(edge: string, device: string, seenAt: number): void {
    const address = device === '' ? edge : `${edge}/${device}`
    if (address.length > addressCharacters || /\p{C}/u.test(address)) return
    // Put last again, so that the first is the oldest.
    this.#ofKnown.delete(address)
    this.#ofUnknown.delete(address)
    if (machineAt(this.#directory, { edge, device }, 'externalBroker')) return
    const seen = this.#directory.byEdge(edge).length > 0 ? this.#ofKnown : this.#ofUnknown
    seen.set(address, { edge, device, seenAt })
    const [oldest] = seen.keys()
    if (seen.size > mostSeen && oldest !== undefined) seen.delete(oldest)
  }

  /** The birth of any edge node or device, by its topic alone. */
  sawBirth(topic: string, seenAt: number): void {
    const named = edgeTopic(topic)
    if (named?.verb === 'NBIRTH' || named?.verb === 'DBIRTH') {
      this.saw(named.edge, named.device, seenAt)
    }
  }

  /**
   * Those that may be machines of a client, newest first. `others`: also those of edge nodes that no machine is set to, or that several
   * clients share; only a person who manages all clients may read their names.
   */
  of(clientId: number, { others }: { readonly others: boolean }): UnassignedDevice[] {
    const all = [...this.#ofKnown, ...this.#ofUnknown]
    const withDevices = new Set(all.flatMap(([, { edge, device }]) => (device ? [edge] : [])))
    const found: UnassignedDevice[] = []
    for (const [address, { edge, device, seenAt }] of all) {
      const machines = this.#directory.byEdge(edge)
      const ofClient = machines.filter(({ machine }) => machine.clientId === clientId)
      const isOwn = ofClient.length > 0 && ofClient.length === machines.length
      const isShown = isOwn || (others && (ofClient.length > 0 || machines.length === 0))
      // An edge node that speaks for devices is a gateway and no machine.
      const isGateway = device === '' && (machines.length > 0 || withDevices.has(edge))
      if (!isShown || isGateway) continue
      if (machineAt(this.#directory, { edge, device }, 'externalBroker')) continue
      found.push({ address, seenAt, isOwn })
    }
    return found.sort((one, other) => other.seenAt - one.seenAt)
  }
}
