import { grantClientScope } from '@packboard/model'
import { machineTotals, recoveredParts } from '@packboard/telemetry/read'
import { openTestTelemetry } from '@packboard/telemetry/testing'
import { commitBatches } from '@packboard/telemetry/write'
import { expect, test } from 'vitest'
import { simulateLine } from '../line/simulateLine.ts'
import { countersOf, firstRegisters } from '../machine/counters.ts'
import { liveCadence, readings, sampleOf } from '../machine/readings.ts'
import { stateSecondsAt } from '../machine/states.ts'
import { linesOf } from '../plantLayout.ts'
import { factory } from '../plants/factory.ts'
import { productionDay } from '../shift/shifts.ts'

const minute = 60_000
/** PackML counts whole seconds: of each state one is lost at each end. */
const closeMs = 2_000

test('20 minutes cut out of the plant: packs to the pack, and each kind of time within 2 s', async () => {
  const telemetry = await openTestTelemetry()
  try {
    const line = linesOf(factory())[0]!
    const day = { seed: 'gap', live: true }
    const machines = simulateLine(line, productionDay(line.zone, '2026-11-04'), day)
    for (const [index, own] of machines.entries()) {
      const counters = countersOf(own, firstRegisters(own.machine))
      const from = own.from + 200 * minute
      const cut = { from: from + 21 * minute, to: from + 41 * minute }
      const span = { from, to: from + 60 * minute, cadence: liveCadence }
      const whole = [...readings(own, counters, span)].map((reading) => {
        const sample = sampleOf(own, { ...reading, full: true })
        return { ...sample, stateTimes: stateSecondsAt(own, reading.at) }
      })
      const stored = (machineId: number, samples: typeof whole) =>
        samples.map(({ serialNo: _, at, ...sample }) => ({
          ...sample,
          ...{ clientId: 1, machineId, at, sourceAt: at, receivedAt: at, flagged: false },
        }))
      const [cutId, wholeId] = [10 + index, 50 + index]
      const left = whole.filter(({ at }) => at < cut.from || at >= cut.to)
      const samples = [...stored(cutId, left), ...stored(wholeId, whole)]
      await commitBatches(telemetry, [{ samples, alarms: [], audits: [], quarantined: [] }])
      await telemetry.settled()
      const period = { from: new Date(from), to: new Date(from + 60 * minute) }
      const scope = grantClientScope(1)
      const question = { machineIds: [cutId, wholeId], period }
      const [repaired, truth] = await machineTotals(telemetry, scope, question)
      expect(repaired!.packs).toBe(truth!.packs)
      for (const kind of ['run', 'idle', 'alarm', 'ancillary', 'offline'] as const) {
        const off = repaired![kind] - truth![kind]
        expect(Math.abs(off), `${own.machine.serialNo} ${kind}`).toBeLessThanOrEqual(closeMs)
      }
      const parts = await recoveredParts(telemetry, scope, { ...question, filter: {} })
      expect(parts.map(({ machineId }) => machineId)).toEqual([cutId])
    }
  } finally {
    await telemetry.close()
  }
}, 120_000)
