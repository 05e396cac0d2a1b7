import type { AlarmGroupChunk, PieChunk, SpeedPointWire, StepTotalWire } from '@packboard/contract'
import { type Category, packsOf } from '@packboard/model'
import type { SpeedStep } from '@packboard/telemetry/read'
import {
  type AlarmGroupSlice,
  type ProductSlice,
  productLabel,
  type StateSlice,
  type StatusSlice,
} from '../figures/slices.ts'
import type { ShownStep } from './closedSteps.ts'

/** Internal names to wire names (D2): slices of pies and bars. */
export const categoryLabels: Record<StatusSlice['category'], string> = {
  run: 'Run',
  idle: 'Idle',
  alarm: 'Alarm',
  ancillary: 'Ancillary',
  unknown: 'Unknown',
  offline: 'Offline',
  notScheduled: 'Not Scheduled',
}

export const statusChunk = ({ category, seconds }: StatusSlice): PieChunk => ({
  x: categoryLabels[category],
  y: seconds,
})

export const productChunk = ({ product, packs }: ProductSlice): PieChunk => ({
  x: productLabel(product),
  y: packs,
})

export const alarmGroupChunk = ({ group, count, seconds }: AlarmGroupSlice): AlarmGroupChunk => ({
  x: group,
  y: count,
  seconds,
})

export const stateChunk = ({ name, seconds }: StateSlice): PieChunk => ({ x: name, y: seconds })

export const speedPointWire = ({ x, mean, min, max }: SpeedStep): SpeedPointWire => ({
  x,
  y: mean,
  min,
  max,
})

export function stepTotalWire(step: ShownStep): StepTotalWire {
  const { x, ms, speed, packs, rejects, notScheduledMs } = step
  const seconds = (category: Category) => (ms.get(category) ?? 0) / 1_000
  return {
    x,
    run: seconds('run'),
    idle: seconds('idle'),
    alarm: seconds('alarm'),
    ancillary: seconds('ancillary'),
    unknown: seconds('unknown'),
    speed,
    packs: packsOf(packs),
    rejects: rejects === null ? null : packsOf(rejects),
    ...(notScheduledMs > 0 && { notScheduled: notScheduledMs / 1_000 }),
  }
}

/** A pie as the specification has it (D26). */
export const pie = <Chunk>(pieChunks: Chunk[]) => ({ data: { pieChunks } })
