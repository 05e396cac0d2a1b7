import type { Metrics as WireMetrics } from '@packboard/contract'
import type { TargetSource } from '@packboard/model'
import type { Moved, MovedBySettings } from './MovedLine.tsx'

/** The totals of a window as the four cards show them; durations in seconds, shares in percent, null is not known. */
export type Metrics = {
  readonly packs: number
  /** Of these, read after an OFFLINE gap: not in OEEE. */
  readonly packsAfterGap: number
  /** Of the others, counted outside of planned time: not in OEEE (D111). */
  readonly packsNotPlanned: number
  readonly idle: number
  readonly run: number
  readonly oeee: number | null
  readonly availability: number | null
  readonly performance: number | null
  readonly quality: number | null
  readonly machineOeee: number | null
  /** Observed share of the window. */
  readonly coverage: number | null
  readonly lowCoverage: boolean
  readonly targetTooLow: boolean
  readonly targetSource: TargetSource | null
  readonly qualityBasis: 'measured' | 'partly measured' | 'not measured'
  /** Length of the window up to now, times machines. */
  readonly windowSeconds: number
  /** What plan, stop reasons and unit modes did to OEEE (D75); null: nothing. */
  readonly moved: Moved | null
  /** What settings did that were applied to the past; null: nothing. */
  readonly movedBySettings: MovedBySettings | null
  /** What of these was recovered of gaps; null: nothing. */
  readonly recovered: { readonly seconds: number; readonly packs: number } | null
}

/** The figures of the cards that are compared with an earlier window. */
export type ComparedMetric = keyof Pick<
  Metrics,
  'packs' | 'idle' | 'run' | 'oeee' | 'availability' | 'performance' | 'quality'
>

/** What the cards fall to when the totals could not be loaded (specification §8). */
export const noMetrics: Metrics = {
  packs: 0,
  packsAfterGap: 0,
  packsNotPlanned: 0,
  idle: 0,
  run: 0,
  oeee: 0,
  availability: 0,
  performance: 0,
  quality: 0,
  machineOeee: 0,
  coverage: null,
  lowCoverage: false,
  targetTooLow: false,
  targetSource: null,
  qualityBasis: 'measured',
  windowSeconds: 0,
  moved: null,
  movedBySettings: null,
  recovered: null,
}

/** The totals in our terms. */
export function readMetrics(wire: WireMetrics): Metrics {
  return {
    packs: wire['Packs Produced'],
    packsAfterGap: wire.packsAfterGap,
    packsNotPlanned: wire.packsNotPlanned ?? 0,
    idle: wire['Idle Time Total'],
    run: wire['Run Time Total'],
    oeee: wire.OEEE,
    availability: wire.availability,
    performance: wire.performance,
    quality: wire.quality,
    machineOeee: wire.machineOeee,
    coverage: wire.coverage,
    lowCoverage: wire.lowCoverage,
    targetTooLow: wire.targetTooLow,
    targetSource: wire.targetSource,
    qualityBasis: wire.qualityBasis,
    windowSeconds: wire.windowSeconds,
    moved: oeeeMoved(wire),
    movedBySettings: bySettings(wire),
    recovered: wire.recovered ?? null,
  }
}

function bySettings({ OEEE: after, settingChanges }: WireMetrics): MovedBySettings | null {
  if (settingChanges === undefined) return null
  const { OEEE: before, changes } = settingChanges
  return { ...(before !== undefined && { before }), after, changes }
}

/** OEEE without plan, stop reasons and unit modes, and with them (D75); null where these moved nothing. */
export function oeeeMoved({ OEEE: after, restatement }: WireMetrics): Moved | null {
  if (restatement === undefined) return null
  const { OEEE: before, labels, people, plan, modes } = restatement
  return { before, after, labels, people, plan, modes }
}
