import { simulateLine } from '../line/simulateLine.ts'
import { linesOf, type Plant } from '../plantLayout.ts'
import { productionDays } from '../shift/shifts.ts'
import {
  alarmCounts,
  factor,
  kolmogorovSmirnov,
  lengths,
  machineFigures,
  machineHours,
  mean,
  type PlayedDay,
} from './measure.ts'
import { betterHalf, type MachineHour, piade, piadeHours } from './piade.ts'

export function play(
  plant: Plant,
  { seed, from, until }: { seed: string; from: number; until: number },
): PlayedDay[] {
  return linesOf(plant).flatMap((line) =>
    productionDays(line.zone, from, until).flatMap((day) =>
      simulateLine(line, day, { seed, live: false }).map((machineDay) => ({
        line,
        day: machineDay,
      })),
    ),
  )
}

/** Machines with one of the two troubles that are worth finding. */
const troubled = ['FW-202', 'FW-301', 'FW-302']

/** A figure of the plant beside PIADE's, and how far apart they are and may be. */
type Comparison = {
  readonly figure: string
  readonly plant: number
  readonly piade: number
  readonly measure: 'KS' | 'factor' | 'range'
  readonly distance: number
  readonly bound: number
}

/**
 * The factory against PIADE. Where single machine-hours are published, their distribution is compared (KS) with the
 * better half of them; where only totals are, the means (factor).
 */
export function compare(played: readonly PlayedDay[]): Comparison[] {
  const healthy = played.filter(({ day }) => !troubled.includes(day.machine.serialNo))
  const hours = machineHours(healthy)
  const good = betterHalf(piadeHours())
  const hourly = (figure: string, of: (hour: MachineHour) => number, bound: number): Comparison => {
    const [ours, theirs] = [hours.map(of), good.map(of)]
    const distance = kolmogorovSmirnov(ours, theirs)
    return { figure, plant: mean(ours), piade: mean(theirs), measure: 'KS', distance, bound }
  }
  const stretches = lengths(healthy)
  const meanLength = (figure: string, ours: readonly number[], theirs: number, bound: number) =>
    ({
      figure,
      plant: mean(ours),
      piade: theirs,
      measure: 'factor',
      distance: factor(mean(ours), theirs),
      bound,
    }) satisfies Comparison
  const alarms = alarmCounts(healthy).map(({ count }) => count)
  const concentration = (rank: number): Comparison => {
    const plant = (alarms[rank] ?? 0) / (alarms[0] ?? 1)
    const theirs = (piade.topAlarms[rank] ?? 0) / piade.topAlarms[0]
    const figure = `alarm ${rank + 1} for each of the most frequent`
    const distance = Math.abs(plant - theirs)
    return { figure, plant, piade: theirs, measure: 'range', distance, bound: 0.3 }
  }
  return [
    hourly('share of an hour in production', ({ production }) => production, 0.46),
    hourly('share of an hour in downtime', ({ downtime }) => downtime, 0.42),
    hourly('share of an hour in performance loss', (hour) => hour.performanceLoss, 0.46),
    hourly('alarms in an hour', ({ alarms: count }) => count, 0.25),
    hourly('changes of class in an hour', ({ changes }) => changes, 0.42),
    meanLength('length of a downtime, s', stretches.downtime, piade.meanSeconds.downtime, 1.6),
    meanLength(
      'length of a performance loss, s',
      stretches.performanceLoss,
      piade.meanSeconds.performanceLoss,
      1.6,
    ),
    meanLength('length of a run, s', stretches.production, piade.meanSeconds.production, 2.6),
    concentration(1),
    concentration(2),
    concentration(3),
  ]
}

/** What a good factory shows: most machines between these, the troubled ones below; stops and alarms an hour. */
export const goodFactory = { oeee: [75, 88], stopsPerHour: 5, alarmsPerHour: 5 } as const

export function oeees(played: readonly PlayedDay[]) {
  return machineFigures(played).map((machine) => ({
    ...machine,
    isTroubled: troubled.includes(machine.serialNo),
  }))
}
