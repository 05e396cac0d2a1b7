import { readStateTimes, stateTimesOf, unknownState } from '@packboard/model'
import { type Ahead, type CounterOrder, noCounter } from './counterOrder.ts'
import type { OpenGap } from './gapRepair.ts'
import type { LedgerAlarm } from './ledgerRecords.ts'
import type { Stop } from './stops.ts'

/**
 * Everything that the past of one machine means for its future, at one instant. It depends on the records before that
 * instant and on nothing else (not on how they arrived, nor on where a computation was cut), so a recompute can begin
 * at any minute, and may end where it meets the same carry again.
 */
export type Carry = {
  /** The newest sample. */
  at: number | null
  /** The first death after it. */
  deadAt: number | null
  /** Last known values (D5). */
  state: number
  product: string
  tool: string
  user: string
  /** The unit mode, where it is another one than production; else empty (D72). */
  mode: string
  /** Millionths of a pack per minute. */
  speed: number | null
  /** Counter readings; the time of the reading decides whether a delta is plausible. */
  packs: CounterOrder
  packsAt: number | null
  rejects: CounterOrder
  /** What was made before an OFFLINE gap, for a counter that was not read since (D63). */
  packsGap: Gap | null
  rejectsGap: Gap | null
  /** What the time of each state that the machine counts itself is expected to be, ms (D71). */
  times: ReadonlyMap<number, number>
  /** The last gap, for a minute after it: the readings that say what was in it. */
  gap: OpenGap | null
  /** The machine's own batch counter, when it sends one (D28). */
  batchCounter: bigint | null
  /** Counted since product, tool or user last changed (D28). */
  batchPacks: bigint
  /** When the pack counter last moved (D13). */
  movedAt: number | null
  /** The state that time was last spent in, null while offline, and since when. */
  shown: number | null
  shownSince: number | null
  stop: Stop | null
  /** Those of the last 5 s: the next stop may begin with them (D18). */
  alarms: readonly LedgerAlarm[]
}

/** The context before a gap. Without the user, so that a carry holds one name of a person (D54). */
export type Gap = { readonly state: number; readonly product: string; readonly tool: string }

/** A machine that has never sent a sample. */
export function emptyCarry(): Carry {
  return {
    at: null,
    deadAt: null,
    state: unknownState,
    product: '',
    tool: '',
    user: '',
    mode: '',
    speed: null,
    packs: noCounter,
    packsAt: null,
    rejects: noCounter,
    packsGap: null,
    rejectsGap: null,
    times: new Map(),
    gap: null,
    batchCounter: null,
    batchPacks: 0n,
    movedAt: null,
    shown: null,
    shownSince: null,
    stop: null,
    alarms: [],
  }
}

export function cloneCarry(carry: Carry): Carry {
  return { ...carry, stop: carry.stop && { ...carry.stop } }
}

/** Packs of the present batch, in billionths: the machine's own counter where there is one (D28). */
export function batchNanos(carry: Carry): bigint {
  return carry.batchCounter ?? carry.batchPacks
}

export type AlarmText = readonly [raisedAt: number, group: string, description: string]
/** The newest reading alone, or with those that are ahead. */
type CounterText =
  | string
  | null
  | readonly [
      newest: string | null,
      before: string | null,
      ahead: readonly (readonly [sourceAt: number, reading: string])[],
    ]
type GapText = readonly [state: number, product: string, tool: string] | null
export type CarryText = readonly [
  at: number | null,
  deadAt: number | null,
  state: number,
  product: string,
  tool: string,
  user: string,
  speed: number | null,
  packs: CounterText,
  packsAt: number | null,
  rejects: CounterText,
  batchCounter: string | null,
  batchPacks: string,
  movedAt: number | null,
  shown: number | null,
  shownSince: number | null,
  stop: readonly [since: number, cause: AlarmText | null, firstState: number | null] | null,
  alarms: readonly AlarmText[],
  ...SeldomText,
]
type GapsText = readonly [packs: GapText, rejects: GapText]
/**
 * Only while a counter was not read since a gap, in another mode, and of a machine that counts the time of its states: one that
 * sends neither has the carry that it always had.
 */
export type SeldomText =
  | readonly []
  | readonly [gaps: GapsText]
  | readonly [gaps: GapsText | null, mode: string]
  | readonly [gaps: GapsText | null, mode: string, clock: ClockText]

