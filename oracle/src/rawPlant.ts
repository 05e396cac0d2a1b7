import { Chance } from './chance.ts'
import { randomChanges, randomRules } from './randomChanges.ts'
import {
  randomBook,
  randomModeRules,
  randomPlan,
  randomThresholds,
  withModes,
} from './randomPlan.ts'
import type { Arrival, RawAlarm, RawAudit, RawRecord, RawSample } from './rawRecords.ts'
import type { RawMachine, RawMachineType, RawPlant } from './referencePlant.ts'
import type { StateKind } from './referenceStates.ts'

/**
 * A machine that packs for hours, whose settings are changed now and then: after one of the changes it may stop and reject more. So
 * what came before and after a change has something to say.
 */
function steadyRecords(serialNo: string, middle: number, chance: Chance) {
  const samples: RawSample[] = []
  const from = middle - chance.whole(4, 8) * 60 * minute
  const to = middle + chance.whole(4, 8) * 60 * minute
  const harmAt = chance.whole(from, to)
  const harms = chance.percent(60)
  let [packs, rejects, left] = [0, 0, 0]
  let stop = 21
  let product = 'Rye 500 g'
  for (let time = from; time < to; time += chance.whole(20, 40) * 1_000) {
    const isWorse = harms && time >= harmAt
    if (left === 0 && chance.percent(isWorse ? 12 : 2)) {
      left = chance.whole(1, 6)
      stop = chance.one([21, 5, 3, 19])
    }
    if (chance.percent(0.2)) product = product === 'Rye 500 g' ? 'Crisps' : 'Rye 500 g'
    const state = left > 0 ? stop : 10
    samples.push({
      ...{ kind: 'sample', serialNo, time, sequence: 0, state, product, packs, rejects },
      speed: state === 10 ? 60 : 0,
    })
    left = Math.max(0, left - 1)
    if (state !== 10) continue
    packs += chance.whole(18, 22)
    rejects += chance.percent(isWorse ? 60 : 10) ? 1 : 0
  }
  const others = Array.from({ length: chance.whole(2, 12) }, (_, index): RawAudit => {
    const time = index === 0 ? harmAt : chance.whole(from, to)
    return {
      ...{ kind: 'audit', serialNo, time, userGroup: 'Operator', before: '120', after: '125' },
      description: chance.one(['Seal temperature', 'Bag length', 'Speed']),
    }
  })
  return { samples, others }
}

const minute = 60_000
const hour = 60 * minute

/** Around these moments of 2026 the clocks of a zone change, or do not although its neighbours' do. */
const places: readonly (readonly [zone: string, around: string])[] = [
  ['Europe/London', '2026-03-29T01:00Z'],
  ['Europe/London', '2026-10-25T01:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30Z'],
  ['America/St_Johns', '2026-03-08T05:30Z'],
  ['America/St_Johns', '2026-11-01T04:30Z'],
  ['America/New_York', '2026-11-01T06:00Z'],
  ['Asia/Kolkata', '2026-10-25T18:30Z'],
  ['Asia/Kathmandu', '2026-10-24T18:15Z'],
  ['Pacific/Apia', '2026-04-04T13:00Z'],
  // Clocks jump over midnight, and show it twice.
  ['Africa/Cairo', '2026-04-23T22:00Z'],
  ['America/Havana', '2026-11-01T05:00Z'],
]
export const plantZones = [...new Set(places.map(([zone]) => zone)), 'UTC']

/** The time of every request. */
export const requestedAt = Date.parse('2026-11-20T12:34:56.789Z')

const groups = ['Film', 'Seal', 'Infeed', 'Drive', 'Weigher'] as const
const kinds: readonly StateKind[] = [
  'run',
  'alarm',
  'idle',
  'ancillary',
  'unknown',
  'runWhileCounting',
]

