import { isAscii } from 'node:buffer'
import { structureLimits } from '@packboard/model'
import type { Incoming, MqttMessage, Origin, Reading, TopicConnector } from '../../connector.ts'
import type { MachineDirectory } from '../../directory.ts'
import { cutDetail, cutText, leaveOut } from '../../recordScan/cutRecord.ts'
import { scanMessage } from '../../recordScan/scanRecords.ts'
import { isObject, readWireRecord } from '../../wireRecord.ts'

/** Records of one message; more are not read. */
const messageRecords = 1_000

const kinds = ['sample', 'alarm', 'audit'] as const
type Kind = (typeof kinds)[number]
const timeField = { sample: 'time', alarm: 'raisedAt', audit: 'time' } as const

const {
  record,
  message: { bytes: packetBytes },
} = structureLimits

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Packboard's own JSON over MQTT (D44): `packboard/{serialNo}/{sample|alarm|audit}`, one record or a list. The topic
 * names machine and kind; a record may repeat them, and they must then match. A record without a time has the time of
 * receipt.
 */
export function mqttJson(directory: MachineDirectory): TopicConnector {
  /** Serial number and kind that the topic names. On an external broker only what a machine's setting allows (T83). */
  function address(topic: string, origin: Origin): { serialNo: string; kind: string } | null {
    if (origin === 'ownBroker') {
      const [root, serialNo, kind, ...more] = topic.split('/')
      if (root !== 'packboard' || !serialNo || kind === undefined || more.length > 0) return null
      return { serialNo, kind }
    }
    const found = directory.byTopic(topic)
    if (found?.setting.connector !== 'mqttJson' || found.setting.origin !== origin) return null
    return { serialNo: found.machine.serialNo, kind: found.rest }
  }

  return {
    name: 'mqttJson',
    machineOf(topic, origin) {
      if (origin === 'ownBroker') {
        const [root, serialNo] = topic.split('/', 2)
        return root === 'packboard' && serialNo ? directory.bySerial(serialNo) : undefined
      }
      const found = directory.byTopic(topic)
      return found?.setting.connector === 'mqttJson' ? found.machine : undefined
    },
    read(message, _sender, origin): Reading | null {
      const named = address(message.topic, origin)
      if (!named) return null
      const { serialNo, kind } = named
      const known = kinds.find((name) => name === kind)
      const records = known
        ? readPayload(message, serialNo, known)
        : [malformed(`no records are called ${kind.slice(0, 64)}`, serialNo, keptText(message))]
      return { source: 'mqttJson', bytes: message.payload.length, records }
    },
  }
}

function readPayload(message: MqttMessage, serialNo: string, kind: Kind): Incoming[] {
  const { payload } = message
  const cut = (reason: string): Incoming => {
    const detail = cutDetail(reason, payload.length)
    return { refused: 'cut', detail, serialNo, wire: cutText(payload) }
  }
  // Of our own broker none is longer.
  if (payload.length > packetBytes) return [cut(`a message is longer than ${packetBytes} bytes`)]
  const scan = scanMessage(payload, 'message', messageRecords)
  if (scan.tooMany) return [cut(`more than ${messageRecords} records in one message`)]
  const unread = (reason: string): Incoming[] =>
    payload.length > record.bytes ? [cut(reason)] : [malformed(reason, serialNo, asText(message))]
  if (!scan.isClosed) return unread('not JSON')
  const { text, cutAt } = leaveOut(payload, scan.beyond)
  let value: unknown
  try {
    value = JSON.parse(textOf(text))
  } catch {
    return unread('not JSON')
  }
  const list = Array.isArray(value) ? value : [value]
  if (list.length === 0) return unread('an empty list')
  return list.map((wire) => {
    const out = cutAt(wire)
    // The topic names the machine.
    if (out) return { ...out, serialNo }
    return readOne(wire, list.length === 1 ? keptText(message) : wire, message, serialNo, kind)
  })
}

function readOne(
  wire: unknown,
  /** What is kept of it when it is no record of this topic. */
  came: unknown,
  message: MqttMessage,
  serialNo: string,
  kind: Kind,
): Incoming {
  if (!isObject(wire)) return malformed('not a record', serialNo, came)
  if (wire.serialNo !== undefined && wire.serialNo !== serialNo) {
    const detail = 'the record names another machine than the topic'
    return { refused: 'notBound', detail, serialNo, wire: came }
  }
  if (wire.kind !== undefined && wire.kind !== kind) {
    return malformed('the record is of another kind than the topic', serialNo, came)
  }
  const timeless = wire[timeField[kind]] === undefined
  const isWhole = !timeless && wire.kind !== undefined && wire.serialNo !== undefined
  const whole = isWhole
    ? wire
    : { ...wire, kind, serialNo, ...(timeless && { [timeField[kind]]: message.receivedAt }) }
  return readWireRecord(whole, timeless)
}

function malformed(detail: string, serialNo: string, wire: unknown): Incoming {
  return { refused: 'malformed', detail, serialNo, wire }
}

/** As much of the message as is kept of one that is no list of records. */
const keptText = (message: MqttMessage) =>
  message.payload.length > record.bytes ? cutText(message.payload) : asText(message)

/** The payload as text, or as bytes when it is no text. */
function asText({ payload }: MqttMessage): string | Buffer {
  try {
    return textOf(payload)
  } catch {
    return payload
  }
}

/** Nearly all messages are ASCII, for which the decoder takes longer than the parser. Throws where it is not UTF-8. */
function textOf(payload: Buffer): string {
  return isAscii(payload) ? payload.toString('latin1') : utf8.decode(payload)
}
