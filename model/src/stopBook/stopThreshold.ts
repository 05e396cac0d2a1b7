import { type Step, stepInForce } from '../settings/datedSettings.ts'

/**
 * A stop after which the machine runs again in less than this is a micro-stop (minor stop): nobody is expected to give its reason.
 * The field has no one number: between one and ten minutes, often five (OEE Institute, “Minor stops”). Two minutes is ours where nothing
 * is set, because a packing machine whose operator clears a jam runs again within one or two (decision letter 47).
 */
export const microStopSeconds = 120

/** D55: what a threshold may be, in seconds. */
export const stopThresholdLimits = { least: 10, most: 3_600 } as const

/** Thresholds of one machine. */
export type StopThresholds = {
  /** The threshold of a stop that began at an instant, ms. */
  at(began: number): number
  /** Whether a stop is a micro-stop (D74): from the end of the run before to the beginning of the run after; ms since 1970. */
  isMicro(began: number, ended: number): boolean
  /** The largest threshold of stops that begin in [from, to], ms: how far over an edge runs are looked for. */
  most(from: number, to: number): number
}

/** The one place of the threshold: for the stop list, the stop book, Compare and the page of the operator. `steps` are in order, in seconds. */
export function stopThresholds(steps: readonly Step<number>[]): StopThresholds {
  const at = (began: number) => (stepInForce(steps, began)?.value ?? microStopSeconds) * 1_000
  return {
    at,
    isMicro: (began, ended) => ended - began < at(began),
    most: (from, to) =>
      Math.max(
        at(from),
        ...steps
          .filter((step) => from < step.from && step.from <= to)
          .map(({ value }) => value * 1_000),
      ),
  }
}
