import type { Random } from '../random.ts'
import { State } from './states.ts'
import type { Step, UnitMode } from './story.ts'

/** Some time between two bounds. */
export const seconds = (random: Random, low: number, high: number) =>
  Math.round(random.between(low * 1_000, high * 1_000))
export const minutes = (random: Random, low: number, high: number) =>
  seconds(random, low * 60, high * 60)
/** Half are shorter than `median` seconds; never outside [low, high]. */
export const about = (random: Random, median: number, low: number, high: number) =>
  Math.round(1_000 * Math.min(high, Math.max(low, random.logNormal(median, 0.8))))
/** A first-out alarm comes a moment before its stop, or just after it. */
export const moment = (random: Random) => random.whole(-700, 150)

/** No pack leaves the machine. */
export const stand = (state: number, ms: number, unitMode?: UnitMode): Step =>
  unitMode ? { state, ms, pace: 0, unitMode } : { state, ms, pace: 0 }

/** Back to speed in steps, as a servo machine does. */
export function rampUp(random: Random): Step[] {
  return [
    { state: State.Execute, ms: seconds(random, 2, 4), pace: 0.45 },
    { state: State.Execute, ms: seconds(random, 2, 6), pace: 0.75 },
  ]
}

/** Holding, what happens meanwhile, Unholding: the machine stands, its jaws stay hot. */
export function hold(random: Random, held: readonly Step[]): Step[] {
  return [
    { state: State.Holding, ms: random.whole(300, 900), pace: 0.3 },
    ...held,
    stand(State.Unholding, random.whole(500, 1_600)),
    { state: State.Execute, ms: seconds(random, 1, 3), pace: 0.6 },
  ]
}

/** From Stopped, Completed or a pack block back into Execute. */
export function restart(random: Random, idleMs: number): Step[] {
  return [
    stand(State.Resetting, seconds(random, 2, 6)),
    stand(State.Idle, idleMs),
    { state: State.Starting, ms: seconds(random, 3, 8), pace: 0.12 },
    ...rampUp(random),
  ]
}
