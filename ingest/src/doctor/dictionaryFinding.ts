import { type DictionaryFindingWire, namedDictionaries } from '@packboard/contract'
import type { NumberPair } from '@packboard/telemetry/write'
import { diagnose, judgedOf, legalOf } from './diagnose.ts'

/** What is stored of how a machine is read. */
export type StoredDictionary = {
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
