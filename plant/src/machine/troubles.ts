import { type MachineKind, type PlantMachine, packsPacks } from '../plantLayout.ts'
import type { Random } from '../random.ts'
import {
  type Conduct,
  type LiveTrouble,
  type TroubleName,
  type TroubleRates,
  troubleNames,
} from './conduct.ts'
import { State } from './states.ts'
import { about, hold, minutes, moment, rampUp, restart, seconds, stand } from './steps.ts'
import type { AlarmName, Step, Story, StoryAlarm, StoryChange, UnitMode } from './story.ts'

/** Troubles of all kinds in an hour of running. */
export function hourlyTroubles(perHour: TroubleRates): number {
  return troubleNames.reduce((sum, name) => sum + perHour[name], 0)
}

/** The next trouble, at random; frequent ones are more likely. */
export function anyTrouble(
  machine: PlantMachine,
  perHour: TroubleRates,
  conduct: Conduct,
  random: Random,
): { readonly name: TroubleName; readonly story: Story } {
  const name = pick(perHour, random)
  return { name, story: report(name, machine, conduct, random) }
}

function pick(perHour: TroubleRates, random: Random): TroubleName {
  let left = random.next() * hourlyTroubles(perHour)
  for (const name of troubleNames) {
    left -= perHour[name]
    if (left < 0) return name
  }
  return 'microStop'
}

function report(
  name: TroubleName,
  { kind, jamsAt }: PlantMachine,
  conduct: Conduct,
  random: Random,
): Story {
  switch (name) {
    case 'microStop':
      return microStop(random, conduct)
    case 'briefBlock':
      return briefBlock(random)
    case 'jam':
      return jam(random, jamsAt)
    case 'jawJam':
      return jawJam(random)
    case 'breakdown':
      return breakdown(random)
    case 'safety':
      return safety(random)
    case 'filmSnap':
      return filmSnap(random)
    case 'registration':
      return registration(random)
    case 'sealOver':
      return sealTrouble(random, State.SealOverValue, conduct)
    case 'sealUnder':
      return sealTrouble(random, State.SealUnderValue, conduct)
    case 'minPack':
      return weightTrouble(random, State.MinPack, kind)
    case 'maxPack':
      return weightTrouble(random, State.MaxPack, kind)
    case 'noSupply':
      return noSupply(random)
    case 'glueCold':
      return glueCold(random)
  }
}

function microStop(random: Random, conduct: Conduct): Story {
  const held = about(random, ...conduct.microStopSeconds)
  const reported = random.chance(conduct.microStopAlarmShare)
  return {
    steps: hold(random, [stand(State.Held, held)]),
    alarms: reported
      ? [
          {
            name: random.pick(['infeedGap', 'transferLost'] as const),
            after: moment(random),
            lasts: held,
          },
        ]
      : [],
    changes: [],
  }
}

/** A full belt behind the machine, for seconds. */
function briefBlock(random: Random): Story {
  return {
    steps: [
      stand(State.Downstream, about(random, 14, 3, 90)),
      { state: State.Execute, ms: seconds(random, 2, 4), pace: 0.6 },
    ],
    alarms: [],
    changes: [],
  }
}

/** No product comes to the first machine of a line. */
function noSupply(random: Random): Story {
  const stood = about(random, 60, 10, 600)
  return {
    steps: [
      { state: State.Suspending, ms: random.whole(400, 2_000), pace: 0.2 },
      stand(State.Suspended, stood),
      stand(State.Unsuspending, random.whole(600, 2_500)),
      ...rampUp(random),
    ],
    alarms: [{ name: 'upstream', after: 300, lasts: stood }],
    changes: [],
  }
}

/** The glue of flaps does not hold until it is hot again. */
function glueCold(random: Random): Story {
  const stood = about(random, 300, 120, 900)
  return {
    steps: aborted(random, stood, 'Production'),
    alarms: burst(random, 'tempFront', ['driveEnable', 'infeedGap'], stood),
    changes: [],
  }
}

