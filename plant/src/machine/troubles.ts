import type { MachineKind } from '../plantLayout.ts'
import type { Random } from '../random.ts'
import type { AlarmName } from './alarmBook.ts'
import { State } from './states.ts'
import { about, hold, minutes, moment, rampUp, restart, seconds, stand } from './steps.ts'
import type { Step, Story, StoryAlarm, StoryChange, UnitMode } from './story.ts'

const names = [
  'microStop',
  'briefBlock',
  'jam',
  'jawJam',
  'breakdown',
  'safety',
  'filmSnap',
  'registration',
  'sealOver',
  'sealUnder',
  'minPack',
  'maxPack',
] as const
type TroubleName = (typeof names)[number]

/**
 * How often each trouble comes, per hour of running. Chosen so that the shares of time and the counts per hour lie
 * where the PIADE machines have them (docs/decisions/0006-the-virtual-plant.md).
 */
const common = {
  microStop: 7,
  briefBlock: 1.6,
  jam: 1.1,
  jawJam: 0.35,
  breakdown: 0.13,
  safety: 0.16,
  filmSnap: 0.14,
  registration: 0.4,
  sealOver: 0.3,
  sealUnder: 0.4,
  minPack: 0.05,
  maxPack: 0.05,
} as const satisfies Record<TroubleName, number>

const perHour: Record<MachineKind, Record<TroubleName, number>> = {
  flowWrapper: common,
  twinFlowWrapper: { ...common, jam: 1.4, filmSnap: 0.1 },
  formFillSeal: { ...common, microStop: 5, jam: 0.5, jawJam: 0.8, minPack: 0.5, maxPack: 0.4 },
}

/** Troubles of all kinds in an hour of running. */
export function hourlyTroubles(kind: MachineKind): number {
  return names.reduce((sum, name) => sum + perHour[kind][name], 0)
}

/** The next trouble, at random; frequent ones are more likely. */
export function anyTrouble(kind: MachineKind, random: Random): Story {
  return report(pick(kind, random), kind, random)
}

function pick(kind: MachineKind, random: Random): TroubleName {
  let left = random.next() * hourlyTroubles(kind)
  for (const name of names) {
    left -= perHour[kind][name]
    if (left < 0) return name
  }
  return 'microStop'
}

function report(name: TroubleName, kind: MachineKind, random: Random): Story {
  switch (name) {
    case 'microStop':
      return microStop(random)
    case 'briefBlock':
      return briefBlock(random)
    case 'jam':
      return jam(random)
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
      return sealTrouble(random, State.SealOverValue)
    case 'sealUnder':
      return sealTrouble(random, State.SealUnderValue)
    case 'minPack':
      return weightTrouble(random, State.MinPack, kind)
    case 'maxPack':
      return weightTrouble(random, State.MaxPack, kind)
  }
}

function microStop(random: Random): Story {
  const held = about(random, 8, 2, 40)
  const reported = random.chance(0.05)
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

function jam(random: Random): Story {
  const blocked = about(random, 105, 20, 600)
  const steps = [stand(State.PackBlock, blocked), ...restart(random, seconds(random, 1, 12))]
  const first = random.pick(['infeedJam', 'transferJam', 'outfeedJam', 'infeedTorque'] as const)
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

export function filmSnap(random: Random): Story {
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
function sealTrouble(random: Random, state: number): Story {
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
  const changes: StoryChange[] = [
    { after: drifting - 4_000, by: 'Operator', setting, change: over ? -2 : 3 },
  ]
  if (random.chance(0.55)) {
    return {
      steps: [warned],
      alarms: [{ name: first, after: moment(random), lasts: drifting }],
      changes,
    }
  }
  const waiting = seconds(random, 20, 90)
  return {
    steps: [
      warned,
      stand(state, waiting),
      ...hold(random, [stand(State.Held, about(random, 90, 30, 420))]),
    ],
    alarms: [
      { name: first, after: moment(random), lasts: drifting + waiting },
      { name: 'sealRejects', after: drifting - 900, lasts: waiting + 900 },
      ...(random.chance(0.5)
        ? [
            {
              name: over ? 'tempRear' : 'tempFront',
              after: drifting + 1_500,
              lasts: waiting,
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
