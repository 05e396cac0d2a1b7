import {
  clientLineFlow,
  clientMachines,
  importLineFlow,
  previewLineFlow,
} from '@packboard/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type LineFloor, lineFlow, lineStations, openLineFloor } from '../../testing/lineFloor.ts'

let floor: LineFloor
beforeAll(async () => {
  floor = await openLineFloor()
})
afterAll(() => floor?.close())
beforeEach(() => floor.clear())

const station = (machines: string[], bufferSeconds: number) => ({
  ...{ machines, needs: 1, bufferSeconds, key: false },
})

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
      expect([person, (await floor.set([lineFlow], person)).status]).toEqual([person, status])
    }
    expect((await floor.set([], 'clientadmin', 0)).status).toBe(409)
    expect(
      (await floor.set([lineFlow, { ...lineFlow, validFrom: '2026-04-10 12:00' }], 'admin', 1))
        .status,
    ).toBe(200)
    const { body } = await floor.call(clientLineFlow.path, 'user', 'GET')
    expect(clientLineFlow.answer.parse(body)).toMatchObject({
      version: 2,
      timezone: 'Europe/London',
      lines: [
        { ...lineFlow, setBy: 'engineer' },
        { ...lineFlow, validFrom: '2026-04-10 12:00', setBy: 'admin' },
      ],
      history: [lineFlow, { ...lineFlow, validFrom: '2026-04-10 12:00' }],
    })
    expect((await floor.call(clientLineFlow.path, 'neighbour', 'GET')).status).toBe(404)
    expect(
      (await floor.call(clientLineFlow.path, 'neighbour', 'GET', undefined, 2)).body,
    ).toMatchObject({
      version: 0,
      lines: [],
    })
  })

  test('is known to the pages that show the machines of its line', async () => {
    const withFlow = async (clientId: number, person: 'user' | 'neighbour') => {
      const { body } = await floor.call(clientMachines.path, person, 'GET', undefined, clientId)
      const { machines } = clientMachines.answer.parse(body)
      return machines.filter(({ hasFlow }) => hasFlow).map(({ lineName }) => lineName)
    }
    expect(await withFlow(1, 'user')).toEqual([])
    await floor.set([lineFlow])
    expect(new Set(await withFlow(1, 'user'))).toEqual(new Set([lineFlow.lineName]))
    expect(await withFlow(2, 'neighbour')).toEqual([])
  })

  test('a machine in two stations is a conflict that names both', async () => {
    const message = 'FW-201 is in station 1 and in station 3.'
    const twice = [lineStations[0], lineStations[1], station(['FW-201', 'VF-401'], 0)]
    expect(await floor.set([{ ...lineFlow, stations: twice }])).toMatchObject({
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
        (
          await floor.call(importLineFlow.path, 'engineer', 'POST', {
            csv: lines.join('\n'),
            dryRun,
          })
        ).body,
      )
    const added = { added: 1, changed: 0, unchanged: 0, refused: [] }
    expect(await send(csv, true)).toEqual(added)
    expect((await floor.call(clientLineFlow.path, 'user', 'GET')).body).toMatchObject({ lines: [] })
    expect(await send(csv, false)).toEqual(added)
    expect((await floor.call(clientLineFlow.path, 'user', 'GET')).body).toMatchObject({
      lines: [lineFlow],
    })
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
    const body = { lineName: 'Line 4', stations: lineStations }
    const preview = await floor.call(previewLineFlow.path, 'engineer', 'POST', body)
    expect(previewLineFlow.answer.parse(preview.body)).toMatchObject({
      before: null,
      after: { stops: 7, own: 3, inherited: 3, withheld: 1, withheldSeconds: 60 },
      measured: [
        { station: 0, delays: 0, seconds: null },
        { station: 1, delays: 2, seconds: null },
        { station: 2, delays: 1, seconds: null },
      ],
    })
    expect((await floor.call(clientLineFlow.path, 'user', 'GET')).body).toMatchObject({ lines: [] })
    expect((await floor.call(previewLineFlow.path, 'user', 'POST', body)).status).toBe(403)
  })
})
