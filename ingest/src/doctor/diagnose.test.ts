import type { NumberPair } from '@packboard/telemetry/write'
import { expect, test } from 'vitest'
import { recordedMessages } from '../connectors/packmlTags/recording/recording.ts'
import { diagnose, judgedOf, legalOf } from './diagnose.ts'

/** What followed what in numbers that came one after the other. */
function pairsOf(numbers: readonly number[]): NumberPair[] {
  const counts = new Map<string, { from: number; to: number; count: number }>()
  numbers.forEach((to, index) => {
    const from = numbers[index - 1]
    if (from === undefined) return
    const pair = counts.get(`${from} ${to}`) ?? { from, to, count: 0 }
    counts.set(`${from} ${to}`, { ...pair, count: pair.count + 1 })
  })
  return [...counts.values()]
}
const again = (numbers: readonly number[], times: number) => Array(times).fill(numbers).flat()
const verdict = (numbers: readonly number[]) => {
  const { verdict: found, scores } = diagnose(pairsOf(numbers))
  return found === 'found' ? scores[0]?.dictionary : found
}

test('the recorded machine is libremfg: 19 of its 19 transitions are of the standard, 12 as iso-tr88', () => {
  const numbers = recordedMessages('plain.jsonl')
    .filter(({ topic }) => topic.endsWith('/Status/StateCurrent'))
    .map(({ payload }) => Number(payload))
  expect(numbers).toHaveLength(20)
  const { verdict: found, scores, pairs } = diagnose(pairsOf(numbers))
  expect(found).toBe('found')
  expect(pairs).toBe(15)
  expect(scores).toEqual([
    { dictionary: 'libremfg', steps: { direct: 19, shortened: 0, silent: 0, illegal: 0 } },
    { dictionary: 'iso-tr88', steps: { direct: 12, shortened: 2, silent: 0, illegal: 5 } },
    { dictionary: 'tmc', steps: { direct: 1, shortened: 1, silent: 0, illegal: 17 } },
  ])
  expect(scores.map((score) => [legalOf(score), judgedOf(score)])).toEqual([
    [19, 19],
    [14, 19],
    [2, 19],
  ])
})

const start = { 'iso-tr88': [2, 15, 4, 3, 6], libremfg: [2, 15, 1, 3, 6], tmc: [0, 1, 2, 3, 4] }
test.each(Object.entries(start))('one start of a machine is enough for %s', (name, numbers) => {
  expect(verdict(numbers)).toBe(name)
  expect(verdict(numbers.slice(0, 4))).toBe('watching')
})

test('a machine that only runs and holds is not decided between iso-tr88 and libremfg, however long', () => {
  expect(verdict([6, ...again([10, 11, 12, 6], 1_000)])).toBe('tied')
  // TMC has other numbers for it.
  expect(verdict([4, ...again([14, 15, 16, 4], 2)])).toBe('tmc')
})

test('a thousand holds do not hide the two transitions that decide', () => {
  const held = again([10, 11, 12, 6], 1_000)
  expect(verdict([...start['iso-tr88'], ...held])).toBe('iso-tr88')
  expect(verdict([...start.libremfg, ...held])).toBe('libremfg')
})

test('a machine of the smallest subset is decided', () => {
  // Stopped, Idle, Execute, Aborted.
  expect(verdict(again([2, 4, 6, 2, 4, 6, 9], 3))).toBe('iso-tr88')
  expect(verdict(again([0, 2, 4, 0, 2, 4, 8], 3))).toBe('tmc')
})

test('numbers of a maker are none of them, and nothing is proposed', () => {
  const maker = again([40, 41, 42, 43, 44, 45, 46, 47, 48], 3)
  expect(verdict(maker)).toBe('none')
  expect(verdict([40, 41, 42, 43, 44])).toBe('watching')
  expect(diagnose([])).toMatchObject({ verdict: 'watching', pairs: 0 })
})

test('numbers of a maker are none of them also where the ones that it sends most often look like PackML', () => {
  const holds = again([6, 10, 11, 12], 1_000)
  expect(verdict([...holds, 6, 40, 41, 42, 43, 44, 45, 46])).toBe('none')
})

test('a machine that at times does not know its state is judged by the rest', () => {
  expect(verdict([0, ...start['iso-tr88'], 0, ...start['iso-tr88'], 0])).toBe('iso-tr88')
})

test('a single slip does not hide what all else shows', () => {
  // Held to Idle is none of the standard.
  const slips = [...start.libremfg, 10, 11, 1, ...again([3, 6, 16, 17, 15, 1], 3)]
  expect(verdict(slips)).toBe('libremfg')
})
