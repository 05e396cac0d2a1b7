import { expect, test } from 'vitest'
import { demoPlant } from '../demoPlant.ts'
import type { MachineDay } from '../machine/machineDay.ts'
import { poweredOff, State } from '../machine/states.ts'
import { linesOf } from '../plantLayout.ts'
import { productionDays } from '../shift/productionDay.ts'
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
type Class = 'production' | 'downtime' | 'performanceLoss' | 'idleAndScheduled'

const until = Date.parse('2026-11-20T12:00:00Z')
const days = linesOf(demoPlant()).flatMap((line) =>
  productionDays(line.zone, until - 30 * 86_400_000, until).flatMap((day) =>
    simulateLine(line, day, { seed: 'packboard', staffed: false }),
  ),
)

/** Held belongs to what stopped the machine: an alarm, a plan of a quarter of an hour, or nothing but a moment. */
function classOf(state: number, running: boolean, ms: number): Class {
  if (running) return 'production'
  if (state >= State.Suspending && state <= State.Unsuspending) return 'performanceLoss'
  if (state === State.Downstream) return 'performanceLoss'
  if (state === State.Held) return ms > 8 * 60_000 ? 'idleAndScheduled' : 'downtime'
  const planned: number[] = [State.Stopped, State.Completed, State.Idle, State.Stopping]
  return planned.includes(state) ? 'idleAndScheduled' : 'downtime'
}

function stretches({ pieces, to }: MachineDay) {
  const list: { class: Class; ms: number }[] = []
  pieces.forEach((piece, index) => {
    if (piece.state === poweredOff) return
    const ms = (pieces[index + 1]?.from ?? to) - piece.from
    const kind = classOf(piece.state, piece.paceTenths > 0, ms)
    const last = list.at(-1)
    if (last?.class === kind) last.ms += ms
    else list.push({ class: kind, ms })
  })
  return list
}

test('shares of time and counts per hour lie where real packaging machines have them', () => {
  const ms = { production: 0, downtime: 0, performanceLoss: 0, idleAndScheduled: 0 }
  let changes = 0
  let microStops = 0
  for (const day of days) {
    let shown: Class | undefined
    for (const stretch of stretches(day)) {
      ms[stretch.class] += stretch.ms
      if (stretch.class === 'downtime' && stretch.ms <= 40_000) microStops += 1
      if (stretch.ms <= 40_000 || stretch.class === shown) continue
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
