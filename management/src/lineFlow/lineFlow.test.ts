import { type FlowEntry, grantClientScope, grantPanelScope } from '@packboard/model'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { editor } from '../../testing/people.ts'
import { runSql } from '../../testing/runSql.ts'
import { nameLine } from '../machines/changeMachines.ts'
import { nameRoot, rootsOfMachines } from './lineRoots.ts'
import { setFlow } from './setFlow.ts'
import { flowOfLine, flowsOfClient } from './storedFlow.ts'

let clock = Date.UTC(2026, 10, 21, 14)
let opened: TestManagement
let ids: ReadonlyMap<string, number>
const own = grantClientScope(1)
const neighbour = grantClientScope(2)
const run = <Row>(text: string) => runSql<Row>(opened.management, text)

beforeAll(async () => {
  opened = await openTestManagement({ now: () => clock })
  const rows = await run<{ id: number; serial_no: string }>('select id, serial_no from machine')
  ids = new Map(rows.map((row) => [row.serial_no, row.id]))
})
afterAll(() => opened?.close())
beforeEach(async () => {
  for (const table of ['line_flow', 'line_root', 'audit_log']) await run(`delete from ${table}`)
})

const idOf = (serialNo: string) => ids.get(serialNo) ?? 0
const station = (machine: string, key = false) => ({
  ...{ machines: [machine], needs: 1, bufferSeconds: 30, key },
})
const lineOne: FlowEntry<string> = {
  ...{ lineName: 'Line 1', validFrom: null },
  stations: [station('FW-101', true), station('FW-102')],
}
const later: FlowEntry<string> = {
  ...{ lineName: 'Line 1', validFrom: '2026-11-22 06:00' },
  stations: [{ machines: ['FW-101', 'FW-102'], needs: 1, bufferSeconds: 0, key: true }],
}
const set = (lines: readonly FlowEntry<string>[], version?: number, scope = own) =>
  setFlow(opened.management, editor, scope, { lines, version })
const read = async (scope = own) => {
  const found = await flowsOfClient(opened.management, scope)
  if (found === undefined) throw new Error('no such client')
  return found
}

describe('flows of a client', () => {
  test('hold from their time on, by the numbers of machines, and only of this client', async () => {
    expect(await set([later, lineOne], 0)).toBe(2)
    const stored = await read()
    expect(stored.flows).toMatchObject([
      { lineName: 'Line 1', validFrom: null, from: Number.NEGATIVE_INFINITY, enteredBy: 'admin' },
      { lineName: 'Line 1', validFrom: '2026-11-22 06:00', from: Date.UTC(2026, 10, 22, 6) },
    ])
    expect(flowOfLine(stored, 'Line 1').map(({ value }) => value)).toEqual([
      [
        { machines: [idOf('FW-101')], needs: 1, bufferSeconds: 30, key: true },
        { machines: [idOf('FW-102')], needs: 1, bufferSeconds: 30, key: false },
      ],
      [{ machines: [idOf('FW-101'), idOf('FW-102')], needs: 1, bufferSeconds: 0, key: true }],
    ])
    expect(await read(neighbour)).toMatchObject({ version: 0, flows: [], history: [] })
    expect(flowOfLine(stored, 'Line 2')).toEqual([])
  })

  test('entries are only added: what goes, ends, and who entered the rest stays', async () => {
    await set([later, lineOne])
    expect(await set([lineOne, later], 2)).toBe(2)
    expect(await set([lineOne], 2)).toBe(3)
    expect((await read()).flows).toHaveLength(1)
    expect(await set([{ ...lineOne, stations: [] }, later], 3)).toBe(5)
    const { flows, history } = await read()
    expect(flows.map(({ stations }) => stations.length)).toEqual([0, 1])
    expect(history.map(({ stations }) => stations?.length ?? null)).toEqual([1, 2, null, 0, 1])
    const written = await run<{ before: unknown; after: unknown }>(
      `select before, after from audit_log where entity = 'lineFlow' and client_id = 1 order by id`,
    )
    expect(written).toHaveLength(3)
    expect(written[1]).toMatchObject({
      before: { lines: [{ lineName: 'Line 1', validFrom: '2026-11-22 06:00' }] },
      after: { lines: [] },
    })
    await expect(run(`update line_flow set stations = '[]'`)).rejects.toMatchObject({
      code: 'PB004',
    })
  })

  test('of two persons the second one is refused', async () => {
    await set([lineOne], 0)
    await expect(set([later], 0)).rejects.toMatchObject({ code: 'edit.conflict', status: 409 })
  })

  test.each([
    [
      [station('FW-101'), { ...station('FW-102'), machines: ['FW-102', 'FW-101'] }],
      409,
      'FW-101 is in station 1 and in station 2.',
    ],
    [
      [station('FW-101', true), station('FW-102', true)],
      409,
      'Station 1 and station 2 are both the key station.',
    ],
    [[{ ...station('FW-101'), needs: 2 }], 400, 'Station 1 needs from 1 to 1 machines.'],
    [[station('FW-201')], 400, 'FW-201 does not stand in Line 1.'],
    [[station('FW-511')], 400, 'There is no machine with the serial number FW-511.'],
  ])('%#: refused with %s', async (stations, status, message) => {
    await expect(set([{ ...lineOne, stations }])).rejects.toMatchObject({ status, message })
    expect((await read()).version).toBe(0)
  })

  test('a line that the client does not have, also where its neighbour has it', async () => {
    const message = 'There is no line named Line 4.'
    await expect(
      set([{ ...lineOne, lineName: 'Line 4', stations: [] }], 0, neighbour),
    ).rejects.toMatchObject({
      ...{ status: 400, message },
      fields: [{ field: 'lines.0.lineName', message }],
    })
  })

  test('a slash in the name of a line, and a machine that moved there', async () => {
    const machineId = idOf('FW-102')
    await nameLine(opened.management, editor, grantPanelScope({ reach: 'all' }), machineId, {
      lineName: 'Hall 2/Line A',
    })
    clock += 120_000
    const moved = { ...lineOne, lineName: 'Hall 2/Line A', stations: [station('FW-102')] }
    expect(await set([lineOne, moved])).toBe(2)
    expect(flowOfLine(await read(), 'Hall 2/Line A')).toHaveLength(1)
  })
})

describe('roots that persons name', () => {
  const range = { from: clock - 3_600_000, to: clock }
  const entry = { machineId: 0, at: clock - 60_000, note: 'The film was torn.' }
  const roots = (scope = own, serialNo = 'FW-101') =>
    rootsOfMachines(opened.management, scope, { machineIds: [idOf(serialNo)], ...range })

  test('stay all, with who named them; the neighbour has none', async () => {
    const machineId = idOf('FW-101')
    for (const rootMachineId of [idOf('FW-102'), null, undefined]) {
      await nameRoot(opened.management, editor, own, { ...entry, machineId, rootMachineId })
    }
    expect((await roots()).map(({ rootMachineId, by }) => [rootMachineId, by])).toEqual([
      [idOf('FW-102'), 'admin'],
      [null, 'admin'],
      [undefined, 'admin'],
    ])
    expect(await roots(neighbour)).toEqual([])
    expect(await roots(own, 'FW-102')).toEqual([])
    await expect(run(`update line_root set note = ''`)).rejects.toMatchObject({ code: 'PB004' })
  })

  test('are of machines of one client', async () => {
    const mixed = { ...entry, machineId: idOf('FW-101'), rootMachineId: idOf('FW-511') }
    await expect(nameRoot(opened.management, editor, own, mixed)).rejects.toMatchObject({
      code: '23503',
    })
  })
})
