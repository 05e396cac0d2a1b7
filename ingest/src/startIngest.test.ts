import { setTimeout as wait } from 'node:timers/promises'
import { openTestTelemetry } from '@packboard/telemetry/testing'
import fc from 'fast-check'
import type { MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startIngest } from '../testing/conserved.ts'
import { signIn, testFloor } from '../testing/floor.ts'
import { parseIngestBody } from './connectors/http/parseIngestBody.ts'
import { deviceSender } from './directory.ts'
import type { Ingest } from './startIngest.ts'

const now = Date.now()
const clients: MqttClient[] = []
const opened: Ingest[] = []
let telemetry: Awaited<ReturnType<typeof openTestTelemetry>>

beforeAll(async () => {
  // These tests kill the engine and hold it: it is one of their own.
  telemetry = await openTestTelemetry({ embedded: true })
}, 60_000)
afterAll(() => telemetry.close())
afterEach(async () => {
  for (const client of clients.splice(0)) client.end(true)
  for (const ingest of opened.splice(0)) await ingest.close()
})

async function open() {
  const floor = testFloor()
  const ingest = await startIngest({ telemetry, directory: floor.directory, mqttPort: 0 })
  opened.push(ingest)
  const device = async (userName: string) => {
    const client = await signIn(ingest.mqttPort, userName)
    client.on('error', () => {})
    clients.push(client)
    return client
  }
  const post = async (userName: string, records: readonly unknown[]) => {
    const known = floor.devices.get(userName)
    if (!known) throw new Error(`no device ${userName}`)
    const body = Buffer.from(JSON.stringify(records))
    const reading = await parseIngestBody('application/json', undefined, body)
    return ingest.pipeline.accept(deviceSender(known), reading)
  }
  return { ...floor, ingest, device, post }
}

const sample = (serialNo: string, fields: object) => ({
  kind: 'sample',
  serialNo,
  time: now,
  ...fields,
})

test('a call says of each of its records what became of it, and twice changes nothing', async () => {
  const { post } = await open()
  const call = [
    sample('FW-101', { seq: 1, state: 10 }),
    sample('FW-101', { seq: 1, state: 10 }),
    sample('FW-101', { seq: 0, time: now - 60_000, state: 9 }),
    sample('FW-102', { state: 10 }),
    sample('FW-611', { state: 10 }),
    sample('FW-101', { speed: -4 }),
    'nonsense',
  ]
  expect(await post('FW-101', call)).toMatchObject({
    ...{ accepted: 2, duplicate: 1, late: 1, quarantined: 4 },
    errors: [
      { index: 3, serialNo: 'FW-102', reason: 'notBound' },
      { index: 4, serialNo: 'FW-611', reason: 'unknownMachine' },
      { index: 5, serialNo: 'FW-101', reason: 'implausible' },
      { index: 6, serialNo: '', reason: 'malformed' },
    ],
  })
  expect(await post('FW-101', call)).toMatchObject({
    ...{ accepted: 0, duplicate: 3, late: 0, quarantined: 4 },
  })
  const neighbour = await post('FW-611', [sample('FW-611', { seq: 1, state: 10 })])
  expect(neighbour).toMatchObject({ accepted: 1, duplicate: 0 })
})

test('a record of a clock that is ahead is known again when it is sent twice', async () => {
  const { post } = await open()
  const ahead = [
    sample('FW-102', { time: now + 3_600_000, seq: 0, state: 9 }),
    sample('FW-102', { time: now + 3_601_000, seq: 0, state: 10 }),
  ]
  expect(await post('gateway-seven', ahead)).toMatchObject({ accepted: 2, duplicate: 0 })
  expect(await post('gateway-seven', ahead)).toMatchObject({ accepted: 0, duplicate: 2 })
})

test('what was acknowledged over MQTT is there after kill -9 of the engine, and what was not is acknowledged later', async () => {
  const { ingest, device, post } = await open()
  const client = await device('FW-611')
  const records = Array.from({ length: 60 }, (_, seq) => ({
    time: now + seq,
    seq,
    state: 10,
    packs: seq,
  }))
  let acknowledged = 0
  const sent = records.map(async (record, index) => {
    await wait(index * 25)
    await client.publishAsync('packboard/FW-611/sample', JSON.stringify(record), { qos: 1 })
    acknowledged += 1
  })
  await expect.poll(() => acknowledged).toBeGreaterThan(5)
  const pid = telemetry.enginePid()
  if (pid === undefined) throw new Error('no engine of our own')
  process.kill(pid, 'SIGKILL')
  await Promise.all(sent)
  const again = records.map(({ time, ...record }) => ({
    kind: 'sample',
    serialNo: 'FW-611',
    time,
    ...record,
  }))
  expect(await post('FW-611', again)).toEqual({
    accepted: 0,
    duplicate: 60,
    late: 0,
    quarantined: 0,
    errors: [],
    unknownFields: {},
  })
  const [tally] = ingest.pipeline.tallies()
  expect(tally).toMatchObject({ serialNo: 'FW-611', quarantined: 0 })
}, 60_000)

