import type { LabelSpan } from '../plan/timeSpans.ts'
import { labelledParts, type Planning, plannedParts, type StopLabel } from './labels.ts'

type Span = { readonly from: number; readonly to: number }

/** How far labels before a window have a say in it: no reason is overrun later than after this (D74). */
export const longestOverrunMs = 86_400_000

/**
 * The labelled time of one machine before `until`, as spans in order and without overlap (D73). `runs` are the times in which it ran,
 * in any order: all within the labels, and after an entry that holds until the machine runs the next one. Where it ran there is no
 * label, and what holds in a stop is what the stop book says of it.
 */
export function labelSpans(
  labels: readonly StopLabel[],
  runs: readonly Span[],
  { planningOf, until }: { planningOf: (reason: string) => Planning | undefined; until: number },
): LabelSpan[] {
  const ran = runs.toSorted((a, b) => a.from - b.from)
  const reaches = labels
    .map((label) => ({ from: label.from, to: Math.min(until, reachOf(label, ran, until)) }))
    .filter(({ from, to }) => from < to)
  return stoodIn(joined(reaches), ran).flatMap((stop) => {
    const own = labels.filter(({ from, to }) => from < stop.to && to > stop.from)
    return plannedParts(labelledParts(stop, own), planningOf).flatMap((part): LabelSpan[] => {
      const { from, to, label, planned, overrunAt } = part
      if (label === null || planned === null) return []
      const ends = planned ? (overrunAt ?? to) : from
      return [
        { from, to: ends, label: label.id, planned: true },
        { from: ends, to, label: label.id, planned: false },
      ].filter((span) => span.from < span.to)
    })
  })
}

/** Where an entry ends at the latest: with the stop that it goes on in, where it has no end of its own. */
function reachOf({ to, untilRun }: StopLabel, runs: readonly Span[], until: number): number {
  if (!untilRun || runs.some((run) => run.from < to && to <= run.to)) return to
  return runs.find((run) => run.from >= to)?.from ?? until
}

/** Overlapping and touching spans as one. */
function joined(spans: readonly Span[]): Span[] {
  const found: Span[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = found.at(-1)
    if (last === undefined || last.to < span.from) found.push(span)
    else found[found.length - 1] = { from: last.from, to: Math.max(last.to, span.to) }
  }
  return found
}

/** The spans without what ran, in order. */
function stoodIn(spans: readonly Span[], runs: readonly Span[]): Span[] {
  return spans.flatMap(({ from, to }) => {
    const stood: Span[] = []
    let begin = from
    for (const run of runs) {
      if (run.to <= begin || run.from >= to) continue
      if (run.from > begin) stood.push({ from: begin, to: run.from })
      begin = Math.max(begin, run.to)
    }
    if (begin < to) stood.push({ from: begin, to })
    return stood
  })
}
