// @slow

import {
  addMachine,
  alarmGroupsPie,
  alarmInfo,
  auditLog,
  ingestAnswer,
  quarantine,
  receivedOfMachine,
  receivedRecords,
  sendKeptAgain,
} from '@packboard/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'

let server: TestServer
let tokens: Map<string, string>
const at = Date.now() - 60_000

/** A line as a machine wrote it; `JSON.stringify` would write it differently. */
const line = (serialNo: string, i: number) =>
  `{ "kind":"sample", "serialNo":"${serialNo}", "time":${at + i * 1_000}, "state":10.0,"user":"Zoë" }`

beforeAll(async () => {
  server = await openTestServer()
  tokens = await server.people('admin', 'clientadmin', 'engineer', 'user', 'distributor')
})
afterAll(() => server.close())

const get = (path: string, name = 'clientadmin') =>
  server.ask(`/api/admin/reception/${path}`, { token: tokens.get(name) })
const machines = async (clientId = 1, name = 'clientadmin') =>
  receivedRecords.answer.parse(await (await get(String(clientId), name)).json()).machines
const aside = async (path = '1/quarantine', name = 'clientadmin') =>
  quarantine.answer.parse(await (await get(path, name)).json())

async function post(device: string, body: string) {
  const answer = await fetch(`${server.url}/api/ingest/records`, {
    method: 'POST',
    headers: { 'x-access-token': `${device}:packboard`, 'content-type': 'application/x-ndjson' },
    body,
  })
  expect(answer.status).toBe(200)
  return ingestAnswer.parse(await answer.json())
}

test('what a machine sent is counted, and its clock is told in milliseconds behind ours', async () => {
  expect((await machines()).map(({ serialNo }) => serialNo)).toContain('FW-101')
  expect(await machines()).toContainEqual(
    receivedOfMachine.parse({
      serialNo: 'FW-101',
      accepted: 0,
      duplicate: 0,
      late: 0,
      backFill: 0,
      conflicting: 0,
      quarantined: 0,
      alive: 0,
      clockSkewMs: null,
    }),
  )
  const sent = [line('FW-101', 0), line('FW-101', 1), line('FW-101', 1), line('FW-101', -5)]
  await post('FW-101', sent.join('\n'))
  await post('FW-101', line('FW-101', 1).replace('10.0', '5'))
  await post('FW-101', line('FW-101', 2).replace('10.0', '"Nonsense"'))
  await expect
    .poll(async () => (await machines()).find(({ serialNo }) => serialNo === 'FW-101'), {
      timeout: 20_000,
    })
    .toEqual({
      serialNo: 'FW-101',
      accepted: 4,
      duplicate: 1,
      late: 1,
      backFill: 0,
      conflicting: 1,
      quarantined: 1,
      alive: 0,
      clockSkewMs: expect.any(Number),
    })
  const [first] = await machines()
  expect(first?.clockSkewMs).toBeGreaterThan(30_000)
  expect(JSON.stringify(await machines())).not.toMatch(/FW-511/)
  // Nothing of another client; an admin sees the requested client.
  expect((await get('2')).status).toBe(404)
  expect((await machines(2, 'admin')).map(({ serialNo }) => serialNo)).toContain('FW-511')
})

