import { structureLimits } from '@packboard/model'
import {
  type Incoming,
  knows,
  type LateReading,
  type MqttMessage,
  type Reading,
  type Sender,
  type TopicConnector,
} from '../../connector.ts'
import { type DirectoryMachine, isReadAt, type MachineDirectory } from '../../directory.ts'
import { cutDetail, keptMessage } from '../../recordScan/cutRecord.ts'
import { newTagMemory, plainTag, readTag, type TagMemory } from './readTag.ts'

/** The fields of one alarm come within it, in no fixed order, each in a message of its own. */
const alarmSettleMs = 500

type Memory = {
  readonly tags: TagMemory
  /** Fields of alarms that wait for those that belong to them. */
  pending: { readonly timer: NodeJS.Timeout; say(): void } | undefined
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * PackML tags over MQTT, one plain value a message (D44): `{site}/{area}/{line}/{Status|Admin}/…`. Each tag becomes a
 * sample that carries only the value of the tag (D5), at the time of receipt. Alarms are said by `late`, when their fields are
 * together. Commands, and tags that no record has a field for, are read over.
 */
export function packmlTags(
  directory: MachineDirectory,
  late: LateReading = () => undefined,
): TopicConnector {
  const memories = new Map<number, Memory>()

  function memoryOf(machineId: number): Memory {
    let known = memories.get(machineId)
    if (!known) {
      known = { tags: newTagMemory(), pending: undefined }
      memories.set(machineId, known)
    }
    return known
  }

  function find(topic: string) {
    const found = directory.byTopic(topic)
    return found?.setting.connector === 'packmlTags'
      ? { machine: found.machine, setting: found.setting }
      : undefined
  }

  /** What the fields of alarms mean, half a second after the first of them, at its time. */
  function waitForRest(
    memory: Memory,
    sender: Sender,
    serialNo: string,
    { topic, receivedAt }: MqttMessage,
    text: string,
  ) {
    if (memory.pending) return
    const say = () => {
      clearTimeout(memory.pending?.timer)
      memory.pending = undefined
      const wire = { topic, payload: text }
      const records = memory.tags.alarms.changes(receivedAt).map((alarm): Incoming => {
        return { record: { ...alarm, serialNo }, timeless: false, wire }
      })
      if (records.length === 0) return
      const came = { topic, text }
      late(sender, { source: 'packmlTags', bytes: 0, records, came }, receivedAt)
    }
    const timer = setTimeout(say, alarmSettleMs)
    timer.unref()
    memory.pending = { timer, say }
  }

  return {
    name: 'packmlTags',
    machineOf: (topic, origin) => {
      const found = find(topic)
      return found && isReadAt(found.setting, origin) ? found.machine : undefined
    },
    read(message, sender, origin): Reading | null {
      const found = find(message.topic)
      if (!found || !isReadAt(found.setting, origin)) return null
      const { machine, setting } = found
      if (!knows(sender, machine)) return null
      const reading = { source: 'packmlTags', bytes: message.payload.length } as const
      // A device that is not bound to this machine must not change what is remembered of it.
      if (!sender.mayPublishFor(machine.machineId)) {
        const detail = `${sender.userName} is not bound to this machine`
        return { ...reading, records: [refused('notBound', detail, machine, message)] }
      }
      if (message.payload.length > structureLimits.record.bytes) {
        const { length } = message.payload
        const detail = cutDetail(
          `a value is longer than ${structureLimits.record.bytes} bytes`,
          length,
        )
        return { ...reading, records: [refused('cut', detail, machine, message)] }
      }
      const tag = plainTag(message.topic.slice(setting.prefix.length + 1))
      let text: string
      try {
        text = utf8.decode(message.payload)
      } catch {
        return { ...reading, records: [refused('malformed', 'not UTF-8', machine, message)] }
      }
      const memory = memoryOf(machine.machineId)
      const { serialNo } = machine
      const wire = { topic: message.topic, payload: text }
      const wrong = (detail: string): Incoming => {
        return { refused: 'malformed', detail: `${tag}: ${detail}`, serialNo, wire }
      }
      const ofAlarm = memory.tags.alarms.take(tag, text)
      if (ofAlarm) {
        if (ofAlarm.wrong !== undefined) return { ...reading, records: [wrong(ofAlarm.wrong)] }
        waitForRest(memory, sender, serialNo, message, text)
        return { ...reading, records: [] }
      }
      const facts = readTag(tag, text, memory.tags, setting.dictionary)
      if (facts === null) return { ...reading, records: [] }
      const records: Incoming[] = facts.wrong === undefined ? [] : [wrong(facts.wrong)]
      if (facts.says) {
        const record = {
          kind: 'sample',
          serialNo,
          at: message.receivedAt,
          sequence: 0,
          ...facts.says,
        } as const
        const { rawState } = facts
        records.push({ record, timeless: true, wire, ...(rawState !== undefined && { rawState }) })
      }
      return { ...reading, records }
    },
    close() {
      for (const { pending } of memories.values()) pending?.say()
    },
  }
}

function refused(
  reason: 'notBound' | 'malformed' | 'cut',
  detail: string,
  { serialNo }: DirectoryMachine,
  message: MqttMessage,
): Incoming {
  return { refused: reason, detail, serialNo, wire: keptMessage(message) }
}
