import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { firstRules, furtherRules, sentenceRules, shiftPageLimits } from './sentence.ts'
import { type ShiftFacts, shiftSentences } from './shiftSentences.ts'

const begin = new Date('2026-04-10T05:00:00Z')
const minute = 60_000
const at = new Date(begin.getTime() + 480 * minute)

type Story = ShiftFacts['stories'][number]
const stop = (more: Partial<Story> = {}): Story => ({
  ...{ machineId: 'FW-102', cause: 'Front jaw', group: 'Jaws', seconds: 3_660, lostPacks: 9_416 },
  ...{ start: begin, end: new Date(begin.getTime() + 61 * minute) },
  ...more,
})

/** A past shift of eight machines that met its target. */
const shift = (more: Partial<ShiftFacts> = {}): ShiftFacts => ({
  ...{ isRunning: false, at, machines: 8, made: 465_000, due: 465_000 },
  ...{ plannedSeconds: 8 * 27_000, plannedLeftSeconds: 0, leftSeconds: 0, coverage: 99.5 },
  ...{ stories: [], lines: [], stopsWithoutReason: 0, secondsWithoutReason: 0, rejects: [] },
  ...{ newCause: null, held: null, now: null },
  ...more,
})
const running = (more: Partial<ShiftFacts> = {}): ShiftFacts =>
  shift({
    ...{ isRunning: true, plannedLeftSeconds: 3_600, leftSeconds: 12_480 },
    now: { reporting: 8, standing: [] },
    ...more,
  })

const firstOf = (facts: ShiftFacts) => shiftSentences(facts).sentence
const rulesOf = (facts: ShiftFacts) => shiftSentences(facts).also.map(({ rule }) => rule)

describe('the first sentence', () => {
  test.each<[string, ShiftFacts, object]>([
    ['no machine', shift({ machines: 0, made: 0, due: null }), { rule: 'noMachines', terms: {} }],
    [
      'a Sunday that is closed, with machines that are off',
      shift({ made: 0, due: 0, plannedSeconds: 0, coverage: null }),
      { rule: 'closed', terms: {} },
    ],
    [
      'a Sunday that is closed, and runs',
      shift({ made: 1_200, due: 0, plannedSeconds: 0, coverage: null }),
      { rule: 'closedButRan', terms: { packs: 1_200 } },
    ],
    [
      'nothing was observed',
      shift({ made: 0, coverage: 0 }),
      { rule: 'noData', terms: { count: 8 } },
    ],
    [
      'little was observed',
      shift({ made: 12, coverage: 79.9 }),
      { rule: 'littleData', terms: { percent: 79.9, packs: 12 } },
    ],
    [
      'no machine reports now',
      running({ now: { reporting: 0, standing: [] } }),
      { rule: 'offlineNow', terms: { count: 8, packs: 465_000 } },
    ],
    [
      'one stop cost more than what is missing',
      shift({ made: 456_502, stories: [stop()] }),
      {
        rule: 'behindByStop',
        terms: {
          ...{ packs: 8_498, otherPacks: 9_416, machineId: 'FW-102', cause: 'Front jaw' },
          ...{ group: 'Jaws', seconds: 3_660, start: stop().start, end: stop().end },
        },
      },
    ],
    [
      'one stop cost a quarter of what is missing',
      shift({ made: 445_000, stories: [stop({ lostPacks: 5_000 })] }),
      {
        rule: 'behindWithStop',
        terms: expect.objectContaining({ packs: 20_000, otherPacks: 5_000 }),
      },
    ],
    [
      'the dearest stop cost less than a quarter',
      shift({ made: 445_000, stories: [stop({ lostPacks: 4_999 })] }),
      { rule: 'behind', terms: { packs: 20_000, percent: 2_000_000 / 465_000 } },
    ],
    [
      'half a percent is on target',
      shift({ made: 465_000 - 2_325 }),
      { rule: 'onTarget', terms: { packs: 462_675, otherPacks: 465_000 } },
    ],
    [
      'more than half a percent is behind',
      shift({ made: 465_000 - 2_326 }),
      { rule: 'behind', terms: { packs: 2_326, percent: 232_600 / 465_000 } },
    ],
    [
      'ahead',
      shift({ made: 470_000 }),
      { rule: 'ahead', terms: { packs: 5_000, percent: 500_000 / 465_000 } },
    ],
    [
      'a target is missing while it runs',
      running({ due: null, made: 328_504, stories: [stop({ lostPacks: null })] }),
      { rule: 'withoutTargetRunning', terms: { packs: 328_504, seconds: 12_480 } },
    ],
    [
      'nothing is due yet',
      running({ due: 0, made: 0, plannedSeconds: 0, coverage: null }),
      { rule: 'withoutTargetRunning', terms: { packs: 0, seconds: 12_480 } },
    ],
    [
      'a target is missing, and a machine stood',
      shift({ due: null, stories: [stop({ lostPacks: null })] }),
      {
        rule: 'withoutTargetStop',
        terms: expect.objectContaining({ packs: 465_000, machineId: 'FW-102', seconds: 3_660 }),
      },
    ],
    [
      'a target is missing, and nothing stood',
      shift({ due: null }),
      { rule: 'withoutTarget', terms: { packs: 465_000 } },
    ],
  ])('%s', (_what, facts, expected) => {
    expect(firstOf(facts)).toEqual(expected)
  })

  test('of one machine and of a hundred is the same', () => {
    expect(firstOf(shift({ machines: 1 })).rule).toBe('onTarget')
    expect(firstOf(shift({ machines: 100 })).rule).toBe('onTarget')
  })
})

