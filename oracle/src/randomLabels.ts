import type { Chance } from './chance.ts'
import type { RawBook, RawLabel, RawReason } from './rawLabels.ts'
import { observedOf, partsOf } from './referenceBook.ts'
import { type KnownMachine, knownMachine, type RawPlant } from './referencePlant.ts'
import type { Stop } from './referenceTimeline.ts'
import type { Span } from './referenceWindow.ts'

type Unlabelled = Omit<RawPlant, 'book'>

/** Reasons, and labels that two people set after each receipt on the stops that were known then. */
export function randomBook(plant: Unlabelled, chance: Chance): RawBook {
  const reasons = randomReasons(plant.seed, chance)
  const labels: RawLabel[] = []
  const receipts = [...new Set(plant.arrivals.map(({ receivedAt }) => receivedAt))]
  for (const at of receipts.sort((a, b) => a - b)) {
    for (const machine of chance.shuffled(plant.machines)) {
      const known = knownMachine(machine, plant, at)
      const stops = stopsUntil(known, at)
      if (stops.length === 0) continue
      for (let more = chance.whole(0, 6); more > 0; more--) {
        const book = { reasons, labels: labels.filter((one) => one.serialNo === known.serialNo) }
        const labelled = stops.filter((stop) => book.labels.some((one) => meets(one, stop)))
        const again = labelled.length > 0 && chance.percent(50)
        const label = randomLabel(book, chance.one(again ? labelled : stops), at, chance)
        const by = `${chance.one(['first', 'second'])}-${plant.seed}`
        labels.push({ ...label, by, serialNo: known.serialNo, place: labels.length + 1 })
      }
    }
  }
  return { reasons, labels }
}

const meets = (a: Span, b: Span) => a.from < b.to && a.to > b.from

type KnownStop = Span & { readonly stop: Stop; readonly states: readonly number[] }

/** The observed time of each stop, with the moments at which its state changed. */
function stopsUntil({ timeline }: KnownMachine, now: number): KnownStop[] {
  return [...observedOf(timeline.stretches)].flatMap(([stop, { from, to }]) => {
    const states = timeline.stretches.filter((one) => one.stop === stop).map((one) => one.from)
    return from < now ? [{ stop, states, from, to: Math.min(to, now) }] : []
  })
}

function randomLabel(book: RawBook, known: KnownStop, at: number, chance: Chance) {
  const { stop } = known
  const parts = partsOf(book, book.labels, { from: stop.from, to: known.to })
  const edges = [...known.states, ...parts.flatMap(({ from, to }) => [from, to])].filter(
    (one) => known.from <= one && one <= known.to,
  )
  const edge = () => (chance.percent(60) ? chance.one(edges) : chance.whole(stop.from, known.to))
  const [a, b] = [edge(), edge()]
  const whole = a === b || chance.percent(40)
  const from = whole ? known.from : Math.min(a, b)
  const to = whole ? known.to : Math.max(a, b)
  const untilRun = chance.percent(to === known.to ? 40 : 5)
  const reach = untilRun ? known.to : to
  const there = parts.filter((part) => part.from < reach && part.to > from && part.label !== null)
  const replaces = [...new Set(there.map(({ label }) => label?.place ?? 0))].sort((x, y) => x - y)
  const isBack = there.some(({ reason }) => reason !== null) && chance.percent(30)
  const areNamed = there.length > 1 && there.every(({ reason }) => reason !== null)
  const isMerge = areNamed && !isBack && !untilRun && replaces.length > 1
  const action = isBack ? 'takeBack' : isMerge && chance.percent(60) ? 'merge' : 'label'
  const { group, cause } = stop
  return {
    action,
    ...{ from, to, at, replaces },
    untilRun,
    reason: isBack ? null : chance.one(book.reasons).id,
    note: isBack ? '' : chance.one(['', '', 'Rolle gewechselt', 'twice\ntoday']),
    alarm: group === '' ? null : { group, description: cause },
  } as const
}

/** An alarm or a state is of one reason. */
function randomReasons(seed: number, chance: Chance): RawReason[] {
  const uuid = (index: number) =>
    `00000000-0000-4000-8000-${String(seed * 100 + index).padStart(12, '0')}`
  const plain = { planned: false, overrunSeconds: null, alarms: [], states: [], retired: false }
  const overrun = () => chance.one([null, 1, 45, 300, 1_800, 86_400])
  return [
    { ...plain, alarms: [{ kind: 'text', value: 'Film ends' }], states: [5] },
    { ...plain, alarms: [{ kind: 'group', value: 'Seal' }], states: [18] },
    { ...plain, planned: true, overrunSeconds: overrun(), states: [13, 6] },
    { ...plain, planned: true, overrunSeconds: overrun(), states: [16] },
    { ...plain, planned: true, retired: chance.percent(50) },
    {
      ...plain,
      alarms: [{ kind: 'text', value: 'Door open' }],
      states: [3],
      retired: chance.percent(50),
    },
  ].map((reason, index) => ({ ...reason, id: uuid(index) }) as RawReason)
}
