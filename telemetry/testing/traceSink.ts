import type { Category } from '@packboard/model'
import type { Carry } from '../src/ledger/fold/carry.ts'
import type { FoldSink } from '../src/ledger/fold/machineFold.ts'
import type { Stop } from '../src/ledger/fold/stops.ts'

/** A time in which nothing about a machine changed. Offline time has none. */
export type TracePart = {
  readonly from: number
  readonly to: number
  readonly state: number
  readonly category: Category
  readonly product: string
  readonly tool: string
  /** Millionths of a pack per minute. */
  readonly speed: number | null
  /** Its cause is complete when the fold is. */
  readonly stop: Stop | null
}

/** Writes down a fold, part by part. */
export class TraceSink implements FoldSink {
  readonly parts: TracePart[] = []

  time(from: number, to: number, carry: Carry, category: Category, stop: Stop | null): void {
    const { state, product, tool, speed } = carry
    this.parts.push({ from, to, state, category, product, tool, speed, stop })
  }

  /** What it was doing at an instant of a gap is not known. */
  recovered(): void {}

  counted(): void {}

  sampled(): void {}
}
