import { expect, test } from 'vitest'
import { takeRound } from './computeRound.ts'
import { defaultRule } from './fold/ledgerRule.ts'
import { minuteMs } from './fold/minute.ts'
import { ledgerMachine } from './ledgerMachine.ts'
import { type LedgerTask, ledgerTask } from './ledgerTask.ts'

const dayMs = 1_440 * minuteMs
/** With rows before and after all tasks, so that none are joined. */
const machine = (clientId: number, machineId: number, holdMs = defaultRule.holdMs) => ({
  ...ledgerMachine({ clientId, machineId }, true),
  ...{ lastRow: 1_000 * dayMs, density: 1 / (10 * minuteMs), rule: { ...defaultRule, holdMs } },
})
const clientsOf = (tasks: readonly LedgerTask[]) => tasks.map((task) => task.machine.clientId)

test('a client with many older tasks has the oldest of the others in its round, too', () => {
  const tasks = Array.from({ length: 5_000 }, (_, one) => {
    return ledgerTask(machine(1, one + 1), one * minuteMs, one * minuteMs)
  })
  for (const clientId of [2, 3]) {
    tasks.push(ledgerTask(machine(clientId, 10_000 + clientId), 9 * dayMs, 9 * dayMs))
  }
  const round = takeRound(tasks)
  expect(clientsOf(round.slice(0, 4))).toEqual([1, 2, 3, 1])
  expect(round.length + tasks.length).toBe(5_002)
  expect(new Set(clientsOf(tasks))).toEqual(new Set([1]))
})

test('records that are held for a day make a round of a few tasks, those that are held for a minute of many', () => {
  const far = (holdMs: number) =>
    Array.from({ length: 100 }, (_, one) => {
      const task = ledgerTask(machine(1, one + 1, holdMs), 0, 0)
      return { ...task, reach: dayMs }
    })
  expect(takeRound(far(dayMs)).length).toBe(10)
  expect(takeRound(far(minuteMs)).length).toBe(34)
  const live = Array.from({ length: 100 }, (_, one) => ledgerTask(machine(1, one + 1, dayMs), 0, 0))
  expect(takeRound(live)).toHaveLength(100)
})
