import { expect, test } from 'vitest'
import { lineStops, nameLineRoot } from './line.ts'
import { setLineFlow } from './lineFlow.ts'

const stop = {
  ...{ machineId: 'FW-301', from: '2026-11-20T06:00:00.000Z', to: '2026-11-20T06:01:00.000Z' },
  ...{ seconds: 60, plannedSeconds: 0, goesOn: false, state: 19, group: '', cause: 'Downstream' },
  ...{ waits: 'down', note: '' },
}
const accepts = (attribution: object) =>
  lineStops.answer.safeParse({
    ...{ from: stop.from, to: stop.to, hasFlow: true, stops: [{ ...stop, attribution }] },
  }).success

test('a stop is own, inherited or withheld, each with what belongs to it', () => {
  const root = { rootMachineId: null, rootFrom: null, group: '', cause: '', waitsFor: null }
  expect(accepts({ kind: 'own', namedBy: null })).toBe(true)
  expect(accepts({ kind: 'inherited', ...root, unmeasured: true, namedBy: 'A. Berg' })).toBe(true)
  expect(accepts({ kind: 'withheld', why: 'skew', neighbour: 'CT-104' })).toBe(true)
  expect(accepts({ kind: 'withheld', why: 'unclear', neighbour: null })).toBe(false)
  expect(accepts({ kind: 'inherited', why: 'skew' })).toBe(false)
})

test('a flow begins with a minute of the calendar, or with the beginning', () => {
  const begins = (validFrom: string | null) =>
    setLineFlow.body.safeParse({ lines: [{ lineName: 'Hall 2/A', validFrom, stations: [] }] })
      .success
  expect([null, '2026-11-20 06:00'].map(begins)).toEqual([true, true])
  expect(['2026-02-30 06:00', '2026-11-20', '2026-11-20 06:00:01'].map(begins)).toEqual([
    ...[false, false, false],
  ])
})

test('a note of a named root is one line', () => {
  const named = { machineId: 'FW-301', from: stop.from, rootMachineId: 'CT-104' }
  expect(nameLineRoot.body.parse(named)).toMatchObject({ takeBack: false, note: '' })
  expect(nameLineRoot.body.safeParse({ ...named, note: 'Film\ntorn' }).success).toBe(false)
})