/** One text for one meaning: two carries are equal exactly when their texts are. */
export function encodeCarry(carry: Carry): string {
  const { stop, packsGap, rejectsGap } = carry
  const text: CarryText = [
    carry.at,
    carry.deadAt,
    carry.state,
    carry.product,
    carry.tool,
    carry.user,
    carry.speed,
    counterText(carry.packs),
    carry.packsAt,
    counterText(carry.rejects),
    digits(carry.batchCounter),
    carry.batchPacks.toString(),
    carry.movedAt,
    carry.shown,
    carry.shownSince,
    stop && [stop.since, stop.cause && alarmText(stop.cause), stop.firstState],
    carry.alarms.map(alarmText),
  ]
  const clock = clockText(carry)
  const gaps =
    packsGap === null && rejectsGap === null
      ? null
      : ([gapText(packsGap), gapText(rejectsGap)] as const)
  if (clock !== null) return JSON.stringify([...text, gaps, carry.mode, clock])
  if (carry.mode !== '') return JSON.stringify([...text, gaps, carry.mode])
  return JSON.stringify(gaps === null ? text : [...text, gaps])
}

export function decodeCarry(text: string): Carry {
  const [
    at,
    deadAt,
    state,
    product,
    tool,
    user,
    speed,
    packs,
    packsAt,
    rejects,
    batchCounter,
    batchPacks,
    movedAt,
    shown,
    shownSince,
    stop,
    alarms,
    gaps = null,
    mode = '',
    clock,
    // Only `encodeCarry` writes these texts; a new version of them comes with a migration.
  ] = JSON.parse(text) as CarryText
  return {
    at,
    deadAt,
    state,
    product,
    tool,
    user,
    mode,
    speed,
    packs: counterOf(packs),
    packsAt,
    rejects: counterOf(rejects),
    packsGap: gapOf(gaps?.[0] ?? null),
    rejectsGap: gapOf(gaps?.[1] ?? null),
    ...clockOf(clock),
    batchCounter: nanos(batchCounter),
    batchPacks: BigInt(batchPacks),
    movedAt,
    shown,
    shownSince,
    stop: stop && { since: stop[0], cause: stop[1] && alarmOf(stop[1]), firstState: stop[2] },
    alarms: alarms.map(alarmOf),
  }
}

function gapText(gap: Gap | null): GapText {
  return gap && [gap.state, gap.product, gap.tool]
}

function gapOf(text: GapText): Gap | null {
  return text && { state: text[0], product: text[1], tool: text[2] }
}

function digits(value: bigint | null): string | null {
  return value === null ? null : value.toString()
}

function nanos(text: string | null): bigint | null {
  return text === null ? null : BigInt(text)
}

function counterText({ newest, ahead }: CounterOrder): CounterText {
  if (ahead === null) return digits(newest)
  const readings = ahead.readings.map(
    ({ sourceAt, reading }) => [sourceAt, reading.toString()] as const,
  )
  return [digits(newest), digits(ahead.before), readings]
}

function counterOf(text: CounterText): CounterOrder {
  if (text === null || typeof text === 'string') return { newest: nanos(text), ahead: null }
  const [newest, before, readings] = text
  const ahead: Ahead = {
    before: nanos(before),
    readings: readings.map(([sourceAt, reading]) => ({ sourceAt, reading: BigInt(reading) })),
  }
  return { newest: nanos(newest), ahead }
}

function alarmText({ raisedAt, group, description }: LedgerAlarm): AlarmText {
  return [raisedAt, group, description]
}

function alarmOf([raisedAt, group, description]: AlarmText): LedgerAlarm {
  return { raisedAt, group, description }
}

/** The part of a carry that repairs gaps, as text: the expected times, and the last gap while it is read. */
type ClockText = readonly [
  times: string,
  gap?: readonly [
    from: number,
    to: number,
    product: string,
    tool: string,
    grown: string,
    cleared: 0 | 1,
    packs: string | null,
    rejects: string | null,
  ],
]

type Clock = { readonly times: ReadonlyMap<number, number>; readonly gap: OpenGap | null }

/** null: the machine counts no times. */
function clockText({ times, gap }: Clock): ClockText | null {
  if (times.size === 0) return null
  const expected = stateTimesOf(times)
  if (gap === null) return [expected]
  const { from, to, product, tool, grown, cleared, packs, rejects } = gap
  const counts = [counted(packs), counted(rejects)] as const
  return [expected, [from, to, product, tool, stateTimesOf(grown), cleared ? 1 : 0, ...counts]]
}

export function clockOf(text: ClockText | undefined): Clock {
  if (text === undefined) return { times: new Map(), gap: null }
  const [expected, gap] = text
  const times = new Map(readStateTimes(expected))
  if (gap === undefined) return { times, gap: null }
  const [from, to, product, tool, grown, cleared, packs, rejects] = gap
  return {
    times,
    gap: {
      ...{ from, to, product, tool, cleared: cleared === 1 },
      grown: new Map(readStateTimes(grown)),
      packs: countedOf(packs),
      rejects: countedOf(rejects),
    },
  }
}

const counted = (count: OpenGap['packs']) =>
  count === null || count === 'awaited' ? count : String(count)

const countedOf = (text: string | null): OpenGap['packs'] =>
  text === null || text === 'awaited' ? text : BigInt(text)
