import type { StopHeat } from '@packboard/contract'

export type HeatCell = StopHeat['cells'][number]

/** The shares of the highest cell from which a cell is of each of the six steps of lightness. */
export const heatSteps = [0, 0.02, 0.2, 0.4, 0.6, 0.8] as const

/** Minutes of one such hour, of all machines together. */
export const minutesOf = ({
  stopSeconds,
  times,
}: Pick<HeatCell, 'stopSeconds' | 'times'>): number => stopSeconds / times / 60

/** 0 of no stop time to 5 of the most. */
export function heatStep(cell: Pick<HeatCell, 'stopSeconds' | 'times'>, most: number): number {
  if (most <= 0) return 0
  const share = minutesOf(cell) / most
  return heatSteps.findLastIndex((least) => share >= least)
}

/** The two hours with the most stop time. */
export const worstCells = (cells: readonly HeatCell[]): HeatCell[] =>
  cells
    .filter(({ stopSeconds }) => stopSeconds > 0)
    .sort((a, b) => minutesOf(b) - minutesOf(a))
    .slice(0, 2)
