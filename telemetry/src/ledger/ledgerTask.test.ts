import { expect, test } from 'vitest'
import { minuteMs } from './fold/minute.ts'
import { ledgerMachine } from './ledgerMachine.ts'
import { joinedTasks, type LedgerTask, ledgerTask } from './ledgerTask.ts'

const hourMs = 60 * minuteMs
/** With rows until long after all tasks, and a record a second. */
const withRows = (clientId: number, machineId: number) => ({
  ...ledgerMachine({ clientId, machineId }, true),
  firstRow: Number.NEGATIVE_INFINITY,
  lastRow: 1_000 * hourMs,
})
const machine = withRows(1, 1)
const neighbour = withRows(2, 2)
const holding = {
  ...withRows(1, 3),
  frozen: [{ from: 15 * minuteMs, until: 16 * minuteMs }],
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

test('minutes that are frozen stay between two tasks', () => {
  const tasks = [goingOn(between(0, 10, holding)), between(17, 18, holding)]
  expect(joinedTasks(tasks)).toEqual(tasks)
})

test('six hours are the longest way to the next one', () => {
  const at = (ms: number) => joinedTasks([goingOn(between(0, 0)), ledgerTask(machine, ms, ms)])
  expect([at(6 * hourMs).length, at(6 * hourMs + minuteMs).length]).toEqual([1, 2])
})

test('tasks with few records between them are one, whether it goes on or not', () => {
  const sparse = { ...withRows(1, 4), density: 1 / (10 * minuteMs) }
  const at = (...minutes: number[]) =>
    minutesOf(joinedTasks(minutes.map((minute) => between(minute, minute, sparse))))
  expect(at(0, 10, 20, 320, 621)).toEqual([
    [4, 0, 320],
    [4, 621, 621],
  ])
  const dense = { ...sparse, density: 1 / 10_000 }
  expect(joinedTasks([between(0, 0, dense), between(6, 6, dense)])).toHaveLength(2)
})

test('before the first row of a machine all is one task', () => {
  const recent = { ...withRows(1, 7), firstRow: 90_000 * minuteMs }
  const tasks = [0, 15, 10_000].map((minute) => between(minute, minute, recent))
  expect(minutesOf(joinedTasks([...tasks, between(90_030, 90_030, recent)]))).toEqual([
    [7, 0, 10_000],
    [7, 90_030, 90_030],
  ])
})

test('after the newest row of a machine all is one task, but for what another one has learned', () => {
  const isNew = { ...withRows(1, 5), lastRow: Number.NEGATIVE_INFINITY }
  const growing = { ...withRows(1, 6), lastRow: 10 * minuteMs }
  const tasks = (of: typeof machine) => [
    between(0, 5, of),
    between(15, 15, of),
    between(10_000, 10_000, of),
    goingOn(between(20_000, 20_001, of)),
    between(90_000, 90_000, of),
  ]
  expect(minutesOf(joinedTasks(tasks(isNew)))).toEqual([
    [5, 0, 10_000],
    [5, 20_000, 90_000],
  ])
  expect(minutesOf(joinedTasks(tasks(growing)))).toEqual([
    [6, 0, 5],
    [6, 15, 10_000],
    [6, 20_000, 90_000],
  ])
})
