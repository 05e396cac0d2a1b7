import type { LineNowWire, LineStopWire } from '@packboard/contract'

/** Stop time by where its cause lies; whole ms, so that the three add up to the stop time without a rest. */
export type StopParts = {
  readonly own: number
  readonly inherited: number
  readonly withheld: number
}

export const noParts: StopParts = { own: 0, inherited: 0, withheld: 0 }

export const msOf = (seconds: number) => Math.round(seconds * 1_000)

export const stopMs = ({ own, inherited, withheld }: StopParts) => own + inherited + withheld

export const addParts = (a: StopParts, b: StopParts): StopParts => ({
  own: a.own + b.own,
  inherited: a.inherited + b.inherited,
  withheld: a.withheld + b.withheld,
})

/** Of each machine its stop time in the window of the answer. */
export function partsByMachine(stops: readonly LineStopWire[]): ReadonlyMap<string, StopParts> {
  const parts = new Map<string, StopParts>()
  for (const { machineId, seconds, attribution } of stops) {
    const one = { ...noParts, [attribution.kind]: msOf(seconds) }
    parts.set(machineId, addParts(parts.get(machineId) ?? noParts, one))
  }
  return parts
}

export const sumOfParts = (parts: Iterable<StopParts>): StopParts =>
  [...parts].reduce(addParts, noParts)

/** Stop time in a step of a window. */
export type StopBar = { readonly from: number; readonly to: number; readonly parts: StopParts }

/**
 * The stop time of some machines by equal steps of a window, ms since 1970. A stop over a boundary is divided by length; its last
 * step takes the rest, so that the bars add up to the stop time.
 */
export function stopBars(
  stops: readonly LineStopWire[],
  machines: ReadonlySet<string>,
  window: { readonly from: number; readonly to: number },
  stepMs: number,
): StopBar[] {
  const bars: { from: number; to: number; parts: StopParts }[] = []
  for (let from = window.from; from < window.to; from += stepMs) {
    bars.push({ from, to: Math.min(window.to, from + stepMs), parts: noParts })
  }
  for (const stop of stops) {
    const begin = Math.max(stop.from.getTime(), window.from)
    const end = Math.min(stop.to.getTime(), window.to)
    if (!machines.has(stop.machineId) || end <= begin) continue
    const whole = msOf(stop.seconds)
    let left = whole
    for (const bar of bars) {
      const ms = Math.min(end, bar.to) - Math.max(begin, bar.from)
      if (ms <= 0) continue
      const part = end <= bar.to ? left : Math.round((whole * ms) / (end - begin))
      left -= part
      bar.parts = addParts(bar.parts, { ...noParts, [stop.attribution.kind]: part })
    }
  }
  return bars
}

type Stations = LineNowWire['stations']

/** A station beside its neighbour: which way the wait goes there, and how much later the second one stopped. */
export type Passage = {
  /** `up`: to the station before; null: nobody waits over this buffer. */
  readonly wait: 'up' | 'down' | null
  readonly laterSeconds: number | null
}

/** What lies between each station and the next one. */
export function passagesOf({
  stations,
  root,
}: Pick<LineNowWire, 'stations' | 'root'>): readonly Passage[] {
  const rootAt = stations.findIndex(({ machines }) =>
    machines.some(({ machineId }) => machineId === root?.machineId),
  )
  return stations.slice(1).map((_, gap) => {
    if (root === null || rootAt < 0) return { wait: null, laterSeconds: null }
    const isUp = gap < rootAt
    const beyond = isUp ? stations.slice(0, gap + 1) : stations.slice(gap + 1)
    const waits = beyond.some(({ machines }) =>
      machines.some(({ machineId }) => root.waiting.includes(machineId)),
    )
    if (!waits) return { wait: null, laterSeconds: null }
    const [near, far] = isUp ? [gap + 1, gap] : [gap, gap + 1]
    const [first, second] = [sinceOf(stations, near, root), sinceOf(stations, far, root)]
    const later = first === null || second === null ? null : (second - first) / 1_000
    return { wait: isUp ? 'up' : 'down', laterSeconds: later !== null && later >= 0 ? later : null }
  })
}

/** When a station stopped because of the root: the first of its machines; ms since 1970, null: none of them. */
function sinceOf(
  stations: Stations,
  station: number,
  root: NonNullable<LineNowWire['root']>,
): number | null {
  const times = (stations[station]?.machines ?? []).flatMap(({ machineId, since }) =>
    since !== null && (machineId === root.machineId || root.waiting.includes(machineId))
      ? [since.getTime()]
      : [],
  )
  return times.length === 0 ? null : Math.min(...times)
}

/** Items by a key, in the order in which each key came first. */
export function grouped<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

type Packs = {
  readonly made: number
  readonly due: number | null
  readonly ofShift: number | null
  readonly forecast: number | null
}

/** The plan of the shift of the machines of the key station: packs of the line are counted there alone. */
export function shiftOfKey(
  machines: readonly (Packs & { readonly machineId: string })[],
  key: ReadonlySet<string>,
): Packs {
  const own = machines.filter(({ machineId }) => key.has(machineId))
  const sum = (name: 'due' | 'ofShift' | 'forecast') =>
    own.length === 0
      ? null
      : own.reduce<number | null>((all, one) => {
          const packs = one[name]
          return all === null || packs === null ? null : all + packs
        }, 0)
  return {
    made: own.reduce((all, { made }) => all + made, 0),
    ...{ due: sum('due'), ofShift: sum('ofShift'), forecast: sum('forecast') },
  }
}
