// @slow

import { connectionMessages, type DataSource, dataSources, ingestAnswer } from '@packboard/contract'
import type { Incoming } from '@packboard/ingest'
import { signIn } from '@packboard/ingest/testing/floor'
import { tables } from '@packboard/management/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { addNeighbours } from '../../testing/neighbours.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'

let server: TestServer
let ahead = 0
const now = () => Date.now() + ahead
let tokens: Map<string, string>

beforeAll(async () => {
  server = await openTestServer({ now })
  await addNeighbours(server.deps.management)
  tokens = await server.people('admin', 'clientadmin', 'engineer', 'distributor')
})
afterAll(() => server?.close())

const get = (clientId: unknown, name = 'clientadmin') =>
  server.ask(`${dataSources.path}?clientId=${clientId}`, { token: tokens.get(name) })
const answer = async (clientId = 1, name = 'clientadmin') => {
  const got = await get(clientId, name)
  expect(got.status).toBe(200)
  return dataSources.answer.parse(await got.json())
}
async function source(serialNo: string): Promise<DataSource | undefined> {
  return (await answer()).sources.find((one) => one.serialNo === serialNo)
}
/** Counts are written a few seconds after the records. */
const counted = (serialNo: string) =>
  expect.poll(() => source(serialNo), { timeout: 20_000, interval: 500 })

const sent = new Map<string, number>()
async function send(serialNo: string, records: readonly object[], device = serialNo) {
  const filled = records.map((record) => ({ kind: 'sample', serialNo, ...record }))
  const got = await fetch(`${server.url}/api/ingest/records`, {
    method: 'POST',
    headers: { 'x-access-token': `${device}:packboard`, 'content-type': 'application/json' },
    body: JSON.stringify(filled),
  })
  expect(got.status).toBe(200)
  sent.set(serialNo, (sent.get(serialNo) ?? 0) + records.length)
  return ingestAnswer.parse(await got.json())
}

test('a machine that never spoke says so, and what it sends is in its row', async () => {
  const before = await source('FW-101')
  expect(before).toMatchObject({
    ...{ state: 'never', door: 'mqttJson', lineName: 'Line 1', receivedAt: null, dataAt: null },
    ...{ received: 0, perMinute: 0, clockSkewMs: null, unknownFields: {} },
  })
  const at = now() - 20_000
  await send('FW-101', [
    { time: at, state: 'Execute', packs: 100 },
    { time: at + 1_000, packs: 110 },
    { time: at + 2_000, packs: 4, rejectts: 1 },
    { time: at + 1_000, packs: 110 },
    { time: at + 3_000, packs: 9, state: 4_711 },
  ])
  await counted('FW-101').toMatchObject({
    ...{ state: 'fine', received: 5, accepted: 4, duplicate: 1, late: 0, backFill: 0 },
    ...{ quarantined: 0, resets: 1, unknownStates: 1, unknownFields: { rejectts: 1 } },
    dataAt: new Date(at + 3_000),
  })
  const { now: asOf, since, sources } = await answer()
  const own = sources.find(({ serialNo }) => serialNo === 'FW-101')
  expect(own?.hours.reduce((sum, hour) => sum + hour, 0)).toBe(4)
  expect(own?.perMinute).toBeGreaterThan(0)
  expect(asOf.getTime() - since.getTime()).toBeLessThan(24 * 3_600_000)
  expect(Math.abs((own?.receivedAt?.getTime() ?? 0) - now())).toBeLessThan(60_000)
})

test('a record that came late is late; one that was kept and sent afterwards is a back-fill', async () => {
  const at = now() - 10_000
  await send('FW-102', [{ time: at, state: 'Execute', packs: 500 }])
  // Two out of order, then an hour that a gateway had kept; neither says anything about the counter now.
  await send('FW-102', [
    { time: at - 2_000, packs: 498 },
    { time: at - 60_000, packs: 440 },
  ])
  const kept = Array.from({ length: 60 }, (_, i) => ({
    time: at - 3_600_000 + i * 1_000,
    packs: i,
  }))
  await send('FW-102', kept)
  await send('FW-102', [{ time: at + 1_000, packs: 501 }])
  await counted('FW-102').toMatchObject({
    ...{ accepted: 64, late: 2, backFill: 60, resets: 0, state: 'fine' },
  })
})

test('received = stored + duplicate + not accepted, for each machine; a neighbour is in none of it', async () => {
  const at = now() - 5_000
  const mixed = Array.from({ length: 40 }, (_, i) => ({
    time: at + (i % 25) * 10,
    packs: i % 25,
    ...(i % 8 === 0 && { state: 'Dancing' }),
  }))
  await send('FW-201', mixed)
  // Of the neighbour: the same, and one that names a machine of nobody.
  const other = await fetch(`${server.url}/api/ingest/records`, {
    method: 'POST',
    headers: { 'x-access-token': 'FW-511:packboard', 'content-type': 'application/json' },
    body: JSON.stringify([
      ...mixed.map((record) => ({ kind: 'sample', serialNo: 'FW-511', ...record })),
      factory.at(at).sample('ZZ-1'),
    ]),
  })
  expect(other.status).toBe(200)
  await counted('FW-201').toMatchObject({
    ...{ received: 40, quarantined: 5, kept: 5, unknownStates: 5, missingNumbers: 0 },
  })
  const { sources, unassigned } = await answer()
  expect(unassigned).toBe(0)
  for (const { serialNo, received, accepted, duplicate, quarantined } of sources) {
    expect([serialNo, received]).toEqual([serialNo, sent.get(serialNo) ?? 0])
    expect(accepted + duplicate + quarantined).toBe(received)
  }
  expect(sources.find(({ serialNo }) => serialNo === 'FW-201')?.state).toBe('quarantined')
  expect(JSON.stringify(sources)).not.toContain('FW-511')
  const theirs = await answer(2, 'admin')
  expect(theirs.unassigned).toBe(1)
  expect(theirs.sources.find(({ serialNo }) => serialNo === 'FW-511')).toMatchObject({
    received: 40,
  })
})

