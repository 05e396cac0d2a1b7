import type { Category, ClientScope, Period } from '@packboard/model'
import type { Cuts, StopTime, TimePart } from '../ledger/cachedReads.ts'
import { dayMs, hourMs } from '../ledger/fold/minute.ts'
import type { Telemetry } from '../store.ts'
import { answerRows, checkRows } from './answerRows.ts'
import { matches } from './contextFilter.ts'
import { isSameContext, stopTimeParts } from './stopTimeParts.ts'
import type { WindowQuestion } from './windowQuestion.ts'

/** One stop (D18) as far as it lies in the window: from its first to its last observed moment. */
export type MachineStop = {
  readonly machineId: number
  readonly from: Date
  readonly to: Date
  /** Observed time between the two, independent of the filter; the rest is offline. */
  readonly observedMs: number
  /** It was observed before the window began: only its part in the window is here. */
  readonly beganBefore: boolean
  /** The window holds no run after it. */
  readonly open: boolean
  /** The first-out alarm, or '' and the name of the first state. */
  readonly causeGroup: string
  readonly cause: string
  /** When the run before it ended and the run after it began; null where the window does not hold it. */
  readonly ranUntil: Date | null
  readonly runAgain: Date | null
  /** The state that it began with; null when it began before the window. */
  readonly firstState: number | null
  /** What the filter keeps of it; its time is what Stop Causes adds up. */
  readonly times: readonly StopTime[]
  /** The same in order and not added up, each begin in ms since 1970; no piece holds a cut. */
  readonly pieces: readonly StopPiece[]
}

/** Time of a stop in a row. */
export type StopPiece = { readonly from: number; readonly times: readonly StopTime[] }

type StopQuestion = WindowQuestion & {
  /** Only time of this category. */
  readonly category?: Category | undefined
  /** Only stops of exactly this cause. */
  readonly cause?: { readonly group: string; readonly cause: string } | undefined
  /** Instants that divide pieces of stops. */
  readonly cuts?: Cuts
  /** More stops are refused; without it those that a list may have. */
  readonly most?: number | undefined
}

/** The stops of machines in a window that have time which the filter keeps, oldest first. */
export async function stops(
  telemetry: Telemetry,
  scope: ClientScope,
  question: StopQuestion,
): Promise<MachineStop[]> {
  const parts = await stopTimeParts(telemetry, scope, question, question.cuts)
  const found: MachineStop[] = []
  for (const own of Map.groupBy(parts, ({ machineId }) => machineId).values()) {
    for (const between of stopsBetween(own)) {
      const stop = stopOf(between, question)
      if (stop) found.push(stop)
    }
    checkRows(found.length, question.most ?? answerRows.stops)
  }
  return found.sort((a, b) => a.from.getTime() - b.from.getTime() || a.machineId - b.machineId)
}

/** Time of a stop in a row, and when the runs before and after it ended and began. */
type StopBetween = {
  readonly parts: readonly StoodPart[]
  readonly ranUntil: number | null
  readonly runAgain: number | null
}
type StoodPart = TimePart & { readonly stood: NonNullable<TimePart['stood']> }

/** The stops of one machine. Run ends a stop; a time without parts is offline and ends none (D18). */
export function* stopsBetween(parts: readonly TimePart[]): Generator<StopBetween> {
  let stood: StoodPart[] = []
  let ranUntil: number | null = null
  for (const part of parts.toSorted((a, b) => a.from - b.from)) {
    if (isStood(part)) {
      stood.push(part)
      continue
    }
    if (stood.length > 0) yield { parts: stood, ranUntil, runAgain: part.from }
    stood = []
    ranUntil = Math.max(ranUntil ?? part.to, part.to)
  }
  if (stood.length > 0) yield { parts: stood, ranUntil, runAgain: null }
}

const isStood = (part: TimePart): part is StoodPart => part.stood !== null

type Times = {
  readonly sums: TimeSum[]
  /** Where a context is among these; only of a stop with many. */
  indexOf: Map<string, number> | null
}

type TimeSum = { -readonly [Key in keyof StopTime]: StopTime[Key] }
/** Nearly every stop has fewer contexts: comparing them is faster than a text of each. */
const fewContexts = 8

function addTime(times: Times, time: StopTime): void {
  const sum = knownTime(times, time)
  if (sum === undefined) {
    times.indexOf?.set(keyOf(time), times.sums.length)
    times.sums.push({ ...time })
  } else {
    sum.ms += time.ms
    sum.stops += time.stops
  }
}

function knownTime(times: Times, time: StopTime): TimeSum | undefined {
  const { sums } = times
  if (sums.length < fewContexts) return sums.find((one) => isSameContext(one, time))
  times.indexOf ??= new Map(sums.map((one, index) => [keyOf(one), index]))
  return sums[times.indexOf.get(keyOf(time)) ?? sums.length]
}

const keyOf = ({ state, category, product, tool, user }: StopTime) =>
  JSON.stringify([state, category, product, tool, user])

