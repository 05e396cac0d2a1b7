import type { Random } from '../random.ts'
import type { Conduct, PlanItem } from './conduct.ts'
import { State } from './states.ts'
import { hold, minutes, rampUp, restart, seconds, stand } from './steps.ts'
import type { AlarmName, Step, Story } from './story.ts'

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
