import { runsOfProperty } from '@packboard/model/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bySampleOrder, isSameSample, type LedgerSample } from '../fold/ledgerRecords.ts'
import { CachedSamples } from './cachedSamples.ts'

const propertyRuns = { deep: 5_000, daily: 300 }

/** Mostly one after the other, some late, some twice, some at one instant. */
const anySample = fc.record({
  step: fc.oneof({ weight: 6, arbitrary: fc.constant(1) }, fc.integer({ min: -150, max: 3 })),
  sequence: fc.integer({ min: 0, max: 1 }),
  state: fc.option(fc.constantFrom(5, 10)),
  product: fc.option(fc.constantFrom('Bar', 'Tea'), { nil: undefined }),
  packCounter: fc.option(fc.double({ noNaN: true, min: 0 }), { nil: undefined }),
})

test('in whatever order samples come, the newest version of each is there at every revision, of what is not forgotten', () => {
  fc.assert(
    fc.property(
      fc.array(anySample, { minLength: 1, maxLength: 400, size: 'max' }),
      fc.tuple(fc.integer({ min: 0, max: 400 }), fc.option(fc.integer({ min: 0, max: 400 }))),
      fc.integer({ min: 0, max: 400 }),
      (steps, [start, end], revision) => {
        const cached = new CachedSamples()
        const came: { readonly sample: LedgerSample; readonly commit: number }[] = []
        let [at, completeFrom] = [100, Number.NEGATIVE_INFINITY]
        for (const [commit, { step, sequence, ...said }] of steps.entries()) {
          at += step
          const sample = { at, sourceAt: at, sequence, ...said }
          expect(cached.insert(sample, BigInt(commit))).toBe(true)
          came.push({ sample, commit })
          const gone = cached.forgetOldest(180)
          if (gone !== undefined) completeFrom = Math.max(completeFrom, gone + 1)
        }
        expect(cached.count).toBeLessThan(180 + 2 * 64)
        const from = Math.max(start, completeFrom)
        const wanted: LedgerSample[] = []
        for (const { sample, commit } of came.toSorted((a, b) =>
          bySampleOrder(a.sample, b.sample),
        )) {
          if (commit > revision || sample.at < from || sample.at >= (end ?? 1_000)) continue
          const last = wanted.at(-1)
          if (last !== undefined && isSameSample(last, sample)) wanted.pop()
          wanted.push(sample)
        }
        const { samples } = cached.within(from, end, BigInt(revision))
        expect([...samples].map(reported)).toEqual(wanted.map(reported))
        // They can be read more than once.
        expect([...samples].map(reported)).toEqual(wanted.map(reported))
      },
    ),
    runsOfProperty(propertyRuns),
  )
}, 300_000)

test('a stretch stays what it was when it was read, whatever comes or goes afterwards', () => {
  const cached = new CachedSamples()
  const sample = (at: number) => ({ at, sourceAt: at, sequence: 0, state: at })
  for (let at = 1; at <= 300; at += 1) cached.insert(sample(at * 2), 1n)
  const { samples, count } = cached.within(0, null, 1n)
  const before = [...samples]
  for (let at = 301; at <= 600; at += 1) cached.insert(sample(at * 2), 2n)
  for (let at = 1; at <= 300; at += 1) cached.insert(sample(at * 2 + 1), 3n)
  while (cached.forgetOldest(10) !== undefined);
  expect(count).toBe(300)
  expect([...samples]).toEqual(before)
})

test('what no number can hold is not held', () => {
  const cached = new CachedSamples()
  const sample = { at: 5, sourceAt: 5, sequence: 0, speedPpm: Number.NaN }
  expect(cached.insert(sample, 1n)).toBe(false)
  cached.insert({ at: 9, sourceAt: 9, sequence: 0 }, 1n)
  expect(cached.insert(sample, 1n)).toBe(false)
  expect([...cached.within(0, null, 1n).samples]).toHaveLength(1)
})

const reported = ({ state, product, packCounter, ...identity }: LedgerSample) => ({
  ...{ at: identity.at, sourceAt: identity.sourceAt, sequence: identity.sequence },
  ...{ state: state ?? null, product: product ?? null, packCounter: packCounter ?? null },
})
