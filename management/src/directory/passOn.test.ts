import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { editor } from '../../testing/people.ts'
import { tables } from '../../testing/tables.ts'
import { changing } from '../change/changing.ts'
import { addMachine } from '../machines/changeMachines.ts'
import { machineDirectory, sendOn } from './machineDirectory.ts'

let opened: TestManagement

beforeAll(async () => {
  opened = await openTestManagement({ ingestPatienceMs: 3_000 })
})
afterAll(() => opened?.close())

const add = (serialNo: string) =>
  addMachine(opened.management, editor, { clientId: 1, machineTypeId: 1, serialNo })
const isStored = async (serialNo: string) =>
  (await tables(opened.management)
    .selectFrom('machine')
    .select('id')
    .where('serial_no', '=', serialNo)
    .executeTakeFirst()) !== undefined

test('a change that ingest does not take over in time says so, and is in force', async () => {
  const gate = Promise.withResolvers<void>()
  sendOn(opened.management, () => gate.promise)
  await expect(add('FW-951')).rejects.toMatchObject({ code: 'doors.late', status: 503 })
  expect(await isStored('FW-951')).toBe(true)
  // What no machine and no device is about waits for nothing.
  expect(await changing(opened.management, editor, async () => 'done')).toBe('done')
  gate.resolve()
  sendOn(opened.management, async () => {})
  expect(await add('FW-952')).toBeTypeOf('number')
})

test('what could not be taken over is tried again until it is', async () => {
  let failures = 2
  sendOn(opened.management, async () => {
    failures -= 1
    if (failures >= 0) throw new Error('a process does not answer')
  })
  expect(await add('FW-953')).toBeTypeOf('number')
  expect(failures).toBe(-1)
  sendOn(opened.management, async () => {})
})

test('a listener that fails has not taken the change over, and is called again', async () => {
  const directory = await machineDirectory(opened.management)
  const seen: boolean[] = []
  const stop = directory.onChange(async () => {
    seen.push(directory.bySerialNo('FW-954') !== undefined)
    if (seen.length === 1) throw new Error('the records are away')
  })
  expect(await add('FW-954')).toBeTypeOf('number')
  expect(seen).toEqual([true, true])
  stop()
})
