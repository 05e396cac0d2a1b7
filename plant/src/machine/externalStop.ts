import type { Random } from '../random.ts'
import type { AlarmName } from './alarmBook.ts'
import { State } from './states.ts'
import { rampUp, seconds, stand } from './steps.ts'
import type { Step } from './story.ts'

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
