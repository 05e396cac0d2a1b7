import { sampleBounds } from '@packboard/contract'
import { type StateTimes, stateTimesLimit, stateTimesOf } from '@packboard/model'
import { stateCode } from './stateWords.ts'

/**
 * The `stateSeconds` of a sample: seconds by state, which is named or numbered. Undefined when it is something else, or has a state
 * twice.
 */
export function readStateSeconds(value: unknown): StateTimes | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const entries = Object.entries(value)
  if (entries.length > stateTimesLimit) return undefined
  const times = new Map<number, number>()
  for (const [name, seconds] of entries) {
    const state = name.length <= sampleBounds.stateCharacters ? stateCode(name) : null
    if (state === null || times.has(state) || !isSeconds(seconds)) return undefined
    times.set(state, Math.round(seconds * 1_000))
  }
  return stateTimesOf(times)
}

const isSeconds = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= sampleBounds.seconds
