import { defaultHoldMs } from '@packboard/model'
import type { Aedes } from 'aedes'
import type { EdgeLine } from '../connectors/sparkplug/rebirths.ts'
import { commandFilter } from '../connectors/sparkplug/topic.ts'
import { type Device, deviceSender, type MachineDirectory } from '../directory.ts'
import type { IngestLog } from '../log.ts'
import * as limits from './limits.ts'

/** A session that lasted this long belongs to a machine, not to a tool that publishes once and disconnects. */
export const ownsAfterMs = 10_000

/** One connection of a device, and the machines that it has sent records of. */
export type Session = {
  readonly deviceId: number
  readonly clientId: string
  /** Start of the session, across every takeover by the same device. */
  startedAt: number
  readonly hasWill: boolean
  /** Machine → when this session last sent a record of it. */
  readonly machines: Map<number, number>
  /** We ended it (shut down, store away, token revoked): so its end does not mean that the machine is offline. */
  endedByUs: boolean
}

/** Which session owns a machine, so that its end is the machine's end (D11; decision letter 0005). */
export function createSessions() {
  const living = new Set<Session>()
  const seen: ReadonlySet<Session> = living

  return {
    living: seen,

    start(session: Session) {
      for (const former of living) {
        if (former.deviceId !== session.deviceId || former.clientId !== session.clientId) continue
        // The same device reconnects before its old connection was found dead: the session continues.
        living.delete(former)
        session.startedAt = Math.min(session.startedAt, former.startedAt)
        for (const [machineId, at] of former.machines) session.machines.set(machineId, at)
      }
      living.add(session)
    },

    /** Machines that are OFFLINE because this session ended. */
    end(session: Session, at: number): number[] {
      const tookOver = !living.delete(session)
      if (tookOver || session.endedByUs) return []
      if (!session.hasWill && at - session.startedAt < ownsAfterMs) return []
      return [...session.machines.keys()].filter(
        (machineId) => ![...living].some((other) => publishesFor(other, machineId, at)),
      )
    },
  }
}

function publishesFor(session: Session, machineId: number, at: number): boolean {
  const spoke = session.machines.get(machineId)
  return spoke !== undefined && at - spoke <= defaultHoldMs
}

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

const minuteMs = 60_000

/** The signed-in connections, by client and by device. */
export function createLines({
  directory,
  log,
  now,
}: {
  readonly directory: MachineDirectory
  readonly log: IngestLog
  now(): number
}) {
  const lines = new Map<Client, Line>()
  const byDevice = new Map<number, Set<Line>>()
  /** Those that subscribe to something: nearly always none. */
  const readers = new Set<Line>()

  function linesOf({ deviceId }: Device) {
    const known = byDevice.get(deviceId) ?? new Set()
    byDevice.set(deviceId, known)
    return known
  }

  /** Devices with too many connections: how many were one too many since `since`. */
  const crowds = new Map<number, { since: number; count: number }>()

  /**
   * Of a device with too many connections the longest silent one gives way: most likely it is dead already. False when that happened too
   * often in this minute: then the new one is refused. One line of the log a minute says it.
   */
  function makeRoom({ deviceId, userName }: Device, clientId: string): boolean {
    const others = [...(byDevice.get(deviceId) ?? [])].filter(
      ({ session }) => session.clientId !== clientId && !session.endedByUs,
    )
    if (others.length < limits.deviceConnections) return true
    const known = crowds.get(deviceId)
    const crowd = known && now() - known.since < minuteMs ? known : { since: now(), count: 0 }
    if (crowd !== known) {
      crowds.set(deviceId, crowd)
      const inMinuteBefore = known?.count ?? 0
      log.warn({ deviceId, userName, inMinuteBefore }, 'A device has too many MQTT connections')
    }
    crowd.count += 1
    if (crowd.count > limits.crowdedPerMinute) return false
    hangUp(others.reduce((one, other) => (other.heardAt < one.heardAt ? other : one)))
    return true
  }

  return {
    makeRoom,
    /** Devices of which a connection was refused within the last minute. */
    crowded: (): number[] =>
      [...crowds]
        .filter(
          ([, { since, count }]) => now() - since < minuteMs && count > limits.crowdedPerMinute,
        )
        .map(([deviceId]) => deviceId),
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

/** How an edge node of Sparkplug B is heard on our own broker: as the device that it signed in as. */
export function createEdgeLines(deps: {
  readonly lines: Lines
  readonly sessions: ReturnType<typeof createSessions>
}) {
  const { lines, sessions } = deps

  function lineOf({ session }: Line, device: Device): EdgeLine {
    return {
      key: keyOf(device),
      origin: 'ownBroker',
      sender: deviceSender(device),
      lives: (machineId, saidAt) => void session.machines.set(machineId, saidAt),
      silent(machineIds) {
        for (const { deviceId, machines } of sessions.living) {
          if (deviceId !== device.deviceId) continue
          for (const machineId of machineIds) machines.delete(machineId)
        }
      },
      command(edge, topic, payload) {
        let isHeard = false
        for (const { client, subscriptions } of lines.ofDevice(device)) {
          if (![...subscriptions].some((filter) => hears(filter, edge, topic))) continue
          isHeard = true
          // Straight to this connection: another device of the same edge node reads nothing of it.
          client.publish(
            { cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false },
            () => {},
          )
        }
        return isHeard
      },
    }
  }

  return { lineOf, keyOf }
}

const keyOf = ({ deviceId }: Device) => `device ${deviceId}`

const hears = (filter: string, edge: string, topic: string) =>
  commandFilter(filter) === edge && (filter === topic || filter === `${topic}/#`)
