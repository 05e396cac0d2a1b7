// @slow

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyAlarms, anyRule, anySamples, storyStart } from '../../../testing/anyRecords.ts'
import { anyTimedSamples } from '../../../testing/timedSamples.ts'
import { atOnce } from '../../slices.ts'
import { ledgerMachine } from '../ledgerMachine.ts'
import { endOf, followUp, type LedgerTask, ledgerTask } from '../ledgerTask.ts'
import { emptyCarry } from './carry.ts'
import { foldStretch } from './foldStretch.ts'
import type { LedgerMinute } from './ledgerMinute.ts'
import { bySampleOrder, type LedgerAlarm, type LedgerSample } from './ledgerRecords.ts'
import type { LedgerRule } from './ledgerRule.ts'
import { minuteMs, minuteOf } from './minute.ts'
import { recompute, ruleWith, startOf } from './recompute.ts'
import { RepairList } from './repairList.ts'

const runs = 2_000

/** A ledger in memory: what the worker does with the engine, without the engine. */
function paperLedger(rule: LedgerRule, reach: number) {
  const samples: LedgerSample[] = []
  const alarms: LedgerAlarm[] = []
  const rows = new Map<number, LedgerMinute>()
  const machine = ledgerMachine({ clientId: 1, machineId: 1 }, true)
  const ordered = () => [...rows.values()].sort((a, b) => a.minute - b.minute)

  function add(newSamples: readonly LedgerSample[], newAlarms: readonly LedgerAlarm[]) {
    samples.push(...newSamples)
    alarms.push(...newAlarms)
    const touched = [...newSamples.map(({ at }) => at), ...newAlarms.map((one) => one.raisedAt)]
    if (touched.length === 0) return
    const minutes = touched.map(minuteOf)
    let task: LedgerTask | null = {
      ...ledgerTask(machine, Math.min(...minutes), Math.max(...minutes)),
      reach,
    }
    for (let steps = 0; task !== null; steps++) {
      expect(steps).toBeLessThan(1_000)
      task = step(task)
    }
  }

  function step(task: LedgerTask): LedgerTask | null {
    const before =
      task.before === undefined
        ? (ordered().findLast(({ minute }) => minute < task.from) ?? null)
        : task.before
    machine.newest = Math.max(...samples.map(({ at }) => at), ...alarms.map((one) => one.raisedAt))
    const to = endOf(task, before)
    const from = startOf({ before, from: task.from })
    const inside = (at: number) => at >= from && (to === null || at < to)
    const steps = recompute({
      rule,
      repairs: machine.repairs.with(task.repairs),
      before,
      from: task.from,
      to,
      until: task.until,
      samples: samples.filter(({ at }) => inside(at)).sort(bySampleOrder),
      alarms: alarms.filter(({ raisedAt }) => inside(raisedAt)),
      stored: ordered().filter(({ minute }) => inside(minute)),
      ahead: task.ahead,
    })
    const result = atOnce(steps)
    for (const minute of result.clear) rows.delete(minute)
    for (const row of result.write) rows.set(row.minute, row)
    const left = followUp(task, result, samples.length)
    if (left === null) {
      machine.repairs = machine.repairs.with(new Map([...task.repairs, ...result.repairs]))
    }
    return left && { ...left, reach }
  }

  return { add, rows: ordered, machine }
}

/** Found by this very test: a stop named by a later alarm lost its name when a death changed the minute before. */
const moment = (seconds: number) => ({
  at: storyStart + seconds * 1_000,
  sourceAt: storyStart + seconds * 1_000,
  sequence: 0,
})
const alarm = (seconds: number) => ({
  raisedAt: storyStart + seconds * 1_000,
  group: 'Film',
  description: 'Film end',
})
const oncePassedOver: [LedgerSample[], LedgerAlarm[], LedgerRule, number[], number] = [
  [
    { ...moment(480), state: 10, packCounter: 0.1 },
    { ...moment(220), state: 11 },
    { ...moment(0), packCounter: 32_700 },
    moment(480.001),
    { ...moment(480), sequence: 1, death: true },
  ],
  [alarm(540), alarm(480)],
  {
    holdMs: 200_000,
    targetPpm: null,
    designPpm: null,
    recipePpm: new Map(),
    categories: { 10: 'runWhileCounting' },
  },
  [0, 0, 0, 0, 3, ...Array<number>(45).fill(0)],
  0,
]

test.each([
  ['of any machine', anySamples],
  ['of one that counts the time of its states', anyTimedSamples],
] as const)(
  'in any order of arrival, any batching and any reach, recomputing touched stretches gives the whole ledger: %s',
  (_, anyOnes) => {
    let repaired = 0
    fc.assert(
      fc.property(
        anyOnes,
        anyAlarms,
        anyRule,
        fc.array(fc.nat(5), { minLength: 50, maxLength: 50 }),
        fc.constantFrom(0, minuteMs, 3 * minuteMs, 15 * minuteMs),
        (samples, alarms, rule, batches, reach) => {
          const ledger = paperLedger(rule, reach)
          for (let batch = 0; batch <= 5; batch++) {
            ledger.add(
              samples.filter((_, i) => batches[i % 50] === batch),
              alarms.filter((_, i) => batches[49 - i] === batch),
            )
          }
          const fold = (list: RepairList) =>
            foldStretch({
              rule: ruleWith(rule, list),
              carry: emptyCarry(),
              from: storyStart - minuteMs,
              to: null,
              samples: samples.toSorted(bySampleOrder),
              alarms,
            })
          const found = RepairList.none.with(fold(RepairList.none).found)
          const whole = fold(found)
          expect(ledger.rows()).toEqual(whole.minutes)
          // What the records say of gaps is the same, whatever is known of them.
          expect(found.changes(whole.found, 0, null).size).toBe(0)
          expect(ledger.machine.repairs.byEnd).toEqual(found.byEnd)
          repaired += found.size
        },
      ),
      { numRuns: runs, examples: [oncePassedOver] },
    )
    expect(repaired > runs / 4).toBe(anyOnes === anyTimedSamples)
  },
  60_000,
)
