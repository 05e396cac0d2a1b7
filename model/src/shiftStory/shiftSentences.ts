import { sparseCoverageBelow } from '../oee.ts'
import { firstRules, furtherRules, type SentenceRule, shiftPageLimits } from './sentence.ts'

/** The numbers and names that a sentence is made of; each is a figure of the page. Packs, percent, seconds. */
type SentenceTerms = {
  packs?: number | undefined
  otherPacks?: number | undefined
  percent?: number | undefined
  seconds?: number | undefined
  count?: number | undefined
  machineId?: string | undefined
  line?: string | undefined
  cause?: string | undefined
  group?: string | undefined
  start?: Date | undefined
  end?: Date | undefined
}

/** A sentence before it has a language. */
export type ShiftSentence = { rule: SentenceRule; terms: SentenceTerms }

/** A stop that cost much. `lostPacks`: of its planned time; null without a target speed. */
type StopFact = {
  readonly machineId: string
  readonly cause: string
  readonly group: string
  readonly seconds: number
  readonly lostPacks: number | null
  readonly start: Date
  readonly end: Date
}

/** What the sentences of a shift are made of: figures of its page and nothing else. */
export type ShiftFacts = {
  readonly isRunning: boolean
  readonly at: Date
  readonly machines: number
  readonly made: number
  /** Of the shift so far; null: a target is missing. */
  readonly due: number | null
  /** Planned time of all machines: so far, and what is left. Seconds. */
  readonly plannedSeconds: number
  readonly plannedLeftSeconds: number
  /** Of the clock until it ends; 0 of a past shift. */
  readonly leftSeconds: number
  /** Observed share of the shift without closed time, percent; null: all of it was closed. */
  readonly coverage: number | null
  /** Dearest first. */
  readonly stories: readonly StopFact[]
  readonly lines: readonly {
    readonly line: string
    readonly made: number
    readonly due: number | null
  }[]
  /** The machine of a line that kept its key station waiting longest; of all lines the one that waited longest. Seconds of its machines. */
  readonly held: {
    readonly line: string
    readonly machineId: string
    readonly cause: string
    readonly group: string
    readonly seconds: number
  } | null
  readonly stopsWithoutReason: number
  readonly secondsWithoutReason: number
  /** Most rejects first. */
  readonly rejects: readonly {
    readonly machineId: string
    readonly packs: number
    readonly percent: number | null
  }[]
  /** The dearest cause that did not occur in the same shift a week before. */
  readonly newCause: {
    readonly machineId: string | null
    readonly cause: string
    readonly group: string
    readonly seconds: number
  } | null
  /** Of a running shift; null of a past one. */
  readonly now: {
    readonly reporting: number
    /** Machines that report and do not run, worst first; of time that the plan takes out none. `since`: null where nothing says it. */
    readonly standing: readonly {
      readonly machineId: string
      /** The alarm that came first; without a group the key of its state. */
      readonly cause: string
      readonly group: string
      readonly since: Date | null
    }[]
  } | null
}

/** The sentence of a shift, and what else is worth one. */
type ShiftSentences = { readonly sentence: ShiftSentence; readonly also: ShiftSentence[] }

/** On target: a gap of at most this share of what was due, in percent. */
const onTargetPercent = 0.5
/** A stop is named beside the gap when it cost at least this share of it. */
const shareOfGap = 0.25
/** A line is held by a machine from so long on, seconds. */
const heldSeconds = 300
/** A machine is named for its rejects from this share of its own packs on, in percent. */
const rejectPercent = 1

/** The first sentence that fits, and at most three further ones: docs/figures.md has both tables. */
export function shiftSentences(facts: ShiftFacts): ShiftSentences {
  const sentence = firstSentence(facts)
  return { sentence, also: furtherSentences(facts, sentence) }
}

const say = (rule: SentenceRule, terms: SentenceTerms = {}): ShiftSentence => ({ rule, terms })

function firstSentence(facts: ShiftFacts): ShiftSentence {
  for (const rule of firstRules) {
    const terms = first[rule](facts)
    if (terms !== null) return say(rule, terms)
  }
  return say('withoutTarget', { packs: facts.made })
}

const isClosed = ({ plannedSeconds, plannedLeftSeconds }: ShiftFacts) =>
  plannedSeconds + plannedLeftSeconds <= 0

/** What is missing to target; null where no target can be missed: it is not set, or nothing was due yet. */
function gapOf({ made, due }: Pick<ShiftFacts, 'made' | 'due'>): number | null {
  return due === null || due <= 0 ? null : due - made
}

const isBehind = (part: Pick<ShiftFacts, 'made' | 'due'>) =>
  (gapOf(part) ?? 0) > ((part.due ?? 0) * onTargetPercent) / 100

/** The gap, and the stop that cost most of it, where the stop cost at least `share` of the gap. */
function behindBy(facts: ShiftFacts, share: number): SentenceTerms | null {
  const gap = gapOf(facts)
  const [stop] = facts.stories
  if (gap === null || !isBehind(facts) || stop === undefined || stop.lostPacks === null) return null
  if (stop.lostPacks < share * gap) return null
  return { packs: gap, otherPacks: stop.lostPacks, ...stopTerms(stop) }
}

const stopTerms = ({ machineId, cause, group, seconds, start, end }: StopFact): SentenceTerms => ({
  ...{ machineId, cause, group, seconds, start, end },
})

