import type { Aedes } from 'aedes'
import type { Device, MachineDirectory } from '../directory.ts'
import type { IngestLog } from '../log.ts'
import * as limits from './limits.ts'
import type { Session } from './sessions.ts'

export type Client = ReturnType<Aedes['handle']>

/** A signed-in connection: its device as bound now, and its session. */
export type Line = {
  device: Device
  readonly session: Session
  readonly client: Client
  /** When it last sent something. */
  heardAt: number
  readonly subscriptions: Set<string>
}

export type Lines = ReturnType<typeof createLines>

/** The signed-in connections, by client and by device. */
export function createLines({ directory, log }: { directory: MachineDirectory; log: IngestLog }) {
  const lines = new Map<Client, Line>()
  const byDevice = new Map<number, Set<Line>>()
  /** Those that subscribe to something: nearly always none. */
  const readers = new Set<Line>()

  function linesOf({ deviceId }: Device) {
    const known = byDevice.get(deviceId) ?? new Set()
    byDevice.set(deviceId, known)
    return known
  }

  /** Of a device with too many connections the longest silent one gives way: most likely it is dead already. */
  function makeRoom({ deviceId, userName }: Device, clientId: string) {
    const others = [...(byDevice.get(deviceId) ?? [])].filter(
      ({ session }) => session.clientId !== clientId && !session.endedByUs,
    )
    if (others.length < limits.deviceConnections) return
    const silent = others.reduce((one, other) => (other.heardAt < one.heardAt ? other : one))
    log.warn({ deviceId, userName }, 'A device has too many MQTT connections; one was closed')
    hangUp(silent)
  }

  return {
    makeRoom,
    of: (client: Client): Line | undefined => lines.get(client),
    ofDevice: ({ deviceId }: Device): Iterable<Line> => byDevice.get(deviceId) ?? [],
    count: (): number => lines.size,
    begin(line: Line) {
      lines.set(line.client, line)
      linesOf(line.device).add(line)
    },
    /** The line of a client that has gone; undefined when it had not signed in. */
    end(client: Client): Line | undefined {
      const line = lines.get(client)
      if (!line) return undefined
      lines.delete(client)
      readers.delete(line)
      const ofDevice = linesOf(line.device)
      ofDevice.delete(line)
      if (ofDevice.size === 0) byDevice.delete(line.device.deviceId)
      return line
    },
    subscribe(line: Line, topic: string) {
      line.subscriptions.add(topic)
      readers.add(line)
    },
    unsubscribe(line: Line, topic: string) {
      line.subscriptions.delete(topic)
      if (line.subscriptions.size === 0) readers.delete(line)
    },
    /** Whether any connection would receive anything. */
    areRead: (): boolean => readers.size > 0,
    /** A revoked token ends its sessions at once; a changed binding holds from the next message on. */
    rebind() {
      for (const line of lines.values()) {
        const device = directory.deviceNow(line.device.credential)
        if (device) line.device = device
        else hangUp(line)
      }
    },
  }
}

export function hangUp(line: Line) {
  line.session.endedByUs = true
  line.client.close()
}
