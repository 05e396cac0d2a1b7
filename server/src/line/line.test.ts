import {
  addKioskLink,
  chooseOperator,
  clientLineFlow,
  importLineFlow,
  lineLosses,
  lineNow,
  lineStops,
  nameLineRoot,
  operatorLink,
  previewLineFlow,
  setLineFlow,
} from '@packboard/contract'
import { runSql, settingsFromBeginning, tables } from '@packboard/management/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { addNeighbours } from '../../testing/neighbours.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'

/** Line 4 with three stations, the last one of two machines, and a client beside it whose machines did the same. */
const now = Date.parse('2026-04-10T12:00:00Z')
const begin = now - 2 * 3_600_000
let server: TestServer
let tokens: Map<string, string>

type Time = readonly [until: number, state: number]

/** What a machine did, each until seconds after the beginning: a sample every 20 s, and at each change. */
async function did(serialNo: string, times: readonly Time[]) {
  const records: object[] = []
  let [from, packs] = [0, 1_000]
  for (const [until, state] of times) {
    for (let at = from; at < until; at += 20, packs += state === 10 ? 20 : 0) {
      records.push(
        factory
          .at(begin + at * 1_000)
          .sample(serialNo, { state, product: 'Bar', packs, speed: 60 }),
      )
    }
    from = until
  }
  const sent = await server.send(serialNo, records)
  expect([sent.status, await sent.text()]).toEqual([200, expect.anything()])
}

const alarm = async (serialNo: string, at: number, group: string, description: string) => {
  const raisedAt = begin + at * 1_000
  const record = { kind: 'alarm', serialNo, raisedAt, group, description }
  expect((await server.send(serialNo, [record])).status).toBe(200)
}

beforeAll(async () => {
  server = await openTestServer({ now: () => now })
  const { management } = server.deps
  await addNeighbours(management)
  tokens = await server.people()
  await runSql(
    management,
    `update machine set line_id = (select id from line where client_id = 1 and name = 'Line 4')
     where serial_no in ('FW-201', 'FW-202')`,
  )
  await settingsFromBeginning(management, [
    { clientId: 1, kind: 'targetSpeed', product: 'Bar', value: 60 },
  ])
  await alarm('FW-202', 600, 'Film', 'Film snapped')
  await alarm('VF-401', 640, 'External', 'Upstream machine stands')
  await did('FW-201', [
    ...[[620, 10] as const, [1_210, 19] as const, [3_600, 10] as const, [3_660, 19] as const],
    ...[[7_110, 10] as const, [7_200, 19] as const],
  ])
  for (const serialNo of ['FW-202', 'FW-511']) {
    await did(serialNo, [
      [600, 10],
      [1_200, 21],
      [7_080, 10],
      [7_200, 21],
    ])
  }
  await did('VF-401', [
    [640, 10],
    [1_230, 16],
    [7_200, 10],
  ])
  await did('VF-402', [
    [300, 10],
    [2_000, 5],
    [7_200, 10],
  ])
})
afterAll(() => server?.close())
beforeEach(async () => {
  for (const table of ['line_flow', 'line_root'] as const) {
    await tables(server.deps.management).deleteFrom(table).execute()
  }
})

const station = (machines: string[], bufferSeconds: number, key = false) => ({
  ...{ machines, needs: 1, bufferSeconds, key },
})
const stations = [
  station(['FW-201'], 0),
  station(['FW-202'], 30, true),
  station(['VF-401', 'VF-402'], 60),
]
const flow = { lineName: 'Line 4', validFrom: null, stations }

async function call(path: string, person: string, method: string, body?: object, clientId = 1) {
  const url = path.replace(':clientId', String(clientId))
  const token = tokens.get(person)
  const answer = await server.ask(url, { method, token, ...(body && { body }) })
  return { status: answer.status, body: JSON.parse(await answer.text()) }
}
const set = (lines: readonly object[], person = 'engineer', version?: number) =>
  call(setLineFlow.path, person, 'PUT', { lines, version })
const at = (second: number) => new Date(begin + second * 1_000).toISOString()
const query = (from = 0, to = 7_200) => `?line=Line+4&from=${at(from)}&to=${at(to)}`
const losses = async (from?: number, to?: number, person = 'user') => {
  const { status, body } = await call(`${lineLosses.path}${query(from, to)}`, person, 'GET')
  expect([status, body]).toEqual([200, expect.anything()])
  return lineLosses.answer.parse(body)
}
const stops = async (from?: number, to?: number) =>
  lineStops.answer.parse((await call(`${lineStops.path}${query(from, to)}`, 'user', 'GET')).body)
