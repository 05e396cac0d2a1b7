import { Chance } from './chance.ts'
import { plantZones } from './rawPlant.ts'
import type { Requested } from './referenceFilter.ts'
import type { KnownPlant } from './referencePlant.ts'
import { stateName } from './referenceStates.ts'
import { dayAfter, dayAt, wall } from './referenceWindow.ts'

const day = 86_400_000

/** A request that a user may send about a plant: a window in a zone, and a filter out of what is there and what is not. */
export function randomCase(plant: KnownPlant, seed: number): Requested {
  const chance = new Chance(seed)
  const zone = chance.percent(65) ? plant.zone : chance.one(plantZones)
  const stretches = plant.known.flatMap(({ timeline }) => timeline.stretches)
  const first = Math.min(...stretches.map(({ from }) => from))
  const last = Math.max(...stretches.map(({ to }) => to))
  const from = chance.whole(first - day / 2, last)
  const startDate = dayAt(from, zone)
  const dates = [startDate, dayAfter(startDate), dayAfter(dayAfter(startDate)), dayAt(last, zone)]
  const long = [
    '2026-11-30',
    '2027-06-01',
    dayAt(first + 40 * day, zone),
    dayAt(last + 9 * day, zone),
  ]
  const time = () =>
    `${String(chance.whole(0, 23)).padStart(2, '0')}:${String(chance.whole(0, 11) * 5).padStart(2, '0')}`
  const stretch = chance.one(stretches)
  const alarms = plant.known.flatMap((machine) => machine.alarms)
  const serialNos = plant.machines.map(({ serialNo }) => serialNo)
  // What was read after a silence has a state and a stop before it, and belongs to neither (D63).
  const silent = plant.known.flatMap(({ timeline }) =>
    timeline.counts.filter(({ kind, packs }) => kind === 'offline' && packs > 0n),
  )
  const beforeSilence = silent.length === 0 ? stretch.state : chance.one(silent).state
  const group = alarms.length === 0 ? 'Film' : chance.one(alarms).group
  const start = {
    startDate: chance.percent(5) ? '2025-12-31' : startDate,
    startTime: chance.percent(35) ? '00:00' : time(),
  }
  const end = {
    endDate: chance.percent(15) ? chance.one(long) : chance.one(dates),
    endTime: chance.percent(50) ? '23:59' : time(),
  }
  // Where the clocks change: a time that exists twice, or not at all (D16).
  const changing = () => {
    const shown = wall(plant.around - 1, plant.zone) + 1 + chance.whole(-12, 12) * 5 * 60_000
    const [date = '', clock = ''] = new Date(shown).toISOString().split('T')
    return { date, time: clock.slice(0, 5) }
  }
  if (zone === plant.zone && chance.percent(15)) {
    const { date, time } = changing()
    Object.assign(start, { startDate: date, startTime: time })
  }
  if (zone === plant.zone && chance.percent(25)) {
    const { date, time } = changing()
    Object.assign(end, { endDate: date, endTime: time })
    if (start.startDate > date) start.startDate = dayAt(plant.around - day, zone)
  }
  return {
    ...start,
    ...end,
    zone,
    product: chance.percent(70) ? 'All' : chance.one([stretch.product || 'All', 'Absent']),
    tool: chance.percent(75) ? 'All' : stretch.tool || 'All',
    recipe: chance.percent(60)
      ? 'All'
      : chance.one([
          ...[String(stretch.state), stateName(stretch.state)],
          ...[String(beforeSilence), String(beforeSilence), stateName(beforeSilence)],
          ...[group, group, '10', 'Absent'],
        ]),
    machine: chance.percent(75) ? 'All' : chance.one([...serialNos, 'Absent']),
    machineId: chance.percent(50) ? 'All' : chance.one(serialNos),
  }
}
