import type { ClientScope } from '@packboard/model'
import { selectRows } from '../clickhouse/select.ts'
import { hourMs } from '../ledger/fold/hour.ts'
import { minuteMs } from '../ledger/fold/minute.ts'
import type { CurrentHours } from '../ledger/hourBook.ts'
import type { MachineStretch } from '../ledger/store/machinePlace.ts'
import type { Telemetry } from '../store.ts'
import { filterLists, matches, rowMatches } from './contextFilter.ts'
import { readWindow } from './readWindow.ts'
import { fromBoth, fromHours, fromMinutes, noHours, rowSteps } from './rowSteps.ts'
import {
  addSpeed,
  chosenSpeed,
  type SpeedSum,
  shownSpeed,
  speedColumns,
  speedOfRow,
  speedOfTime,
} from './speedSum.ts'
import { partsOf, stepAt } from './timeSteps.ts'
import type { WindowQuestion } from './windowQuestion.ts'

/** The speed over one step of a chart, of all machines together, in packs per minute (D27). */
export type SpeedStep = {
  /** The beginning of the step. */
  readonly x: Date
  /** Over the observed time with a known speed; `min` and `max` are the slowest and the fastest that was held. */
  readonly mean: number
  readonly min: number
  readonly max: number
}

type Sums = Map<number, SpeedSum>

const chosen = `
  SELECT roundDown(at, {steps:Array(UInt32)}) AS start,
    ${chosenSpeed}
` as const

const grouped = `
  WHERE speed_ms > 0 AND ${rowMatches}
  GROUP BY start
` as const

const sql = {
  hours: `${chosen} ${fromHours} ${grouped}`,
  minutes: `${chosen} ${fromMinutes} ${grouped}`,
  both: `${chosen} ${fromBoth} ${grouped}`,
} as const

const columns = { start: 'UInt32', ...speedColumns } as const

/**
 * The held speed step by step; a step without data is absent, so a gap stays a gap. `steps` are the beginnings, whole
 * minutes in ascending order; `ends` is where the last one ends. Time outside of them is left out.
 */
export async function speedSteps(
  telemetry: Telemetry,
  scope: ClientScope,
  question: WindowQuestion & { readonly steps: readonly number[]; readonly ends: number },
): Promise<SpeedStep[]> {
  const { machineIds, period, filter, steps, ends } = question
  const first = steps[0]
  if (first === undefined) return []
  if (steps.some((start) => start % minuteMs !== 0)) {
    throw new RangeError('A step begins at a whole minute')
  }
  const inside = {
    from: new Date(Math.max(period.from.getTime(), first)),
    to: new Date(Math.min(period.to.getTime(), ends)),
  }
  const seconds = steps.map((start) => start / 1_000)
  const rows = async (found: Sums, stretches: readonly MachineStretch[], hours: CurrentHours) => {
    const { tables, ...read } = rowSteps(stretches, hoursPay(steps) ? hours : noHours, steps)
    const params = { ...read, ...filterLists(filter), steps: seconds }
    await selectRows(
      telemetry.context,
      { name: 'read.speedSteps', sql: sql[tables], params, columns },
      (all) => {
        for (const row of all) {
          const speed = speedOfRow(row)
          if (speed) addSpeed(found, row.start * 1_000, speed)
        }
      },
    )
  }
  const sums = await readWindow<Sums>(
    telemetry,
    scope,
    { machineIds, period: inside },
    {
      begin: () => new Map(),
      // The first one may begin before the window.
      cuts: steps.slice(1),
      rows,
      remembered: (found, { from, to }, held) => {
        for (const [begin, end] of partsOf(steps, from, to)) {
          for (const context of held.contexts(begin, end)) {
            const { speedMs, speedSum, speedMin, speedMax } = context
            if (speedMin === null || speedMax === null || !matches(filter, context)) continue
            const sum = { ms: speedMs, sum: speedSum, min: speedMin, max: speedMax }
            addSpeed(found, steps[stepAt(steps, begin)] ?? first, sum)
          }
        }
      },
      event: (found, event) => {
        const { from, ms, speed } = event
        if (ms === 0 || speed === null || !matches(filter, event)) return
        addSpeed(found, steps[stepAt(steps, from)] ?? first, speedOfTime(speed, ms))
      },
    },
  )
  return [...sums]
    .sort(([a], [b]) => a - b)
    .map(([start, sum]) => ({ x: new Date(start), ...shownSpeed(sum) }))
}

/** Steps shorter than this, on no whole hours, would have most hours cut. */
const leastCutMs = 4 * hourMs

/** Whether steps are long enough that hour rows are worth reading. */
export function hoursPay(steps: readonly number[]): boolean {
  const [, ...later] = steps
  if (later.every((start) => start % hourMs === 0)) return true
  return ((steps.at(-1) ?? 0) - (steps[0] ?? 0)) / later.length >= leastCutMs
}
