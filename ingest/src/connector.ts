import type { MachineRecord, QuarantineReason } from '@packboard/model'
import type { DirectoryMachine } from './directory.ts'

/** The connectors, and `file` for a person who imports one; stored with every quarantined record, so that it can be parsed again the same way. */
export type SourceName =
  | 'http'
  | 'mqttJson'
  | 'packmlTags'
  | 'sparkplug'
  | 'opcua'
  | 'mqtt'
  | 'file'

/** The sender: a device or a broker, and the machines that it may send for. */
export type Sender = {
  readonly userName: string
  /** The tenant of the credential; null for a broker that carries machines of many clients. */
  readonly clientId: number | null
  mayPublishFor(machineId: number): boolean
  /** The machine of a device that sends for one alone: what names no machine is shown where that one is connected. */
  readonly onlyMachineId?: number | undefined
  /** Of a device: what it is bound to may have changed since (`deviceNow`). */
  readonly credential?: string
}

/**
 * Does the sender know this machine at all? Those of other clients are to it as if they did not exist (D35, D66): same
 * reason, same text, same connector.
 */
export function knows(sender: Sender, machine: Pick<DirectoryMachine, 'clientId'>): boolean {
  return sender.clientId === null || machine.clientId === sender.clientId
}

/** What a device may send in a day (D84). */
export type DeviceVolume = {
  /** Counts bytes of a device. Returns 0, or the seconds after which it may send again; then nothing was counted. */
  take(deviceId: number, bytes: number): number
  /** Seconds to wait, as far as it is known without counting. */
  wait(deviceId: number): number
  figures(): { readonly refused: number; readonly megabytesPerDay: number }
}

/** Where nothing limits it. */
export const anyVolume: DeviceVolume = {
  take: () => 0,
  wait: () => 0,
  figures: () => ({ refused: 0, megabytesPerDay: Number.POSITIVE_INFINITY }),
}

/** A wire message that became a record, with the wire value that it came from. */
type ReadRecord = {
  readonly record: MachineRecord
  /** The protocol carried no time: the record has the time of receipt and needs a sequence (D4, D7). */
  readonly timeless: boolean
  /** As it came, in case it must be quarantined whole: text, or a value that came out of JSON. */
  readonly wire: unknown
  /** What a dictionary made the state of this sample out of: a number, or words (decision 45). */
  readonly rawState?: number | 'words' | undefined
  /** Its own time stood still, so that it has the time of its message. */
  readonly timeOfMessage?: true
  /** It was kept and sent afterwards: it says nothing of the present, neither of the clock of its session nor that the machine is there. */
  readonly isPast?: true
}

/** A wire message that could not become a record (D10). */
type RefusedRecord = {
  readonly refused: QuarantineReason
  readonly detail: string
  /** As far as it could be read; empty when it could not. */
  readonly serialNo: string
  readonly wire: unknown
}

export type Incoming = (ReadRecord | RefusedRecord) & {
  /** Fields that no record of its kind has. */
  readonly unknownFields?: readonly string[]
}

/** The content of one delivery (an HTTP call, an MQTT message). */
export type Reading = {
  readonly source: SourceName
  /** Size on the wire: the queue is bounded by it. */
  readonly bytes: number
  readonly records: readonly Incoming[]
  /** Of a message of MQTT: its topic and the beginning of its text, as they came. */
  readonly came?: { readonly topic: string; readonly text: string }
}

export type MqttMessage = {
  readonly topic: string
  readonly payload: Buffer
  readonly receivedAt: number
}

/** Where a message came from: our own broker, to which devices sign in, or one that `MQTT_URL` names. */
export type Origin = 'ownBroker' | 'externalBroker'

/**
 * How one dialect of MQTT becomes records. A connector is a folder that brings everything it needs; it knows topics and
 * payloads of its dialect, and nothing about storing, acknowledging or other dialects.
 */
export type TopicConnector = {
  readonly name: SourceName
  /** Null when the topic is not of this dialect. Never throws: what it cannot read, it rejects with a reason. */
  read(message: MqttMessage, sender: Sender, origin: Origin): Reading | null
  /** The machine that this topic, or the beginning of this filter, belongs to in this dialect. */
  machineOf(topic: string, origin: Origin): DirectoryMachine | undefined
  /** Passes on what still waits for further messages. */
  close?(): void
}

/** Takes what a dialect reads out of several messages, once they are together. */
export type LateReading = (sender: Sender, reading: Reading, receivedAt: number) => void

export type Health = { readonly ok: boolean; readonly detail: string }

/** A connector with a life cycle: it opens a connection or a port, and passes readings to the pipeline. */
export type IngestSource = {
  readonly name: string
  /** Resolves when this source delivers nothing more. */
  close(): Promise<void>
  health(): Health
}
