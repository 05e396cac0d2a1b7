import { describe, expect, test } from 'vitest'
import {
  type MachineState,
  machineState,
  machineStates,
  type StateBand,
  stateFinder,
  unknownState,
} from './machineStates.ts'

const names = {
  1: 'Aborting',
  2: 'Clearing',
  3: 'Aborted',
  4: 'Completed',
  5: 'Stopped',
  6: 'Stopping',
  7: 'Resetting',
  8: 'Idle',
  9: 'Starting',
  10: 'Execute',
  11: 'Completing',
  12: 'Holding',
  13: 'Held (No Production)',
  14: 'Unholding',
  15: 'Suspending',
  16: 'Suspended',
  17: 'Unsuspending',
  18: 'Pack Block',
  19: 'Downstream',
  20: 'Low Film',
  21: 'Film Snap',
  22: 'Reg Film Alarm',
  23: 'Min Pack',
  24: 'Max Pack',
  25: 'Seal Over Value',
  26: 'Seal Under Value',
}

const codesWhere = (matches: (state: ReturnType<typeof machineState>) => boolean) =>
  machineStates.filter(matches).map(({ code }) => code)

test('there are 26 states with the names of the specification (§4)', () => {
  expect(Object.fromEntries(machineStates.map(({ code, name }) => [code, name]))).toEqual(names)
  expect(machineStates.map(({ code }) => code)).toEqual(Object.keys(names).map(Number))
})

test.each<[StateBand, number, number]>([
  ['stop', 1, 7],
  ['go', 8, 11],
  ['hold', 12, 17],
  ['line', 18, 26],
])('the band %s is the codes %d to %d', (band, first, last) => {
  const expected = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  expect(codesWhere((state) => state.band === band)).toEqual(expected)
})

describe('the default categories (D13)', () => {
  test.each([
    ['run', [10, 11]],
    ['runWhileCounting', [20, 23, 24, 25, 26]],
    ['alarm', [1, 2, 3, 18, 21, 22]],
    ['idle', [4, 5, 8, 13, 16, 19]],
    ['ancillary', [6, 7, 9, 12, 14, 15, 17]],
    ['unknown', []],
  ])('%s is %j', (category, codes) => {
    expect(codesWhere((state) => state.category === category)).toEqual(codes)
  })

  test('the machine is healthy and the line is not in 15, 16, 17 and 19', () => {
    expect(codesWhere((state) => state.external)).toEqual([15, 16, 17, 19])
  })
})

test.each([0, 27, -7, 999, 10.5])('code %d is shown dark and counted as unknown', (code) => {
  expect(machineState(code)).toEqual({
    code,
    name: `State ${code}`,
    packml: null,
    band: 'dark',
    category: 'unknown',
    external: false,
  })
})

test('a state is one row: its name, band and category follow it', () => {
  const jam: MachineState = {
    code: 27,
    name: 'Carton Jam',
    packml: null,
    band: 'line',
    category: 'alarm',
    external: true,
  }
  const find = stateFinder([...machineStates, jam])
  expect(find(27)).toEqual(jam)
  expect(find(26)).toEqual(machineState(26))
  expect(find(28)).toMatchObject({ name: 'State 28', band: 'dark', category: 'unknown' })
})

test('a state that was never told is called Unknown', () => {
  expect(machineState(unknownState)).toMatchObject({ name: 'Unknown', category: 'unknown' })
})