test('a record is kept aside, its cause is mended, the file is sent again and everything is accepted', async () => {
  const serialNo = 'FW-931'
  const gateway = 'gateway-northfield-confectionery'
  const sent = [line(serialNo, 0), line(serialNo, 1)]
  expect(await post(gateway, sent.join('\n'))).toMatchObject({ accepted: 0, quarantined: 2 })
  // Another client has the same faulty record; client 1 must not see it.
  await post('FW-511', line(serialNo, 2).replace('Zoë', 'Neighbour'))

  const { records, count } = await aside('1/quarantine?page=1&pageSize=2')
  expect(count).toBe(3)
  expect(records).toEqual(
    sent.map((raw) => ({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      serialNo,
      reason: 'unknownMachine',
      detail: 'no machine has this serial number',
      advice: 'unknownMachine',
      mend: 'Add the machine in the panel, or correct the serial number or the topic.',
      receivedAt: expect.any(Date),
      source: 'http',
      raw,
      characters: raw.length,
    })),
  )
  expect(JSON.stringify(await aside())).not.toContain('Neighbour')
  expect((await aside(`1/quarantine?serialNo=${serialNo}`)).count).toBe(2)
  expect((await aside('1/quarantine?serialNo=FW-101')).records).toMatchObject([
    { serialNo: 'FW-101', advice: 'malformed' },
  ])
  expect((await aside('1/quarantine?page=2&pageSize=2')).records).toMatchObject([
    { serialNo: 'FW-101', reason: 'malformed' },
  ])
  expect((await aside('2/quarantine', 'admin')).records).toMatchObject([{ serialNo }])

  const file = await get(`1/quarantine/ndjson?serialNo=${serialNo}`)
  expect(file.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="kept-aside.ndjson"')
  const lines = await file.text()
  expect(lines.split('\n').sort()).toEqual(['', ...sent].sort())

  // Sent again too early, it is quarantined again.
  expect(await post(gateway, lines)).toMatchObject({ accepted: 0, quarantined: 2 })
  const added = await server.ask(addMachine.path, {
    token: tokens.get('admin'),
    body: { clientId: 1, machineTypeId: 1, machineId: serialNo },
  })
  expect(added.status).toBe(200)
  // Its answer is given when the ingest sources know the machine (D67).
  expect(await post(gateway, lines)).toMatchObject({ accepted: 2, duplicate: 0, quarantined: 0 })
  // Sent twice it counts once (D7).
  expect(await post(gateway, lines)).toMatchObject({ accepted: 0, duplicate: 2, quarantined: 0 })

  const all = await (await get('1/quarantine/ndjson')).text()
  expect(all.trim().split('\n')).toHaveLength(5)
  expect((await get('1/quarantine/ndjson?page=2')).status).toBe(200)
  expect(await (await get('1/quarantine/ndjson?page=2')).text()).toBe('')
})

test('who took what was kept aside is in the audit log; a neighbour’s file is not there', async () => {
  expect((await get('2/quarantine/ndjson')).status).toBe(404)
  const answer = await server.ask('/api/admin/audit-log/1/10?action=export', {
    token: tokens.get('clientadmin'),
  })
  const { rows } = auditLog.answer.parse(await answer.json())
  expect(rows.at(-1)).toMatchObject({
    actor: 'clientadmin',
    entity: 'quarantine',
    after: { records: 2, page: 1, serialNo: 'FW-931' },
  })
})

const again = async (body: object, clientId = 1, name = 'clientadmin') => {
  const path = sendKeptAgain.path.replace(':clientId', String(clientId))
  return server.ask(path, { token: tokens.get(name), body })
}
const sentAgain = async (body: object) => {
  const answer = await again(body)
  expect(answer.status).toBe(200)
  return sendKeptAgain.answer.parse(await answer.json())
}

test('what was kept aside is read again once its cause is mended, one or all, and is kept aside no more', async () => {
  const serialNo = 'FW-932'
  const gateway = 'gateway-northfield-confectionery'
  const bad = line(serialNo, 7).replace('10.0', '"Dancing"')
  await post(gateway, [line(serialNo, 4), line(serialNo, 5), line(serialNo, 6), bad].join('\n'))
  await post('FW-511', line(serialNo, 8))
  const records = async () => (await aside(`1/quarantine?serialNo=${serialNo}`)).records
  const nothing = { accepted: 0, duplicate: 0, next: null }
  // Too early: nothing is sent, and nothing is quarantined a second time.
  const early = await sentAgain({ serialNo })
  expect(early).toMatchObject({ ...nothing, refused: 4 })
  expect(early.errors.map(({ detail }) => detail)).toContain('no machine has this serial number')
  expect(await records()).toHaveLength(4)

  const added = await server.ask(addMachine.path, {
    token: tokens.get('admin'),
    body: { clientId: 1, machineTypeId: 1, machineId: serialNo },
  })
  expect(added.status).toBe(200)
  const [one] = await records()
  const ids = [one?.id ?? '']
  // Of a neighbour it is not found, whatever it is called.
  expect((await again({ ids }, 2)).status).toBe(404)
  expect(await sentAgain({ ids: ['0'.repeat(32)] })).toMatchObject({ ...nothing, refused: 0 })
  const good = (await records()).find(({ raw }) => raw === line(serialNo, 5))
  expect(await sentAgain({ ids: [good?.id ?? ''] })).toMatchObject({ ...nothing, accepted: 1 })
  expect((await records()).map(({ raw }) => raw)).toEqual(
    expect.not.arrayContaining([line(serialNo, 5)]),
  )
  // Its machine sent one of the others itself meanwhile.
  expect(await post(gateway, line(serialNo, 6))).toMatchObject({ accepted: 1 })
  const all = await sentAgain({ serialNo })
  expect(all).toMatchObject({ accepted: 1, duplicate: 1, refused: 1, next: null })
  expect(all.errors).toMatchObject([{ serialNo, detail: expect.stringContaining('"Dancing"') }])
  expect((await records()).map(({ raw }) => raw)).toEqual([bad])
  expect(await sentAgain({ serialNo })).toMatchObject({ ...nothing, refused: 1 })
  expect((await aside(`2/quarantine?serialNo=${serialNo}`, 'admin')).count).toBe(1)

  const entries = await server.ask('/api/admin/audit-log/1/10?action=restore', {
    token: tokens.get('clientadmin'),
  })
  expect(auditLog.answer.parse(await entries.json()).rows).toContainEqual(
    expect.objectContaining({
      ...{ actor: 'clientadmin', entity: 'quarantine' },
      after: { accepted: 1, duplicate: 1, refused: 1, serialNo },
    }),
  )
  for (const body of [{ ids: [] }, { ids: ['x'] }, { after: '1' }, { clientId: 1 }]) {
    expect((await again(body)).status).toBe(400)
  }
})

test('what is read again has the moment of its first receipt: a clock that was wrong then is not judged by the clock of now', async () => {
  const serialNo = 'FW-933'
  // An hour ahead: the record stands where it was received (D9).
  const ahead = `{"kind":"sample","serialNo":"${serialNo}","time":${Date.now() + 3_600_000},"state":10}`
  await post('gateway-northfield-confectionery', ahead)
  const [kept] = (await aside(`1/quarantine?serialNo=${serialNo}`)).records
  await server.ask(addMachine.path, {
    token: tokens.get('admin'),
    body: { clientId: 1, machineTypeId: 1, machineId: serialNo },
  })
  expect(await sentAgain({ serialNo })).toMatchObject({ accepted: 1, refused: 0 })
  const machineId = server.deps.directory.bySerial(serialNo)?.machineId
  const answer = await server.deps.telemetry.context.connection.writer().query({
    query: `SELECT toUnixTimestamp64Milli(at) AS at, toUnixTimestamp64Milli(received_at) AS receivedAt FROM sample WHERE machine_id = ${machineId}`,
    format: 'JSONEachRow',
  })
  const receivedAt = kept?.receivedAt.getTime()
  expect(await answer.json()).toEqual([{ at: receivedAt, receivedAt }])
})

test.each(['distributor', 'engineer', 'user'])('%s does not see it', async (name) => {
  for (const path of ['1', '2', '999999']) {
    for (const part of ['', '/quarantine', '/quarantine/ndjson']) {
      const answer = await get(path + part, name)
      expect([answer.status, await answer.json()]).toMatchObject([
        403,
        { code: 'request.notAllowed' },
      ])
    }
    expect((await again({}, Number(path), name)).status).toBe(403)
  }
})

test.each([
  'x',
  '0',
  '1/quarantine?page=0',
  '1/quarantine?pageSize=201',
  '1/quarantine?page=1e9',
  '1/quarantine/ndjson?page=0',
  '1/quarantine/ndjson?serialNo=',
  "1/quarantine/ndjson?serialNo='",
])('%s is refused', async (path) => {
  expect((await get(path)).status).toBe(400)
})

test('the answer says which records were kept aside and why, and which fields no record has (D65, D66)', async () => {
  const good = factory.at(at).sample('FW-102', { state: 10 })
  const records = [
    { ...good, State: 10, pack: 3 },
    { ...good, time: '22.11.2026 10:00', pack: 4 },
    { ...good, state: 'Dancing' },
    { ...good, serialNo: 'FW-511' },
    { ...good, serialNo: 'ZZ-000' },
    { ...good, serialNo: 'FW-101' },
    { ...good, time: at - 500 * 86_400_000 },
    ...Array.from({ length: 20 }, () => ({ ...good, speed: -1 })),
  ]
  const answer = await post('FW-102', records.map((record) => JSON.stringify(record)).join('\n'))
  expect(answer).toMatchObject({
    accepted: 1,
    quarantined: 26,
    unknownFields: { State: 1, pack: 2 },
  })
  expect(answer.errors).toHaveLength(20)
  expect(answer.errors.slice(0, 7)).toEqual([
    {
      ...{ index: 1, serialNo: 'FW-102', reason: 'malformed' },
      detail: expect.stringContaining('time: write ISO 8601 with an offset, such as'),
    },
    {
      ...{ index: 2, serialNo: 'FW-102', reason: 'malformed' },
      detail: 'state: no machine state is called "Dancing"; send its code or its name',
    },
    {
      ...{ index: 3, serialNo: 'FW-511', reason: 'unknownMachine' },
      detail: 'no machine has this serial number',
    },
    {
      ...{ index: 4, serialNo: 'ZZ-000', reason: 'unknownMachine' },
      detail: 'no machine has this serial number',
    },
    { ...{ index: 5, serialNo: 'FW-101', reason: 'notBound' }, detail: expect.any(String) },
    {
      ...{ index: 6, serialNo: 'FW-102', reason: 'tooOld' },
      detail: '500 days old: records are kept for 400 days',
    },
    { ...{ index: 7, serialNo: 'FW-102', reason: 'implausible' }, detail: expect.any(String) },
  ])
})

test.each([
  ['Held', 13],
  ['HELD', 13],
  ['Complete', 4],
  ['Un-Holding', 14],
  ['execute', 10],
])('a state may be called %s, as in PackML (D64)', async (state, code) => {
  const time = at + code * 1_000
  const send = (value: string | number) =>
    post('VF-401', JSON.stringify(factory.at(time).sample('VF-401', { state: value, user: state })))
  expect(await send(state)).toMatchObject({ accepted: 1, errors: [] })
  expect(await send(code)).toMatchObject({ duplicate: 1, accepted: 0 })
})

test('alarms that are alike are told apart by their number (D61)', async () => {
  const alarm = { kind: 'alarm', raisedAt: at, group: 'Film', description: 'Film ends' }
  for (const serialNo of ['VF-402', 'FW-512']) {
    const sent = [{}, { seq: 0 }, { seq: 1 }, { seq: 2, clearedAt: at + 5_000 }, { seq: 2 }]
    const lines = sent.map((more) => JSON.stringify({ ...alarm, serialNo, ...more }))
    expect(await post(serialNo, lines.join('\n'))).toMatchObject({ quarantined: 0, duplicate: 1 })
    expect(await post(serialNo, lines.join('\n'))).toMatchObject({ accepted: 0, duplicate: 5 })
  }
  const today = new Date(at).toISOString().slice(0, 10)
  const query = new URLSearchParams({
    ...{ clientId: '1', machineId: 'VF-402', timezone: 'UTC' },
    ...{ start_date: today, start_time: '00:00', end_date: today, end_time: '23:59' },
  })
  const ask = async (path: string) =>
    (await server.ask(`${path}?${query}`, { token: tokens.get('clientadmin') })).json()
  const pie = alarmGroupsPie.answer.parse(await ask(alarmGroupsPie.path))
  expect(pie.data.pieChunks).toMatchObject([{ x: 'Film', y: 3 }])
  const page = alarmInfo.answer.parse(await ask(alarmInfo.path.replace(':page/:pageSize', '1/10')))
  expect([page.count, page.alarmData.length]).toEqual([3, 3])
})

test('content that was stored before is a duplicate, also when other content came in between (D62)', async () => {
  const send = (state: number) =>
    post('VF-401', JSON.stringify(factory.at(at - 9).sample('VF-401', { state })))
  expect(await send(10)).toMatchObject({ accepted: 1 })
  expect(await send(5)).toMatchObject({ accepted: 1 })
  expect(await send(10)).toMatchObject({ accepted: 0, duplicate: 1 })
})

test('a record that was cut is listed with its reason, is in no file, and is not sent again', async () => {
  const serialNo = 'FW-102'
  const note = 'x'.repeat(20_000)
  const wide = Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`f${index}`, index]))
  const sample = factory.at(at).sample(serialNo, { state: 10 })
  const sent = await post(
    serialNo,
    [
      { ...sample, note },
      { ...sample, ...wide },
    ]
      .map((one) => JSON.stringify(one))
      .join('\n'),
  )
  expect(sent).toMatchObject({ accepted: 0, quarantined: 2 })
  expect(sent.errors.map(({ reason }) => reason)).toEqual(['cut', 'cut'])
  const { records } = await aside(`1/quarantine?serialNo=${serialNo}`)
  const cut = records.filter(({ reason }) => reason === 'cut')
  expect(cut).toHaveLength(2)
  expect(Math.max(...cut.map(({ characters }) => characters))).toBe(16_384)
  expect(cut[0]?.mend).toContain('cannot be sent again')
  const file = await (await get(`1/quarantine/ndjson?serialNo=${serialNo}`)).text()
  expect(file).not.toContain('"f64"')
  expect(await sentAgain({ ids: cut.map(({ id }) => id) })).toMatchObject({
    ...{ accepted: 0, duplicate: 0, refused: 2 },
    errors: [{ detail: expect.stringContaining('was cut') }, {}],
  })
})
