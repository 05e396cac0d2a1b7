/** Work that one server does, one after another: how much arrives a second, and how long one takes. */
type Load = {
  /** Arrivals a second; they come by chance. */
  readonly rate: number
  /** Seconds of service. */
  readonly mean: number
  /** Standard deviation of the service by its mean: 0 is constant, 1 is exponential. */
  readonly variation: number
}

/**
 * Steady state of an M/G/1 queue (Pollaczek and Khinchine): share of the time that the server works, mean wait for it, and mean time
 * until the service ends, in seconds. A server that is given more than it can do has no steady state: both are infinite.
 */
export function steadyState({ rate, mean, variation }: Load) {
  const busy = rate * mean
  if (busy >= 1) return { busy, wait: Infinity, response: Infinity }
  const secondMoment = mean * mean * (1 + variation * variation)
  const wait = (rate * secondMoment) / (2 * (1 - busy))
  return { busy, wait, response: wait + mean }
}

/** What a part costs with some machines that send: seconds of a core a second. */
export type Point = { readonly machines: number; readonly busy: number }
/** A fixed share of a core, and the share that each machine adds. */
type Cost = { readonly fixed: number; readonly each: number }

/** The straight line that is nearest to measured points, by the sum of squares. */
export function costOf(points: readonly Point[]): Cost {
  const mean = (of: (point: Point) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [machines, busy] = [mean((point) => point.machines), mean((point) => point.busy)]
  const together = points.reduce(
    (sum, point) => sum + (point.machines - machines) * (point.busy - busy),
    0,
  )
  const spread = points.reduce((sum, point) => sum + (point.machines - machines) ** 2, 0)
  if (spread === 0) throw new RangeError('a line needs points of different numbers of machines')
  const each = together / spread
  return { fixed: busy - each * machines, each }
}

/** How many machines a part serves until this share of its cores is used. */
export const machinesUntil = ({ fixed, each }: Cost, cores: number, share: number) =>
  Math.max(0, Math.floor((cores * share - fixed) / each))
