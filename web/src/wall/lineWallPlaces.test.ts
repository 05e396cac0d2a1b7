import { lineNow } from '@packboard/contract'
import { expect, test } from 'vitest'
import { wireLineNow } from '../../testing/lineAnswers.ts'
import { mostMachines, mostStations, shownStations, tileScale } from './lineWallPlaces.ts'

const { stations, root } = lineNow.answer.parse(wireLineNow())
const [first, second] = stations
if (!first || !second || !root) throw new Error('the line has two stations and a root')

test('a short flow is drawn whole at full size', () => {
  const shown = shownStations({ stations, root })
  expect(shown).toMatchObject({ first: 0, before: 0, after: 0 })
  expect(shown.stations.map(({ machines }) => machines[0]?.machineId)).toEqual(['FW-101', 'CP-105'])
  expect(tileScale(shown.stations)).toBe(1)
})

test('of forty stations those around the root are drawn, and the others are counted', () => {
  const long = [...Array(19).fill(first), second, ...Array(20).fill(first)]
  const shown = shownStations({ stations: long, root })
  expect(shown.stations).toHaveLength(mostStations)
  expect(shown.stations[19 - shown.first]?.machines[0]?.machineId).toBe('CP-105')
  expect(shown.before + shown.stations.length + shown.after).toBe(40)
  // Names of 52 px stay above the 32 px that are read from three metres.
  expect(tileScale(shown.stations) * 52).toBeGreaterThan(32)
})

test('of many parallel machines those that stand are drawn, in their order', () => {
  const [waits] = first.machines
  const runs = { ...waits, attribution: null } as typeof waits & object
  const many = [
    ...Array.from({ length: 9 }, (_, index) => ({ ...runs, machineId: `R-${index}` })),
    { ...runs, ...waits, machineId: 'W-9' },
  ]
  const [station] = shownStations({ stations: [{ ...first, machines: many }], root }).stations
  expect(station?.machines.map(({ machineId }) => machineId)).toContain('W-9')
  expect(station?.machines).toHaveLength(mostMachines - 1)
  expect(station?.more).toBe(10 - station!.machines.length)
})