const rootsOf = async (from?: number, to?: number) =>
  (await stops(from, to)).stops.map(({ machineId, attribution }) => [
    machineId,
    attribution.kind === 'inherited'
      ? `${attribution.rootMachineId}: ${attribution.cause}`
      : attribution.kind === 'own'
        ? 'own'
        : attribution.why,
  ])

describe('the flow of lines', () => {
  test('is set by engineers, administrators of the client and admins, with its version', async () => {
    for (const [person, status] of [
      ...[
        ['user', 403],
        ['distributor', 403],
        ['neighbour', 403],
        ['engineer', 200],
      ],
    ] as const) {
      expect([person, (await set([flow], person)).status]).toEqual([person, status])
    }
    expect((await set([], 'clientadmin', 0)).status).toBe(409)
    expect((await set([flow, { ...flow, validFrom: '2026-04-10 12:00' }], 'admin', 1)).status).toBe(
      200,
    )
    const { body } = await call(clientLineFlow.path, 'user', 'GET')
    expect(clientLineFlow.answer.parse(body)).toMatchObject({
      version: 2,
      timezone: 'Europe/London',
      lines: [
        { ...flow, setBy: 'engineer' },
        { ...flow, validFrom: '2026-04-10 12:00', setBy: 'admin' },
      ],
      history: [flow, { ...flow, validFrom: '2026-04-10 12:00' }],
    })
    expect((await call(clientLineFlow.path, 'neighbour', 'GET')).status).toBe(404)
    expect((await call(clientLineFlow.path, 'neighbour', 'GET', undefined, 2)).body).toMatchObject({
      version: 0,
      lines: [],
    })
  })

  test('a machine in two stations is a conflict that names both', async () => {
    const message = 'FW-201 is in station 1 and in station 3.'
    const twice = [stations[0], stations[1], station(['FW-201', 'VF-401'], 0)]
    expect(await set([{ ...flow, stations: twice }])).toMatchObject({
      status: 409,
      body: {
        ...{ code: 'lineFlow.conflict', message },
        errors: [{ field: 'lines.0.stations.2' }, { field: 'lines.0.stations.0' }],
      },
    })
  })

  test('comes from a file, which is looked at first', async () => {
    const csv = [
      'Line,Station,Machine,Needs,Buffer,Key',
      ...['line 4,1,FW-201,,,', 'Line 4,2,FW-202,,30,yes'],
      ...['Line 4,3,VF-401,1,60,', 'Line 4,3,VF-402,,,no'],
    ]
    const send = async (lines: readonly string[], dryRun: boolean) =>
      importLineFlow.answer.parse(
        (await call(importLineFlow.path, 'engineer', 'POST', { csv: lines.join('\n'), dryRun }))
          .body,
      )
    const added = { added: 1, changed: 0, unchanged: 0, refused: [] }
    expect(await send(csv, true)).toEqual(added)
    expect((await call(clientLineFlow.path, 'user', 'GET')).body).toMatchObject({ lines: [] })
    expect(await send(csv, false)).toEqual(added)
    expect((await call(clientLineFlow.path, 'user', 'GET')).body).toMatchObject({ lines: [flow] })
    expect(await send(csv, false)).toEqual({ ...added, added: 0, unchanged: 1 })
    const wrong = [
      [[...csv, 'Line 4,3,FW-201,,,'], 2, 'FW-201 is in station 1 and in station 3.'],
      [[...csv, 'Line 4,4,FW-511,,,'], 6, 'There is no machine with the serial number FW-511.'],
      [
        [...csv, 'Line 4,3,FW-101,2,,'],
        6,
        'Needs differs from that of the same station in line 4.',
      ],
      [[...csv, 'Line 9,1,FW-101,,,'], 6, 'This client has no line named "Line 9".'],
      [[...csv, 'Line 4,x,FW-101,,,'], 6, 'Station: "x" is no whole number.'],
    ] as const
    for (const [lines, line, message] of wrong) {
      const { refused } = await send(lines, false)
      expect(refused).toMatchObject([{ message }])
      if (message.includes('in station')) expect(refused[0]?.values.other).toBe(line)
      else expect(refused[0]?.line).toBe(line)
    }
  })

  test('is replayed before it is saved, with the buffers that were measured', async () => {
    const body = { lineName: 'Line 4', stations }
    const preview = await call(previewLineFlow.path, 'engineer', 'POST', body)
    expect(previewLineFlow.answer.parse(preview.body)).toMatchObject({
      before: null,
      after: { stops: 7, own: 3, inherited: 3, withheld: 1, withheldSeconds: 60 },
      measured: [
        { station: 0, delays: 0, seconds: null },
        { station: 1, delays: 2, seconds: null },
        { station: 2, delays: 1, seconds: null },
      ],
    })
    expect((await call(clientLineFlow.path, 'user', 'GET')).body).toMatchObject({ lines: [] })
    expect((await call(previewLineFlow.path, 'user', 'POST', body)).status).toBe(403)
  })
})

