import { readStateTimes, stateTimesOf } from '@packboard/model'
import type { OpenGap } from './gapRepair.ts'

/** The part of a carry that repairs gaps, as text: the expected times, and the last gap while it is read. */
export type ClockText = readonly [
  times: string,
  gap?: readonly [
    from: number,
    to: number,
    product: string,
    tool: string,
    grown: string,
    cleared: 0 | 1,
    packs: string | null,
    rejects: string | null,
  ],
]

type Clock = { readonly times: ReadonlyMap<number, number>; readonly gap: OpenGap | null }

/** null: the machine counts no times. */
export function clockText({ times, gap }: Clock): ClockText | null {
  if (times.size === 0) return null
  const expected = stateTimesOf(times)
  if (gap === null) return [expected]
  const { from, to, product, tool, grown, cleared, packs, rejects } = gap
  const counts = [counted(packs), counted(rejects)] as const
  return [expected, [from, to, product, tool, stateTimesOf(grown), cleared ? 1 : 0, ...counts]]
}

export function clockOf(text: ClockText | undefined): Clock {
  if (text === undefined) return { times: new Map(), gap: null }
  const [expected, gap] = text
  const times = new Map(readStateTimes(expected))
  if (gap === undefined) return { times, gap: null }
  const [from, to, product, tool, grown, cleared, packs, rejects] = gap
  return {
    times,
    gap: {
      ...{ from, to, product, tool, cleared: cleared === 1 },
      grown: new Map(readStateTimes(grown)),
      packs: countedOf(packs),
      rejects: countedOf(rejects),
    },
  }
}

const counted = (count: OpenGap['packs']) =>
  count === null || count === 'awaited' ? count : String(count)

const countedOf = (text: string | null): OpenGap['packs'] =>
  text === null || text === 'awaited' ? text : BigInt(text)
