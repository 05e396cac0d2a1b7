import type { MachineDirectory } from '../../directory.ts'
import { machineAt } from './lineReadings.ts'

/** Devices that are remembered; the one that was born longest ago makes room. */
const devicesLimit = 200

/** A device that was born at the broker of the plant and is no machine yet. */
export type UnassignedDevice = {
  /** `group/edge node/device`, as the connection of a machine names it. */
  readonly address: string
  /** When its newest birth came, ms since 1970. */
  readonly seenAt: number
}

/** The devices of known edge nodes at the broker of the plant that no machine is set to, in memory. */
export class UnassignedDevices {
  readonly #directory: MachineDirectory
  readonly #seen = new Map<string, { edge: string; device: string; seenAt: number }>()

  constructor(directory: MachineDirectory) {
    this.#directory = directory
  }

  saw(edge: string, device: string, seenAt: number): void {
    const address = `${edge}/${device}`
    // Put last again, so that the first is the oldest.
    this.#seen.delete(address)
    this.#seen.set(address, { edge, device, seenAt })
    const [oldest] = this.#seen.keys()
    if (this.#seen.size > devicesLimit && oldest !== undefined) this.#seen.delete(oldest)
  }

  /**
   * Those that may be machines of a client, newest first: every machine of their edge node is its own. Of an edge node that
   * several clients share it is not known whose a device is.
   */
  of(clientId: number): UnassignedDevice[] {
    const directory = this.#directory
    const found: UnassignedDevice[] = []
    for (const [address, { edge, device, seenAt }] of this.#seen) {
      const machines = directory.byEdge(edge)
      const isOwn =
        machines.length > 0 && machines.every(({ machine }) => machine.clientId === clientId)
      if (isOwn && !machineAt(directory, { edge, device }, 'externalBroker')) {
        found.push({ address, seenAt })
      }
    }
    return found.reverse()
  }
}
