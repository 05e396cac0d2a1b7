import { expect, test } from 'vitest'
import { minuteMs } from './fold/minute.ts'
import { ledgerMachine } from './ledgerMachine.ts'
import { joinedTasks, type LedgerTask, ledgerTask } from './ledgerTask.ts'

const hourMs = 60 * minuteMs
const machine = ledgerMachine({ clientId: 1, machineId: 1 }, true)
const neighbour = ledgerMachine({ clientId: 2, machineId: 2 }, true)
const holding = {
  ...ledgerMachine({ clientId: 1, machineId: 3 }, true),
  held: [{ from: 15 * minuteMs, until: 16 * minuteMs }],
}

const between = (from: number, until: number, of = machine) =>
  ledgerTask(of, from * minuteMs, until * minuteMs)
const goingOn = (task: LedgerTask): LedgerTask => ({ ...task, begun: true })
const minutesOf = (tasks: readonly LedgerTask[]) =>
  tasks.map(({ machine: { machineId }, from, until }) => [
    machineId,
    from / minuteMs,
    until / minuteMs,
  ])

test('a task that goes on takes in those of its machine that follow it soon, and no others', () => {
  const tasks = [
    between(0, 1),
    goingOn(between(10, 11)),
    between(15, 15, neighbour),
    between(20, 22),
    between(382, 382),
    between(743, 750),
  ]
  expect(minutesOf(joinedTasks(tasks))).toEqual([
    [1, 0, 1],
    [1, 10, 382],
    [2, 15, 15],
    [1, 743, 750],
  ])
})

test('it ends within the day that is read in one step', () => {
  const tasks = Array.from({ length: 100 }, (_, one) => between(one * 30, one * 30))
  const [first, ...others] = tasks
  const joined = joinedTasks(first ? [goingOn(first), ...others] : [])
  expect(minutesOf(joined.slice(0, 2))).toEqual([
    [1, 0, 24 * 60],
    [1, 24 * 60 + 30, 24 * 60 + 30],
  ])
  expect(joined).toHaveLength(100 - 48)
})

test('what another one that goes on has learned is not lost', () => {
  const label = { group: 'Film', cause: 'Film end', byAlarm: true }
  const later = { ...goingOn(between(20, 22)), ahead: [{ since: 20 * minuteMs, label }] }
  const joined = joinedTasks([goingOn(between(0, 10)), later, between(30, 31)])
  expect(minutesOf(joined)).toEqual([
    [1, 0, 10],
    [1, 20, 31],
  ])
  expect(joined[1]?.ahead).toEqual(later.ahead)
})

test('minutes that are held stay between two tasks', () => {
  const tasks = [goingOn(between(0, 10, holding)), between(17, 18, holding)]
  expect(joinedTasks(tasks)).toEqual(tasks)
})

test('six hours are the longest way to the next one', () => {
  const at = (ms: number) => joinedTasks([goingOn(between(0, 0)), ledgerTask(machine, ms, ms)])
  expect([at(6 * hourMs).length, at(6 * hourMs + minuteMs).length]).toEqual([1, 2])
})
