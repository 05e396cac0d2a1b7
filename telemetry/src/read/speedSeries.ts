import type { ClientScope, Period } from '@packboard/model'
import { selectRows } from '../clickhouse/select.ts'
import { hourMs } from '../ledger/fold/hour.ts'
import type { Telemetry } from '../store.ts'
import { readWindow, type WindowOfMachines } from './readWindow.ts'
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

/** The speed of one machine over one step of a chart. */
export type SpeedPoint = {
  readonly machineId: number
  /** The beginning of the step. */
  readonly x: Date
  /** Packs per minute: the mean over the time in which the speed was known, and what it moved between. */
  readonly mean: number | null
  readonly min: number | null
  readonly max: number | null
}

type Steps = Map<number, Map<number, SpeedSum>>

const chosen = `
  SELECT machine_id AS machineId,
    toInt64(intDiv(at, {stepSeconds:UInt32})) * {stepSeconds:UInt32} * 1000 AS start,
    ${chosenSpeed}
` as const

const grouped = `
  WHERE speed_ms > 0
  GROUP BY machine_id, start
` as const

const sql = {
  hours: `${chosen} ${fromHours} ${grouped}`,
  minutes: `${chosen} ${fromMinutes} ${grouped}`,
  both: `${chosen} ${fromBoth} ${grouped}`,
} as const

const columns = { machineId: 'UInt32', start: 'Int64', ...speedColumns } as const

/**
 * The held speed of machines, step by step (D27); a step without data is absent, so a gap stays a gap. Steps are whole
 * minutes and begin at whole multiples of the step since 1970; of whole hours they are read from the rows of hours.
 */
export async function speedSeries(
  telemetry: Telemetry,
  scope: ClientScope,
  question: WindowOfMachines & { readonly stepSeconds: number },
): Promise<SpeedPoint[]> {
  const { stepSeconds } = question
  if (!Number.isInteger(stepSeconds) || stepSeconds <= 0 || stepSeconds % 60 !== 0) {
    throw new RangeError(`A step must be whole minutes, not ${stepSeconds} s`)
  }
  const stepMs = stepSeconds * 1_000
  const isOfHours = stepMs % hourMs === 0
  const steps = await readWindow<Steps>(telemetry, scope, question, {
    begin: () => new Map(),
    ...(isOfHours && { cuts: startsInside(question.period, stepMs) }),
    rows: (found, stretches, hours) => {
      const read = rowSteps(stretches, isOfHours ? hours : noHours)
      return addRows(telemetry, found, read, stepSeconds)
    },
    remembered: (found, { machineId, from, to }, minutes) => {
      const own = stepsOf(found, machineId)
      for (const step of minutes.speeds(from, to, stepMs)) addSpeed(own, step.start, step)
    },
    sink: (found, machineId) => ({
      time(from, to, { speed }) {
        if (speed === null) return
        const start = Math.floor(from / stepMs) * stepMs
        addSpeed(stepsOf(found, machineId), start, speedOfTime(speed, to - from))
      },
      recovered() {},
      counted() {},
      sampled() {},
    }),
  })
  return question.machineIds.flatMap((machineId) => {
    const own = [...(steps.get(machineId) ?? [])].sort(([a], [b]) => a - b)
    return own.map(
      ([start, sum]): SpeedPoint => ({ machineId, x: new Date(start), ...shownSpeed(sum) }),
    )
  })
}

async function addRows(
  { context }: Telemetry,
  steps: Steps,
  { tables, ...read }: ReturnType<typeof rowSteps>,
  stepSeconds: number,
): Promise<void> {
  const params = { ...read, stepSeconds }
  await selectRows(
    context,
    { name: 'read.speedSeries', sql: sql[tables], params, columns },
    (rows) => {
      for (const row of rows) {
        const speed = speedOfRow(row)
        if (speed) addSpeed(stepsOf(steps, row.machineId), Number(row.start), speed)
      }
    },
  )
}

function stepsOf(steps: Steps, machineId: number): Map<number, SpeedSum> {
  const known = steps.get(machineId)
  if (known !== undefined) return known
  const own = new Map<number, SpeedSum>()
  steps.set(machineId, own)
  return own
}

/** Where steps begin inside a window, after the one in which it begins. */
function startsInside({ from, to }: Period, stepMs: number): number[] {
  const starts: number[] = []
  const first = (Math.floor(from.getTime() / stepMs) + 1) * stepMs
  for (let start = first; start < to.getTime(); start += stepMs) starts.push(start)
  return starts
}
