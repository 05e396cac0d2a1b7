import { Chance } from './chance.ts'
import { randomPlan } from './randomPlan.ts'
import { requestedAt } from './rawPlant.ts'
import type { Arrival, RawRecord, RawSample } from './rawRecords.ts'
import type { RawMachine, RawMachineType, RawPlant } from './referencePlant.ts'

const minute = 60_000
const hour = 60 * minute

/** A client whose machines count the time of their states, with many gaps; the same for the same seed. */
export function timedPlant(seed: number): RawPlant {
  const chance = new Chance(seed + 900_000)
  const from = Date.parse('2026-10-24T20:00Z') + chance.whole(0, 3 * hour)
  const machines = Array.from({ length: chance.whole(1, 2) }, (_, index): RawMachine => {
    const type: RawMachineType = {
      label: `Timed ${seed} ${index}`,
      thresholds: [],
      holdMs: chance.one([1_000, 20_000, 90_000, 90_000, 600_000]),
      designPpm: chance.percent(40) ? chance.one([60, 100]) : null,
      categories: chance.percent(20) ? { 5: 'run', 10: 'runWhileCounting' } : {},
    }
    return { serialNo: `T${seed}-${index}`, line: '', type, targetPpm: chance.one([null, 40, 60]) }
  })
  const samples = machines.map(({ serialNo }) => samplesOf(serialNo, from, chance))
  return {
    ...{
      seed,
      name: `Timed ${seed}`,
      premium: true,
      zone: 'Europe/London',
      around: from,
      machines,
    },
    recipes: new Map(),
    arrivals: arrivalsOf(samples.flat(), from, chance),
    ...(chance.percent(50) && { plan: randomPlan([], from, chance) }),
  }
}

function samplesOf(serialNo: string, from: number, chance: Chance): RawSample[] {
  const samples: RawSample[] = []
  const times = new Map([10, 5, 8, 19, 20, 3].map((state) => [state, chance.whole(0, 9e6)]))
  const states = [...times.keys()]
  let [state, packs, rejects, time] = [10, chance.whole(0, 500), 0, from]
  const count = chance.whole(10, 120)
  for (let index = 0; index < count; index++) {
    samples.push({
      ...{ kind: 'sample', serialNo, time, sequence: 0 },
      ...(chance.percent(90) || index === 0 ? { state } : {}),
      ...(chance.percent(10) || index === 0 ? { product: chance.one(['Rye', 'Oat', '']) } : {}),
      ...(chance.percent(5) ? { tool: chance.one(['T1', 'T2']) } : {}),
      ...(chance.percent(30) ? { speed: chance.whole(0, 90) } : {}),
      ...(chance.percent(80) ? { packs } : {}),
      ...(chance.percent(40) ? { rejects } : {}),
      ...said(times, state, chance),
    })
    const gap = chance.percent(18)
    const silent = gap
      ? chance.spread(2_000, chance.percent(5) ? 9 * 24 * hour : 6 * hour)
      : chance.spread(300, 50_000)
    const step = Math.ceil(silent / chance.one([1, 1_000])) * 1
    // What happened meanwhile.
    for (let left = step; left > 0; ) {
      const ms = Math.min(left, gap ? chance.spread(1_000, hour) : left)
      times.set(state, (times.get(state) ?? 0) + ms)
      if (state === 10) packs += Math.floor(ms / 1_000)
      if (state === 10 && chance.percent(30)) rejects += chance.whole(0, 3)
      left -= ms
      if (chance.percent(60)) state = chance.one([10, 10, ...states])
    }
    if (chance.percent(2)) times.set(state, chance.whole(0, 5_000))
    if (chance.percent(2)) packs = chance.whole(0, 20)
    time += step
    if (time > requestedAt) break
  }
  return samples
}

/** All states, or the one it is in, or none; to the ms or in whole seconds; now and then nonsense. */
function said(times: ReadonlyMap<number, number>, state: number, chance: Chance) {
  if (chance.percent(12)) return {}
  const whole = chance.percent(50)
  const own = chance.percent(12)
  const entries = [...times].filter(([code]) => !own || code === state)
  const seconds = entries.map(([code, ms]) => {
    const wrong = chance.percent(1) ? 3_600_000 : 0
    return [String(code), whole ? Math.floor((ms + wrong) / 1_000) : (ms + wrong) / 1_000] as const
  })
  return { stateSeconds: Object.fromEntries(seconds) }
}

/** In three pieces, some late, some twice. */
function arrivalsOf(samples: readonly RawSample[], from: number, chance: Chance): Arrival[] {
  const receipts = [from + 30 * hour, from + 20 * 24 * hour, requestedAt]
  const piles = receipts.map((): RawRecord[] => [])
  for (const sample of samples) {
    const due = Math.max(
      0,
      receipts.findIndex((at) => sample.time <= at),
    )
    const late = chance.percent(15) ? chance.whole(due, 2) : due
    piles[late]?.push(sample)
    if (chance.percent(4)) piles[chance.whole(late, 2)]?.push(sample)
  }
  return piles
    .map((records, index) => ({
      receivedAt: receipts[index] ?? requestedAt,
      records: chance.percent(60) ? chance.shuffled(records) : records,
    }))
    .filter(({ records }) => records.length > 0)
}
