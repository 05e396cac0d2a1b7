import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  anyAlarms,
  anyRule,
  anySamples,
  storyMinutes,
  storyStart,
} from '../../../testing/anyRecords.ts'
import { type SlowSums, slowLedger } from '../../../testing/slowLedger.ts'
import { inSlices, sliceCounts } from '../../slices.ts'
import { decodeCarry, emptyCarry, encodeCarry } from './carry.ts'
import { foldSteps, foldStretch } from './foldStretch.ts'
import type { LedgerMinute } from './ledgerMinute.ts'
import { bySampleOrder, type LedgerAlarm, type LedgerSample } from './ledgerRecords.ts'
import { defaultRule, type LedgerRule } from './ledgerRule.ts'
import { minuteMs, minuteOf } from './minute.ts'
import { sameLabel } from './stops.ts'

const runs = 1_000

function foldAll(
  rule: LedgerRule,
  samples: readonly LedgerSample[],
  alarms: readonly LedgerAlarm[],
) {
  return foldStretch({
    rule,
    carry: emptyCarry(),
    from: minuteOf(storyStart) - minuteMs,
    to: null,
    samples: samples.toSorted(bySampleOrder),
    alarms,
  })
}

function sumsOf(minutes: readonly LedgerMinute[]): Map<string, SlowSums> {
  return new Map(
    minutes.flatMap(({ minute, pieces }) =>
      pieces.map((piece): [string, SlowSums] => [
        [
          minute,
          piece.state,
          piece.category,
          piece.product,
          piece.tool,
          piece.user,
          piece.causeGroup,
          piece.cause,
        ].join('|'),
        {
          ms: piece.ms,
          packs: piece.packs,
          rejects: piece.rejects ?? 0n,
          speed: piece.speedSum,
          speedMs: piece.speedMs,
          samples: piece.samples,
          flagged: piece.flagged,
          stops: piece.stops,
        },
      ]),
    ),
  )
}

test('the fold agrees with a slow second opinion on every sum of every minute', () => {
  fc.assert(
    fc.property(anySamples, anyAlarms, anyRule, (samples, alarms, rule) => {
      const { minutes } = foldAll(rule, samples, alarms)
      expect(sumsOf(minutes)).toEqual(slowLedger(samples, alarms, rule))
    }),
    { numRuns: runs },
  )
}, 60_000)

test('the spans of a minute tell its observed time, in order and without overlap', () => {
  fc.assert(
    fc.property(anySamples, anyRule, (samples, rule) => {
      for (const { spans, pieces } of foldAll(rule, samples, []).minutes) {
        let end = 0
        for (const span of spans) {
          expect(span.from).toBeGreaterThanOrEqual(end)
          expect(span.to).toBeGreaterThan(span.from)
          end = span.to
        }
        expect(end).toBeLessThanOrEqual(minuteMs)
        const sum = spans.reduce((ms, { from, to }) => ms + to - from, 0)
        expect(sum).toBe(pieces.reduce((ms, piece) => ms + piece.ms, 0))
      }
    }),
    { numRuns: runs },
  )
}, 60_000)

test('cut at any minutes and resumed from the carry, the fold gives the same rows', () => {
  const cuts = fc.uniqueArray(fc.integer({ min: 0, max: storyMinutes + 3 }), { maxLength: 6 })
  fc.assert(
    fc.property(anySamples, anyAlarms, anyRule, cuts, (samples, alarms, rule, anyCuts) => {
      const whole = foldAll(rule, samples, alarms)
      const ordered = samples.toSorted(bySampleOrder)
      const rows: LedgerMinute[] = []
      let carry = emptyCarry()
      let from = minuteOf(storyStart) - minuteMs
      const ends = [...anyCuts.sort((a, b) => a - b).map((m) => storyStart + m * minuteMs), null]
      for (const to of ends) {
        const inside = (at: number) => at >= from && (to === null || at < to)
        const part = foldStretch({
          rule,
          carry: decodeCarry(encodeCarry(carry)),
          from,
          to,
          samples: ordered.filter(({ at }) => inside(at)),
          alarms: alarms.filter(({ raisedAt }) => inside(raisedAt)),
        })
        rows.push(...part.minutes)
        carry = part.carry
        from = part.end
      }
      const bare = (minutes: readonly LedgerMinute[]) =>
        minutes.map(({ minute, spans, carry: text, pieces }) => ({
          minute,
          spans,
          text,
          ms: pieces.reduce((ms, piece) => ms + piece.ms, 0),
          packs: pieces.reduce((packs, piece) => packs + piece.packs, 0n),
        }))
      expect(bare(rows)).toEqual(bare(whole.minutes))
    }),
    { numRuns: runs },
  )
}, 60_000)

const at = (seconds: number) => storyStart + seconds * 1_000
const sample = (seconds: number, more: Partial<LedgerSample>): LedgerSample => ({
  at: at(seconds),
  sourceAt: at(seconds),
  sequence: 0,
  ...more,
})
const seconds = (minutes: readonly LedgerMinute[]) => {
  const sums: Record<string, number> = {}
  for (const { pieces } of minutes) {
    for (const { category, ms } of pieces) sums[category] = (sums[category] ?? 0) + ms / 1_000
  }
  return sums
}

