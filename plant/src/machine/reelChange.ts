import type { MachineKind } from '../plantLayout.ts'
import type { Random } from '../random.ts'
import type { Conduct } from './conduct.ts'
import { State } from './states.ts'
import { hold, minutes, moment, seconds, stand } from './steps.ts'
import type { Step, Story, StoryAlarm } from './story.ts'
import { filmSnap } from './troubles.ts'

/** A reel runs out: a warning first, with the machine packing on, then the change. */
export function reelChange(random: Random, kind: MachineKind, conduct: Conduct): Story {
  const warned = minutes(random, 2.5, 6)
  const low: Step = { state: State.LowFilm, ms: warned, pace: 1 }
  const alarms: StoryAlarm[] = [{ name: 'filmLow', after: 0, lasts: warned }]
  if (kind === 'twinFlowWrapper' && random.chance(conduct.spliceShare)) {
    return { steps: [low], alarms, changes: [] }
  }
  if (random.chance(conduct.reelSnapShare)) {
    const snap = filmSnap(random)
    return {
      steps: [low, ...snap.steps],
      alarms: [
        ...alarms,
        ...snap.alarms.map((alarm) => ({ ...alarm, after: alarm.after + warned })),
      ],
      changes: snap.changes.map((change) => ({ ...change, after: change.after + warned })),
    }
  }
  const changing = seconds(random, ...conduct.reelChangeSeconds)
  return {
    steps: [low, ...hold(random, [stand(State.Held, changing)])],
    alarms: [
      ...alarms,
      {
        name: kind === 'twinFlowWrapper' ? 'filmSplice' : 'filmEnd',
        after: warned + moment(random),
        lasts: changing,
      },
    ],
    changes: [],
  }
}
