import { machineDirectory } from '@packboard/management'
import { openTestManagement, type TestManagement, tables } from '@packboard/management/testing'
import type { MachineRule } from '@packboard/telemetry/write'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { capturedLog } from '../../testing/capturedLog.ts'
import { floorDirectory } from './floorDirectory.ts'

let store: TestManagement
const put: MachineRule[][] = []

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
  })
  expect([...directory.machines()]).toHaveLength(20)
  expect(put[0]).toHaveLength(20)
  const machine = directory.bySerial('FW-101')
  expect(machine).toMatchObject({ clientId: 1, serialNo: 'FW-101', topics: [] })
  expect(put[0]?.find(({ machineId }) => machineId === machine?.machineId)).toMatchObject({
    clientId: 1,
    holdMs: 90_000,
    designPpm: 220,
  })

  // A device, as it is bound now.
  expect(await directory.device('FW-101', 'wrong')).toBeNull()
  const device = await directory.device('FW-101', 'packboard')
  const credential = device?.credential ?? ''
  expect(device).toMatchObject({ clientId: 1, machineIds: new Set([machine?.machineId]) })
  expect(directory.deviceNow(credential)).toEqual(device)
  expect(await directory.device('FW-101', 'wrong')).toBeNull()
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

  await db
    .updateTable('user_account')
    .set({ enabled: false })
    .where('username', '=', 'FW-101')
    .execute()
  await look()
  await expect.poll(() => directory.deviceNow(credential)).toBeNull()
  stop()
})
