import { machineDirectory } from '@packboard/management'
import { openTestManagement, type TestManagement, tables } from '@packboard/management/testing'
import type { MachineRule } from '@packboard/telemetry/write'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { capturedLog } from '../../testing/capturedLog.ts'
import { limits } from '../http/limits.ts'
import { floorDirectory } from './floorDirectory.ts'

let store: TestManagement
const put: MachineRule[][] = []
let now = Date.UTC(2026, 10, 22)

beforeAll(async () => {
  store = await openTestManagement()
})
afterAll(() => store.close())

test('ingest and telemetry know the floor, and hear of every change of it', async () => {
  const { management } = store
  const db = tables(management)
  const { log } = capturedLog()
  const { directory, stop } = await floorDirectory({
    management,
    externalBroker: false,
    log,
    putRules: async (rules) => void put.push(rules),
    now: () => now,
  })
  expect([...directory.machines()]).toHaveLength(23)
  expect(put[0]).toHaveLength(23)
  const machine = directory.bySerial('FW-101')
  expect(machine).toMatchObject({ clientId: 1, serialNo: 'FW-101', topics: [] })
  expect(put[0]?.find(({ machineId }) => machineId === machine?.machineId)).toMatchObject({
    clientId: 1,
    holdMs: 90_000,
    designPpm: 220,
  })

  // A device, as it is bound now.
  expect(await directory.device('FW-101', 'wrong', '192.0.2.1')).toBeNull()
  const device = await directory.device('FW-101', 'packboard', '192.0.2.1')
  const credential = device?.credential ?? ''
  expect(device).toMatchObject({ clientId: 1, machineIds: new Set([machine?.machineId]) })
  expect(directory.deviceNow(credential)).toEqual(device)
  expect(await directory.device('FW-101', 'wrong', '192.0.2.1')).toBeNull()
  expect(directory.deviceNow(credential)).toEqual(device)

  let heard = 0
  directory.onChange(() => {
    heard += 1
  })
  const look = async () => (await machineDirectory(management)).refresh()

  await db
    .updateTable('machine')
    .set({
      serial_no: 'FW-199',
      connector: 'packmlTags',
      topic_prefix: 'a/b/c',
      dictionary: '"libremfg"',
    })
    .where('serial_no', '=', 'FW-102')
    .execute()
  await look()
  await expect.poll(() => heard).toBe(1)
  expect(directory.bySerial('FW-102')).toBeUndefined()
  expect(directory.bySerial('FW-199')?.topics).toEqual([
    { connector: 'packmlTags', prefix: 'a/b/c', dictionary: 'libremfg', origin: 'ownBroker' },
  ])
  expect(put).toHaveLength(2)

  await db.updateTable('device').set({ enabled: false }).where('name', '=', 'FW-101').execute()
  await look()
  await expect.poll(() => directory.deviceNow(credential)).toBeNull()
  stop()
})

test('wrong sign-ins are slowed by name and address, are in the audit log, and never delay a right one (D81)', async () => {
  const { management } = store
  const db = tables(management)
  const { log } = capturedLog()
  const { directory, stop } = await floorDirectory({
    management,
    externalBroker: false,
    log,
    putRules: async () => undefined,
    now: () => now,
  })
  const names = ['FW-511', 'FW-512', 'VF-531', 'gateway-norsk-kjeks']

  // From many addresses, so that no counter of an address ends the flood.
  const flood = Array.from({ length: 70 }, (_, index) =>
    directory.device(names[index % names.length] ?? '', `guess ${index}`, `198.51.100.${index}`),
  )
  const right = await directory.device('FW-611', 'packboard', '198.51.100.1')
  expect(right).toMatchObject({ clientId: 3 })
  expect(await Promise.all(flood)).toEqual(flood.map(() => null))

  const guess = (name: string, address: string) => directory.device(name, 'guess', address)
  const slowed = { code: 'request.tooMany', retryAfter: expect.any(Number) }
  for (let time = 0; time < limits.deviceFailures.burst; time += 1) {
    expect(await guess('VF-622', '203.0.113.9')).toBeNull()
  }
  await expect(guess('VF-622', '203.0.113.9')).rejects.toMatchObject(slowed)
  // Not checked at all, right or not; the same name elsewhere and another name are.
  await expect(guess('vf-622', '203.0.113.9')).rejects.toMatchObject(slowed)
  expect(await guess('VF-622', '203.0.113.10')).toBeNull()
  expect(await guess('VF-621', '203.0.113.9')).toBeNull()
  for (let time = 0; time < limits.refusals.burst; time += 1) {
    await guess(`${time}`, '203.0.113.9').catch(() => undefined)
  }
  await expect(guess('never tried', '203.0.113.9')).rejects.toMatchObject(slowed)
  expect(await directory.device('FW-611', 'packboard', '203.0.113.9')).not.toBeNull()

  const entries = async () =>
    db
      .selectFrom('audit_log')
      .select(['actor_name', 'client_id', 'after'])
      .where('action', '=', 'signInFailed')
      .where('entity', '=', 'device')
      .execute()
  await expect.poll(entries).toContainEqual({
    actor_name: 'FW-511',
    client_id: 2,
    after: { address: '198.51.100.0', failures: 1 },
  })
  const named = async () => (await entries()).map(({ actor_name: name }) => name)
  // Of another client, so it has entries left; a name that no device has may be a token in the wrong place.
  await expect
    .poll(async () => new Set(await named()))
    .toEqual(new Set(['FW-101', ...names, 'VF-621', 'VF-622', 'unknown']))
  const entriesOfClient = async () => (await named()).filter((name) => names.includes(name))
  await expect.poll(entriesOfClient).toHaveLength(limits.deviceFailureEntriesOfClient.burst)
  now += 600_000
  await guess('VF-621', '203.0.113.9')
  await expect.poll(entries).toContainEqual({
    actor_name: 'VF-621',
    client_id: 3,
    after: { address: '203.0.113.9', failures: 1 },
  })
  stop()
})
