import { type BatchMessage, messageLimits } from '@packboard/telemetry/write'
import type { MqttMessage, Reading } from './connector.ts'
import type { DirectoryMachine } from './directory.ts'
import { rawText } from './recordScan/cutRecord.ts'

/** Of a reading that is larger, texts are made at once: it would stay in memory for the sake of its last records. */
const smallBytes = 1_024

type Place = Pick<DirectoryMachine, 'clientId' | 'machineId'>

/** Collects of one reading the last messages of each machine, as they came, for the person who connects it. */
export function createRecentMessages(
  { source, bytes, came, records }: Reading,
  receivedAt: number,
) {
  const isSmall = bytes <= smallBytes
  // A tag that holds an unknown state becomes two records, one that could not be accepted and one of unknown time; a
  // message of Sparkplug B as many as it has moments.
  const text = came !== undefined && isOne(records) ? came.text : undefined
  /** Nearly all messages of MQTT are one record. */
  let only: BatchMessage | undefined
  let ofMachine: Map<number, BatchMessage[]> | undefined
  let before: unknown

  function collect(lists: Map<number, BatchMessage[]>, message: BatchMessage) {
    const list = lists.get(message.machineId)
    if (!list) lists.set(message.machineId, [message])
    else {
      list.push(message)
      if (list.length > messageLimits.messages) list.shift()
    }
  }

  return {
    /** The record that was just put last into a list of the batch. */
    add(
      { clientId, machineId }: Place,
      of: BatchMessage['of'],
      index: number,
      wire: unknown,
      timeOfMessage?: true,
    ) {
      // What a person imports is no message of the machine, whose light it would turn green.
      if (source === 'file' || (came !== undefined && wire === before)) return
      before = wire
      const topic = came?.topic
      const raw = text === undefined ? cutLater(wire) : said(text)
      const where = { clientId, machineId, receivedAt, source, topic, of, index }
      const message = { ...where, raw, ...(timeOfMessage && { timeOfMessage }) }
      if (records.length === 1) {
        only = message
        return
      }
      ofMachine ??= new Map()
      collect(ofMachine, message)
    },
    messages(): BatchMessage[] {
      if (only) return [isSmall ? only : withOwnText(only)]
      if (!ofMachine) return []
      const all = [...ofMachine.values()].flat()
      return isSmall ? all : all.map(withOwnText)
    },
  }
}

function isOne(records: Reading['records']): boolean {
  return records.length === 1 || records.every(({ wire }) => wire === records[0]?.wire)
}

// Functions of their own: what they return is held until the record is durable and longer, and holds all that is around it.
const said = (text: string) => () => text
const cutLater = (wire: unknown) => () => cut(rawText(wire))

/** The reading with the message that it was read from. */
export function withMessage(reading: Reading, { topic, payload }: MqttMessage): Reading {
  // At most three bytes a character are of interest.
  const text = payload.subarray(0, messageLimits.characters * 3).toString()
  return withText(reading, topic, text)
}

/** The same of a message whose bytes are no text. */
export function withText(reading: Reading, topic: string, text: string): Reading {
  return { ...reading, came: { topic, text: cut(text) } }
}

/** One character more than is shown says that it was cut. */
const cut = (text: string) => text.slice(0, messageLimits.characters + 1)

/** A text of its own: a part of a text keeps the whole one in memory. */
const withOwnText = (message: BatchMessage): BatchMessage => ({
  ...message,
  raw: said(Buffer.from(message.raw()).toString()),
})
