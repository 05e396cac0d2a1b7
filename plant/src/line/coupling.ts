import type { DayStop, StopReason } from '../machine/dayStop.ts'

export const sides = ['downstream', 'upstream'] as const
export type Side = (typeof sides)[number]

export const never = Number.POSITIVE_INFINITY

/** A machine as the rest of its line sees it. Instants are ms since 1970. */
export type LineMachine = {
  readonly machineId: string
  /** The last instant at which something happened to it. */
  readonly now: number
  /** It stands, for a reason of its own, since then; infinity: it does not. */
  readonly ownStopSince: number
  /** It runs (D13) since then; infinity: it does not. */
  readonly runsSince: number
  /** The side for which it stands; null: it runs, or stands for a reason of its own. */
  readonly standsFor: Side | null
  /** Since when and why it does not run; undefined while it runs. */
  readonly down: Omit<DayStop, 'to'> | undefined
}

/** What the rest of its line means for one machine. Infinity is an instant that does not come while nothing else changes. */
export type Coupling = {
  /** When the machine has to stand for that side if it runs on. */
  standsAt(side: Side): number
  /** Would the machine have to stand now? */
  hinders(side: Side): boolean
  /** A machine that stands may run again: when it does. */
  runsAgainAt(now: number): number
  /** The reason of a stop that begins now. */
  reasonOf(side: Side): StopReason
  /** Stands at the instant, in the middle of a warning or a ramp, too; else once the machine is back in Execute. */
  readonly interrupts: boolean
}

/** What a machine that is down passes on to one that stands for it: its own cause, or the root for which it stands itself. */
export function passedOn({ machineId, down }: LineMachine): StopReason {
  if (!down) return { root: 'own', cause: null }
  const { root, cause, from } = down
  if (root !== 'own') return { root, cause }
  return { root: { machineId, cause: cause ?? 'startUp', since: from }, cause: null }
}

/**
 * Machines in a row with a belt between them that lasts as long after each stop: a stop of its own reaches the neighbours, a stop for
 * another machine does not.
 */
export class SeriesCoupling implements Coupling {
  readonly interrupts = false
  readonly #bufferMs: number
  readonly #neighbours: Readonly<Record<Side, LineMachine | undefined>>

  constructor(bufferMs: number, neighbours: Readonly<Record<Side, LineMachine | undefined>>) {
    this.#bufferMs = bufferMs
    this.#neighbours = neighbours
  }

  standsAt(side: Side): number {
    const since = this.#neighbours[side]?.ownStopSince ?? never
    return since === never ? never : since + this.#bufferMs
  }

  hinders(side: Side): boolean {
    return this.standsAt(side) !== never
  }

  runsAgainAt(now: number): number {
    const freed = Math.max(now, ...sides.map((side) => this.#neighbours[side]?.now ?? now))
    // Packs need some seconds over the belt before the machine is released.
    return freed + Math.round(1_500 + this.#bufferMs / 8)
  }

  reasonOf(side: Side): StopReason {
    const neighbour = this.#neighbours[side]
    return neighbour ? passedOn(neighbour) : { root: 'outside', cause: null }
  }
}
