import type { StopReason } from '../machine/dayStop.ts'
import type { FlowStation } from '../plantLayout.ts'
import type { Random } from '../random.ts'
import { type Coupling, type LineMachine, never, passedOn, type Side } from './coupling.ts'

/** Machines side by side, of which `needs` must run so that the line goes on. */
export type Station = { readonly machines: readonly LineMachine[]; readonly needs: number }

type BufferSize = Pick<FlowStation, 'bufferMs' | 'restShare'>

/** While both stations run, the level changes by this part of what a single one would change. */
const tuning = 1 / 8
/** A machine that was started without packs or without room for them runs at least so long, ms. */
const shortestRunMs = 1_000
const reactionMs = [1_000, 3_000] as const

/**
 * The packs between two stations, in ms for which the line can run of them. A station feeds, or takes, while at least as many of its machines run as it needs; the
 * level rises while the one before feeds and the one behind does not take, and falls in the opposite case. While both run it goes slowly to
 * its rest, as the speeds of a line are tuned.
 */
class LineBuffer {
  level: number
  readonly capacity: number
  readonly before: Station
  readonly behind: Station
  readonly #rest: number

  constructor(size: BufferSize, before: Station, behind: Station) {
    this.capacity = size.bufferMs
    this.#rest = Math.round(size.bufferMs * size.restShare)
    this.level = this.#rest
    this.before = before
    this.behind = behind
  }

  /** The level after `ms` in which no machine has changed. */
  pass(ms: number) {
    const [fed, taken] = [runs(this.before), runs(this.behind)]
    if (fed && taken) {
      const step = Math.min(Math.abs(this.#rest - this.level), ms * tuning)
      this.level += Math.sign(this.#rest - this.level) * step
    } else if (fed) this.level = Math.min(this.capacity, this.level + ms)
    else if (taken) this.level = Math.max(0, this.level - ms)
  }

  /** Ms until a machine behind finds no packs, or one before no room. A station that waits for this buffer alone is no hindrance. */
  msUntil(what: 'empty' | 'full'): number {
    const [hindrance, user] =
      what === 'empty' ? [this.before, this.behind] : [this.behind, this.before]
    if (missing(hindrance, waitingFor(what)).length <= hindrance.machines.length - hindrance.needs)
      return never
    const left = what === 'empty' ? this.level : this.capacity - this.level
    return left === 0 ? 0 : runs(user) ? left : never
  }
}

/** The side for which the station on the other end of an empty or full buffer stands when it waits for this buffer alone. */
const waitingFor = (what: 'empty' | 'full'): Side => (what === 'empty' ? 'downstream' : 'upstream')

const runs = ({ machines, needs }: Station) =>
  machines.filter(({ runsSince }) => runsSince !== never).length >= needs

/** The machines of a station that do not run and would not if the buffer on `side` allowed it, the longest stop first. */
function missing({ machines }: Station, side: Side): LineMachine[] {
  return machines
    .filter(({ runsSince, standsFor }) => runsSince === never && standsFor !== side)
    .sort((a, b) => (a.down?.from ?? 0) - (b.down?.from ?? 0))
}

/** Stations in the order in which packs pass, with a buffer between each two. */
export class LineBuffers {
  readonly #stations: readonly Station[]
  readonly #buffers: readonly LineBuffer[]
  #at: number

  /** `sizes`: of the buffer before each station but the first. */
  constructor(stations: readonly Station[], sizes: readonly BufferSize[], from: number) {
    this.#stations = stations
    this.#at = from
    this.#buffers = stations.slice(1).flatMap((behind, index) => {
      const [before, size] = [stations[index], sizes[index]]
      return before && size ? [new LineBuffer(size, before, behind)] : []
    })
  }

  /** To be called before a machine changes at an instant: until then all were as they are now. */
  settle(at: number) {
    for (const buffer of this.#buffers) buffer.pass(at - this.#at)
    this.#at = at
  }

  /** The levels, ms, in the order of the line. */
  get levels(): number[] {
    return this.#buffers.map(({ level }) => level)
  }

  couplingOf(machine: LineMachine, random: Random): Coupling | undefined {
    const place = this.#stations.findIndex(({ machines }) => machines.includes(machine))
    if (place < 0) return undefined
    const buffers = { upstream: this.#buffers[place - 1], downstream: this.#buffers[place] }
    const msUntil = (side: Side) =>
      buffers[side]?.msUntil(side === 'upstream' ? 'empty' : 'full') ?? never
    return {
      interrupts: true,
      standsAt: (side) =>
        Math.ceil(Math.max(this.#at + msUntil(side), machine.runsSince + shortestRunMs)),
      hinders: (side) => msUntil(side) === 0,
      runsAgainAt: () => this.#at + random.whole(...reactionMs),
      reasonOf: (side) => rootOn(side, buffers[side]),
    }
  }
}

/** The root of a stop at a buffer: of the machines that are missing, the one whose stop left fewer than the station needs. */
function rootOn(side: Side, buffer: LineBuffer | undefined): StopReason {
  const station = side === 'upstream' ? buffer?.before : buffer?.behind
  if (!station) return { root: 'outside', cause: null }
  const spare = station.machines.length - station.needs
  const decisive = missing(station, side === 'upstream' ? 'downstream' : 'upstream')[spare]
  return decisive ? passedOn(decisive) : { root: 'outside', cause: null }
}
