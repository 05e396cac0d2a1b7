import { describe, expect, test } from 'vitest'
import { waitsFor } from './evidence.ts'
import { type Flow, type FlowEntry, findFlowFault, flowSteps } from './flow.ts'

const station = (...machines: string[]) => ({ machines, needs: 1, bufferSeconds: 0, key: false })
const entry = (...stations: Flow<string>): FlowEntry<string> => ({
  ...{ lineName: 'Line 1', validFrom: null, stations },
})

describe('what a flow cannot be', () => {
  test.each([
    [[station('A'), station('B', 'A')], 'machineTwice', 'A is in station 1 and in station 2.'],
    [[station('A', 'A')], 'machineTwice', 'A is twice in station 1.'],
    [
      [{ ...station('A'), key: true }, station('B'), { ...station('C'), key: true }],
      'twoKeys',
      'Station 1 and station 3 are both the key station.',
    ],
    [[station()], 'noMachine', 'Station 1 has no machine.'],
    [[{ ...station('A', 'B'), needs: 3 }], 'needs', 'Station 1 needs from 1 to 2 machines.'],
    [[{ ...station('A'), needs: 0 }], 'needs', 'Station 1 needs from 1 to 1 machines.'],
    [
      [{ ...station('A'), bufferSeconds: 3_601 }],
      'buffer',
      'The buffer before station 1 lasts from 0 to 3600 seconds.',
    ],
    [
      Array.from({ length: 41 }, (_, index) => station(`M${index}`)),
      'tooMany',
      'A line has at most 40 stations.',
    ],
  ])('%#: %s', (stations, kind, message) => {
    expect(findFlowFault([entry(...stations)])).toMatchObject({ kind, message })
  })

  test('two of one line from one minute on', () => {
    expect(findFlowFault([entry(station('A')), entry(station('B'))])).toEqual({
      ...{ kind: 'entryTwice', at: 'lines.1', other: 'lines.0' },
      message: 'Line 1 has two flows from the beginning on.',
    })
  })

  test('40 stations, an hour of buffer, no key station and no station at all are fine', () => {
    const stations = Array.from({ length: 40 }, (_, index) => station(`M${index}`))
    const widest = stations.map((one) => ({ ...one, bufferSeconds: 3_600 }))
    expect(findFlowFault([entry(...widest), { ...entry(), lineName: 'Line 2' }])).toBeNull()
  })
})

test('a machine is in the flow of its line as long as it stands there', () => {
  const of = (...machines: number[]) => ({ machines, needs: 2, bufferSeconds: 5, key: false })
  const steps = flowSteps(
    [
      { from: 100, value: [of(1), of(2, 3)] },
      { from: 300, value: [of(1, 4)] },
    ],
    (machineId, at) => machineId !== 3 || at < 200,
    [50, 200],
  )
  expect(
    steps.map(({ from, value }) => [from, value.map(({ machines, needs }) => [machines, needs])]),
  ).toEqual([
    [
      100,
      [
        [[1], 1],
        [[2, 3], 2],
      ],
    ],
    [
      200,
      [
        [[1], 1],
        [[2], 1],
      ],
    ],
    [300, [[[1, 4], 2]]],
  ])
})

test.each([
  [19, 'Film', 'Film snapped', 'down'],
  [16, 'Interlock', 'Starved: the machine before delivers nothing', 'up'],
  [16, 'Interlock', 'Blocked: the next machine takes nothing', 'down'],
  [5, 'Interlock', 'Blocked: the next machine takes nothing', 'down'],
  [16, 'External', 'Downstream machine not ready', 'down'],
  [17, 'External', 'Upstream machine stands', 'up'],
  [15, 'External', 'Compressed air supply under 5.5 bar', 'either'],
  [16, '', 'Suspended', 'either'],
  [16, 'Film', 'Downstream machine not ready', 'either'],
  [5, 'External', 'Downstream machine not ready', null],
  [null, '', '', null],
] as const)('state %s with %s, %s waits for: %s', (state, group, cause, waits) => {
  expect(waitsFor({ state, group, cause })).toBe(waits)
})
