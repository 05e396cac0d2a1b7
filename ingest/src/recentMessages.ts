import { type BatchMessage, messageLimits } from '@packboard/telemetry/write'
import type { MqttMessage, Reading } from './connector.ts'
import type { DirectoryMachine } from './directory.ts'
import { rawText } from './rawText.ts'

/** Of a reading that is larger, texts are made at once: it would stay in memory for the sake of its last records. */
const smallBytes = 1_024

/** Collects of one reading the last messages of each machine, as they came, for the person who connects it. */
export function createRecentMessages(reading: Reading, receivedAt: number) {
  const { source, came } = reading
  const isSmall = reading.bytes <= smallBytes
  // A tag that holds an unknown state becomes two records, one that could not be accepted and one of unknown time; a
  // message of Sparkplug B as many as it has moments.
  const isOne = reading.records.every(({ wire }) => wire === reading.records[0]?.wire)
  const ofMachine = new Map<number, BatchMessage[]>()
  let before: unknown

  return {
    /** The record that was just put last into a list of the batch. */
    add(
      { clientId, machineId }: Pick<DirectoryMachine, 'clientId' | 'machineId'>,
      of: BatchMessage['of'],
      index: number,
      wire: unknown,
    ) {
      if (came !== undefined && wire === before) return
      before = wire
      const raw = came !== undefined && isOne ? () => came.text : () => cut(rawText(wire))
      const message = {
        clientId,
        machineId,
        receivedAt,
        source,
        topic: came?.topic,
        raw,
        of,
        index,
      }
      const list = ofMachine.get(machineId)
      if (!list) ofMachine.set(machineId, [message])
      else {
        list.push(message)
        if (list.length > messageLimits.messages) list.shift()
      }
    },
    messages(): BatchMessage[] {
      const all = [...ofMachine.values()].flat()
      return isSmall ? all : all.map((message) => ({ ...message, raw: textNow(message.raw()) }))
    },
  }
}

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
function textNow(part: string): () => string {
  const own = Buffer.from(part).toString()
  return () => own
}
