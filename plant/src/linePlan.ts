import type { Conduct } from './machine/conduct.ts'
import type { Random } from './random.ts'
import type { ProductionDay } from './shift/productionDay.ts'
import type { Shift } from './shift/shifts.ts'

/** What the shift leader has planned for a line. Every machine of the line does it when it next runs. */
export type PlanItem = {
  readonly at: number
  readonly does: 'break' | 'handover' | 'nextBatch' | 'changeover' | 'service' | 'shutDown'
  /** Length of a break. */
  readonly ms: number
  readonly shift: number
}

const minute = 60_000
const hour = 60 * minute

export function linePlan(
  day: ProductionDay,
  shifts: readonly Shift[],
  conduct: Conduct,
  random: Random,
): PlanItem[] {
  const plan: PlanItem[] = []
  shifts.forEach((shift, index) => {
    const next = shifts[index + 1]
    const add = (does: PlanItem['does'], at: number, ms = 0) =>
      plan.push({ does, at: Math.round(at), ms: Math.round(ms), shift: index })
    const breaks = conduct.breaks[shift.name]
    if (random.chance(breaks.meal)) {
      add('break', shift.from + random.between(3.2, 4.6) * hour, random.between(18, 30) * minute)
    }
    if (random.chance(breaks.short)) {
      add('break', shift.from + random.between(1.6, 2.4) * hour, random.between(8, 14) * minute)
    }
    let at = shift.from + random.between(...conduct.firstOrderHours) * hour
    while (at < shift.to - hour) {
      add(random.chance(conduct.changeoverShare) ? 'changeover' : 'nextBatch', at)
      at += random.between(...conduct.orderHours) * hour
    }
    if (random.chance(conduct.serviceShare))
      add('service', shift.from + random.between(1, 5) * hour)
    if (next && next.from === shift.to) {
      plan.push({ does: 'handover', at: shift.to, ms: 0, shift: index + 1 })
    } else if (shift.to >= day.to) {
      // The line is cleaned before the factory's day ends.
      add('shutDown', day.to - random.between(11, 15) * minute)
    } else {
      add('shutDown', shift.to)
    }
  })
  return plan.sort((a, b) => a.at - b.at)
}
