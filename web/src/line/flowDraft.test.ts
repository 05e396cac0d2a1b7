import { describe, expect, test } from 'vitest'
import { chooseKey, draftFault, type FlowDraft, moveMachine, stepAside } from './flowDraft.ts'

const station = (...machines: string[]) => ({
  ...{ machines, needs: 1, bufferSeconds: 0, key: false },
})
const draft: FlowDraft = [
  { ...station('FW-101', 'FW-102'), needs: 2, key: true },
  { ...station('CT-104'), bufferSeconds: 92 },
  station('CP-105'),
]
const shown = (flow: FlowDraft) => flow.map(({ machines }) => machines.join('+')).join(' > ')

describe('a machine is moved', () => {
  test.each([
    ['CP-105', { onto: 1 }, 'FW-101+FW-102 > CT-104+CP-105'],
    ['FW-102', { before: 1 }, 'FW-101 > FW-102 > CT-104 > CP-105'],
    ['CT-104', { before: 0 }, 'CT-104 > FW-101+FW-102 > CP-105'],
    ['PL-106', { before: 3 }, 'FW-101+FW-102 > CT-104 > CP-105 > PL-106'],
    ['FW-101', { off: true }, 'FW-102 > CT-104 > CP-105'],
  ] as const)('%s to %j', (machine, place, expected) => {
    expect(shown(moveMachine(draft, machine, place))).toBe(expected)
  })

  test('a station keeps its buffer and its key, and needs no more machines than it has', () => {
    const [first, second] = moveMachine(draft, 'FW-102', { off: true })
    expect(first).toMatchObject({ needs: 1, key: true })
    expect(second).toMatchObject({ bufferSeconds: 92 })
  })
})

test.each([
  ['FW-102', 1, { before: 1 }],
  ['FW-102', -1, { before: 0 }],
  ['CT-104', 1, { onto: 2 }],
  ['CT-104', -1, { onto: 0 }],
  ['CP-105', 1, null],
  ['PL-106', 1, { before: 3 }],
] as const)('Alt and an arrow moves %s by %i', (machine, step, expected) => {
  expect(stepAside(draft, machine, step)).toEqual(expected)
})

test('there is one key station, or none', () => {
  expect(chooseKey(draft, 2).map(({ key }) => key)).toEqual([false, false, true])
  expect(chooseKey(draft, null).some(({ key }) => key)).toBe(false)
})

test('what cannot be stored names both stations', () => {
  expect(draftFault(draft)).toBeNull()
  expect(draftFault([...draft, station('CT-104')])).toEqual({
    ...{ kind: 'machineTwice', station: 4, other: 2 },
  })
  expect(draftFault([...draft, { ...station('PL-106'), key: true }])).toEqual({
    ...{ kind: 'twoKeys', station: 4, other: 1 },
  })
  expect(draftFault([{ ...station('A'), bufferSeconds: 3_601 }])).toMatchObject({ kind: 'buffer' })
})
