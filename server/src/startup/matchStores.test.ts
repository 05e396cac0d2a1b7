// @slow

import { type Management, managementOwner, newestChange, recordEvent } from '@packboard/management'
import { openTestManagement, runSql, type TestManagement } from '@packboard/management/testing'
import type { Telemetry } from '@packboard/telemetry/store'
import { openTestTelemetry } from '@packboard/telemetry/testing'
import { noteManagementChange, putMachineRules, telemetryOwner } from '@packboard/telemetry/write'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { capturedLog } from '../../testing/capturedLog.ts'
import { exitOf } from '../program/exits.ts'
import { matchStores } from './matchStores.ts'

const endings: (() => Promise<unknown>)[] = []
let telemetry: Telemetry
let demo: TestManagement
beforeEach(async () => {
  telemetry = await open(openTestTelemetry())
  demo = await open(openTestManagement())
})
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

async function open<Store extends { close(): Promise<unknown> }>(opening: Promise<Store>) {
  const store = await opening
  endings.push(() => store.close())
  return store
}
const emptyManagement = () => open(openTestManagement({ demo: false }))

/** A start with two stores; the exit code and sentence of one that is refused. */
async function start(
  { management }: { management: Management },
  records: Telemetry = telemetry,
  adopt = false,
) {
  const places = { dataDir: '/data', databaseUrl: undefined, clickhouseUrls: [] }
  try {
    await matchStores({ management, telemetry: records, places, adopt, log: capturedLog().log })
    return 'open'
  } catch (error) {
    return exitOf(error, '/data') ?? error
  }
}

const machine = (clientId: number, machineId: number) => ({
  clientId,
  machineId,
  holdMs: 90_000,
  targetPpm: null,
  designPpm: null,
  categories: {},
  recipePpm: new Map(),
})
const refused = (words: string) => ({
  code: 7,
  sentence: expect.stringMatching(
    new RegExp(`${words}.*restore both from one backup, or start once with --adopt`),
  ),
})

test('a new installation gets an id in both stores, and keeps it', async () => {
  const people = await emptyManagement()
  expect(await start(people)).toBe('open')
  const { id } = await managementOwner(people.management)
  expect(id).toMatch(/^[0-9a-f]{32}$/)
  expect((await telemetryOwner(telemetry)).id).toBe(id)
  await putMachineRules(telemetry, [machine(1, 1)])
  expect(await start(people)).toBe('open')
  expect((await managementOwner(people.management)).id).toBe(id)
})

test('an installation from before the ids is named as it is, also after an interrupted start', async () => {
  await putMachineRules(telemetry, [machine(1, 1)])
  expect(await start(demo)).toBe('open')
  const { id } = await managementOwner(demo.management)
  await runSql(demo.management, 'update installation set complete = false')
  expect(await start(demo)).toBe('open')
  expect(await managementOwner(demo.management)).toMatchObject({
    id,
    complete: true,
    empty: false,
  })
  expect((await telemetryOwner(telemetry)).id).toBe(id)
})

test('a half that is missing is not replaced by an empty one: neither records nor people', async () => {
  await putMachineRules(telemetry, [machine(1, 1)])
  expect(await start(demo)).toBe('open')
  const withoutRecords = await open(openTestTelemetry())
  expect(await start(demo, withoutRecords)).toEqual(
    refused('The records in /data/telemetry are missing'),
  )
  const withoutPeople = await emptyManagement()
  expect(await start(withoutPeople)).toEqual(
    refused('The management data in /data/management are missing'),
  )
  // Refused means untouched.
  expect((await telemetryOwner(withoutRecords)).id).toBeNull()
  expect((await managementOwner(withoutPeople.management)).id).toBeNull()
})

test('halves of two installations do not open, and are joined on purpose alone', async () => {
  await putMachineRules(telemetry, [machine(1, 1)])
  expect(await start(demo)).toBe('open')
  const other = await open(openTestManagement())
  const otherRecords = await open(openTestTelemetry())
  await putMachineRules(otherRecords, [machine(1, 1)])
  expect(await start(other, otherRecords)).toBe('open')

  expect(await start(other)).toEqual(refused('/data/management.*/data/telemetry.*two different'))
  expect(await start(other, telemetry, true)).toBe('open')
  expect((await telemetryOwner(telemetry)).id).toBe((await managementOwner(other.management)).id)
  // From now on they belong together, and the first one is the stranger.
  expect(await start(other)).toBe('open')
  expect(await start(demo)).toEqual(refused('two different'))
})

test('management data of an older copy never give an id again that has records', async () => {
  await putMachineRules(telemetry, [machine(1, 1), machine(407, 9_001)])
  expect(await start(demo)).toBe('open')
  const rows = await runSql(
    demo.management,
    `select nextval(pg_get_serial_sequence('client', 'id'))::int as client,
      nextval(pg_get_serial_sequence('machine', 'id'))::int as machine`,
  )
  expect(rows[0]).toEqual({ client: 408, machine: 9_002 })
  // Ids that are higher already stay.
  expect(await start(demo)).toBe('open')
  const again = await runSql(
    demo.management,
    `select nextval(pg_get_serial_sequence('client', 'id'))::int as client`,
  )
  expect(again[0]).toEqual({ client: 409 })
})

test('an older copy of the management data does not open, and is used on purpose alone', async () => {
  await putMachineRules(telemetry, [machine(1, 1)])
  expect(await start(demo)).toBe('open')
  // The same data and the same id, without the last change.
  const copy = await open(openTestManagement())
  const { id } = await managementOwner(demo.management)
  await runSql(copy.management, `insert into installation (id, complete) values ('${id}', true)`)
  await signOut(demo.management)
  await noteManagementChange(telemetry, await newestChange(demo.management))
  expect(await start(demo)).toBe('open')

  expect(await start(copy)).toEqual(refused('/data/management are an older copy.*/data/telemetry'))
  expect(await start(copy, telemetry, true)).toBe('open')
  // It goes on above the changes of the other one.
  expect(await start(copy)).toBe('open')
  await signOut(copy.management)
  expect(await newestChange(copy.management)).toBeGreaterThan(await newestChange(demo.management))
})

test('records that have lost the id of their installation are no empty store', async () => {
  await putMachineRules(telemetry, [machine(1, 1)])
  expect(await start(demo)).toBe('open')
  const writer = telemetry.context.connection.writer()
  await writer.command({ query: 'TRUNCATE TABLE installation' })
  expect(await start(demo)).toEqual(refused('/data/telemetry have lost the id'))
  expect(await start(demo, telemetry, true)).toBe('open')
  expect(await start(demo)).toBe('open')
})

const signOut = (management: Management) =>
  recordEvent(management, { userId: null, username: 'admin' }, 'signOut', 'session', {
    id: null,
    clientId: null,
  })
