import type { Random } from '../random.ts'

/** A time without connection: what the machine recorded meanwhile comes late and out of order, or never. */
type Outage = {
  readonly from: number
  readonly to: number
  readonly keeps: 'everything' | 'nothing'
}

/** Everything that can go wrong between a machine and the product on one day. */
export type WireFaults = {
  readonly outages: readonly Outage[]
  /** The session died at these instants; the machine was back with its next sample. */
  readonly deaths: readonly number[]
  /** Share of the batches that are sent once more, later. */
  readonly repeatShare: number
  /** How long records gather before they are sent in one go. */
  readonly gatherMs: number
}

const minute = 60_000

export const noFaults: WireFaults = {
  outages: [],
  deaths: [],
  repeatShare: 0,
  gatherMs: 5 * minute,
}

/** A bad day: outages of both kinds, deaths, and one batch in twelve sent again. */
export function badDay(from: number, to: number, random: Random): WireFaults {
  const outages: Outage[] = []
  let at = from + random.whole(20 * minute, 120 * minute)
  while (at < to - 60 * minute) {
    // Longer than a 16-bit counter needs for a tenth of its way would make its rollover unreadable (D14).
    const ms = random.whole(5_000, random.chance(0.3) ? 45 * minute : 4 * minute)
    outages.push({ from: at, to: at + ms, keeps: random.chance(0.5) ? 'everything' : 'nothing' })
    at += ms + random.whole(30 * minute, 200 * minute)
  }
  const deaths = Array.from({ length: 4 }, () => random.whole(from + minute, to - minute)).sort(
    (a, b) => a - b,
  )
  return { outages, deaths, repeatShare: 1 / 12, gatherMs: 10 * minute }
}

/** When a counter must not fall to 0: during a loss of records such a fall would look like a counter that went on. */
export function noListeners({ outages }: WireFaults): (at: number) => boolean {
  return (at) =>
    outages.some(
      ({ from, to, keeps }) =>
        keeps === 'nothing' && at >= from - 2 * minute && at <= to + 2 * minute,
    )
}