test('while the engine stands still nothing is acknowledged', async () => {
  const { device } = await open()
  const client = await device('FW-101')
  const pid = telemetry.enginePid()
  if (pid === undefined) throw new Error('no engine of our own')
  process.kill(pid, 'SIGSTOP')
  let acknowledged = false
  const sent = client
    .publishAsync('packboard/FW-101/sample', '{"state":9}', { qos: 1 })
    .then(() => {
      acknowledged = true
    })
  await wait(500)
  expect(acknowledged).toBe(false)
  process.kill(pid, 'SIGCONT')
  await sent
}, 60_000)

test('a stop writes and acknowledges what was already taken in', async () => {
  const { ingest, device, post } = await open()
  const client = await device('FW-102')
  const time = now + 4_000
  const sent = client.publishAsync('packboard/FW-102/sample', JSON.stringify({ time, state: 5 }), {
    qos: 1,
  })
  await expect.poll(() => ingest.pipeline.figures().queuedRecords, { interval: 2 }).toBe(1)
  await ingest.close()
  await sent
  const second = await open()
  expect(await second.post('FW-102', [sample('FW-102', { time, state: 5 })])).toMatchObject({
    duplicate: 1,
  })
  await expect(post('FW-102', [sample('FW-102', {})])).rejects.toMatchObject({
    code: 'ingest.busy',
  })
})

test('whatever devices send, each record is accepted, a duplicate, or put aside', async () => {
  const { ingest, device } = await open()
  const client = await device('gateway-seven')
  const text = fc.oneof(fc.constantFrom('', 'A', 'Käse', '\u0000', '\ud800'), fc.string())
  const number = fc.oneof(fc.nat(5), fc.double(), fc.constantFrom(-1, 1e308, 2 ** 53 + 1, 4e9))
  const time = fc.oneof(
    fc.integer({ min: now - 5, max: now }),
    fc.constantFrom(
      0,
      now + 3_600_000,
      now + 2 * 86_400_000,
      now * 1_000,
      'now',
      '1970-01-01T00:00:00Z',
    ),
  )
  const field = <Value>(value: fc.Arbitrary<Value>) => fc.oneof(value, fc.jsonValue())
  const wire = fc.record(
    {
      time: field(time),
      raisedAt: field(time),
      clearedAt: field(time),
      seq: field(fc.nat(2)),
      state: field(
        fc.oneof(fc.integer({ min: -2, max: 30 }), fc.constantFrom('execute', 'Low Film')),
      ),
      packs: field(number),
      speed: field(number),
      product: field(text),
      group: field(text),
      description: field(text),
      userGroup: field(text),
      valueBefore: field(text),
      valueAfter: field(text),
    },
    { requiredKeys: [] },
  )
  const message = fc.record({
    topic: fc.constantFrom(
      'packboard/FW-101/sample',
      'packboard/FW-101/alarm',
      'packboard/FW-102/audit',
      'packboard/FW-611/sample',
      'Bathurst/Packaging/Line 1/Status/CurMachSpeed',
      'Bathurst/Packaging/Line 1/Status/Product/0/Name',
      'nowhere',
    ),
    payload: fc.oneof(
      wire.map((value) => Buffer.from(JSON.stringify(value))),
      fc.array(wire, { maxLength: 3 }).map((value) => Buffer.from(JSON.stringify(value))),
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
    ),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(message, { minLength: 5, maxLength: 40 }), async (messages) => {
      await Promise.all(
        messages.map(({ topic, payload }) => client.publishAsync(topic, payload, { qos: 1 })),
      )
      for (const tally of ingest.pipeline.tallies()) {
        expect(tally.accepted + tally.duplicate + tally.quarantined).toBe(tally.received)
      }
    }),
    { numRuns: 40 },
  )
  const tallies = ingest.pipeline.tallies()
  expect(client.connected).toBe(true)
  expect(tallies.map(({ serialNo }) => serialNo).sort()).toEqual(['', 'FW-101', 'FW-102', 'Line 1'])
  expect(tallies.every(({ received }) => received > 0)).toBe(true)
}, 60_000)