/** By rule the terms of its sentence, or null where it does not fit. The order is that of the table: the first that fits is said. */
const first: Record<(typeof firstRules)[number], (facts: ShiftFacts) => SentenceTerms | null> = {
  noMachines: ({ machines }) => (machines === 0 ? {} : null),
  closed: (facts) => (isClosed(facts) && facts.made <= 0 ? {} : null),
  closedButRan: (facts) => (isClosed(facts) ? { packs: facts.made } : null),
  noData: ({ coverage, made, machines }) =>
    coverage !== null && coverage <= 0 && made <= 0 ? { count: machines } : null,
  littleData: ({ coverage, made }) =>
    coverage !== null && coverage < sparseCoverageBelow ? { percent: coverage, packs: made } : null,
  offlineNow: ({ now, machines, made }) =>
    now !== null && now.reporting === 0 ? { count: machines, packs: made } : null,
  behindByStop: (facts) => behindBy(facts, 1),
  behindWithStop: (facts) => behindBy(facts, shareOfGap),
  behind: (facts) => (isBehind(facts) ? offTarget(facts) : null),
  onTarget: (facts) => {
    const gap = gapOf(facts)
    const near = gap !== null && Math.abs(gap) <= ((facts.due ?? 0) * onTargetPercent) / 100
    return near ? { packs: facts.made, otherPacks: facts.due ?? 0 } : null
  },
  ahead: (facts) => (gapOf(facts) === null ? null : offTarget(facts)),
  withoutTargetRunning: ({ isRunning, made, leftSeconds }) =>
    isRunning ? { packs: made, seconds: leftSeconds } : null,
  withoutTargetStop: ({ made, stories: [stop] }) =>
    stop === undefined ? null : { packs: made, ...stopTerms(stop) },
  withoutTarget: ({ made }) => ({ packs: made }),
}

/** How far made and due are apart, as packs and as percent of what was due; the rule says the direction. */
function offTarget(facts: ShiftFacts): SentenceTerms {
  const gap = Math.abs(gapOf(facts) ?? 0)
  return { packs: gap, percent: (100 * gap) / (facts.due ?? 1) }
}

/** A shift without data, or without anything planned, has no more to say. */
const saysAll: readonly SentenceRule[] = ['noMachines', 'closed', 'noData']

function furtherSentences(facts: ShiftFacts, sentence: ShiftSentence): ShiftSentence[] {
  if (saysAll.includes(sentence.rule)) return []
  const said: ShiftSentence[] = []
  for (const rule of furtherRules) {
    const terms = further[rule](facts, { isFirst: said.length === 0, sentence })
    if (terms !== null) said.push(say(rule, terms))
  }
  return said.slice(0, shiftPageLimits.further)
}

type Said = { readonly isFirst: boolean; readonly sentence: ShiftSentence }

const further: Record<
  (typeof furtherRules)[number],
  (facts: ShiftFacts, said: Said) => SentenceTerms | null
> = {
  standsNow: ({ now, at }) => {
    const [worst] = now?.standing ?? []
    if (worst === undefined) return null
    const { machineId, cause, group, since } = worst
    return {
      ...{ machineId, cause, group, count: now?.standing.length ?? 0 },
      ...(since && { start: since, seconds: (at.getTime() - since.getTime()) / 1_000 }),
    }
  },
  lineBehind: (facts) => {
    const [worst] = comparedLines(facts)
      .filter(isBehind)
      .toSorted((a, b) => (gapOf(b) ?? 0) - (gapOf(a) ?? 0))
    return worst === undefined ? null : { line: worst.line, packs: gapOf(worst) ?? 0 }
  },
  linesOnTarget: (facts) => {
    const lines = comparedLines(facts)
    const met = lines.length > 0 && lines.every((line) => gapOf(line) !== null && !isBehind(line))
    return met ? { count: lines.length } : null
  },
  lineHeld: ({ held }) => (held === null || held.seconds < heldSeconds ? null : { ...held }),
  isNew: ({ newCause }) => {
    if (newCause === null) return null
    const { machineId, cause, group, seconds } = newCause
    return { ...(machineId !== null && { machineId }), cause, group, seconds }
  },
  withoutReason: ({ stopsWithoutReason, secondsWithoutReason }) =>
    stopsWithoutReason > 0 ? { count: stopsWithoutReason, seconds: secondsWithoutReason } : null,
  rejectsFrom: ({ rejects: [most] }) =>
    most === undefined || most.percent === null || most.percent < rejectPercent
      ? null
      : { machineId: most.machineId, packs: most.packs, percent: most.percent },
  nothingToDo: ({ isRunning }, { isFirst, sentence }) =>
    isRunning && isFirst && isGood.includes(sentence.rule) ? {} : null,
}

/** Lines with a name, where there are several: one alone is the plant. None where little of the shift was observed. */
function comparedLines({ lines, coverage }: ShiftFacts): ShiftFacts['lines'] {
  if (coverage !== null && coverage < sparseCoverageBelow) return []
  const named = lines.filter(({ line }) => line !== '')
  return named.length > 1 ? named : []
}

/** First sentences beside which nothing is left to do. */
const isGood: readonly SentenceRule[] = ['onTarget', 'ahead', 'withoutTargetRunning']