describe('beside it', () => {
  const line = (name: string, made: number, due: number | null = 1_000) => ({
    ...{ line: name, made, due },
  })

  test('a line that is behind, or that all met their targets; the machines without a line are none', () => {
    const lines = [line('Line 1', 900), line('Line 2', 800), line('', 0)]
    expect(shiftSentences(shift({ lines })).also).toEqual([
      { rule: 'lineBehind', terms: { line: 'Line 2', packs: 200 } },
    ])
    const met = [line('Line 1', 1_000), line('Line 2', 996)]
    expect(shiftSentences(shift({ lines: met })).also).toEqual([
      { rule: 'linesOnTarget', terms: { count: 2 } },
    ])
    expect(rulesOf(shift({ lines: met.slice(1) }))).toEqual([])
    expect(rulesOf(shift({ lines: [...met, line('Line 3', 1, null)] }))).toEqual([])
    expect(rulesOf(shift({ lines, coverage: 60 }))).toEqual([])
  })

  test('what stands now, with how many stand', () => {
    const standing = [
      {
        ...{ machineId: 'FW-302', cause: 'Film snapped', group: 'Film' },
        since: new Date(at.getTime() - 90_000),
      },
      { machineId: 'FW-101', cause: 'Held', group: '', since: null },
    ]
    expect(shiftSentences(running({ now: { reporting: 8, standing } })).also).toEqual([
      {
        rule: 'standsNow',
        terms: {
          ...{ machineId: 'FW-302', cause: 'Film snapped', group: 'Film', count: 2 },
          ...{ start: standing[0]?.since, seconds: 90 },
        },
      },
    ])
    const unknown = shiftSentences(running({ now: { reporting: 8, standing: standing.slice(1) } }))
      .also[0]
    expect(unknown?.terms).toEqual({ machineId: 'FW-101', cause: 'Held', group: '', count: 1 })
  })

  test('a new cause, stops without reason, rejects; at most three, in the order of the table', () => {
    const newCause = { machineId: 'FW-302', cause: 'Crosswise', group: 'Infeed', seconds: 900 }
    const facts = {
      ...{ newCause, stopsWithoutReason: 3, secondsWithoutReason: 1_440 },
      rejects: [{ machineId: 'FW-103', packs: 1_200, percent: 1.2 }],
    }
    expect(shiftSentences(shift(facts)).also).toEqual([
      { rule: 'isNew', terms: newCause },
      { rule: 'withoutReason', terms: { count: 3, seconds: 1_440 } },
      { rule: 'rejectsFrom', terms: { machineId: 'FW-103', packs: 1_200, percent: 1.2 } },
    ])
    const standing = [{ machineId: 'FW-101', cause: 'Held', group: '', since: null }]
    expect(rulesOf(running({ ...facts, now: { reporting: 8, standing } }))).toEqual([
      'standsNow',
      'isNew',
      'withoutReason',
    ])
    expect(rulesOf(shift({ rejects: [{ machineId: 'FW-103', packs: 9, percent: 0.9 }] }))).toEqual(
      [],
    )
  })

  test('the machine that held a line, from five minutes on', () => {
    const held = { line: 'Line 3', machineId: 'CP-105', cause: 'Case jam', group: 'Jams' }
    expect(shiftSentences(shift({ held: { ...held, seconds: 300 } })).also).toEqual([
      { rule: 'lineHeld', terms: { ...held, seconds: 300 } },
    ])
    expect(rulesOf(shift({ held: { ...held, seconds: 299 } }))).toEqual([])
  })

  test('nothing to do is said of a good shift that runs, alone', () => {
    expect(rulesOf(running())).toEqual(['nothingToDo'])
    expect(rulesOf(shift())).toEqual([])
    expect(rulesOf(running({ made: 1 }))).toEqual([])
    expect(rulesOf(running({ stopsWithoutReason: 1, secondsWithoutReason: 200 }))).toEqual([
      'withoutReason',
    ])
  })

  test('a shift without data has no more to say', () => {
    const facts = { made: 0, coverage: 0, stopsWithoutReason: 2, secondsWithoutReason: 10 }
    expect(rulesOf(shift(facts))).toEqual([])
  })
})

