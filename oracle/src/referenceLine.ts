/**
 * Which machine stopped which, from the text of D102 and of decision letter 87, instant by instant: what a machine does is looked up in a table
 * of all instants. Nothing of the product is used.
 */

/** All times are whole numbers of instants from the beginning of a line's time; ms are these times `instantMs`. */
export const instantMs = 500

export type TrueStop = {
  readonly machine: number
  readonly from: number
  readonly to: number
  readonly side: 'down' | 'up' | 'either' | null
  readonly known: boolean
  readonly skewMs: number | null
}

export type TrueStation = {
  readonly machines: readonly number[]
  readonly needs: number
  readonly bufferSeconds: number
}

/** What each machine does at each instant: `r`uns, `s`tands, stands as `p`lanned, sends `n`othing, nothing in `c`losed time. */
export type TrueLine = {
  readonly instants: number
  readonly doing: ReadonlyMap<number, string>
  readonly stops: readonly TrueStop[]
  /** From which instant on, in order. */
  readonly flows: readonly { readonly from: number; readonly stations: readonly TrueStation[] }[]
  readonly named: readonly {
    readonly machine: number
    readonly at: number
    readonly root: number | null | undefined
  }[]
}

export type TrueRoot =
  | { readonly of: 'own' }
  | { readonly of: 'machine'; readonly machine: number; readonly from: number | null }
  | { readonly of: 'outside' }
  | { readonly of: 'unclear'; readonly why: string }

const perSecond = 1_000 / instantMs

/** The root of one stop. */
export function trueRoot(line: TrueLine, stop: TrueStop): TrueRoot {
  const said = saidOf(line, stop)
  if (said) return said
  const flow = line.flows.filter(({ from }) => from <= stop.from).at(-1)
  if (!flow) return unclear('noFlow')
  const home = flow.stations.findIndex(({ machines }) => machines.includes(stop.machine))
  if (home < 0) return unclear('noFlow')
  if (stop.side === null) return { of: 'own' }
  if (!stop.known) return unclear('dataMissing')
  if (stop.side !== 'either') return along(line, flow.stations, stop, stop.side)
  const answers = [along(line, flow.stations, stop, 'down'), along(line, flow.stations, stop, 'up')]
  for (const answer of answers) {
    if (answer.of !== 'unclear') continue
    if (answer.why !== 'noStationDown' && answer.why !== 'opposite') return answer
  }
  const machines = answers.filter((answer) => answer.of === 'machine')
  if (machines.length === 2) return unclear('twoFit')
  return machines[0] ?? answers.find(({ of }) => of === 'outside') ?? unclear('noStationDown')
}

const unclear = (why: string): TrueRoot => ({ of: 'unclear', why })

/** A time in which the first station was not up, from when it was down; by whose stop, one of these machines; instants. */
export type TrueDown = {
  readonly from: number
  to: number
  /** Not planned, and not offline. */
  down: number
  readonly machines: readonly number[]
}

/** When the line was stopped, counted at its first station. */
export function trueDowns(line: TrueLine): TrueDown[] {
  const found: TrueDown[] = []
  let open: TrueDown | undefined
  for (let at = 0; at < line.instants; at += 1) {
    const [first] = line.flows.filter(({ from }) => from <= at).at(-1)?.stations ?? []
    const state = first === undefined ? 'up' : stationAt(line, first, at)
    if (state === 'up') open = undefined
    else if (open !== undefined) {
      open.to = at + 1
      if (typeof state === 'object') open.down += 1
    } else if (typeof state === 'object') {
      open = { from: at, to: at + 1, down: 1, machines: state.stops.map(({ machine }) => machine) }
      found.push(open)
    }
  }
  return found
}

