import { namedDictionaries } from '@packboard/contract'
import type { NumberPair } from '@packboard/telemetry/write'
import { stateLookup } from '../connectors/packmlTags/dictionaries.ts'
import { type Step, stepOf } from './packmlSteps.ts'

/** What has to be seen before a dictionary is proposed; decision 45 has the reasons. */
export const doctorRules = {
  /** Of one pair of numbers so many transitions count: a machine that holds a thousand times shows nothing new by it. */
  countedOfPair: 3,
  /** Different pairs before anything is proposed, and before it is said that no dictionary fits. */
  leastPairs: 4,
  leastPairsForNone: 8,
  /** Legal transitions among those that were seen. */
  leastLegal: 0.9,
  /** Points ahead of the next dictionary: as many as one transition that is legal in the one and illegal in the other. */
  leastLead: 3,
} as const

/** What a transition says for a dictionary. One that the standard does not have says more than one that it has. */
const points: Readonly<Record<Step, number>> = {
  direct: 1,
  shortened: 0.5,
  silent: -1,
  illegal: -2,
}

type DictionaryName = (typeof namedDictionaries)[number]

export type DictionaryScore = {
  readonly dictionary: DictionaryName
  /** Transitions by what they are in this dictionary. */
  readonly steps: Readonly<Record<Step, number>>
}

export type Diagnosis = {
  /**
   * `watching`: too little was seen. `tied`: two dictionaries explain it alike. `none`: no dictionary does. `found`: the
   * first of the scores.
   */
  readonly verdict: 'watching' | 'tied' | 'none' | 'found'
  /** The best one first. */
  readonly scores: readonly DictionaryScore[]
  /** Different pairs of numbers. */
  readonly pairs: number
}

/** Which dictionary the numbers of a machine are, by what followed what. */
export function diagnose(pairs: readonly NumberPair[]): Diagnosis {
  const scores = namedDictionaries
    .map((dictionary) => scoreOf(dictionary, pairs))
    .sort((one, other) => pointsOf(other) - pointsOf(one))
  return { verdict: verdictOf(scores, pairs.length), scores, pairs: pairs.length }
}

function scoreOf(dictionary: DictionaryName, pairs: readonly NumberPair[]): DictionaryScore {
  const { number: codeOf } = stateLookup(dictionary)
  const steps = { direct: 0, shortened: 0, silent: 0, illegal: 0 }
  for (const { from, to, count } of pairs) {
    steps[stepOf(codeOf(from), codeOf(to))] += Math.min(count, doctorRules.countedOfPair)
  }
  return { dictionary, steps }
}

const pointsOf = ({ steps }: DictionaryScore) =>
  steps.direct * points.direct +
  steps.shortened * points.shortened +
  steps.silent * points.silent +
  steps.illegal * points.illegal

/** Transitions that the standard has, whole or shortened. */
export const legalOf = ({ steps }: DictionaryScore) => steps.direct + steps.shortened

/** Those, and the ones that it does not have. What a machine itself does not know is in neither. */
export const judgedOf = (score: DictionaryScore) => legalOf(score) + score.steps.illegal

function verdictOf(scores: readonly DictionaryScore[], pairs: number): Diagnosis['verdict'] {
  const [best, next] = scores
  if (!best || !next || pairs < doctorRules.leastPairs) return 'watching'
  const judged = judgedOf(best)
  if (judged === 0 || legalOf(best) < doctorRules.leastLegal * judged) {
    return pairs < doctorRules.leastPairsForNone ? 'watching' : 'none'
  }
  return pointsOf(best) - pointsOf(next) < doctorRules.leastLead ? 'tied' : 'found'
}