/** A client with machines, products and two to three days of records, the same for the same seed. */
export function rawPlant(seed: number): RawPlant {
  const chance = new Chance(seed)
  const [zone, around] = chance.one(places)
  const middle = Date.parse(around)
  const span = {
    from: middle - chance.spread(2 * hour, 36 * hour),
    to: middle + chance.spread(2 * hour, 36 * hour),
  }
  const products = ['Rye 500 g', 'Oat bars', 'Süßholz', '=1+1', 'Crisps'].slice(
    0,
    chance.whole(1, 5),
  )
  // Dice of their own, so that the records of a seed do not depend on them.
  const planner = new Chance(seed + 50_000)
  const isPlanned = planner.percent(60)
  const lines = [0, 1, 2].map(() => (isPlanned ? planner.one(['', 'L1', 'L1', 'L2']) : ''))
  const moder = new Chance(seed + 80_000)
  const types = [0, 1].map((index): RawMachineType => {
    const type = anyType(chance)
    const thresholds = moder.percent(35) ? randomThresholds(middle, zone, moder) : []
    return { ...type, label: `Reference ${seed} ${['b', 'A'][index]}`, thresholds }
  })
  const machines = Array.from(
    { length: chance.whole(1, 3) },
    (_, index): RawMachine => ({
      serialNo: `R${seed}-${['b', 'A', '10'][index]}`,
      line: lines[index] ?? '',
      type: chance.one(types),
      targetPpm: chance.percent(50) ? chance.one([7.5, 12, 40, 60, 120]) : null,
    }),
  )
  const recipes = new Map(
    products
      .filter(() => chance.percent(45))
      .map((product) => [
        product,
        chance.percent(85) ? chance.one([2, 4, 6, 15, 37.5, 60, 80]) : null,
      ]),
  )
  const reported = machines.map((machine) => recordsOf(machine, products, span, chance))
  const steady = new Chance(seed + 70_000)
  const [first] = machines
  if (first !== undefined && steady.percent(30)) {
    reported[0] = steadyRecords(first.serialNo, middle, steady)
  }
  const reporting = reported.map(({ samples, others }) =>
    moder.percent(35) ? { samples: withModes(samples, moder), others } : { samples, others },
  )
  const plant = {
    seed,
    name: `Reference ${seed}`,
    premium: chance.percent(80),
    zone,
    around: middle,
    machines,
    recipes,
    arrivals: arrivalsOf(reporting, span, chance),
    ...(isPlanned && { plan: randomPlan(linesOf(machines), middle, planner) }),
    ...(moder.percent(30) && { modes: randomModeRules(middle, zone, moder) }),
  }
  const changer = new Chance(seed + 90_000)
  const changes = [
    ...(changer.percent(45) ? randomChanges(machines, products, span, changer) : []),
    ...randomRules(span, new Chance(seed + 95_000)),
  ]
  const changed = changes.length > 0 ? { ...plant, changes } : plant
  const writer = new Chance(seed + 60_000)
  return writer.percent(70) ? { ...changed, book: randomBook(changed, writer) } : changed
}

const linesOf = (machines: readonly RawMachine[]) =>
  [...new Set(machines.map(({ line }) => line))].filter((line) => line !== '')

function anyType(chance: Chance): Omit<RawMachineType, 'label' | 'thresholds'> {
  const categories: Record<number, StateKind> = {}
  if (chance.percent(35)) {
    for (let more = chance.whole(1, 4); more > 0; more--) {
      categories[chance.one([5, 8, 10, 16, 19, 20, 25, 40, 99])] = chance.one(kinds)
    }
  }
  return {
    holdMs: chance.one([1_000, 20_000, 90_000, 90_000, 600_000, 3_600_000, 21_600_000]),
    designPpm: chance.percent(50) ? chance.one([4, 8, 30, 100]) : null,
    categories,
  }
}

type Reported = { readonly samples: RawSample[]; readonly others: RawRecord[] }