describe('what stopped a line', () => {
  test('without a flow nothing is attributed', async () => {
    expect(await losses()).toMatchObject({
      hasFlow: false,
      stopSeconds: 0,
      rows: [],
      bottleneck: [],
    })
    expect((await stops()).stops).toEqual([])
  })

  test('own, inherited and withheld seconds are the stop seconds, by root machine and cause', async () => {
    await set([flow])
    const found = await losses()
    expect(found).toMatchObject({
      ...{ hasFlow: true, stopSeconds: 3_750, plannedSeconds: 0 },
      ...{ ownSeconds: 2_420, inheritedSeconds: 1_270, withheldSeconds: 60 },
      rows: [
        {
          ...{ machineId: 'FW-202', group: 'Film', cause: 'Film snapped', seconds: 1_780 },
          ...{
            ownSeconds: 600,
            inheritedSeconds: 1_180,
            keySeconds: 600,
            stops: 3,
            lostPacks: 600,
          },
        },
        { machineId: 'VF-402', cause: 'Stopped', seconds: 1_700, keySeconds: 0, lostPacks: 0 },
        { machineId: 'FW-202', cause: 'Film Snap', seconds: 210, stops: 2, lostPacks: 120 },
      ],
      withheld: [{ why: 'noStationDown', seconds: 60, stops: 1 }],
    })
    expect(found.bottleneck.map(({ rootShare }) => rootShare)).toEqual([
      ...[0, 750 / 7_200, 1_700 / 7_200],
    ])
    expect(found.bottleneck[1]?.limitingShare).toBeCloseTo(60 / 7_200, 12)
  })

  test('windows add up, and a stop over their edge has one root', async () => {
    await set([flow])
    const [whole, before, after] = [await losses(), await losses(0, 700), await losses(700)]
    for (const sum of [
      'stopSeconds',
      'ownSeconds',
      'inheritedSeconds',
      'withheldSeconds',
    ] as const) {
      expect([sum, before[sum] + after[sum]]).toEqual([sum, whole[sum]])
    }
    expect(await rootsOf(700, 1_300)).toEqual([
      ['VF-402', 'own'],
      ['FW-202', 'own'],
      ['FW-201', 'FW-202: Film snapped'],
      ['VF-401', 'FW-202: Film snapped'],
    ])
  })

  test('a person names a root; the rule says it again when that is taken back', async () => {
    await set([flow])
    const name = (body: object, person = 'engineer') =>
      call(nameLineRoot.path, person, 'POST', { machineId: 'FW-201', from: at(3_620), ...body })
    expect((await name({ rootMachineId: 'VF-401' })).status).toBe(200)
    expect(await rootsOf(3_600, 3_660)).toEqual([['FW-201', 'VF-401: Upstream machine stands']])
    expect((await stops(3_600, 3_660)).stops[0]).toMatchObject({
      attribution: { kind: 'inherited', namedBy: 'engineer' },
    })
    expect((await name({ rootMachineId: null, note: 'No film' }, 'clientadmin')).status).toBe(200)
    expect(await losses(3_600, 3_660)).toMatchObject({
      withheldSeconds: 0,
      rows: [{ machineId: null, seconds: 60 }],
    })
    expect((await name({ rootMachineId: null, takeBack: true })).status).toBe(200)
    expect(await rootsOf(3_600, 3_660)).toEqual([['FW-201', 'noStationDown']])
    const wrong = [
      [{ rootMachineId: 'FW-511' }, 400, 'engineer'],
      [{ rootMachineId: null, from: at(3_700) }, 400, 'engineer'],
      [{ rootMachineId: null, machineId: 'FW-511' }, 404, 'engineer'],
      [{ rootMachineId: null }, 403, 'user'],
      [{ rootMachineId: null }, 403, 'admin'],
    ] as const
    for (const [body, status, person] of wrong) {
      expect([body, (await name(body, person)).status]).toEqual([body, status])
    }
  })

  test('late records attribute anew', async () => {
    await set([flow])
    expect(await rootsOf(3_600, 3_660)).toEqual([['FW-201', 'noStationDown']])
    const late = factory.at(begin + 3_581_000).sample('FW-202', { state: 5, product: 'Bar' })
    expect((await server.send('FW-202', [late])).status).toBe(200)
    expect(await rootsOf(3_600, 3_660)).toEqual([['FW-201', 'FW-202: Stopped']])
  })

  test('windows that are none or too long, and lines that are none', async () => {
    await set([flow])
    for (const [path, status] of [
      [`${lineLosses.path}${query(100, 100)}`, 400],
      [`${lineStops.path}${query(-40_000_000, 100)}`, 400],
      [`${lineNow.path}?line=Line+9`, 404],
      [`${lineLosses.path}${query().replace('Line+4', 'Hall+2%2FLine')}`, 404],
    ] as const) {
      expect([path, (await call(path, 'user', 'GET')).status]).toEqual([path, status])
    }
    expect((await call(`${lineNow.path}?line=Line+4`, 'neighbour', 'GET')).status).toBe(404)
  })
})

