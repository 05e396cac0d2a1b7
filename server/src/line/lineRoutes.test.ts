import {
  addKioskLink,
  chooseOperator,
  lineLosses,
  lineNow,
  lineStops,
  nameLineRoot,
  operatorLink,
} from '@packboard/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import {
  type LineFloor,
  lineBegin,
  lineFlow,
  lineInstant,
  lineQuery,
  openLineFloor,
} from '../../testing/lineFloor.ts'

let floor: LineFloor
beforeAll(async () => {
  floor = await openLineFloor()
})
afterAll(() => floor?.close())
beforeEach(() => floor.clear())

const losses = async (from?: number, to?: number, person = 'user') => {
  const { status, body } = await floor.call(
    `${lineLosses.path}${lineQuery(from, to)}`,
    person,
    'GET',
  )
  expect([status, body]).toEqual([200, expect.anything()])
  return lineLosses.answer.parse(body)
}
const stops = async (from?: number, to?: number) =>
  lineStops.answer.parse(
    (await floor.call(`${lineStops.path}${lineQuery(from, to)}`, 'user', 'GET')).body,
  )
const rootsOf = async (from?: number, to?: number) =>
  (await stops(from, to)).stops.map(({ machineId, attribution }) => [
    machineId,
    attribution.kind === 'inherited'
      ? `${attribution.rootMachineId}: ${attribution.cause}`
      : attribution.kind === 'own'
        ? 'own'
        : attribution.why,
  ])

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
    await floor.set([lineFlow])
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
    await floor.set([lineFlow])
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
    await floor.set([lineFlow])
    const name = (body: object, person = 'engineer') =>
      floor.call(nameLineRoot.path, person, 'POST', {
        machineId: 'FW-201',
        from: lineInstant(3_620),
        ...body,
      })
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
      [{ rootMachineId: null, from: lineInstant(3_700) }, 400, 'engineer'],
      [{ rootMachineId: null, machineId: 'FW-511' }, 404, 'engineer'],
      [{ rootMachineId: null }, 403, 'user'],
      [{ rootMachineId: null }, 403, 'admin'],
    ] as const
    for (const [body, status, person] of wrong) {
      expect([body, (await name(body, person)).status]).toEqual([body, status])
    }
  })

  test('late records attribute anew', async () => {
    await floor.set([lineFlow])
    expect(await rootsOf(3_600, 3_660)).toEqual([['FW-201', 'noStationDown']])
    const late = factory.at(lineBegin + 3_581_000).sample('FW-202', { state: 5, product: 'Bar' })
    expect((await floor.server.send('FW-202', [late])).status).toBe(200)
    expect(await rootsOf(3_600, 3_660)).toEqual([['FW-201', 'FW-202: Stopped']])
  })

  test('windows that are none or too long, and lines that are none', async () => {
    await floor.set([lineFlow])
    for (const [path, status] of [
      [`${lineLosses.path}${lineQuery(100, 100)}`, 400],
      [`${lineStops.path}${lineQuery(-40_000_000, 100)}`, 400],
      [`${lineNow.path}?line=Line+9`, 404],
      [`${lineLosses.path}${lineQuery().replace('Line+4', 'Hall+2%2FLine')}`, 404],
    ] as const) {
      expect([path, (await floor.call(path, 'user', 'GET')).status]).toEqual([path, status])
    }
    expect((await floor.call(`${lineNow.path}?line=Line+4`, 'neighbour', 'GET')).status).toBe(404)
  })
})

describe('a tablet with a link to one machine', () => {
  let held: string
  beforeAll(async () => {
    const link = { clientId: 1, label: 'Packer', kind: 'operator', machines: ['FW-201'] }
    const made = await floor.call(addKioskLink.path, 'admin', 'POST', {
      ...link,
      names: ['P. Nowak'],
    })
    const { address } = addKioskLink.answer.parse(made.body)
    const bare = `wall.${address.slice(address.indexOf('#') + 1)}`
    const page = await floor.server.ask(operatorLink.path, { token: bare })
    const nameId = operatorLink.answer.parse(await page.json()).names[0]?.id
    const chosen = await floor.server.ask(chooseOperator.path, {
      token: bare,
      body: { nameId, pin: '' },
    })
    held = bare + chooseOperator.answer.parse(await chosen.json()).pass
    floor.tokens.set('tablet', held)
  })

  test('sees its own machine, and for which one it waits', async () => {
    await floor.set([lineFlow])
    const read = (path: string) => floor.call(path, 'tablet', 'GET')
    const seen = lineNow.answer.parse((await read(`${lineNow.path}?line=Line+4`)).body)
    expect(seen.stations.map(({ machines }) => machines.map(({ machineId }) => machineId))).toEqual(
      [...[['FW-201'], [], []]],
    )
    expect(seen.stations[0]?.machines[0]?.attribution).toMatchObject({ rootMachineId: 'FW-202' })
    expect(seen).toMatchObject({ line: null, speedPpm: null })
    const listed = lineStops.answer.parse((await read(`${lineStops.path}${lineQuery()}`)).body)
    expect(new Set(listed.stops.map(({ machineId }) => machineId))).toEqual(new Set(['FW-201']))
    expect((await read(`${lineStops.path}${lineQuery(-100_000)}`)).status).toBe(400)
    expect((await read(`${lineLosses.path}${lineQuery()}`)).status).toBe(401)
  })

  test('names the root of a stop of its machine alone', async () => {
    await floor.set([lineFlow])
    const name = async (body: object) =>
      (await floor.call(nameLineRoot.path, 'tablet', 'POST', { rootMachineId: 'VF-401', ...body }))
        .status
    expect(await name({ machineId: 'FW-201', from: lineInstant(3_620) })).toBe(200)
    expect(await name({ machineId: 'FW-202', from: lineInstant(700) })).toBe(404)
    expect(await name({ machineId: 'FW-201', from: lineInstant(-100_000) })).toBe(400)
    expect((await stops(3_600, 3_660)).stops[0]).toMatchObject({
      attribution: { namedBy: 'P. Nowak · Packer' },
    })
  })
})