const amount = fc.double({ min: 0, max: 1e6, noNaN: true })
const name = fc.constantFrom('FW-101', 'FW-102', 'FW-103')
const date = fc.integer({ min: 0, max: 480 }).map((m) => new Date(begin.getTime() + m * minute))
const anyStory = fc.record<Story>({
  ...{ machineId: name, cause: fc.string(), group: fc.string(), seconds: amount },
  ...{ lostPacks: fc.option(amount), start: date, end: date },
})
const anyFacts = fc.record<ShiftFacts>({
  isRunning: fc.boolean(),
  at: fc.constant(at),
  machines: fc.integer({ min: 0, max: 100 }),
  made: amount,
  due: fc.option(amount),
  plannedSeconds: fc.oneof(fc.constant(0), amount),
  plannedLeftSeconds: fc.oneof(fc.constant(0), amount),
  leftSeconds: amount,
  coverage: fc.option(fc.double({ min: 0, max: 100, noNaN: true })),
  stories: fc.array(anyStory, { maxLength: 5 }),
  lines: fc.array(
    fc.record({
      line: fc.constantFrom('', 'Line 1', 'Line 2'),
      made: amount,
      due: fc.option(amount),
    }),
    { maxLength: 3 },
  ),
  stopsWithoutReason: fc.integer({ min: 0, max: 9 }),
  secondsWithoutReason: amount,
  rejects: fc.array(fc.record({ machineId: name, packs: amount, percent: fc.option(amount) }), {
    maxLength: 3,
  }),
  held: fc.option(
    fc.record({
      ...{ line: fc.constantFrom('Line 1', 'Line 2'), machineId: name, cause: fc.string() },
      ...{ group: fc.string(), seconds: amount },
    }),
  ),
  newCause: fc.option(
    fc.record({
      machineId: fc.option(name),
      cause: fc.string(),
      group: fc.string(),
      seconds: amount,
    }),
  ),
  now: fc.option(
    fc.record({
      reporting: fc.integer({ min: 0, max: 100 }),
      standing: fc.array(
        fc.record({
          machineId: name,
          cause: fc.string(),
          group: fc.string(),
          since: fc.option(date),
        }),
        { maxLength: 3 },
      ),
    }),
  ),
})

/** Every number that a page shows, and the differences that its sentences may say. */
function numbersOf(facts: ShiftFacts): number[] {
  const gaps = [facts, ...facts.lines].flatMap(({ made, due }) => {
    const gap = Math.abs((due ?? 0) - made)
    return [gap, (100 * gap) / (due ?? 1)]
  })
  const standing = facts.now?.standing ?? []
  return [
    ...[facts.machines, facts.made, facts.due, facts.leftSeconds, facts.coverage],
    ...[facts.stopsWithoutReason, facts.secondsWithoutReason, facts.newCause?.seconds],
    facts.held?.seconds,
    ...facts.stories.flatMap(({ seconds, lostPacks }) => [seconds, lostPacks]),
    ...facts.rejects.flatMap(({ packs, percent }) => [packs, percent]),
    ...[standing.length, facts.lines.filter(({ line }) => line !== '').length],
    ...standing.map(({ since }) => (at.getTime() - (since?.getTime() ?? 0)) / 1_000),
    ...gaps,
  ].flatMap((value) => value ?? [])
}

test('whatever a shift was, every number of its sentences is a figure of its page, and they are few and in order', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const { sentence, also } = shiftSentences(facts)
      expect(firstRules).toContain(sentence.rule)
      const order = also.map(({ rule }) => sentenceRules.indexOf(rule))
      expect(order).toEqual(order.toSorted((a, b) => a - b))
      expect(new Set(order).size).toBe(order.length)
      expect(also.every(({ rule }) => furtherRules.some((each) => each === rule))).toBe(true)
      expect(also.length).toBeLessThanOrEqual(shiftPageLimits.further)
      const known = new Set(numbersOf(facts))
      for (const { terms } of [sentence, ...also]) {
        for (const value of Object.values(terms)) {
          if (typeof value === 'number') expect([value, known.has(value)]).toEqual([value, true])
        }
      }
      // Nothing is said to be behind that is not.
      if (sentence.rule.startsWith('behind')) expect(facts.made).toBeLessThan(facts.due ?? 0)
      if (sentence.rule === 'ahead') expect(facts.made).toBeGreaterThan(facts.due ?? 0)
      // The stop that is named is the dearest one.
      const { machineId, seconds } = sentence.terms
      if (machineId !== undefined) {
        expect([machineId, seconds]).toEqual([
          facts.stories[0]?.machineId,
          facts.stories[0]?.seconds,
        ])
      }
    }),
    { numRuns: 500 },
  )
})
