import type { Category } from '@packboard/model'
import { type Carry, decodeCarry, emptyCarry } from '../ledger/fold/carry.ts'
import type { PieceContext, StoredMinute } from '../ledger/fold/ledgerMinute.ts'
import { type LedgerAlarm, type LedgerSample, orderedAlarms } from '../ledger/fold/ledgerRecords.ts'
import type { LedgerRule } from '../ledger/fold/ledgerRule.ts'
import { type Count, type FoldSink, holdEnd, MachineFold } from '../ledger/fold/machineFold.ts'
import { minuteMs } from '../ledger/fold/minute.ts'
import { speedTime } from '../ledger/fold/minuteSink.ts'
import { type Recovery, recoveredContexts } from '../ledger/fold/recovery.ts'
import type { RepairChanges } from '../ledger/fold/repairList.ts'
import { firstOut, labelOf, type Stop, type StopLabel } from '../ledger/fold/stops.ts'
import type { CachedContext } from '../ledger/pieceRows.ts'

/** One event of a machine: time that it spent, or packs that it counted, and in which context. */
export type FoldEvent = PieceContext & {
  readonly machineId: number
  /** Of packs: where the time ends that they are counted for; before `to` only after a gap. */
  readonly from: number
  readonly to: number
  readonly user: string
  readonly ms: number
  /** Millionths of a pack per minute. */
  readonly speed: number | null
  /** Billionths. */
  readonly packs: bigint
  /** Billionths; null before the machine ever reported a reject counter. */
  readonly rejects: bigint | null
  /** 1 where the first observed moment of a stop is here. */
  readonly stops: number
  /** 1 where a sample came. */
  readonly samples: number
  /** The unit mode of a time; '' in production, and where it is not known. */
  readonly mode: string
  /** Of a gap that was repaired: its beginning, and [from, to) is a part of it that may be longer than the time (D71); else null. */
  readonly recovered: number | null
}

/** A stretch of raw records to be followed. Only [from, to) is emitted; the rest is read for the names of stops. */
type NamedStretch = {
  readonly machineId: number
  readonly rule: LedgerRule
  /** The newest row before the records. */
  readonly before: StoredMinute | null
  /** Where the records begin when there is no row before them. */
  readonly start: number
  /** Time is followed up to here. */
  readonly end: number
  readonly from: number
  readonly to: number
  readonly samples: Iterable<LedgerSample>
  readonly alarms: readonly LedgerAlarm[]
}

/** The emitted events, before the stop that is open at the end has its name. */
export type UnnamedFold = {
  /** The stop that was open at the beginning. */
  readonly entered: Stop | null
  /** The stop that is open at the end and that no alarm has named so far. */
  readonly unnamed: Stop | null
  /** Whether an event of this stop was emitted. */
  reports(stop: Stop): boolean
  nameOf(stop: Stop, unnamed: StopLabel | null): StopLabel
  /** What the records say of gaps. */
  readonly found: RepairChanges
  /** The emitted events, in the order in which they happened; `unnamed` is the name of the stop that is open at the end. */
  events(unnamed: StopLabel | null): FoldEvent[]
}

/** Follows a machine through raw records with its alarms, so that its stops have their names (D18). */
export function foldNamed(stretch: NamedStretch): UnnamedFold {
  const { rule, before, start, end, samples } = stretch
  const carry = before === null ? emptyCarry() : decodeCarry(before.carry)
  const begin = before === null ? start : before.minute + minuteMs
  const alarms = orderedAlarms([...carry.alarms, ...stretch.alarms])
  const sink = new EventSink(stretch)
  const { events } = sink
  const fold = new MachineFold(rule, carry, begin, alarms, sink)
  const entered = fold.carry.stop
  for (const sample of samples) fold.apply(sample)
  fold.advance(end)
  const open = fold.carry.stop
  if (open !== null) open.cause = firstOut(open, alarms, Number.POSITIVE_INFINITY)
  const unnamed = open?.cause === null ? open : null
  const nameOf = (stop: Stop, label: StopLabel | null) =>
    stop === unnamed && label !== null ? label : labelOf(stop.cause, stop.firstState)
  return {
    entered,
    unnamed,
    nameOf,
    found: fold.found,
    reports: (stop) => events.some((event) => event.stop === stop),
    events(label) {
      for (const event of events) {
        if (event.stop === null) continue
        const { group, cause } = nameOf(event.stop, label)
        event.causeGroup = group
        event.cause = cause
      }
      return events
    },
  }
}

type UnnamedEvent = Omit<FoldEvent, 'causeGroup' | 'cause'> & {
  readonly stop: Stop | null
  causeGroup: string
  cause: string
}

