import { machineState } from '@packboard/model'
import { atDepth, partOf } from '@packboard/model/testing'
import { type ReportedState, startedStates } from '@packboard/plant/testing/startedStates'
import type { NumberPair } from '@packboard/telemetry/write'
import { expect, test } from 'vitest'
import { stateLookup } from '../connectors/packmlTags/dictionaries.ts'
import { diagnose } from './diagnose.ts'

/** A machine of the plant, another one with each seed, is read with each dictionary. */
const seeds = partOf(
  Array.from({ length: 100 }, (_, index) => index + 1),
  atDepth({ deep: 100, daily: 10 }),
)
const tenMinutesMs = 600_000
const dictionaries = ['iso-tr88', 'libremfg', 'tmc'] as const

/** The number of a state in a dictionary. */
function numberOf(dictionary: (typeof dictionaries)[number], code: number): number {
  const { number } = stateLookup(dictionary)
  const found = Array.from({ length: 18 }, (_, each) => each).find((each) => number(each) === code)
  if (found === undefined) throw new Error(`${dictionary} has no ${machineState(code).name}`)
  return found
}

const played = (seed: number) =>
  startedStates(seed % 2 === 0 ? 'factory' : 'faults', {
    ...{ machine: seed, seed: `doctor ${seed}`, day: '2026-11-04' },
  })

/** What followed what within a stretch; after it was switched off a machine begins anew. */
function pairsWithin(
  states: readonly ReportedState[],
  dictionary: (typeof dictionaries)[number],
  { from, to }: { from: number; to: number },
): NumberPair[] {
  const counts = new Map<string, { from: number; to: number; count: number }>()
  const within = states.filter(({ at }) => at >= from && at < to)
  within.forEach(({ state }, index) => {
    const before = within[index - 1]?.state ?? null
    if (state === null || before === null) return
    const [one, other] = [numberOf(dictionary, before), numberOf(dictionary, state)]
    const pair = counts.get(`${one} ${other}`) ?? { from: one, to: other, count: 0 }
    counts.set(`${one} ${other}`, { ...pair, count: pair.count + 1 })
  })
  return [...counts.values()]
}

/** When the machine was switched on for the first time that day, or the start of the day where it was on. */
function startOf(states: readonly ReportedState[]): number {
  const on = states.findIndex(({ state }) => state !== null)
  return states[on]?.at ?? 0
}

test(`of ${seeds.length} seeds each dictionary is found within ten minutes of switching a machine on`, () => {
  const wrong = seeds.flatMap((seed) => {
    const states = played(seed)
    const from = startOf(states)
    return dictionaries.flatMap((dictionary) => {
      const pairs = pairsWithin(states, dictionary, { from, to: from + tenMinutesMs })
      const { verdict, scores } = diagnose(pairs)
      const isRight = verdict === 'found' && scores[0]?.dictionary === dictionary
      return isRight ? [] : [`seed ${seed}, ${dictionary}: ${verdict} ${scores[0]?.dictionary}`]
    })
  })
  expect(wrong).toEqual([])
})

test('in any ten minutes of the day nothing wrong is proposed, whatever is not yet decidable', () => {
  let decided = 0
  const wrong = seeds.flatMap((seed) => {
    const states = played(seed)
    const first = startOf(states)
    const last = states.at(-1)?.at ?? first
    const windows = Array.from(
      { length: Math.ceil((last - first) / tenMinutesMs) },
      (_, index) => first + index * tenMinutesMs,
    )
    return dictionaries.flatMap((dictionary) =>
      windows.flatMap((from) => {
        const pairs = pairsWithin(states, dictionary, { from, to: from + tenMinutesMs })
        const { verdict, scores } = diagnose(pairs)
        if (verdict !== 'found' && verdict !== 'none') return []
        decided += 1
        const isRight = verdict === 'found' && scores[0]?.dictionary === dictionary
        return isRight ? [] : [`seed ${seed}, ${dictionary}: ${verdict} ${scores[0]?.dictionary}`]
      }),
    )
  })
  expect(wrong).toEqual([])
  expect(decided).toBeGreaterThan(seeds.length)
})
