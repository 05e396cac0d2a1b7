// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { wireAnswer, wireRecord } from '../../testing/wireAnswers.ts'
import { readMachineStates } from './machineStatesWire.ts'

afterEach(() => vi.unstubAllGlobals())

test('each machine has its state, and whether it is OFFLINE, by one short question', async () => {
  const bodies: Record<string, unknown>[] = []
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    bodies.push(JSON.parse(String(init.body)))
    const dataArray = [
      wireRecord({ Recipe: 3 }),
      wireRecord({ machineId: 'FW-102', Machine_ID: 'FW-102', Status: 'OFFLINE' }),
    ]
    return Response.json(wireAnswer({ dataArray }))
  })
  const states = await readMachineStates(7, ['FW-101', 'FW-102'], new AbortController().signal)
  expect([...states]).toEqual([
    ['FW-101', { code: 3, offline: false }],
    ['FW-102', { code: 10, offline: true }],
  ])
  expect(bodies).toMatchObject([
    { clientId: 7, initialReq: 'no', machinesIdArray: ['FW-101', 'FW-102'] },
  ])
  const [{ start_date: from, end_date: to } = {}] = bodies
  expect(Date.parse(String(to)) - Date.parse(String(from))).toBe(1_000)
})
