import type { ClientScope } from '@packboard/model'
import type { Telemetry } from '../store.ts'
import type { WindowQuestion } from './windowQuestion.ts'

/** The speed over one step of a chart, of all machines together, in packs per minute (D27). */
export type SpeedStep = {
  /** The beginning of the step. */
  readonly x: Date
  readonly mean: number
  readonly min: number
  readonly max: number
}

/** The held speed step by step; a step without data is absent. `steps` are the beginnings, `ends` is where the last one ends. */
export function speedSteps(
  _telemetry: Telemetry,
  _scope: ClientScope,
  _question: WindowQuestion & { readonly steps: readonly number[]; readonly ends: number },
): Promise<SpeedStep[]> {
  throw new Error('not there yet')
}
