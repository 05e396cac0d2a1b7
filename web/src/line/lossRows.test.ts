import { lineLosses } from '@packboard/contract'
import { expect, test } from 'vitest'
import { wireLosses } from '../../testing/lineAnswers.ts'
import { stopMs } from './attributed.ts'
import { keyMachines, lossTable } from './lossRows.ts'

const answer = lineLosses.answer.parse(wireLosses())
const key = new Set(keyMachines(answer))

test('rows are root machines with their causes, longest first; the undecided time is a row among them', () => {
  const { rows, sum, leftOver } = lossTable(answer, 'root', 'all', key)
  expect(rows.map(({ machineId, why }) => why ?? machineId)).toEqual([
    ...['CP-105', 'FW-101', 'skew', null],
  ])
  expect(rows[0]?.causes.map(({ cause }) => cause?.cause)).toEqual(['Glue', 'Aborted'])
  expect(sum).toEqual({ own: 900_000, inherited: 1_800_000, withheld: 300_000 })
  expect(rows.at(-1)?.cumulative).toBe(100)
  expect(leftOver).toBe(0)
})

test('the time of the key station closes, too: its own machines own it, others are inherited', () => {
  const { rows, sum, stops, lostPacks } = lossTable(answer, 'root', 'key', key)
  expect(sum).toEqual({ own: 300_000, inherited: 1_260_000, withheld: 240_000 })
  expect(rows.reduce((all, { parts }) => all + stopMs(parts), 0)).toBe(stopMs(sum))
  expect([stops, lostPacks]).toEqual([13, 4_000])
})

test('causes of all machines together', () => {
  const { rows } = lossTable(answer, 'cause', 'all', key)
  expect(rows.map(({ cause, why }) => why ?? cause?.cause)).toEqual([
    ...['Glue', 'Aborted', 'skew'],
  ])
  expect(rows.every(({ causes }) => causes.length === 0)).toBe(true)
})

test('an answer whose parts do not add up leaves something over', () => {
  expect(lossTable({ ...answer, stopSeconds: 3_000.001 }, 'root', 'all', key).leftOver).toBe(1)
})