/** What the question keeps of a stop; null when that is no time. */
function stopOf(
  { parts, ranUntil, runAgain }: StopBetween,
  { filter, category, cause: wanted }: StopQuestion,
): MachineStop | null {
  const [first] = parts
  if (first === undefined) return null
  const { machineId, from } = first
  const { causeGroup, cause } = first.stood
  if (wanted && (wanted.group !== causeGroup || wanted.cause !== cause)) return null
  const added: Times = { sums: [], indexOf: null }
  for (const { stood } of parts) for (const time of stood.times) addTime(added, time)
  const times = added.sums
  const keeps = (time: StopTime) =>
    matches(filter, { ...time, causeGroup }) &&
    (category === undefined || category === time.category)
  const kept = times.filter(keeps)
  if (kept.length === 0) return null
  const keepsAll = kept.length === times.length
  return {
    machineId,
    from: new Date(from),
    to: new Date(parts.reduce((last, { to }) => Math.max(last, to), from)),
    causeGroup,
    cause,
    open: runAgain === null,
    ranUntil: ranUntil === null ? null : new Date(ranUntil),
    runAgain: runAgain === null ? null : new Date(runAgain),
    firstState: times.find(({ stops }) => stops > 0)?.state ?? null,
    observedMs: times.reduce((sum, { ms }) => sum + ms, 0),
    beganBefore: times.every((time) => time.stops === 0),
    times: kept,
    pieces: parts.flatMap((part) => {
      const own = keepsAll ? part.stood.times : part.stood.times.filter(keeps)
      return own.length === 0 ? [] : [{ from: part.from, times: own }]
    }),
  }
}

/**
 * What labels hold in: a stop of a machine from the end of the run before it to its last observed moment, as far as both were
 * looked for. Instants are ms since 1970.
 */
export type KnownStop = {
  readonly from: number
  readonly to: number
  /** The first-out alarm; both are empty where none came. */
  readonly alarmGroup: string
  readonly alarm: string
}

/** How far a run before or after is looked for, one step after the other: most stops are short. */
const longestReach = 31 * dayMs
const reaches = [hourMs, dayMs, longestReach] as const

/**
 * The stop that covers a stretch of a machine; null when the machine ran in the stretch, or when nothing was observed of it. A
 * run is looked for at most 31 days before and after, and not beyond the present.
 */
export async function stopAround(
  telemetry: Telemetry,
  scope: ClientScope,
  {
    machineId,
    from,
    to,
    present,
  }: {
    readonly machineId: number
    readonly from: number
    readonly to: number
    readonly present: number
  },
): Promise<KnownStop | null> {
  const own = await partsOf(telemetry, scope, machineId, from, to)
  if (own.some(ran)) return null
  const before = await partsBefore(telemetry, scope, machineId, from)
  const after = await nearest((reach) =>
    partsOf(telemetry, scope, machineId, to, Math.min(to + reach, present)),
  )
  const begin = lastRun(before)
  const end = Math.min(...after.filter(ran).map((part) => part.from))
  const stood = [...before, ...own, ...after].filter(
    (part) => !ran(part) && (begin === null || part.from >= begin) && part.to <= end,
  )
  const [any] = stood
  if (any === undefined || any.stood === null) return null
  const { causeGroup, cause } = any.stood
  return {
    from: begin ?? from - longestReach,
    to: Math.max(to, ...stood.map((part) => part.to)),
    alarmGroup: causeGroup,
    alarm: causeGroup === '' ? '' : cause,
  }
}

/**
 * When the stop began in which a machine is at an instant: the end of the run before it; null where no run is found in the 31
 * days before.
 */
export async function stopBegan(
  telemetry: Telemetry,
  scope: ClientScope,
  { machineId, at }: { readonly machineId: number; readonly at: number },
): Promise<number | null> {
  return lastRun(await partsBefore(telemetry, scope, machineId, at))
}

/**
 * Between which instants machines ran without a stop, in a window; in any order, neighbours are not joined. A gap between
 * two runs may lie in such a stretch: `runsIn` leaves it out.
 */
export async function runSpans(
  telemetry: Telemetry,
  scope: ClientScope,
  question: { readonly machineIds: readonly number[]; readonly period: Period },
): Promise<{ readonly machineId: number; readonly from: number; readonly to: number }[]> {
  const parts = await stopTimeParts(telemetry, scope, question)
  return parts.filter(ran).map(({ machineId, from, to }) => ({ machineId, from, to }))
}

const ran = ({ stood }: TimePart) => stood === null

function lastRun(parts: readonly TimePart[]): number | null {
  const end = Math.max(...parts.filter(ran).map((part) => part.to))
  return Number.isFinite(end) ? end : null
}

function partsOf(
  telemetry: Telemetry,
  scope: ClientScope,
  machineId: number,
  from: number,
  to: number,
): Promise<TimePart[]> {
  const period = { from: new Date(from), to: new Date(to) }
  return stopTimeParts(telemetry, scope, { machineIds: [machineId], period })
}

function partsBefore(
  telemetry: Telemetry,
  scope: ClientScope,
  machineId: number,
  at: number,
): Promise<TimePart[]> {
  return nearest((reach) => partsOf(telemetry, scope, machineId, at - reach, at))
}

/** The parts within the smallest reach that has a run in it, else within the largest. */
async function nearest(read: (reach: number) => Promise<TimePart[]>): Promise<TimePart[]> {
  let parts: TimePart[] = []
  for (const reach of reaches) {
    parts = await read(reach)
    if (parts.some(ran)) return parts
  }
  return parts
}
