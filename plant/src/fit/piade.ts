import { readFileSync } from 'node:fs'

/**
 * Five real packaging machines: Tosato et al., PIADE: Packaging Industry Anomaly DEtection, Zenodo 7071747, CC BY 4.0.
 * The hours are the 28 published machine-hours of its machine s_1; the totals of the whole set were published by others.
 */
export type MachineHour = {
  readonly production: number
  readonly downtime: number
  readonly performanceLoss: number
  readonly alarms: number
  readonly changes: number
}

export function piadeHours(): MachineHour[] {
  const text = readFileSync(new URL('piade-s1-hours.csv', import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => {
      const [, , alarms, changes, , production, downtime, performanceLoss] = row.split(',')
      return {
        production: Number(production),
        downtime: Number(downtime),
        performanceLoss: Number(performanceLoss),
        alarms: Number(alarms),
        changes: Number(changes),
      }
    })
}

/** A good factory is held against the better half of these hours: those with the most production. */
export function betterHalf(hours: readonly MachineHour[]): MachineHour[] {
  return [...hours]
    .sort((a, b) => b.production - a.production)
    .slice(0, Math.ceil(hours.length / 2))
}

const rows = { production: 146_795, performanceLoss: 118_584, downtime: 92_084, planned: 71_931 }
const hours = { total: 44_130.6, performanceLoss: 4_793, downtime: 3_147, planned: 16_800 }
const productionHours = hours.total - hours.performanceLoss - hours.downtime - hours.planned

export const piade = {
  /** Hours of the whole set, five machines, by the states that the machines themselves reported. */
  hours: { ...hours, production: productionHours },
  /** Mean length of a stretch, in seconds; no distribution of them is published. */
  meanSeconds: {
    production: (productionHours * 3_600) / rows.production,
    downtime: (hours.downtime * 3_600) / rows.downtime,
    performanceLoss: (hours.performanceLoss * 3_600) / rows.performanceLoss,
    planned: (hours.planned * 3_600) / rows.planned,
  },
  /** Of the whole set, in percent of the time that each class took. */
  shares: {
    production: (100 * productionHours) / hours.total,
    downtime: (100 * hours.downtime) / hours.total,
    performanceLoss: (100 * hours.performanceLoss) / hours.total,
    planned: (100 * hours.planned) / hours.total,
  },
  /** The four most frequent alarms: A_065, A_101, A_005, A_010. How many there are in all is not published. */
  topAlarms: [18_879, 18_416, 12_226, 9_278],
  /** Percent, s_1 to s_5; differences of counters, weighted. */
  oee: [53.7, 29.1, 36.67, 37.05, 51.58],
} as const
