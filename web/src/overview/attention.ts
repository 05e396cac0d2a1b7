import { isClosed, isOffline, type LiveCard, type StateBand } from '@packboard/model'
import { bandOrder, shownBand, shownShape } from '../charts/bandLook.ts'

/** What the order of urgency is made from. */
export type Watched = Pick<
  LiveCard,
  'serialNo' | 'state' | 'offline' | 'holdUntil' | 'stateSince' | 'at' | 'closed'
>

/** Since when a machine needs attention: since its state began, an OFFLINE one since its newest sample; null: not known. */
export const troubleSince = ({ stateSince, at }: Watched, offline: boolean): Date | null =>
  offline ? at : stateSince

/** The machines of a client by what they need of a person, as serial numbers. */
export type Attention = {
  /** Stopped, waiting for material or a line, held, or OFFLINE in planned time: the worst band first, in it the longest. */
  readonly trouble: readonly string[]
  /** The others: Idle before those that run, then not scheduled, each as they come. */
  readonly rest: readonly string[]
  /** Of the others, those that run. */
  readonly running: number
  /** Of the others, those that run or are Idle. */
  readonly ready: number
}

const troubleBands: readonly StateBand[] = bandOrder.filter((band) => band !== 'go')

/** Who needs attention at this moment. */
export function attentionOf(cards: Iterable<Watched>, now: Date): Attention {
  const looks = [...cards].map((card) => {
    const offline = isOffline(card, now)
    const band = shownBand(card.state, offline)
    const needs = band === 'dark' ? offline && !isClosed(card, now) : band !== 'go'
    const waits = shownShape(card.state, offline) === 'playHollow'
    const since = troubleSince(card, offline)?.getTime() ?? Number.POSITIVE_INFINITY
    return { serialNo: card.serialNo, band, needs, waits, since }
  })
  const rankOf = ({ band }: (typeof looks)[number]) => troubleBands.indexOf(band)
  const trouble = looks
    .filter(({ needs }) => needs)
    .sort((a, b) => rankOf(a) - rankOf(b) || compare(a.since, b.since))
  const placeOf = ({ band, waits }: (typeof looks)[number]) => (band !== 'go' ? 2 : waits ? 0 : 1)
  const rest = looks.filter(({ needs }) => !needs).sort((a, b) => placeOf(a) - placeOf(b))
  return {
    trouble: trouble.map(({ serialNo }) => serialNo),
    rest: rest.map(({ serialNo }) => serialNo),
    running: rest.filter((look) => placeOf(look) === 1).length,
    ready: rest.filter(({ band }) => band === 'go').length,
  }
}

/** Also of two infinities. */
const compare = (a: number, b: number) => (a < b ? -1 : a > b ? 1 : 0)
