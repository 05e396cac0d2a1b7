import type { Socket } from 'node:net'
import { AppError } from '@packboard/model'
import { edgeTopic } from '../connectors/sparkplug/topic.ts'
import { type Device, deviceSender, type MachineDirectory } from '../directory.ts'
import type { IngestLog } from '../log.ts'
import type { Pipeline } from '../pipeline.ts'
import * as limits from './limits.ts'
import { type Address, holdRefusal } from './limits.ts'
import type { BrokerCounts, Topics } from './publish.ts'
import type { Client, createSessions, Lines, Session } from './sessions.ts'

/** Return codes of CONNACK (MQTT 3.1.1, 3.2.2.3). */
export const connackCodes = { clientIdRejected: 2, unavailable: 3, badCredential: 4 } as const
type Outcome = 'accepted' | keyof typeof connackCodes

export type Origin = {
  readonly address: Address
  readonly socket: Socket
  /** The common name of the certificate that the connection had to show. */
  readonly certificate?: string
}
export type Will = { readonly topic: string; readonly payload: Buffer | string }

/** Who wants to sign in: the connection, where it is from, and what it announced for its end. */
type Arrival = {
  readonly client: Client
  readonly origin: Origin | undefined
  readonly will: Will | undefined
}

/** Signs devices in: an accepted one has a line and a session. */
export function createSignIn(deps: {
  readonly directory: MachineDirectory
  readonly pipeline: Pipeline
  readonly lines: Lines
  readonly sessions: ReturnType<typeof createSessions>
  readonly topics: Topics
  readonly counts: BrokerCounts
  readonly log: IngestLog
  now(): number
  logFailure(error: unknown): void
}) {
  const { directory, pipeline, lines, sessions, topics, counts, log, now, logFailure } = deps

  return async function signIn(
    { client, origin, will }: Arrival,
    userName: string | undefined,
    token: Buffer | undefined,
  ): Promise<Outcome> {
    // A stolen token alone opens nothing where certificates are required, nor does the certificate of another device.
    const isNamed = origin?.certificate === undefined || origin.certificate === userName
    const plausible = isNamed && userName && token && userName.length <= 254 && token.length <= 256
    const device =
      plausible && origin
        ? await directory
            .device(userName, token.toString('utf8'), origin.address.text)
            .catch(throttled)
        : null
    if (client.conn.destroyed) return 'badCredential'
    if (!device || device === 'unavailable') {
      counts.refusedSignIns += 1
      if (!device) log.info({ userName: userName?.slice(0, 254) }, 'Device refused')
      if (origin) await holdRefusal(origin.address)
      return device ?? 'badCredential'
    }
    if (!pipeline.isTaking()) return 'unavailable'
    if (client.id.length > limits.clientIdCharacters) return 'clientIdRejected'
    // The client id belongs to its device: the number ends at the line break, so no two pairs make one key (D81).
    client.id = `${device.deviceId}\n${client.id}`
    if (!lines.makeRoom(device, client.id)) {
      counts.refusedConnections += 1
      return 'unavailable'
    }
    origin?.address.unsigned.delete(origin.socket)
    const session: Session = {
      deviceId: device.deviceId,
      clientId: client.id,
      startedAt: now(),
      hasWill: will !== undefined,
      machines: new Map(),
      endedByUs: false,
    }
    if (will) takeWill(device, session, will)
    sessions.start(session)
    lines.begin({ device, session, client, heardAt: now(), subscriptions: new Set() })
    return 'accepted'
  }

  /** The will names the machine of the session; one of another machine is quarantined. */
  function takeWill(device: Device, session: Session, will: Will) {
    const edge = edgeTopic(will.topic)
    // Which machines die with an edge node its births say.
    if (edge?.verb === 'NDEATH' && topics.speaksFor(device, edge.edge)) return
    const machine = topics.machineOf(will.topic)
    if (machine && device.machineIds.has(machine.machineId)) {
      session.machines.set(machine.machineId, now())
      return
    }
    const payload = Buffer.from(will.payload)
    const sender = deviceSender(device)
    const refused = topics.unread(sender, { ...will, payload, receivedAt: now() }, 'will')
    pipeline.deliver(sender, refused, now()).catch(logFailure)
  }
}

/** Too many wrong sign-ins: it was not even checked. */
function throttled(error: unknown) {
  if (error instanceof AppError && error.retryAfter !== undefined) return 'unavailable' as const
  throw error
}
