import type { Random } from '../random.ts'
import type { Conduct, PlanItem } from './conduct.ts'
import { State } from './states.ts'
import type { AlarmName, Step, Story, UnitMode } from './story.ts'

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

export type ExternalStop = {
  readonly enter: readonly Step[]
  /** The state in which it waits. */
  readonly wait: number
  readonly leave: readonly Step[]
  readonly alarm: AlarmName
}

/** A neighbour stands: what the machine does until it is released, and what it does then. */
export function externalStop(random: Random, side: 'downstream' | 'upstream'): ExternalStop {
  if (side === 'downstream' && random.chance(0.7)) {
    return {
      enter: [],
      wait: State.Downstream,
      leave: [{ state: State.Execute, ms: seconds(random, 2, 5), pace: 0.6 }],
      alarm: 'downstream',
    }
  }
  return {
    enter: [{ state: State.Suspending, ms: random.whole(400, 2_000), pace: 0.2 }],
    wait: State.Suspended,
    leave: [stand(State.Unsuspending, random.whole(600, 2_500)), ...rampUp(random)],
    alarm: side === 'downstream' ? 'downstream' : 'upstream',
  }
}

const minute = 60_000

/** What the plan of the line means for one of its machines. */
export function plannedStory(plan: PlanItem, conduct: Conduct, random: Random): Story {
  switch (plan.does) {
    case 'break':
      return breakTime(
        random,
        plan.ends === null ? plan.ms + random.whole(-minute, minute) : plan.ms,
      )
    case 'handover':
      return handover(random)
    case 'nextBatch':
      return nextBatch(random)
    case 'changeover':
      return changeover(random, conduct)
    case 'service':
      return service(random)
    case 'shutDown':
      return { steps: shutDown(random), alarms: [], changes: [] }
  }
}

/** The packs that are on the belt before the machine still come through: the story begins so many ms later. */
export function behindBelt(story: Story, ms: number): Story {
  if (ms === 0) return story
  const later = <Event extends { readonly after: number }>(event: Event) => ({
    ...event,
    after: event.after + ms,
  })
  return {
    steps: [{ state: State.Execute, ms, pace: 0.9 }, ...story.steps],
    alarms: story.alarms.map(later),
    changes: story.changes.map(later),
  }
}

function breakTime(random: Random, ms: number): Story {
  return { steps: hold(random, [stand(State.Held, ms)]), alarms: [], changes: [] }
}

function handover(random: Random): Story {
  return {
    steps: hold(random, [
      stand(State.Held, seconds(random, 40, 120)),
      { ...stand(State.Held, seconds(random, 60, 200)), does: 'changeOperator' },
    ]),
    alarms: [],
    changes: [],
  }
}

/** The same product continues, under a new order. */
function nextBatch(random: Random): Story {
  return {
    steps: [
      { state: State.Completing, ms: seconds(random, 5, 18), pace: 0.6 },
      stand(State.Completed, seconds(random, 10, 50)),
      { ...stand(State.Completed, seconds(random, 5, 40)), does: 'newBatch' },
      ...restart(random, seconds(random, 5, 40)),
    ],
    alarms: [],
    changes: [],
  }
}

/** Another product on another tool. */
function changeover(random: Random, conduct: Conduct): Story {
  const setUp = minutes(random, ...conduct.setUpMinutes)
  const settle = minutes(random, 1, 4)
  return {
    steps: [
      { state: State.Completing, ms: seconds(random, 5, 20), pace: 0.6 },
      stand(State.Completed, seconds(random, 30, 120)),
      stand(State.Stopping, seconds(random, 2, 7)),
      stand(State.Stopped, setUp, 'Setup'),
      { ...stand(State.Stopped, settle, 'Setup'), does: 'changeProduct' },
      ...restart(random, seconds(random, 30, 150)),
    ],
    alarms: [],
    changes: [
      { after: setUp + settle, by: 'Operator', setting: 'sealFront', change: random.whole(-4, 4) },
      {
        after: setUp + settle + 9_000,
        by: 'Operator',
        setting: 'filmTension',
        change: random.whole(-5, 5),
      },
    ],
  }
}

/** Planned service; the controller is exchanged and its counters start at nothing. */
function service(random: Random): Story {
  const stood = minutes(random, 18, 40)
  return {
    steps: [
      { state: State.Stopping, ms: seconds(random, 3, 8), pace: 0.2 },
      stand(State.Stopped, stood, 'Maintenance'),
      { ...stand(State.Stopped, minutes(random, 2, 5), 'Maintenance'), does: 'exchangeController' },
      ...restart(random, seconds(random, 20, 60)),
    ],
    alarms: [],
    changes: [{ after: stood, by: 'Engineer', setting: 'knifePhase', change: random.whole(-3, 3) }],
  }
}

/** The end of staffed time: cleaning, then the main switch. */
function shutDown(random: Random): Step[] {
  return [
    { state: State.Stopping, ms: seconds(random, 3, 9), pace: 0.2 },
    stand(State.Stopped, minutes(random, 4, 9)),
  ]
}