/** Walks away from a machine until a station that was down has a cause of its own. */
function along(
  line: TrueLine,
  stations: readonly TrueStation[],
  stop: TrueStop,
  side: 'down' | 'up',
): TrueRoot {
  const home = stations.findIndex(({ machines }) => machines.includes(stop.machine))
  const way =
    side === 'down'
      ? stations.slice(home + 1).map((station) => ({ station, buffer: station.bufferSeconds }))
      : stations
          .slice(0, home)
          .map((station, place) => ({
            station,
            buffer: stations[place + 1]?.bufferSeconds ?? 0,
          }))
          .reverse()
  let seconds = 0
  for (const { station, buffer } of way) {
    seconds += buffer
    const first = stop.from - (seconds + 5) * perSecond
    if (first < 0) return unclear('dataMissing')
    const seen = new Set<string>()
    let cause: Down | undefined
    for (let at = stop.from + 2 * perSecond; at >= first && !cause; at -= 1) {
      const state = stationAt(line, station, at)
      if (typeof state === 'object') cause = state
      else if (at <= stop.from) seen.add(state)
    }
    if (cause) {
      const ends = cause.stops.map((other) =>
        through(line, stations, stop, { other, seconds, side }),
      )
      const texts = new Set(ends.map((end) => JSON.stringify(end)))
      return texts.size === 1 && ends[0] ? ends[0] : unclear('twoFit')
    }
    if (seen.has('offline')) return unclear('offline')
    if (!seen.has('planned')) return unclear('noStationDown')
  }
  return way.length === 0 ? { of: 'outside' } : unclear('noStationDown')
}

/** To the root of a stop, through one that brought down the station that it waits for. */
function through(
  line: TrueLine,
  stations: readonly TrueStation[],
  stop: TrueStop,
  {
    other,
    seconds,
    side,
  }: { readonly other: TrueStop; readonly seconds: number; readonly side: 'down' | 'up' },
): TrueRoot {
  if (stop.skewMs !== null && other.skewMs !== null) {
    const apart = Math.abs(stop.skewMs - other.skewMs)
    if (apart > Math.max(2_000, seconds * 1_000)) return unclear('skew')
  }
  const said = saidOf(line, other)
  if (said?.of === 'own') return { of: 'machine', machine: other.machine, from: other.from }
  if (said) return said
  if (other.side === null) return { of: 'machine', machine: other.machine, from: other.from }
  if (!other.known) return unclear('dataMissing')
  if (other.side !== 'either' && other.side !== side) return unclear('opposite')
  return along(line, stations, other, side)
}

/** The stops of which each may have brought a station down. */
type Down = { readonly stops: readonly TrueStop[] }

/** Up, kept away by the plan, not known, or down by a stop. */
function stationAt(line: TrueLine, { machines, needs }: TrueStation, at: number) {
  if (at >= line.instants) return 'up'
  const letters = machines.map((machine) => line.doing.get(machine)?.[at] ?? 'r')
  const count = (...of: string[]) => letters.filter((letter) => of.includes(letter)).length
  const runs = count('r')
  if (runs >= needs) return 'up'
  const left = machines.length - count('p', 'c')
  const least = needs < left ? needs : left
  if (runs >= least) return 'planned'
  if (runs + count('n') >= least) return 'offline'
  const standing = machines
    .filter((_, place) => letters[place] === 's')
    .map((machine) => ({ machine, since: standsSince(line.doing.get(machine) ?? '', at) }))
    .sort((a, b) => a.since - b.since)
  // So many may stand without harm; the next one stopped the station.
  const own = standing[left - least]
  if (!own) throw new Error('A station that is down has no machine that stands')
  const skewOf = (id: number) => line.stops.find(({ machine }) => machine === id)?.skewMs ?? null
  const clock = skewOf(own.machine)
  const near = standing.filter(({ machine, since }) => {
    const other = skewOf(machine)
    const apart = clock === null || other === null ? 0 : Math.abs(clock - other)
    return Math.abs(since - own.since) * instantMs <= 2_000 + apart
  })
  const stops = near.flatMap(({ machine: id }) =>
    line.stops.filter(({ machine, from, to }) => machine === id && from <= at && at < to),
  )
  if (stops.length !== near.length) throw new Error('A machine stands outside of its stops')
  return { stops }
}

function standsSince(letters: string, at: number): number {
  let since = at
  while (since > 0 && letters[since - 1] === 's') since -= 1
  return since
}

function saidOf(line: TrueLine, stop: TrueStop): TrueRoot | undefined {
  const entry = line.named
    .filter(({ machine, at }) => machine === stop.machine && stop.from <= at && at < stop.to)
    .at(-1)
  if (!entry || entry.root === undefined) return undefined
  const { root } = entry
  if (root === null) return { of: 'outside' }
  if (root === stop.machine) return { of: 'own' }
  const last = line.stops
    .filter(({ machine, from }) => machine === root && from <= stop.from + 2 * perSecond)
    .sort((a, b) => a.from - b.from)
    .at(-1)
  const reach = stop.from - 3_605 * perSecond
  return { of: 'machine', machine: root, from: last && last.to > reach ? last.from : null }
}