test('the last sample speaks up to the hold limit and is never painted over a gap', () => {
  const { minutes } = foldAll(
    defaultRule,
    [sample(0, { state: 10 }), sample(300, { state: 5 })],
    [],
  )
  expect(seconds(minutes)).toEqual({ run: 90, idle: 90 })
})

test('a death starts OFFLINE until the next sample', () => {
  const samples = [sample(0, { state: 10 }), sample(20, { death: true }), sample(50, {})]
  expect(seconds(foldAll(defaultRule, samples, []).minutes)).toEqual({ run: 110 })
})

test('under a warning the machine runs while packs are counted and for 10 s after', () => {
  const samples = [
    sample(0, { state: 20, packCounter: 1 }),
    sample(4, { packCounter: 2 }),
    sample(5, { state: 23 }),
    sample(60, { state: 10 }),
  ]
  const { minutes } = foldAll({ ...defaultRule, holdMs: 60_000 }, samples, [])
  expect(seconds(minutes)).toEqual({ alarm: 4 + 46, run: 10 + 60 })
})

test('an alarm in the middle of a stop names the whole stop, and the earlier minutes ask to be renamed', () => {
  const samples = [0, 40, 80, 120, 160].map((second) => sample(second, { state: 5 }))
  const alarm = { raisedAt: at(130), group: 'Film', description: 'Film end' }
  const { minutes } = foldAll(defaultRule, samples, [alarm])
  expect(new Set(minutes.flatMap(({ pieces }) => pieces.map(({ cause }) => cause)))).toEqual(
    new Set(['Film end']),
  )
  const cut = at(60)
  const early = foldStretch({
    rule: defaultRule,
    carry: emptyCarry(),
    from: at(0),
    to: cut,
    samples: samples.filter((one) => one.at < cut),
    alarms: [],
  })
  expect(early.left).toEqual({
    since: at(0),
    label: { group: '', cause: 'Stopped', byAlarm: false },
  })
  const late = foldStretch({
    rule: defaultRule,
    carry: early.carry,
    from: cut,
    to: null,
    samples: samples.filter((one) => one.at >= cut),
    alarms: [alarm],
  })
  expect(late.entered).toEqual({
    since: at(0),
    label: { group: 'Film', cause: 'Film end', byAlarm: true },
  })
  expect(sameLabel(late.entered!.label, early.left!.label)).toBe(false)
})

test('packs belong to the context that they end, and to the minute of the later sample', () => {
  const { minutes } = foldAll(
    defaultRule,
    [
      sample(50, { state: 10, product: 'A', packCounter: 100 }),
      sample(61, { state: 5, product: 'B', packCounter: 112.5 }),
    ],
    [],
  )
  const packs = minutes.flatMap(({ minute, pieces }) =>
    pieces.filter((piece) => piece.packs > 0n).map((piece) => ({ minute, ...piece })),
  )
  expect(packs).toMatchObject([
    { minute: at(60), state: 10, product: 'A', category: 'run', packs: 12_500_000_000n },
  ])
})

test('a day with a sample each second is folded in slices, to the same rows', async () => {
  const samples = Array.from({ length: 86_400 }, (_, second): LedgerSample => {
    const at = storyStart + second * 1_000
    return { at, sourceAt: at, sequence: 0, state: 10, packCounter: second, speedPpm: 60 }
  })
  const stretch = {
    ...{ rule: defaultRule, carry: emptyCarry(), from: minuteOf(storyStart) - minuteMs, to: null },
    ...{ samples, alarms: [] },
  }
  const rows = await inSlices('ledger', foldSteps(stretch))
  expect(rows).toEqual(foldStretch(stretch))
  const slices = sliceCounts().find(({ work }) => work === 'ledger')
  expect(slices?.slices).toBeGreaterThan(5)
  expect(slices?.longSlices).toBe(0)
})

test('samples that are held for a day rest after each hour of rows, to the same rows', () => {
  const days = 3
  const samples = Array.from({ length: days }, (_, day): LedgerSample => {
    const at = storyStart + day * 1_440 * minuteMs
    return { at, sourceAt: at, sequence: 0, state: day % 2 === 0 ? 10 : 4, packCounter: day }
  })
  const stretch = {
    ...{ rule: { ...defaultRule, holdMs: 1_440 * minuteMs }, carry: emptyCarry(), to: null },
    ...{ from: minuteOf(storyStart) - minuteMs, samples, alarms: [] },
  }
  const steps = foldSteps(stretch)
  let rests = 0
  let step = steps.next()
  for (; !step.done; step = steps.next()) rests += 1
  expect(rests).toBeGreaterThan(days * 24)
  expect(step.value.minutes.length).toBeGreaterThanOrEqual(days * 1_440)
  expect(step.value).toEqual(foldStretch(stretch))
  // A stretch that is cut after each hour is followed in other steps.
  const cut = samples.flatMap((sample) => {
    const others = Array.from({ length: 23 }, (_, hour) => ({
      ...{ at: sample.at + (hour + 1) * 60 * minuteMs, sourceAt: sample.sourceAt, sequence: 0 },
      ...{ state: sample.state, packCounter: sample.packCounter },
    }))
    return [sample, ...others]
  })
  const ms = (list: readonly LedgerSample[]) =>
    foldStretch({ ...stretch, samples: list })
      .minutes.slice(0, days * 1_440)
      .flatMap(({ pieces }) => pieces.map((piece) => [piece.state, piece.ms]))
  expect(ms(samples)).toEqual(ms(cut))
})
