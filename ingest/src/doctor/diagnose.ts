import { type DictionaryFindingWire, namedDictionaries } from '@packboard/contract'
import { unknownState } from '@packboard/model'
import type { NumberPair } from '@packboard/telemetry/write'
import { stateLookup } from '../connectors/packmlTags/dictionaries.ts'
import { codeOfState } from '../stateWords.ts'

/**
 * Which state may follow which: the transitions of ISA-TR88.00.02, as the model of OPC 30050 names them
 * (`packmlSteps.test.ts` compares the two). Stop and Abort, which lead out of nearly every state, are added below. Where a
 * state does something and then ends by itself, its end comes first.
 */
const follows: Readonly<Record<string, readonly string[]>> = {
  Stopped: ['Resetting'],
  Resetting: ['Idle'],
  Idle: ['Starting'],
  Starting: ['Execute', 'Holding'],
  Execute: ['Completing', 'Holding', 'Suspending'],
  Completing: ['Complete'],
  Complete: ['Resetting'],
  Holding: ['Held'],
  Held: ['Unholding'],
  Unholding: ['Execute', 'Holding'],
  Suspending: ['Suspended', 'Holding'],
  Suspended: ['Unsuspending', 'Holding'],
  Unsuspending: ['Execute', 'Holding'],
  Stopping: ['Stopped'],
  Aborting: ['Aborted'],
  Aborted: ['Clearing'],
  Clearing: ['Stopped'],
}

const notStopped: readonly string[] = ['Stopped', 'Stopping', 'Clearing', 'Aborting', 'Aborted']
const notAborted: readonly string[] = ['Aborting', 'Aborted']

type Transition = readonly [from: string, to: string]

/** Every transition of the standard, by names. */
export const packmlTransitions: readonly Transition[] = Object.entries(follows).flatMap(
  ([from, next]): Transition[] => [
    ...next.map((to): Transition => [from, to]),
    ...(notStopped.includes(from) ? [] : [[from, 'Stopping'] as const]),
    ...(notAborted.includes(from) ? [] : [[from, 'Aborting'] as const]),
  ],
)

/**
 * `direct`: a transition of the standard. `shortened`: the same past one state that a machine of a subset (TR88-2022) need
 * not have, or that was over before it was reported. `silent`: the machine says that it does not know its state.
 */
type Step = 'direct' | 'shortened' | 'illegal' | 'silent'

const codeOf = (name: string) => codeOfState(name) ?? unknownState
const keyOf = (from: number, to: number) => from * 32 + to

const direct = new Set(packmlTransitions.map(([from, to]) => keyOf(codeOf(from), codeOf(to))))
const shortened = new Set(
  packmlTransitions.flatMap(([from, passed]) => {
    const end = endOf(passed)
    const key = end === undefined || end === from ? undefined : keyOf(codeOf(from), codeOf(end))
    return key === undefined || direct.has(key) ? [] : [key]
  }),
)

/** The state in which one that ends by itself ends; undefined for a state that waits, and for Execute. */
function endOf(name: string): string | undefined {
  return name.endsWith('ing') ? follows[name]?.[0] : undefined
}

/** How one state followed another, by their codes; undefined: a number that the dictionary does not hold. */
export function stepOf(from: number | undefined, to: number | undefined): Step {
  if (from === undefined || to === undefined) return 'illegal'
  if (from === unknownState || to === unknownState) return 'silent'
  const key = keyOf(from, to)
  if (direct.has(key)) return 'direct'
  return shortened.has(key) ? 'shortened' : 'illegal'
}

/** What has to be seen before a dictionary is proposed; decision 45 has the reasons. */
const doctorRules = {
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

type DictionaryScore = {
  readonly dictionary: DictionaryName
  /** Transitions by what they are in this dictionary. */
  readonly steps: Readonly<Record<Step, number>>
}

type Diagnosis = {
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

/** What is stored of how a machine is read. */
type StoredDictionary = {
  readonly connector: 'http' | 'mqttJson' | 'packmlTags' | 'sparkplug' | 'opcua'
  /** Null of a machine that is read by OPC UA: the numbers of the standard. */
  readonly dictionary: string | Readonly<Record<string, number>> | null
  readonly confirmedAt: Date | null
  /** Name of the account; null where it is gone. */
  readonly confirmedBy: string | null
}
type Reading = Omit<StoredDictionary, 'confirmedBy'>

/** What was seen of its numbers. */
type Reported = {
  readonly pairs: readonly NumberPair[]
  readonly by: 'numbers' | 'words' | null
}

/** What is known about the dictionary of a machine; null for one that is read without a dictionary. */
export function dictionaryFinding(
  stored: StoredDictionary,
  reported: Reported,
): DictionaryFindingWire | null {
  const { connector, confirmedAt, confirmedBy } = stored
  if (connector === 'http' || connector === 'mqttJson') return null
  const inUse = dictionaryInUse(stored)
  const { verdict, scores, pairs } = diagnose(reported.pairs)
  const [best] = scores
  return {
    inUse,
    verdict: reported.by === 'words' ? 'words' : verdict,
    proposal: reported.by !== 'words' && verdict === 'found' && best ? best.dictionary : null,
    pairs,
    scores: scores.map((score) => ({
      dictionary: score.dictionary,
      legal: legalOf(score),
      of: judgedOf(score),
    })),
    isProvisional: isProvisional(stored, reported.by),
    confirmedAt,
    confirmedBy,
  }
}

/** The named dictionary that a machine is read with; null for a table of its own. */
function dictionaryInUse({ dictionary }: Reading): DictionaryFindingWire['inUse'] {
  if (dictionary === null) return 'iso-tr88'
  return namedDictionaries.find((name) => name === dictionary) ?? null
}

/**
 * Figures of a machine are provisional while its states come by numbers through a named dictionary that no person has
 * confirmed. A table of its own was written by a person. An OPC UA server names its states, unless numbers were seen.
 */
export function isProvisional(stored: Reading, by: Reported['by']): boolean {
  if (stored.confirmedAt !== null || dictionaryInUse(stored) === null) return false
  switch (stored.connector) {
    case 'http':
    case 'mqttJson':
      return false
    case 'opcua':
      return by === 'numbers'
    case 'packmlTags':
    case 'sparkplug':
      return by !== 'words'
  }
}
