import { products } from '@packboard/contract'
import { expect, test } from 'vitest'
import { wireProposals, wireSpeeds } from '../../../testing/settingAnswers.ts'
import {
  allMachines,
  estimates,
  machinesIn,
  proposedPpm,
  speedInForce,
  speedRows,
} from './speedRows.ts'

const stored = products.answer.parse(wireSpeeds)
const rows = speedRows(stored, wireProposals, '2026-11-30 10:00')
const [choc] = rows

test('a product has what holds now and what comes, for all, each type and single machines', () => {
  expect(rows.map(({ product, changes }) => [product, changes])).toEqual([
    ['Choc Bar 45 g', 4],
    ['Nougat, "large"', 0],
    // Nobody set it up; machines made it.
    ['Rice Bar 28 g', 0],
  ])
  expect([choc?.all.present?.ppm, choc?.all.next?.ppm]).toEqual([180, 194])
  expect(choc?.types.get(1)?.present?.ppm).toBe(190)
  expect(choc?.types.get(2)).toEqual({ present: null, next: null })
  expect(choc?.machines.map(({ machineId }) => machineId)).toEqual(['FW-104'])
})

test('before its date a value does not hold', () => {
  const [before] = speedRows(stored, [], '2026-03-01 23:59')
  expect(before?.types.get(1)?.present).toBeNull()
  expect(before?.machines[0]?.speed.present).toBeNull()
})

test('one machine comes before its type, the type before all', () => {
  const ppmOn = (machineId: string) =>
    choc && speedInForce(choc, { machineTypeId: null, machineId }, stored)?.ppm
  expect(['FW-104', 'FW-101', 'VB-12'].map(ppmOn)).toEqual([140, 190, 180])
  expect(choc && speedInForce(choc, { machineTypeId: 2, machineId: null }, stored)?.ppm).toBe(180)
})

test('a value of all machines is of each, that of a type of its own', () => {
  expect(machinesIn(allMachines, stored)).toHaveLength(3)
  expect(machinesIn({ machineTypeId: 1, machineId: null }, stored)).toHaveLength(2)
  expect(machinesIn({ machineTypeId: null, machineId: 'VB-12' }, stored)).toHaveLength(1)
})

test('a proposal is set as it is shown, and estimates are those of machines without a target', () => {
  expect([197.4, 9.97, 3.14].map((proposed) => proposedPpm({ proposed }))).toEqual([197, 10, 3.1])
  expect(estimates(wireProposals, 'Rice Bar 28 g')).toEqual([118, 118])
  expect(estimates(wireProposals, 'Choc Bar 45 g')).toBeNull()
})
