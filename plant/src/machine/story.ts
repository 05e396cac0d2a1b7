import type { MachineKind } from '../line/plantLayout.ts'
import type { Random } from '../random.ts'
import type { AlarmName } from './alarmBook.ts'
import { State } from './states.ts'

/** One state for some time. `pace` is the share of the set speed at which packs leave the machine. */
export type Step = {
  readonly state: number
  readonly ms: number
  readonly pace: number
  /** Rejects in 10,000 packs, where it differs from the machine's usual share. */
  readonly rejectsPer10k?: number
  readonly unitMode?: UnitMode
  readonly does?: 'newBatch' | 'changeProduct' | 'changeOperator' | 'exchangeController'
}

export type UnitMode = 'Production' | 'Setup' | 'Maintenance'

/** An alarm of a story, in ms from its start; a first-out cause comes a moment before the stop. */
export type StoryAlarm = {
  readonly name: AlarmName
  readonly after: number
  readonly lasts: number
}

/** What an operator can change on the panel. */
export type Setting =
  | 'setSpeed'
  | 'sealFront'
  | 'sealRear'
  | 'finSeal'
  | 'filmTension'
  | 'knifePhase'
export type StoryChange = {
  readonly after: number
  readonly by: 'Operator' | 'Maintenance' | 'Engineer'
  readonly setting: Setting
  readonly change: number
}

/** Something that happens to a running machine, from leaving Execute until it is back there. */
export type Story = {
  readonly steps: readonly Step[]
  readonly alarms: readonly StoryAlarm[]
  readonly changes: readonly StoryChange[]
}

export type StoryName =
  | 'microStop'
  | 'briefBlock'
  | 'jam'
  | 'jawJam'
  | 'breakdown'
  | 'safety'
  | 'filmSnap'
  | 'registration'
  | 'sealOver'
  | 'sealUnder'
  | 'minPack'
  | 'maxPack'

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
} as const satisfies Record<StoryName, number>

export const troubles: Record<MachineKind, Record<StoryName, number>> = {
  flowWrapper: common,
  twinFlowWrapper: { ...common, jam: 1.4, filmSnap: 0.1 },
  formFillSeal: { ...common, microStop: 5, jam: 0.5, jawJam: 0.8, minPack: 0.5, maxPack: 0.4 },
}

export function tell(name: StoryName, kind: MachineKind, random: Random): Story {
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

const seconds = (random: Random, low: number, high: number) =>
  Math.round(random.between(low * 1_000, high * 1_000))
const minutes = (random: Random, low: number, high: number) => seconds(random, low * 60, high * 60)
/** Half are shorter than `median` seconds; never outside [low, high]. */
const about = (random: Random, median: number, low: number, high: number) =>
  Math.round(1_000 * Math.min(high, Math.max(low, random.logNormal(median, 0.8))))
const moment = (random: Random) => random.whole(-700, 150)

const stand = (state: number, ms: number, unitMode?: UnitMode): Step =>
  unitMode ? { state, ms, pace: 0, unitMode } : { state, ms, pace: 0 }

/** Back to speed in steps, as a servo machine does. */
function rampUp(random: Random): Step[] {
  return [
    { state: State.Execute, ms: seconds(random, 2, 4), pace: 0.45 },
    { state: State.Execute, ms: seconds(random, 2, 6), pace: 0.75 },
  ]
}

/** Holding, Held for `ms`, Unholding: the machine stands, its jaws stay hot. */
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

function microStop(random: Random): Story {
  const held = about(random, 8, 2, 40)
  const told = random.chance(0.05)
  return {
    steps: hold(random, [stand(State.Held, held)]),
    alarms: told
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

/** Seal values drift: packs go on, many of them are rejected, until it comes right or the operator stops. */
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

/** A reel runs out: a warning first, with the machine packing on, then the change. */
export function reelChange(random: Random, kind: MachineKind): Story {
  const warned = minutes(random, 2.5, 6)
  const low: Step = { state: State.LowFilm, ms: warned, pace: 1 }
  const alarms: StoryAlarm[] = [{ name: 'filmLow', after: 0, lasts: warned }]
  if (kind === 'twinFlowWrapper' && random.chance(0.8)) {
    return { steps: [low], alarms, changes: [] }
  }
  if (random.chance(0.06)) {
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
  const changing = seconds(random, 70, 220)
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

export function breakTime(random: Random, ms: number): Story {
  return { steps: hold(random, [stand(State.Held, ms)]), alarms: [], changes: [] }
}

export function handover(random: Random): Story {
  return {
    steps: hold(random, [
      stand(State.Held, seconds(random, 40, 120)),
      { ...stand(State.Held, seconds(random, 60, 200)), does: 'changeOperator' },
    ]),
    alarms: [],
    changes: [],
  }
}

/** The same product goes on, under a new order. */
export function nextBatch(random: Random): Story {
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

/** Another product on another tool: 8 to 25 minutes. */
export function changeover(random: Random): Story {
  const setUp = minutes(random, 5, 17)
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
export function service(random: Random): Story {
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

/** The end of staffed time: cleaning, then the main switch. */
export function shutDown(random: Random): Step[] {
  return [
    { state: State.Stopping, ms: seconds(random, 3, 9), pace: 0.2 },
    stand(State.Stopped, minutes(random, 4, 9)),
  ]
}