function recordsOf(
  { serialNo }: RawMachine,
  products: readonly string[],
  { from, to }: { from: number; to: number },
  chance: Chance,
): Reported {
  const samples: RawSample[] = []
  const alarms: RawAlarm[] = []
  const fractional = chance.percent(25)
  const countsRejects = chance.percent(60)
  const dense = chance.percent(30)
  const register = chance.percent(30) ? chance.one([32_767, 65_535, 2 ** 31 - 1, 2 ** 32 - 1]) : 0
  let packs = register === 0 ? chance.whole(0, 5_000) : register - chance.whole(0, 200)
  let rejects = chance.whole(0, 50)
  let time = from + chance.whole(0, 4 * hour)
  // Some send every field at once, some never send a product.
  const silent = chance.one(['', '', 'product', 'tool', 'speed', 'packs', 'state'])
  const count = chance.whole(5, 220)
  for (let index = 0; index < count && time < to; index++) {
    if (register > 0 && packs > register) packs = Math.max(0, packs - register - 1)
    const reports = (share: number, field: string) =>
      field !== silent && (index === 0 ? chance.percent(70) : chance.percent(share))
    const state = reports(60, 'state')
      ? chance.one([
          10, 10, 10, 10, 11, 5, 13, 16, 19, 19, 20, 23, 26, 18, 21, 3, 6, 15, 17, 40, 99, 0, -1,
        ])
      : undefined
    samples.push({
      kind: 'sample',
      serialNo,
      time,
      sequence: 0,
      ...(state === undefined ? {} : { state }),
      ...(reports(8, 'product') ? { product: chance.one([...products, ...products, '']) } : {}),
      ...(reports(8, 'tool') ? { tool: chance.one(['T1', 'T2', 'T2', '']) } : {}),
      ...(reports(4, 'user') ? { user: chance.one(['ana', 'bo', '']) } : {}),
      ...(reports(50, 'speed')
        ? { speed: chance.one([0, chance.whole(1, 130), chance.whole(1, 9e4) / 1_000]) }
        : {}),
      ...(reports(75, 'packs') ? { packs } : {}),
      ...(countsRejects && reports(30, 'rejects') ? { rejects } : {}),
    })
    if (state !== undefined && ![10, 11].includes(state) && chance.percent(70)) {
      alarms.push(...alarmsAround(serialNo, time, chance))
    }
    // Another one at the same millisecond, distinguished by its number (D7).
    if (chance.percent(2)) {
      samples.push({
        kind: 'sample',
        serialNo,
        time,
        sequence: 1,
        state: chance.one([10, 19, 5]),
        packs: packs + 1,
      })
    }
    if (chance.percent(70)) packs += fractional ? chance.whole(0, 4_000) / 100 : chance.whole(0, 40)
    if (chance.percent(30)) rejects += chance.whole(0, 3)
    if (chance.percent(2)) packs = chance.one([0, chance.whole(0, 30)])
    if (chance.percent(1)) rejects = 0
    time += stepOf(chance, dense)
    if (chance.percent(8)) {
      const [burst, end] = warnedFor(serialNo, products, { from: time, packs }, chance)
      samples.push(...burst)
      time = end.time
      packs = end.packs
    }
  }
  for (let more = chance.whole(0, 4); more > 0; more--) {
    alarms.push(...alarmsAround(serialNo, chance.whole(from, to), chance))
  }
  const audits = Array.from(
    { length: chance.whole(0, 25) },
    (): RawAudit => ({
      kind: 'audit',
      serialNo,
      time: chance.whole(from, to),
      userGroup: chance.one(['Operator', 'Engineer', 'Maintenance']),
      description: chance.one(['Seal temperature', 'Bag length', 'Speed', 'Recipe loaded']),
      before: chance.one(['', '120', 'A']),
      after: chance.one(['', '125', 'B']),
    }),
  )
  return { samples, others: [...alarms, ...audits] }
}

/**
 * Some time under warnings with a few packs, seconds to a minute apart, while products change: whether it ran depends on
 * the target of each product (D60).
 */
function warnedFor(
  serialNo: string,
  products: readonly string[],
  { from, packs: counted }: { from: number; packs: number },
  chance: Chance,
): [RawSample[], { time: number; packs: number }] {
  const samples: RawSample[] = []
  let time = from
  let packs = counted
  for (let more = chance.whole(4, 20); more > 0; more--) {
    samples.push({
      ...{ kind: 'sample', serialNo, time, sequence: 0 },
      state: chance.one([20, 20, 23, 24, 25, 26, 10]),
      packs,
      ...(chance.percent(25) ? { product: chance.one(products) } : {}),
    })
    if (chance.percent(50)) packs += chance.whole(1, 3)
    time += chance.spread(1_500, 60_000)
  }
  return [samples, { time, packs }]
}