describe('what a line is doing', () => {
  const read = async () =>
    lineNow.answer.parse((await call(`${lineNow.path}?line=Line+4`, 'user', 'GET')).body)

  test('stations in flow order, the root, and which machines wait for it', async () => {
    await set([flow])
    const found = await read()
    expect(found).toMatchObject({
      hasFlow: true,
      stations: [
        { running: 0, machines: [{ machineId: 'FW-201', state: 19, waits: 'down' }] },
        { running: 0, key: true, machines: [{ machineId: 'FW-202', state: 21, waits: null }] },
        { running: 2, machines: [{ machineId: 'VF-401', state: 10, since: null }, { state: 10 }] },
      ],
      root: { machineId: 'FW-202', cause: 'Film Snap', waiting: ['FW-201'] },
      targetPpm: 60,
    })
    expect(found.root?.since).toEqual(new Date(begin + 7_080_000))
  })

  test('OEEE of the line is that of its key station, beside the sum of its machines', async () => {
    await set([flow])
    const { line, machines } = await read()
    const compared = await server.ask(
      `/api/prod_chart_data/metrics?clientId=1&machineId=FW-202&start_date=2026-04-10&end_date=2026-04-10&timezone=Europe/London`,
      { token: tokens.get('user') },
    )
    expect(line?.oeee).toBeGreaterThan(0)
    expect(compared.status === 200 ? (await compared.json()).OEEE : line?.oeee).toBe(line?.oeee)
    expect(machines.plannedSeconds).toBeGreaterThan(3 * (line?.plannedSeconds ?? 0))
    await set([{ ...flow, stations: stations.map((one) => ({ ...one, key: false })) }])
    expect(await read()).toMatchObject({ line: null, speedPpm: null, targetPpm: null })
  })
})

describe('a tablet with a link to one machine', () => {
  let held: string
  beforeAll(async () => {
    const link = { clientId: 1, label: 'Packer', kind: 'operator', machines: ['FW-201'] }
    const made = await call(addKioskLink.path, 'admin', 'POST', { ...link, names: ['P. Nowak'] })
    const { address } = addKioskLink.answer.parse(made.body)
    const bare = `wall.${address.slice(address.indexOf('#') + 1)}`
    const page = await server.ask(operatorLink.path, { token: bare })
    const nameId = operatorLink.answer.parse(await page.json()).names[0]?.id
    const chosen = await server.ask(chooseOperator.path, { token: bare, body: { nameId, pin: '' } })
    held = bare + chooseOperator.answer.parse(await chosen.json()).pass
    tokens.set('tablet', held)
  })

  test('sees its own machine, and for which one it waits', async () => {
    await set([flow])
    const read = (path: string) => call(path, 'tablet', 'GET')
    const seen = lineNow.answer.parse((await read(`${lineNow.path}?line=Line+4`)).body)
    expect(seen.stations.map(({ machines }) => machines.map(({ machineId }) => machineId))).toEqual(
      [...[['FW-201'], [], []]],
    )
    expect(seen.stations[0]?.machines[0]?.attribution).toMatchObject({ rootMachineId: 'FW-202' })
    expect(seen).toMatchObject({ line: null, speedPpm: null })
    const listed = lineStops.answer.parse((await read(`${lineStops.path}${query()}`)).body)
    expect(new Set(listed.stops.map(({ machineId }) => machineId))).toEqual(new Set(['FW-201']))
    expect((await read(`${lineStops.path}${query(-100_000)}`)).status).toBe(400)
    expect((await read(`${lineLosses.path}${query()}`)).status).toBe(401)
  })

  test('names the root of a stop of its machine alone', async () => {
    await set([flow])
    const name = async (body: object) =>
      (await call(nameLineRoot.path, 'tablet', 'POST', { rootMachineId: 'VF-401', ...body })).status
    expect(await name({ machineId: 'FW-201', from: at(3_620) })).toBe(200)
    expect(await name({ machineId: 'FW-202', from: at(700) })).toBe(404)
    expect(await name({ machineId: 'FW-201', from: at(-100_000) })).toBe(400)
    expect((await stops(3_600, 3_660)).stops[0]).toMatchObject({
      attribution: { namedBy: 'P. Nowak · Packer' },
    })
  })
})
