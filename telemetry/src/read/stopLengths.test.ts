import { grantClientScope } from '@packboard/model'
import { runsOfProperty } from '@packboard/model/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyAlarms, anyRule, anySamples } from '../../testing/anyRecords.ts'
import { anyArrival, arrive } from '../../testing/arrivals.ts'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { anyCuts, storyMachines } from '../../testing/storyMachines.ts'
import type { Telemetry } from '../store.ts'
import { type Interval, intervals } from './intervals.ts'
import { stopLengths } from './stopLengths.ts'

let telemetry: Telemetry
beforeAll(async () => {
  telemetry = await openTestTelemetry()
}, 60_000)
afterAll(() => telemetry?.close())

const scope = grantClientScope(1)
const newMachines = storyMachines(() => telemetry)
const reachMs = 120_000

/** Every interval of a machine, each of which was folded for itself. */
async function intervalsOf(machineId: number, from: number, to: number): Promise<Interval[]> {
  const rows: Interval[] = []
  let after: string | null = null
  do {
    const period = { from: new Date(from), to: new Date(to) }
    const question = { machineIds: [machineId], period, filter: {}, after, limit: 500 }
    const page = await intervals(telemetry, scope, question)
    rows.push(...page.rows)
    after = page.next
  } while (after !== null)
  return rows.filter(({ ms }) => ms > 0)
}

/** The definition, interval by interval. */
async function slowly(machineId: number, from: number, to: number) {
  const found = []
  const rows = await intervalsOf(machineId, from - reachMs, to + reachMs)
  for (const [index, row] of rows.entries()) {
    if (row.stops === 0 || row.from.getTime() < from || row.from.getTime() >= to) continue
    const before = rows.slice(0, index).findLast(({ category }) => category === 'run')
    const next = rows.findIndex(({ category }, i) => i > index && category === 'run')
    const after = rows[next]
    const own = rows.slice(index, next === -1 ? rows.length : next)
    const changed = before?.product && after?.product && before.product !== after.product
    found.push({
      at: row.from,
      product: row.product,
      ranUntil: before?.to ?? null,
      runAgain: after?.from ?? null,
      ms: own.reduce((sum, { ms }) => sum + ms, 0),
      changedTo: changed ? (after?.product ?? null) : null,
    })
  }
  return found
}

test('the stops that begin in a window, with the runs around them, are those of all intervals, settled or not', async () => {
  await fc.assert(
    fc.asyncProperty(
      anySamples,
      anyAlarms,
      anyRule,
      anyArrival,
      anyCuts,
      async (samples, alarms, rule, how, cuts) => {
        const { own, other } = await newMachines(rule)
        await arrive(telemetry, { clientId: 1, machineId: own }, samples, alarms, how)
        await arrive(telemetry, { clientId: 2, machineId: other }, samples, alarms, how)
        const [from, to] = [cuts[0]!, cuts.at(-1)!]
        const ask = async () => {
          const period = { from: new Date(from), to: new Date(to) }
          const present = new Date(to + 2 * reachMs)
          const question = { machineIds: [own, other], period, reachMs, present }
          const lengths = await stopLengths(telemetry, scope, question)
          return lengths.map(({ at, first, ranUntil, runAgain, ms, changedTo }) => ({
            ...{ at, product: first.product, ranUntil, runAgain, ms },
            changedTo: changedTo?.product ?? null,
          }))
        }
        const expected = await slowly(own, from, to)
        expect(await ask()).toEqual(expected)
        await telemetry.settled()
        expect(await ask()).toEqual(expected)
      },
    ),
    { ...runsOfProperty({ deep: 20, daily: 8 }), endOnFailure: true },
  )
}, 300_000)