/** Mostly seconds and minutes, now and then a long silence; often on a whole second or minute. */
function stepOf(chance: Chance, dense: boolean): number {
  const step = dense
    ? chance.spread(200, 2 * minute)
    : chance.percent(5)
      ? chance.spread(10 * minute, 8 * hour)
      : chance.spread(1_000, 40 * minute)
  const round = chance.one([1, 1, 1_000, minute])
  return Math.max(1, Math.ceil(step / round) * round)
}

/** Just before, at, inside or long after the beginning of a stop; some clear later. */
function alarmsAround(serialNo: string, time: number, chance: Chance): RawAlarm[] {
  const raisedAt =
    time + chance.one([-5_001, -5_000, -4_999, -1, 0, 1, 700, chance.whole(-20_000, 90_000)])
  const alarm: RawAlarm = {
    kind: 'alarm',
    serialNo,
    raisedAt,
    group: chance.one(groups),
    description: chance.one(['Film ends', 'Jaw too cold', 'Door open', 'No product']),
    ...(chance.percent(30) ? { code: chance.one(['E1', 'E2']) } : {}),
  }
  if (!chance.percent(60)) return [alarm]
  // A log of whole seconds: alarms that are alike, with a number each (D61).
  if (chance.percent(15)) return [alarm, { ...alarm, sequence: 1 }, { ...alarm, sequence: 2 }]
  const cleared = { ...alarm, clearedAt: raisedAt + chance.whole(1, 20 * minute) }
  return chance.percent(40) ? [cleared] : [alarm, cleared]
}

/**
 * All records on their way: in pieces, some late, out of order, twice, or corrected by a second arrival of the same
 * identity (D7, D8).
 */
function arrivalsOf(
  reported: readonly Reported[],
  { from, to }: { from: number; to: number },
  chance: Chance,
): Arrival[] {
  const receipts = [Math.round((from + to) / 2), to + 2 * hour, requestedAt]
  const piles = receipts.map((): RawRecord[] => [])
  const put = (record: RawRecord, at: number) => {
    const due = receipts.findIndex((receivedAt) => at <= receivedAt)
    const late = chance.percent(12) ? chance.whole(due, 2) : due
    piles[late]?.push(record)
    // Sent again, with the same content.
    if (chance.percent(5)) piles[chance.whole(late, 2)]?.push(record)
    return late
  }
  const corrections: RawRecord[] = []
  const fastClocks = chance.percent(30)
  for (const { samples, others } of reported) {
    for (const sample of samples) {
      if (chance.percent(3)) {
        // The first version comes in time, another one later: the last one wins.
        piles[
          Math.max(
            0,
            receipts.findIndex((receivedAt) => sample.time <= receivedAt),
          )
        ]?.push(sample)
        corrections.push({ ...sample, state: 8, speed: 3.25 })
        // And the first version again: it says nothing new, so it does not undo the correction (D62).
        if (chance.percent(50)) corrections.push(sample)
      } else if (fastClocks && chance.percent(2)) {
        // Sent before it happened: counts when it came (D9), at most a day ahead.
        const early = receipts.find((at) => at < sample.time && sample.time - at < 24 * hour)
        // Counters of a clock that is ahead are read in that clock's order (D14); that has tests of its own.
        const { packs: _packs, rejects: _rejects, ...reported } = sample
        piles[early === undefined ? 2 : receipts.indexOf(early)]?.push(reported)
      } else put(sample, sample.time)
    }
    for (const other of others) put(other, other.kind === 'alarm' ? other.raisedAt : other.time)
  }
  const arrivals = piles.map((records, index): Arrival => {
    const receivedAt = receipts[index] ?? requestedAt
    return { receivedAt, records: chance.percent(60) ? chance.shuffled(records) : records }
  })
  arrivals.push({ receivedAt: requestedAt, records: corrections })
  return arrivals.filter(({ records }) => records.length > 0)
}
