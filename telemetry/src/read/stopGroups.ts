import type { TimePart } from '../ledger/timePart.ts'
import { type MixedMinute, splitMinute } from './splitMinute.ts'

/** What minutes of a group have: run alone, time outside run alone, or both. */
export const groupKind = { run: 1, stood: 2, both: 3 } as const

/** Minutes of one kind in a row, with their time by context; of minutes with both, one. */
export type StopGroup = MixedMinute & {
  readonly kind: number
  /** What was when in this minute is only in the raw records: a cut lies in it, or time that was recovered. */
  readonly isCut: boolean
  first: number
  last: number
}

/** Run and stops of groups, in order; minutes whose rows do not say which time is whose are `unclear`. */
export function partsOfGroups(groups: Iterable<StopGroup>): {
  readonly parts: TimePart[]
  readonly unclear: MixedMinute[]
} {
  const parts: TimePart[] = []
  const unclear: MixedMinute[] = []
  for (const group of groups) {
    const { machineId, kind, first: from, last: to, pieces } = group
    if (group.isCut) unclear.push(group)
    else if (kind === groupKind.run) parts.push({ machineId, from, to, stood: null })
    else if (kind === groupKind.stood) {
      const [any] = pieces
      if (any === undefined) throw new Error('A part of a stop has no time')
      const { causeGroup, cause } = any
      parts.push({ machineId, from, to, stood: { causeGroup, cause, times: pieces } })
    } else {
      const split = splitMinute(group)
      if (split === null) unclear.push(group)
      else for (const part of split) parts.push(part)
    }
  }
  return { parts, unclear }
}
