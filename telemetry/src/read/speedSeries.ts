import type { ClientScope } from '@packboard/model'
import { scaled } from '../clickhouse/decimals.ts'
import { selectRows } from '../clickhouse/select.ts'
import { hourMs } from '../ledger/fold/hour.ts'
import { speedTime } from '../ledger/fold/minuteSink.ts'
import type { Telemetry } from '../store.ts'
import type { Period } from './period.ts'
import { readWindow, type WindowOfMachines } from './readWindow.ts'
import { fromBoth, fromHours, fromMinutes, noHours, rowSteps } from './rowSteps.ts'

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

type Step = { ms: number; sum: bigint; min: number; max: number }
type Steps = Map<number, Map<number, Step>>

const chosen = `
  SELECT machine_id AS machineId,
    toInt64(intDiv(at, {stepSeconds:UInt32})) * {stepSeconds:UInt32} * 1000 AS start,
    toInt64(sum(speed_ms)) AS ms,
    toString(sum(speed_sum)) AS speedSum,
    min(speed_min) AS low,
    max(speed_max) AS high
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

const columns = {
  machineId: 'UInt32',
  start: 'Int64',
  ms: 'Int64',
  speedSum: 'String',
  low: 'Nullable(Float64)',
  high: 'Nullable(Float64)',
} as const

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
      for (let at = from; at < to; ) {
        const start = Math.floor(at / stepMs) * stepMs
        const end = Math.min(to, start + stepMs)
        const step = minutes.speed(at, end)
        if (step) addStep(found, machineId, start, { ...step })
        at = end
      }
    },
    sink: (found, machineId) => ({
      time(from, to, { speed }) {
        if (speed === null) return
        const ms = to - from
        const ppm = speed / 1e6
        const start = Math.floor(from / stepMs) * stepMs
        addStep(found, machineId, start, { ms, sum: speedTime(speed, ms), min: ppm, max: ppm })
      },
      recovered() {},
      counted() {},
      sampled() {},
    }),
  })
  return question.machineIds.flatMap((machineId) => {
    const own = [...(steps.get(machineId) ?? [])].sort(([a], [b]) => a - b)
    return own.map(
      ([start, { ms, sum, min, max }]): SpeedPoint => ({
        machineId,
        x: new Date(start),
        mean: Number(sum) / 1e6 / ms,
        min,
        max,
      }),
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
      for (const { machineId, start, ms, speedSum, low, high } of rows) {
        if (low === null || high === null) continue
        const step = { ms: Number(ms), sum: scaled(speedSum, 6), min: low, max: high }
        addStep(steps, machineId, Number(start), step)
      }
    },
  )
}

function addStep(steps: Steps, machineId: number, start: number, step: Step): void {
  let own = steps.get(machineId)
  if (own === undefined) {
    own = new Map()
    steps.set(machineId, own)
  }
  const known = own.get(start)
  if (known === undefined) {
    own.set(start, step)
    return
  }
  known.ms += step.ms
  known.sum += step.sum
  known.min = Math.min(known.min, step.min)
  known.max = Math.max(known.max, step.max)
}

/** Where steps begin inside a window, after the one in which it begins. */
function startsInside({ from, to }: Period, stepMs: number): number[] {
  const starts: number[] = []
  const first = (Math.floor(from.getTime() / stepMs) + 1) * stepMs
  for (let start = first; start < to.getTime(); start += stepMs) starts.push(start)
  return starts
}