test('a tag that no dictionary holds is one unknown state, and stores an unknown one beside it', async () => {
  const id = server.deps.directory.bySerial('VF-402')?.machineId
  const set = { door: 'packmlTags', address: 'plant/402', dictionary: { Run: 10 } }
  const path = `/api/admin/machine/${id}/connection`
  await server.ask(path, { method: 'PUT', token: tokens.get('admin'), body: set })
  const client = await signIn(server.deps.ingest?.mqttPort ?? 0, 'VF-402')
  for (const state of ['Run', 'Warm up']) {
    await client.publishAsync('plant/402/Status/StateCurrentStr', state, { qos: 1 })
  }
  await client.endAsync(true)
  await counted('VF-402').toMatchObject({
    ...{ received: 3, accepted: 2, quarantined: 1, unknownStates: 1 },
  })
  sent.set('VF-402', 3)
})

test('numbers that did not come are missing until they come late; who counts nothing misses nothing', async () => {
  const at = now() - 30_000
  const numbered = (from: number, upTo: number) =>
    Array.from({ length: upTo - from + 1 }, (_, i) => ({
      time: at + (from + i) * 100,
      seq: from + i,
    }))
  await send('VF-401', [...numbered(1, 12), ...numbered(16, 18)])
  expect(await source('VF-401')).toMatchObject({ missingNumbers: 3 })
  await send('VF-401', [...numbered(14, 14), ...numbered(19, 20)])
  expect(await source('VF-401')).toMatchObject({ missingNumbers: 2 })
  expect(await source('FW-101')).toMatchObject({ missingNumbers: 0 })
})

/** What the metrics count of machines that are silent, and of clocks that are behind. */
async function counts() {
  const text = await (await server.ask('/metrics')).text()
  const value = (line: string) => Number(text.split(`${line} `)[1]?.split('\n')[0])
  return {
    never: value('packboard_machines{state="never"}'),
    silent: value('packboard_machines{state="silent_for_a_day"}'),
    behind: value('packboard_ingest_clock_off_machines{side="behind"}'),
  }
}

test('imported history is no word of a machine: row, light and metrics wait for the first record', async () => {
  const serialNo = 'FW-302'
  const machine = server.deps.directory.bySerial(serialNo)
  const light = async () => {
    const path = connectionMessages.path.replace(':id', `${machine?.machineId}`)
    const got = await server.ask(path, { token: tokens.get('admin') })
    return connectionMessages.answer.parse(await got.json())
  }
  const before = await counts()
  const importOf = (from: number) => ({
    ...({ source: 'file', bytes: 1_000 } as const),
    records: Array.from({ length: 5 }, (_, index) => ({
      record: { kind: 'sample', serialNo, at: from + index * 1_000, sequence: 0, state: 10 },
      ...{ timeless: false, wire: {} },
    })) satisfies Incoming[],
  })
  const person = { userName: 'clientadmin', clientId: 1, mayPublishFor: () => true }
  // A month ago, and up to a second ago: its card is LIVE then, and still nobody heard it.
  for (const from of [now() - 30 * 86_400_000, now() - 5_000]) {
    await server.deps.ingest?.pipeline.deliver(person, importOf(from))
    await counted(serialNo).toMatchObject({ state: 'never', receivedAt: null, dataAt: null })
    expect(await source(serialNo)).toMatchObject({ clockSkewMs: null })
    expect(await light()).toMatchObject({ light: 'waiting', goodAt: null, messages: [] })
    expect(await counts()).toEqual(before)
  }
  await counted(serialNo).toMatchObject({ accepted: 10 })

  const at = now() - 1_000
  await send(serialNo, [{ time: at, state: 'Execute' }])
  expect(await source(serialNo)).toMatchObject({ state: 'fine', dataAt: new Date(at) })
  expect(await light()).toMatchObject({ light: 'good' })
  expect(await counts()).toEqual({ ...before, never: before.never - 1 })
})

test('a machine whose hold limit is over is silent, and its last word stays, a day later too', async () => {
  const before = await source('FW-101')
  ahead += 10 * 60_000
  expect(await source('FW-101')).toMatchObject({ state: 'silent', dataAt: before?.dataAt })
  ahead += 30 * 3_600_000
  tokens = await server.people('admin', 'clientadmin', 'engineer', 'distributor')
  expect(await source('FW-101')).toMatchObject({
    ...{ state: 'silent', dataAt: before?.dataAt, perMinute: 0, received: 0 },
  })
  expect(await source('FW-202')).toMatchObject({ state: 'never' })
})

test('of another client it is not found; who may not read it is refused; a deleted machine is gone', async () => {
  expect((await get(2)).status).toBe(404)
  expect((await get(999_999)).status).toBe(404)
  expect((await get('x')).status).toBe(400)
  for (const name of ['engineer', 'distributor']) {
    expect((await get(1, name)).status).toBe(403)
  }
  await tables(server.deps.management)
    .updateTable('machine')
    .set({ deleted_at: new Date() })
    .where('serial_no', '=', 'FW-201')
    .execute()
  expect(await source('FW-201')).toBeUndefined()
})
