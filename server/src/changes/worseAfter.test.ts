// @slow

import { atDepth } from '@packboard/model/testing'
import { type PlayedMachine, playedMachine } from '@packboard/plant/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ChangeMoment, isWorse, worseAfter } from './worseAfter.ts'

/** Monday to Sunday. */
const week = { from: Date.parse('2026-11-09T07:00:00Z'), until: Date.parse('2026-11-16T04:00:00Z') }
const serialNo = 'FW-202'
const seeds = Array.from(
  { length: atDepth({ deep: 10, daily: 3 }) },
  (_, seed) => `harmful ${seed}`,
)
const quietSeeds = atDepth({ deep: 100, daily: 10 })
const neutralChanges = 40
const settings = [
  'Film tension (%)',
  'Knife phase (°)',
  'Fin seal temperature (°C)',
  'Jaw gap (mm)',
]

/** Changes at moments of run that have nothing to do with what the machine does. */
function neutral(minutes: PlayedMachine['minutes'], seed: number): ChangeMoment[] {
  const running = minutes.filter(({ runMs }) => runMs > 0)
  const moment = fc.tuple(
    fc.integer({ min: 0, max: running.length - 1 }),
    fc.integer({ min: 0, max: 59_999 }),
    fc.constantFrom(...settings),
  )
  const [moments = []] = fc.sample(
    fc.array(moment, { minLength: neutralChanges, maxLength: neutralChanges }),
    { seed, numRuns: 1 },
  )
  return moments.map(([minute, ms, setting]) => {
    return { at: (running[minute]?.start ?? 0) + ms, settings: [setting] }
  })
}

test('of 40 neutral changes and one after which the seals fail, that one is the first', async () => {
  let first = 0
  for (const [number, seed] of seeds.entries()) {
    const trouble = { name: 'sealUnder', perHour: 40 } as const
    const { minutes, wrongSettings } = playedMachine(serialNo, { ...week, seed, trouble })
    const lowered = wrongSettings.map(({ at }) => ({
      at,
      settings: ['Seal temperature front jaw (°C)'],
    }))
    const judged = await worseAfter(minutes, lowered)
    // One evening is judged, with half an hour of one product around the change; the other evenings with it are left out.
    const change = lowered.find((one) =>
      judged.some(({ moment, figures }) => moment === one && figures),
    )
    if (!change) throw new Error('Nothing was changed that could be compared')
    const others = wrongSettings.filter(({ at }) => at !== change.at)
    const kept = minutes.filter(({ start }) =>
      others.every(({ at, back }) => start < at - 60_000 || start > back + 60_000),
    )
    const [found] = await worseAfter(kept, [...neutral(kept, number), change])
    if (found?.moment === change) first += 1
  }
  expect(first).toBeGreaterThanOrEqual(Math.floor(seeds.length * 0.9))
}, 120_000)

test('of neutral changes alone hardly ever one is said to be worse', async () => {
  let verdicts = 0
  for (let number = 0; number < quietSeeds; number++) {
    const { minutes } = playedMachine(serialNo, { ...week, seed: `neutral ${number}` })
    const judged = await worseAfter(minutes, neutral(minutes, number))
    expect(judged).toHaveLength(neutralChanges)
    if (judged.some(isWorse)) verdicts += 1
  }
  expect(verdicts).toBeLessThanOrEqual(quietSeeds / 20)
}, 300_000)

