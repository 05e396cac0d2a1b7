import { isAscii } from 'node:buffer'
import type { Incoming, MqttMessage, Origin, Reading, TopicConnector } from '../../connector.ts'
import type { MachineDirectory } from '../../directory.ts'
import { isObject, readWireRecord } from '../../wireRecord.ts'

/** Records of one message. */
const messageRecords = 1_000

const kinds = ['sample', 'alarm', 'audit'] as const
type Kind = (typeof kinds)[number]
const timeField = { sample: 'time', alarm: 'raisedAt', audit: 'time' } as const

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
        : [malformed(`no records are called ${kind}`, serialNo, asText(message))]
      return { source: 'mqttJson', bytes: message.payload.length, records }
    },
  }
}

function readPayload(message: MqttMessage, serialNo: string, kind: Kind): Incoming[] {
  let value: unknown
  try {
    value = JSON.parse(textOf(message.payload))
  } catch {
    return [malformed('not JSON', serialNo, asText(message))]
  }
  const list = Array.isArray(value) ? value : [value]
  if (list.length === 0) return [malformed('an empty list', serialNo, asText(message))]
  if (list.length > messageRecords) {
    const detail = `more than ${messageRecords} records in one message`
    return [malformed(detail, serialNo, asText(message))]
  }
  return list.map((wire) => readOne(wire, message, serialNo, kind))
}

function readOne(wire: unknown, message: MqttMessage, serialNo: string, kind: Kind): Incoming {
  if (!isObject(wire)) return malformed('not a record', serialNo, asText(message))
  if (wire.serialNo !== undefined && wire.serialNo !== serialNo) {
    const detail = 'the record names another machine than the topic'
    return { refused: 'notBound', detail, serialNo, wire: asText(message) }
  }
  if (wire.kind !== undefined && wire.kind !== kind) {
    return malformed('the record is of another kind than the topic', serialNo, asText(message))
  }
  const timeless = wire[timeField[kind]] === undefined
  const isWhole = !timeless && wire.kind !== undefined && wire.serialNo !== undefined
  const whole = isWhole
    ? wire
    : { ...wire, kind, serialNo, ...(timeless && { [timeField[kind]]: message.receivedAt }) }
  const read = readWireRecord(whole, timeless)
  try {
    // A quarantined record must be serialisable; a value that is nested too deeply is kept as it came.
    if ('refused' in read) JSON.stringify(whole)
    return read
  } catch {
    return { ...read, wire: asText(message) }
  }
}

function malformed(detail: string, serialNo: string, wire: unknown): Incoming {
  return { refused: 'malformed', detail, serialNo, wire }
}

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
