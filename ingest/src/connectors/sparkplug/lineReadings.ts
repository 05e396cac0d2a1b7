import { messageLimits } from '@packboard/telemetry/write'
import { knows, type MqttMessage, type Reading } from '../../connector.ts'
import {
  type DirectoryMachine,
  type EdgeMachine,
  isReadAt,
  type MachineDirectory,
} from '../../directory.ts'
import type { Pipeline } from '../../pipeline.ts'
import { withMessage, withText } from '../../recentMessages.ts'
import { keptMessage } from '../../recordScan/cutRecord.ts'
import { unreadReading } from '../../unreadReading.ts'
import { readPayload } from './payload.ts'
import type { EdgeLine } from './rebirths.ts'
import { noScope, payloadText } from './records.ts'
import type { EdgeTopic } from './topic.ts'

/** What became of the records of a message. */
export type Heard = {
  readonly bytes: number
  readonly records: number
  /** Of them, once they are durable. */
  readonly quarantined: number
}

export const nothingHeard: Heard = { bytes: 0, records: 0, quarantined: 0 }

/** The machines that a line may speak for among those of an edge node. */
export const machinesOn = (
  directory: MachineDirectory,
  edge: string,
  { origin, sender }: Pick<EdgeLine, 'origin' | 'sender'>,
): EdgeMachine[] =>
  directory
    .byEdge(edge)
    .filter(({ machine, setting }) => isReadAt(setting, origin) && isOf(sender, machine))

/** The machine that a topic means, also of another client. */
export const machineAt = (
  directory: MachineDirectory,
  { edge, device }: Pick<EdgeTopic, 'edge' | 'device'>,
  origin: EdgeLine['origin'],
): EdgeMachine | undefined =>
  directory.byEdge(edge).find((each) => each.device === device && isReadAt(each.setting, origin))

/** Whether a sender may speak for a machine. */
export const isOf = (sender: EdgeLine['sender'], machine: DirectoryMachine) =>
  knows(sender, machine) && sender.mayPublishFor(machine.machineId)

/** A message that no machine of the line is meant by. */
export function unread(
  pipeline: Pipeline,
  line: EdgeLine,
  message: MqttMessage,
  machine: DirectoryMachine | undefined,
  bytes = message.payload.length,
): Promise<Heard> {
  const known = machine && knows(line.sender, machine) ? machine : undefined
  const reading = unreadReading('sparkplug', line.sender, message, known, 'message')
  return deliver(pipeline, line, shown({ ...reading, bytes }, message), message.receivedAt)
}

/** Passes a reading on; resolves once its records are durable. */
export async function deliver(
  pipeline: Pipeline,
  { sender }: EdgeLine,
  reading: Reading,
  receivedAt: number,
): Promise<Heard> {
  const size = { bytes: reading.bytes, records: reading.records.length }
  if (size.records === 0) return nothingHeard
  const { quarantined } = await pipeline.deliver(sender, reading, receivedAt)
  return { ...size, quarantined }
}

/** Why a message is not read. */
type Refusal = { readonly refused: 'cut' | 'malformed'; readonly detail: string }

export const cut = (reason: string): Refusal => ({
  refused: 'cut',
  detail: `${reason}: it was not read`,
})
export const malformed = (detail: string): Refusal => ({ refused: 'malformed', detail })

/** Puts a message that is not read into quarantine, under the machine that it was meant for. */
export function refuse(
  pipeline: Pipeline,
  line: EdgeLine,
  message: MqttMessage,
  why: Refusal,
  target: EdgeMachine | undefined,
  bytes = message.payload.length,
): Promise<Heard> {
  const serialNo = target?.machine.serialNo ?? ''
  const refused = { ...why, serialNo, wire: keptMessage(message) }
  const reading: Reading = { source: 'sparkplug', bytes, records: [refused] }
  return deliver(pipeline, line, withMessage(reading, message), message.receivedAt)
}

/** The reading with its metrics as text, or with the message as it came where it has none. */
function shown(reading: Reading, message: MqttMessage): Reading {
  try {
    const text = payloadText(readPayload(message.payload), noScope(), messageLimits.characters)
    return withText(reading, message.topic, text)
  } catch {
    return withMessage(reading, message)
  }
}
