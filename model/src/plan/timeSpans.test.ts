import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LabelSpan, type PlanSpan, type TimeSources, timeSpans } from './timeSpans.ts'

const lastInstant = 24

/** Spans without overlap, some of which touch. */
const anySpans = fc
  .uniqueArray(fc.integer({ min: 0, max: lastInstant }), { maxLength: 10 })
  .chain((instants) =>
    fc
      .array(fc.boolean(), { minLength: instants.length, maxLength: instants.length })
      .map((kept) => {
        const edges = instants.sort((a, b) => a - b)
        return edges.flatMap((from, i) => {
          const to = edges[i + 1]
          return kept[i] && to !== undefined ? [{ from, to }] : []
        })
      }),
  )
const anyPlan = anySpans.chain((spans) =>
  fc.tuple(
    ...spans.map((span) =>
      fc
        .constantFrom('break' as const, 'closed' as const)
        .map((kind): PlanSpan => ({ ...span, kind })),
    ),
  ),
)
const anyLabels = anySpans.chain((spans) =>
  fc.tuple(
    ...spans.map((span, index) =>
      fc.constantFrom('planned', 'external', 'other').map(
        (kind): LabelSpan => ({
          ...{ ...span, label: index, planned: kind === 'planned' },
          ...(kind === 'external' && { external: true as const }),
        }),
      ),
    ),
  ),
)
const anySources: fc.Arbitrary<TimeSources> = fc.record({
  plan: anyPlan,
  modes: anySpans,
  labels: anyLabels,
})

const at = <One extends { from: number; to: number }>(spans: readonly One[], instant: number) =>
  spans.filter(({ from, to }) => from <= instant && instant < to)

/** The rule of D73 in words, of one instant, and of D114: an external reason is said also where it decides nothing. */
function kindAt({ plan, modes, labels }: TimeSources, instant: number) {
  const [label] = at(labels, instant)
  const [scheduled] = at(plan, instant)
  const inMode = at(modes, instant).length > 0
  const isTaken = inMode || scheduled !== undefined
  const external = label?.external ? label.label : undefined
  if (label !== undefined && !label.planned && !isTaken) {
    return external === undefined ? undefined : { plan: null, label: null, under: null, external }
  }
  if (label === undefined && !isTaken) return undefined
  const of = { plan: scheduled?.kind ?? null, label: label?.label ?? null, external }
  if (label !== undefined) return { ...of, under: label.planned ? 'label' : null }
  return { ...of, under: inMode ? 'mode' : (scheduled?.kind ?? null) }
}

test('at each instant the label holds, then the mode, then the plan', () => {
  fc.assert(
    fc.property(anySources, (sources) => {
      const spans = timeSpans(sources)
      for (let instant = 0; instant < lastInstant; instant += 1) {
        const found = at(spans, instant).map(({ under, plan, label, external }) => {
          return { under, plan, label, external }
        })
        const expected = kindAt(sources, instant)
        expect(found).toEqual(expected === undefined ? [] : [expected])
      }
      for (const [index, span] of spans.entries()) {
        expect(span.from).toBeLessThan(span.to)
        const last = spans[index - 1]
        if (last?.to !== span.from) continue
        // Neighbours that say the same are one, except those that the plan already had as two.
        const { from: _from, to: _to, ...said } = span
        if (sources.labels.length + sources.modes.length > 0) expect(last).not.toMatchObject(said)
      }
    }),
  )
})

test('a label that is not planned counts in closed time, in a break and in another mode, and is nothing elsewhere', () => {
  const labels = [{ from: 2, to: 22, label: 7, planned: false }]
  const plan = [
    { from: 4, to: 6, kind: 'break' as const },
    { from: 8, to: 12, kind: 'closed' as const },
  ]
  expect(timeSpans({ plan, modes: [{ from: 10, to: 14 }], labels })).toEqual([
    { from: 4, to: 6, under: null, plan: 'break', label: 7 },
    { from: 8, to: 12, under: null, plan: 'closed', label: 7 },
    { from: 12, to: 14, under: null, plan: null, label: 7 },
  ])
  expect(timeSpans({ plan: [], modes: [], labels })).toEqual([])
})

test('a plan alone is as it was', () => {
  const plan = [{ from: 4, to: 6, kind: 'break' as const }]
  expect(timeSpans({ plan, modes: [], labels: [] })).toEqual([
    { from: 4, to: 6, under: 'break', plan: 'break', label: null },
  ])
})