test('nothing is said with too little: 29 minutes, 2 stops, no packs, another product', async () => {
  const minute = (index: number, given: Partial<PlayedMachine['minutes'][number]> = {}) => ({
    start: index * 60_000,
    ...{ observedMs: 60_000, runMs: 60_000, packs: 100, rejects: 0, ownStops: 0, product: 'Bars' },
    ...given,
  })
  const minutes = (count: number, of: (index: number) => ReturnType<typeof minute>) =>
    Array.from({ length: count }, (_, index) => of(index))
  const change = { at: 30 * 60_000 + 1_000, settings: ['Jaw gap (mm)'] }
  const judge = async (all: ReturnType<typeof minutes>) => (await worseAfter(all, [change]))[0]

  expect((await judge(minutes(60, minute)))?.figures).toBeNull()
  const enough = await judge(minutes(61, minute))
  expect(enough?.figures).toMatchObject({
    before: { stops: 0, rejects: 0, speed: 100 },
    after: { stops: 0, rejects: 0, speed: 100 },
  })
  expect(Object.keys(enough?.verdicts ?? {})).toEqual(['rejects', 'speed'])
  const stopsIn = (...at: number[]) =>
    judge(minutes(61, (index) => minute(index, { ownStops: at.includes(index) ? 1 : 0 })))
  expect((await stopsIn(40, 50))?.verdicts.stops).toBeUndefined()
  expect((await stopsIn(40, 50, 60))?.verdicts.stops?.p).toBeGreaterThan(0)
  const without = { packs: 0, runMs: 0 }
  const stands = await judge(minutes(300, (index) => minute(index, index > 30 ? without : {})))
  expect([stands?.figures?.after.rejects, stands?.figures?.after.speed]).toEqual([null, null])
  expect(stands?.verdicts.rejects).toBeUndefined()
  const loaded = minutes(200, (index) => minute(index, { product: index > 29 ? 'Rolls' : 'Bars' }))
  expect((await judge(loaded))?.figures).toBeNull()
})

test('the figures of a side are those of its minutes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          observedMs: fc.integer({ min: 0, max: 60_000 }),
          share: fc.double({ min: 0, max: 1, noNaN: true }),
          packs: fc.integer({ min: 0, max: 60 }),
          rejects: fc.option(fc.integer({ min: 0, max: 3 })),
          ownStops: fc.integer({ min: 0, max: 2 }),
          product: fc.constantFrom('Bars', 'Bars', 'Rolls'),
        }),
        { minLength: 40, maxLength: 400 },
      ),
      fc.integer({ min: 0, max: 400 }),
      async (given, at) => {
        const minutes = given.map(({ share, ...minute }, index) => {
          // Times are whole milliseconds.
          return { start: index * 60_000, runMs: Math.round(minute.observedMs * share), ...minute }
        })
        const [found] = await worseAfter(minutes, [{ at: at * 60_000 + 7, settings: ['x'] }])
        const observed = minutes.filter(({ observedMs }) => observedMs > 0)
        const product = observed.find(({ start }) => start >= at * 60_000)?.product
        const same = observed.filter((minute) => minute.product === product)
        const before = sideOf(
          same.filter(({ start }) => start < at * 60_000 && start >= (at - 240) * 60_000).reverse(),
          (start) => same.some((minute) => minute.start < start),
        )
        const after = sideOf(
          same.filter(({ start }) => start > at * 60_000 && start < (at + 241) * 60_000),
          (start) => same.some((minute) => minute.start > start),
        )
        if (!before || !after) expect(found?.figures).toBeNull()
        else {
          for (const [side, own] of [
            [found?.figures?.before, before],
            [found?.figures?.after, after],
          ] as const) {
            expect(side?.ownStops).toBe(own.ownStops)
            expect(side?.stops).toBeCloseTo(own.stops, 9)
            expect(side?.speed ?? -1).toBeCloseTo(own.speed ?? -1, 6)
          }
        }
      },
    ),
    { numRuns: atDepth({ deep: 2_000, daily: 200 }) },
  )
})

type Minute = { start: number; observedMs: number; runMs: number; packs: number; ownStops: number }

/** Of the minutes next to a change, nearest first: 30, and as many more as 500 packs take. */
function sideOf(nearest: readonly Minute[], hasMore: (start: number) => boolean) {
  const sum = (count: number, of: (minute: Minute) => number) =>
    nearest.slice(0, count).reduce((all, minute) => all + of(minute), 0)
  for (let count = 30; count <= nearest.length; count++) {
    const packs = sum(count, (minute) => minute.packs)
    const isLast = count === nearest.length
    if (packs < 500 && !(isLast && hasMore(nearest[count - 1]?.start ?? 0))) continue
    const runMs = sum(count, (minute) => minute.runMs)
    const ownStops = sum(count, (minute) => minute.ownStops)
    return {
      ownStops,
      stops: (ownStops * 3_600_000) / sum(count, ({ observedMs }) => observedMs),
      speed: runMs > 0 ? (packs * 60_000) / runMs : null,
    }
  }
  return null
}