/** Collects what lies inside [from, to). */
export class EventSink implements FoldSink {
  readonly events: UnnamedEvent[] = []
  readonly #stretch: Pick<NamedStretch, 'machineId' | 'rule' | 'from' | 'to'>
  #stoppedAt = Number.NaN

  constructor(stretch: Pick<NamedStretch, 'machineId' | 'rule' | 'from' | 'to'>) {
    this.#stretch = stretch
  }

  /** The events since the last call. */
  take(): FoldEvent[] {
    return this.events.splice(0)
  }

  stopped(at: number): void {
    this.#stoppedAt = at
  }

  time(from: number, to: number, carry: Carry, category: Category, stop: Stop | null): void {
    const begin = Math.max(from, this.#stretch.from)
    const end = Math.min(to, this.#stretch.to)
    if (begin >= end) return
    // The sample that opened this time, and nothing else, was emitted at its beginning.
    const last = this.events.at(-1)
    const samples = last?.samples === 1 && last.ms === 0 && last.from === begin ? 1 : 0
    if (samples === 1) this.events.pop()
    const { speed, mode } = carry
    const stops = begin === this.#stoppedAt ? 1 : 0
    const time = { from: begin, to: end, ms: end - begin, speed, stops, samples, mode }
    this.#emit(carry, category, stop, time)
  }

  recovered(from: number, to: number, carry: Carry, recovery: Recovery): void {
    const begin = Math.max(from, this.#stretch.from)
    const end = Math.min(to, this.#stretch.to)
    if (begin >= end) return
    for (const part of recoveredContexts(recovery, [begin, end], carry)) {
      const { category, ms, packs, rejects } = part
      const gap = { from: begin, to: end, recovered: recovery.repair.from }
      this.#emit(part.carry, category, null, { ...gap, ms, packs, rejects })
    }
  }

  counted(at: number, carry: Carry, category: Category, stop: Stop | null, count: Count): void {
    if (!this.#has(at)) return
    const { rule, from } = this.#stretch
    const gap = category === 'offline' ? Math.max(holdEnd(carry, rule), from) : at
    const { packs, rejects } = count
    this.#emit(carry, category, stop, { from: Math.min(gap, at), to: at, packs, rejects })
  }

  /** Emitted although no time may follow: from here on rejects are measured (D21). */
  sampled(at: number, carry: Carry, category: Category, stop: Stop | null): void {
    if (this.#has(at)) this.#emit(carry, category, stop, { from: at, to: at, samples: 1 })
  }

  /** Field by field: spreading takes several times as long, and there is one for each sample. */
  #emit(carry: Carry, category: Category, stop: Stop | null, event: Emitted): void {
    const { ms = 0, speed = null, packs = 0n, rejects = 0n, stops = 0 } = event
    const { samples = 0, mode = '', recovered = null } = event
    this.events.push({
      machineId: this.#stretch.machineId,
      from: event.from,
      to: event.to,
      state: carry.state,
      category,
      product: carry.product,
      tool: carry.tool,
      user: carry.user,
      causeGroup: '',
      cause: '',
      ms,
      speed,
      packs,
      rejects: carry.rejects.newest === null ? null : rejects,
      stops,
      samples,
      mode,
      recovered,
      stop,
    })
  }

  #has(at: number): boolean {
    return at >= this.#stretch.from && at < this.#stretch.to
  }
}

type Emitted = Pick<FoldEvent, 'from' | 'to'> & Partial<FoldEvent>

/** An event as what is cached says it. */
export function pieceOf(event: FoldEvent): CachedContext {
  const { state, category, product, tool, causeGroup, cause, ms, speed } = event
  const { packs, rejects, samples, stops } = event
  const hasSpeed = ms > 0 && speed !== null
  const ppm = hasSpeed ? speed / 1e6 : null
  return {
    state,
    category,
    product,
    tool,
    causeGroup,
    cause,
    ms,
    packs,
    rejects,
    speedMs: hasSpeed ? ms : 0,
    speedSum: hasSpeed ? speedTime(speed, ms) : 0n,
    speedMin: ppm,
    speedMax: ppm,
    samples,
    stops,
  }
}

/** A part of an event, which has no hole: a stop begins, and packs are counted, in the first one. */
export function partOf(
  event: FoldEvent,
  { from, to }: { readonly from: number; readonly to: number },
): FoldEvent {
  if (from === event.from && to === event.to) return event
  const more = from === event.from ? {} : { packs: 0n, rejects: null, samples: 0, stops: 0 }
  return { ...event, from, to, ms: to - from, ...more }
}