function jam(random: Random, place: AlarmName | undefined): Story {
  const blocked = about(random, 105, 20, 600)
  const steps = [stand(State.PackBlock, blocked), ...restart(random, seconds(random, 1, 12))]
  const first =
    place ?? random.pick(['infeedJam', 'transferJam', 'outfeedJam', 'infeedTorque'] as const)
  return {
    steps,
    alarms: burst(
      random,
      first,
      ['jawsTorque', 'transferLost', 'outfeedReject', 'infeedGap'],
      blocked,
    ),
    changes: [],
  }
}

function jawJam(random: Random): Story {
  const stood = about(random, 170, 40, 900)
  return {
    steps: aborted(random, stood, 'Production'),
    alarms: burst(
      random,
      'jawsJam',
      ['jawsTorque', 'driveEnable', 'tempRear', 'filmTension'],
      stood,
    ),
    changes: random.chance(0.3)
      ? [{ after: stood, by: 'Operator', setting: 'sealRear', change: random.pick([-2, -1, 1]) }]
      : [],
  }
}

function safety(random: Random): Story {
  const stood = about(random, 60, 15, 360)
  const first = random.pick(['guard', 'guard', 'emergencyStop', 'lightCurtain'] as const)
  return {
    steps: aborted(random, stood, 'Production'),
    alarms: burst(random, first, ['driveEnable', 'filmTension'], stood),
    changes: [],
  }
}

function breakdown(random: Random): Story {
  const stood = minutes(random, 12, 45)
  const [first, setting] = random.pick([
    ['tempFin', 'finSeal'],
    ['tempFront', 'sealFront'],
    ['infeedTorque', 'knifePhase'],
    ['airPressure', 'filmTension'],
  ] as const)
  return {
    steps: aborted(random, stood, 'Maintenance'),
    alarms: burst(random, first, ['driveEnable', 'sealUnder', 'infeedGap', 'jawsTorque'], stood),
    changes: [
      {
        after: Math.round(stood * 0.7),
        by: 'Maintenance',
        setting,
        change: random.pick([-3, 2, 4]),
      },
      { after: Math.round(stood * 0.9), by: 'Engineer', setting: 'knifePhase', change: 1 },
    ],
  }
}

/** A crew has just changed a setting: the machine aborts, until maintenance has found and set it back. */
export function liveTrouble({ setting, change, alarm }: LiveTrouble, random: Random): Story {
  const stood = minutes(random, 17, 22)
  return {
    steps: aborted(random, stood, 'Production'),
    alarms: burst(random, alarm, ['driveEnable', 'sealUnder', 'infeedGap'], stood),
    changes: [{ after: Math.round(stood * 0.8), by: 'Maintenance', setting, change: -change }],
  }
}

/** The abort branch of PackML: everything stops at once, then the way back goes through Stopped. */
function aborted(random: Random, ms: number, unitMode: UnitMode): Step[] {
  return [
    stand(State.Aborting, random.whole(800, 3_000)),
    stand(State.Aborted, ms, unitMode),
    stand(State.Clearing, seconds(random, 3, 14)),
    stand(State.Stopped, seconds(random, 2, 25)),
    ...restart(random, seconds(random, 1, 15)),
  ]
}

function filmSnap(random: Random): Story {
  const found = about(random, 40, 10, 180)
  const threading = minutes(random, 2, 8)
  return {
    steps: [stand(State.FilmSnap, found), ...hold(random, [stand(State.Held, threading)])],
    alarms: burst(random, 'filmSnap', ['filmTension', 'filmMark', 'jawsTorque'], found + threading),
    changes: random.chance(0.7)
      ? [
          {
            after: found + threading,
            by: 'Operator',
            setting: 'filmTension',
            change: random.pick([-4, -2, 2]),
          },
        ]
      : [],
  }
}

function registration(random: Random): Story {
  const stood = about(random, 45, 15, 240)
  const adjusted = random.chance(0.4)
  return {
    steps: [
      stand(State.RegFilmAlarm, stood),
      ...(adjusted ? hold(random, [stand(State.Held, seconds(random, 20, 120))]) : rampUp(random)),
    ],
    alarms: burst(random, 'filmMark', ['filmTension', 'transferLost'], stood),
    changes: adjusted
      ? [
          {
            after: stood + 5_000,
            by: 'Operator',
            setting: 'filmTension',
            change: random.pick([-3, 3]),
          },
        ]
      : [],
  }
}

