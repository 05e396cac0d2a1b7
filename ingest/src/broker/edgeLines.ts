import type { EdgeLine } from '../connectors/sparkplug/edgeLine.ts'
import { commandFilter } from '../connectors/sparkplug/topic.ts'
import { type Device, deviceSender } from '../directory.ts'
import type { Line, Lines } from './lines.ts'
import type { createSessions } from './sessions.ts'

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
