import { expect, test } from 'vitest'
import { type Class, stretchesOf } from '../fit/measure.ts'
import { linesOf } from '../plantLayout.ts'
import { faultPlant } from '../plants/faultPlant.ts'
import { productionDays } from '../shift/shifts.ts'
import { simulateLine } from './simulateLine.ts'

/**
 * How the plant compares with five real packaging machines: PIADE data set, Zenodo 7071747, CC BY 4.0. `piade` is the
 * mean of the 28 published machine-hours of machine s_1; `band` is what the plant must stay within (its target is the
 * whole set: production 0.44 of all and 0.71 of attended hours, 9.7 changes an hour). Shares are of powered-on time.
 */
const figures = {
  production: { piade: 0.635, band: [0.6, 0.75] },
  downtime: { piade: 0.191, band: [0.09, 0.2] },
  performanceLoss: { piade: 0.1, band: [0.07, 0.16] },
  idleAndScheduled: { piade: 0.073, band: [0.04, 0.14] },
  alarmsPerHour: { piade: 4.54, band: [3.5, 7.5] },
  /** Between the five classes of PIADE; what is shorter than 40 s is a micro-stop. */
  changesPerHour: { piade: 11.46, band: [5, 14] },
  microStopsPerHour: { piade: Number.NaN, band: [2, 12] },
  rejectsPer100: { piade: 0.41, band: [0.3, 1.5] },
} as const

type Figure = keyof typeof figures
const until = Date.parse('2026-11-20T12:00:00Z')
const days = linesOf(faultPlant()).flatMap((line) =>
  productionDays(line.zone, until - 30 * 86_400_000, until).flatMap((day) =>
    simulateLine(line, day, { seed: 'packboard', live: false }),
  ),
)

test('shares of time and counts per hour lie where real packaging machines have them', () => {
  const ms = { production: 0, downtime: 0, performanceLoss: 0, idleAndScheduled: 0 }
  let changes = 0
  let microStops = 0
  for (const day of days) {
    let shown: Class | undefined
    for (const stretch of stretchesOf(day)) {
      const length = stretch.to - stretch.from
      ms[stretch.class] += length
      if (stretch.class === 'downtime' && length <= 40_000) microStops += 1
      if (length <= 40_000 || stretch.class === shown) continue
      shown = stretch.class
      changes += 1
    }
  }
  const total = Object.values(ms).reduce((sum, part) => sum + part, 0)
  const hours = total / 3_600_000
  const last = days.map(({ pieces }) => pieces.at(-1)!)
  const made = last.reduce((sum, piece) => sum + piece.made, 0)
  const rejected = last.reduce((sum, piece) => sum + piece.rejected / 10_000, 0)
  const plant: Record<Figure, number> = {
    production: ms.production / total,
    downtime: ms.downtime / total,
    performanceLoss: ms.performanceLoss / total,
    idleAndScheduled: ms.idleAndScheduled / total,
    alarmsPerHour: days.reduce((sum, { alarms }) => sum + alarms.length, 0) / hours,
    changesPerHour: changes / hours,
    microStopsPerHour: microStops / hours,
    rejectsPer100: (100 * rejected) / made,
  }
  console.table(
    Object.entries(figures).map(([name, { piade, band }]) => ({
      figure: name,
      piade,
      plant: Number(plant[name as Figure].toFixed(3)),
      band: band.join(' … '),
    })),
  )
  for (const [name, { band }] of Object.entries(figures)) {
    expect(plant[name as Figure], name).toBeGreaterThanOrEqual(band[0])
    expect(plant[name as Figure], name).toBeLessThanOrEqual(band[1])
  }
})