/** Seal values drift: packing continues, many packs are rejected, until it recovers or the operator stops. */
function sealTrouble(random: Random, state: number, conduct: Conduct): Story {
  const drifting = about(random, 50, 12, 180)
  const over = state === State.SealOverValue
  const first = over ? 'sealOver' : 'sealUnder'
  const setting = random.pick(['sealFront', 'sealRear', 'finSeal'] as const)
  const warned: Step = {
    state,
    ms: drifting,
    pace: 0.9,
    rejectsPer10k: random.whole(600, 3_000),
  }
  const isChanged = conduct.sealChangeShare === 1 || random.chance(conduct.sealChangeShare)
  const changes: StoryChange[] = isChanged
    ? [{ after: drifting - 4_000, by: 'Operator', setting, change: over ? -2 : 3 }]
    : []
  if (random.chance(0.55)) {
    return {
      steps: [warned],
      alarms: [{ name: first, after: moment(random), lasts: drifting }],
      changes,
    }
  }
  const waiting = seconds(random, ...conduct.sealWaitSeconds)
  const held = about(random, 90, 30, 420)
  const stood = waiting > 0 ? waiting : held
  return {
    steps: [
      warned,
      ...(waiting > 0 ? [stand(state, waiting)] : []),
      ...hold(random, [stand(State.Held, held)]),
    ],
    alarms: [
      { name: first, after: moment(random), lasts: drifting + stood },
      { name: 'sealRejects', after: drifting - 900, lasts: stood + 900 },
      ...(random.chance(0.5)
        ? [
            {
              name: over ? 'tempRear' : 'tempFront',
              after: drifting + 1_500,
              lasts: stood,
            } as const,
          ]
        : []),
    ],
    changes,
  }
}

/** Packs under or over weight: the check weigher throws them out while the dosing finds its value. */
function weightTrouble(random: Random, state: number, kind: MachineKind): Story {
  const drifting = about(random, kind === 'formFillSeal' ? 40 : 25, 10, 150)
  const stops = random.chance(0.3)
  return {
    steps: [
      { state, ms: drifting, pace: 0.95, rejectsPer10k: random.whole(500, 2_500) },
      ...(stops ? [stand(state, seconds(random, 15, 60))] : []),
      ...(stops ? hold(random, [stand(State.Held, about(random, 60, 20, 300))]) : []),
    ],
    alarms: [
      {
        name: state === State.MinPack ? 'packMin' : 'packMax',
        after: moment(random),
        lasts: drifting,
      },
    ],
    changes: [],
  }
}

/** The first alarm is the cause; what follows within seconds are its consequences, some of them twice. */
function burst(
  random: Random,
  first: AlarmName,
  followers: readonly AlarmName[],
  stood: number,
): StoryAlarm[] {
  const alarms: StoryAlarm[] = [{ name: first, after: moment(random), lasts: stood }]
  const count = random.pick([0, 0, 0, 1, 1, 2, 3])
  let after = 0
  for (const name of random.shuffled(followers).slice(0, count)) {
    after += random.whole(200, 2_600)
    alarms.push({ name, after, lasts: Math.round(stood * random.between(0.3, 0.95)) })
  }
  return alarms
}

/** A reel runs out: a warning first, with the machine packing on, then the change. */
export function reelChange(random: Random, kind: MachineKind, conduct: Conduct): Story {
  if (packsPacks(kind)) return magazineRefill(random, conduct)
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

/** Cartons, cases or pallets run out: a person fills the magazine, most times before the machine stands. */
function magazineRefill(random: Random, conduct: Conduct): Story {
  if (random.chance(0.8)) return { steps: [], alarms: [], changes: [] }
  const refilling = seconds(random, ...conduct.reelChangeSeconds)
  return {
    steps: hold(random, [stand(State.Held, refilling)]),
    alarms: [{ name: 'magazineEmpty', after: moment(random), lasts: refilling }],
    changes: [],
  }
}
