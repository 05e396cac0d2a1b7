import { expect, test } from 'vitest'
import { testFloor } from '../testing/floor.ts'
import { mqttJson } from './connectors/mqttJson/mqttJson.ts'
import { packmlTags } from './connectors/packmlTags/packmlTags.ts'
import { newTagMemory, readTag } from './connectors/packmlTags/readTag.ts'
import { deviceSender } from './directory.ts'
import { rawText } from './recordScan/cutRecord.ts'
import { unreadReading } from './unreadReading.ts'

const receivedAt = Date.UTC(2026, 10, 29, 12)
const kept = 16_384
const good = { kind: 'sample', serialNo: 'FW-101', time: receivedAt, state: 10 }
const wide = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`f${index}`, index]))

function floor(userName: string) {
  const { directory, devices } = testFloor()
  const device = devices.get(userName)
  if (!device) throw new Error('no such device')
  return { directory, sender: deviceSender(device) }
}

function json(content: string | Buffer, topic = 'packboard/FW-101/sample') {
  const { directory, sender } = floor('FW-101')
  const message = { topic, payload: Buffer.from(content), receivedAt }
  return mqttJson(directory).read(message, sender, 'ownBroker')?.records ?? []
}

test('JSON over MQTT: what breaks a bound is cut, and what is beside it is read', () => {
  const records = json(JSON.stringify([good, wide, good]))
  expect(records).toMatchObject([
    { record: { serialNo: 'FW-101' } },
    { refused: 'cut', serialNo: 'FW-101', wire: JSON.stringify(wide).slice(0, kept) },
    { record: {} },
  ])
  expect(json(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)).toMatchObject([{ refused: 'cut' }])
  expect(json('['.repeat(50_000))).toMatchObject([
    { refused: 'cut', detail: expect.stringContaining('not JSON'), wire: '['.repeat(kept) },
  ])
  expect(json(JSON.stringify(Array(1_001).fill(good)))).toMatchObject([
    { refused: 'cut', detail: expect.stringContaining('more than 1000 records') },
  ])
  // An external broker has no bound of its own.
  expect(json(Buffer.alloc(262_145, 32))).toMatchObject([
    { refused: 'cut', detail: expect.stringContaining('longer than 262144 bytes') },
  ])
})

test('JSON over MQTT: a list of wrong records is kept once, not once a record', () => {
  const records = json(JSON.stringify(Array(1_000).fill({ ...good, kind: 'alarm' })))
  expect(records).toHaveLength(1_000)
  const bytes = records.reduce((sum, { wire }) => sum + rawText(wire).length, 0)
  expect(bytes).toBeLessThan(262_144)
})

test('a tag of PackML is no longer than a record, and little of it is remembered', () => {
  const { directory, sender } = floor('Line 1')
  const read = (payload: string) =>
    packmlTags(directory).read(
      {
        topic: 'Bathurst/Packaging/Line 1/Status/CurMachSpeed',
        payload: Buffer.from(payload),
        receivedAt,
      },
      sender,
      'ownBroker',
    )?.records
  expect(read('61.5')).toMatchObject([{ record: { speedPpm: 61.5 } }])
  const [cut] = read('1'.repeat(kept + 1)) ?? []
  expect(cut).toMatchObject({ refused: 'cut', serialNo: 'Line 1', wire: { bytes: kept + 1 } })
  expect(Buffer.byteLength(rawText(cut?.wire))).toBeLessThanOrEqual(kept)

  const memory = newTagMemory()
  readTag('Status/Parameter/1/Value', 'v'.repeat(kept), memory, 'iso-tr88')
  expect(memory.parameters.get('1')?.value).toHaveLength(513)
})

test.each(['short', 'packboard/nobody/sample', 'é"\\'.repeat(5_000)])(
  'a message that nobody reads is kept with its beginning: %#',
  (topic) => {
    const { sender } = floor('FW-101')
    for (const length of [10, 12_000, 200_000]) {
      const payload = Buffer.alloc(length, 7)
      const [record] = unreadReading(
        'mqtt',
        sender,
        { topic, payload },
        undefined,
        'message',
      ).records
      const text = rawText(record?.wire)
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(kept)
      const { bytes = length } = JSON.parse(text)
      expect(bytes).toBe(length)
    }
  },
)
