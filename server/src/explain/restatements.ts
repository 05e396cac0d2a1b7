import { contextTotalsAsOf, lateRecords } from '@packboard/telemetry/read'
import { basisAsEntered } from '../figures/basisAsEntered.ts'
import { type ChartQuestion, ledgerQuestion } from '../figures/chartQuestion.ts'
import { metricsOf } from '../figures/metricsOf.ts'
import { pastChangesWire } from '../figures/metricsWire.ts'
import { basisOf, type ReadDeps } from '../figures/readBasis.ts'
import type { Explained } from '../figures/sliceFilter.ts'
import { type FigureParts, figureValue } from './explainedRows.ts'

/** A figure of a past window as it was before records came late. */
type Restatement = {
  readonly before: number | null
  readonly until: Date
  readonly after: number | null
  readonly records: number
}

/** Records are on time up to this long after the window; the figure was published by then. */
const onTimeMs = 5 * 60_000
/** It would take too long to compute longer windows or more machines again from raw records. */
const limitMs = 31 * 86_400_000

/**
 * What late records changed in a figure. null where there is nothing to show: the window is not over, no sample came
 * late, or none was on time. Alarms are not restated: they count when they were raised.
 */
export async function readRestatement(
  { telemetry, plans }: ReadDeps,
  requested: ChartQuestion,
  explained: Explained,
  { parts, now }: { parts: FigureParts; now: number },
): Promise<Restatement | null> {
  const { scope, period, machines, nothing } = requested
  const length = period.to.getTime() - period.from.getTime()
  const isPast = period.to.getTime() < Math.floor(now)
  if (nothing || !isPast || machines.length !== 1 || length === 0 || length > limitMs) return null
  if (explained.figure === 'alarmGroup') return null

  const question = { ...ledgerQuestion(requested), filter: {} }
  const receivedUntil = new Date(period.to.getTime() + onTimeMs)
  const late = await lateRecords(telemetry, scope, { ...question, onTimeUntil: receivedUntil })
  if (late.count === 0 || late.firstReceivedAt === null) return null
  // By the plan and the labels of now: what was changed is the records, which also say the unit mode and until when a label holds.
  const planned = await plans.window(scope, machines, period, receivedUntil)
  const whole = await contextTotalsAsOf(telemetry, scope, {
    ...question,
    receivedUntil,
    ...(planned && { spans: planned.spans }),
  })
  if (!whole.some(({ ms }) => ms > 0)) return null
  return {
    before: figureValue(explained, { ...parts, basis: basisOf(requested, whole, planned) }),
    until: late.firstReceivedAt,
    after: figureValue(explained, parts),
    records: late.count,
  }
}

/**
 * What settings that were applied to the past moved in a figure (D75, D98). Where they moved minutes it is folded from the records by the
 * settings without them, for one machine and at most 31 days; else `before` is absent. undefined: they moved nothing.
 */
export async function readSettingChanges(
  deps: ReadDeps,
  requested: ChartQuestion,
  explained: Explained,
  parts: FigureParts,
) {
  const { past } = parts.targetOf
  if (past === undefined || requested.nothing || explained.figure === 'alarmGroup') return undefined
  const after = figureValue(explained, parts)
  const changes = pastChangesWire(past.changes)
  if (!past.movesMinutes) {
    const { asEntered } = metricsOf(parts.basis, parts.targetOf)
    if (asEntered === undefined || explained.figure !== 'oeee') return undefined
    const before = asEntered.before?.oee ?? null
    return { before, after, changes: pastChangesWire(asEntered.changes) }
  }
  const basis = await basisAsEntered(deps, requested, past)
  if (basis === undefined) return { after, changes }
  const before = figureValue(explained, { ...parts, basis, targetOf: past.targetOf })
  return before === after ? undefined : { before, after, changes }
}
