import { addModeSpan, type Category, type ModeSpan } from '@packboard/model'
import { type Carry, decodeCarry, emptyCarry } from '../ledger/fold/carry.ts'
import type { LedgerAlarm, LedgerSample } from '../ledger/fold/ledgerRecords.ts'
import { orderedAlarms } from '../ledger/fold/ledgerRecords.ts'
import type { LedgerRule } from '../ledger/fold/ledgerRule.ts'
import { type Count, type FoldSink, holdEnd, MachineFold } from '../ledger/fold/machineFold.ts'
import { minuteMs } from '../ledger/fold/minute.ts'
import { type Recovery, recoveredContexts } from '../ledger/fold/recovery.ts'
import type { RepairChanges } from '../ledger/fold/repairList.ts'
import { firstOut, labelOf, type Stop, type StopLabel } from '../ledger/fold/stops.ts'
import type { StoredMinute } from '../ledger/fold/storedMinute.ts'

/** One event of a machine: time that it spent, or packs that it counted, and in which context. */
export type FoldEvent = {
  readonly machineId: number
  /** Of packs: where the time ends that they are counted for; before `to` only after a gap. */
  readonly from: number
  readonly to: number
  readonly state: number
  readonly category: Category
  readonly product: string
  readonly tool: string
  readonly user: string
  readonly causeGroup: string
  readonly cause: string
  readonly ms: number
  /** Millionths of a pack per minute. */
  readonly speed: number | null
  /** Billionths. */
  readonly packs: bigint
  /** Billionths; null before the machine ever reported a reject counter. */
  readonly rejects: bigint | null
  /** 1 where the first observed moment of a stop is here. */
  readonly stops: number
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
  /** The emitted time in another unit mode than production, in order. */
  readonly modes: readonly ModeSpan[]
  /** What the records say of gaps. */
  readonly found: RepairChanges
  /** The emitted events, in the order in which they happened; `unnamed` is the name of the stop that is open at the end. */
  events(unnamed: StopLabel | null): FoldEvent[]
}

/** Follows a machine through raw records with its alarms, so that its stops have their names (D18). */
export function foldNamed(stretch: NamedStretch): UnnamedFold {
  const { machineId, rule, before, start, end, samples } = stretch
  const carry = before === null ? emptyCarry() : decodeCarry(before.carry)
  const begin = before === null ? start : before.minute + minuteMs
  const alarms = orderedAlarms([...carry.alarms, ...stretch.alarms])
  const reported = new NamedSink(rule, stretch.from, stretch.to)
  const fold = new MachineFold(rule, carry, begin, alarms, reported)
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
    modes: reported.modes,
    found: fold.found,
    reports: (stop) => reported.events.some((event) => event.stop === stop),
    events: (label) =>
      reported.events.map(({ stop, ...event }): FoldEvent => {
        const name = stop === null ? null : nameOf(stop, label)
        return { machineId, ...event, causeGroup: name?.group ?? '', cause: name?.cause ?? '' }
      }),
  }
}

type UnnamedEvent = Omit<FoldEvent, 'machineId' | 'causeGroup' | 'cause'> & {
  readonly stop: Stop | null
}

/** Collects what lies inside [from, to). */
class NamedSink implements FoldSink {
  readonly events: UnnamedEvent[] = []
  readonly modes: ModeSpan[] = []
  readonly #rule: LedgerRule
  readonly #from: number
  readonly #to: number
  #stoppedAt = Number.NaN

  constructor(rule: LedgerRule, from: number, to: number) {
    this.#rule = rule
    this.#from = from
    this.#to = to
  }

  stopped(at: number): void {
    this.#stoppedAt = at
  }

  time(from: number, to: number, carry: Carry, category: Category, stop: Stop | null): void {
    const begin = Math.max(from, this.#from)
    const end = Math.min(to, this.#to)
    if (begin >= end) return
    if (carry.mode !== '') addModeSpan(this.modes, { from: begin, to: end, mode: carry.mode })
    this.events.push({
      ...contextOf(carry, category, stop),
      from: begin,
      to: end,
      ms: end - begin,
      speed: carry.speed,
      packs: 0n,
      rejects: carry.rejects.newest === null ? null : 0n,
      stops: begin === this.#stoppedAt ? 1 : 0,
      recovered: null,
    })
  }

  recovered(from: number, to: number, carry: Carry, recovery: Recovery): void {
    const begin = Math.max(from, this.#from)
    const end = Math.min(to, this.#to)
    if (begin >= end) return
    for (const part of recoveredContexts(recovery, [begin, end], carry)) {
      const { category, ms, packs } = part
      const rejects = carry.rejects.newest === null ? null : part.rejects
      const context = contextOf(part.carry, category, null)
      const amounts = { ms, packs, rejects, speed: null, stops: 0, recovered: recovery.repair.from }
      this.events.push({ ...context, from: begin, to: end, ...amounts })
    }
  }

  counted(at: number, carry: Carry, category: Category, stop: Stop | null, count: Count): void {
    if (!this.#has(at)) return
    const gap = category === 'offline' ? Math.max(holdEnd(carry, this.#rule), this.#from) : at
    const rejects = carry.rejects.newest === null ? null : count.rejects
    const context = contextOf(carry, category, stop)
    const { packs } = count
    this.events.push({ ...context, ...noTime, from: Math.min(gap, at), to: at, packs, rejects })
  }

  sampled(at: number, carry: Carry, category: Category, stop: Stop | null): void {
    // Emitted although no time may follow: from here on rejects are measured (D21).
    if (!this.#has(at) || carry.rejects.newest === null) return
    const context = contextOf(carry, category, stop)
    this.events.push({ ...context, ...noTime, from: at, to: at, packs: 0n, rejects: 0n })
  }

  #has(at: number): boolean {
    return at >= this.#from && at < this.#to
  }
}

const noTime = { ms: 0, speed: null, stops: 0, recovered: null } as const

function contextOf(carry: Carry, category: Category, stop: Stop | null) {
  const { state, product, tool, user } = carry
  return { state, category, product, tool, user, stop }
}
