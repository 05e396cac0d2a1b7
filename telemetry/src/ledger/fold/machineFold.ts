import { type Category, nanoPacks, otherUnitMode, type StateCategory } from '@packboard/model'
import type { RuleValues } from '../../records.ts'
import { type Carry, cloneCarry, type Gap } from './carry.ts'
import { takeReading } from './counterOrder.ts'
import { followTimes } from './followTimes.ts'
import { type OpenGap, type Repair, repairOf } from './gapRepair.ts'
import { alarmIndex, type LedgerAlarm, type LedgerSample } from './ledgerRecords.ts'
import { categoryRule, countingWindowMs, type LedgerRule, ruleAt, ruleEnd } from './ledgerRule.ts'
import { minuteMs, minuteOf } from './minute.ts'
import { Recovery } from './recovery.ts'
import { causeLeadMs, firstOut, type Stop } from './stops.ts'

/**
 * A listener of a fold: the ledger's minutes, the totals of a window, the live card. The given carry has the
 * state, product, tool, user and speed of the moment; it changes afterwards, so a listener copies what it keeps.
 */
export type FoldSink = {
  /** The machine spent [from, to) in this context. Never offline time, never across a minute boundary. */
  time(from: number, to: number, carry: Carry, category: Category, stop: Stop | null): void
  /** Counted at `at` (billionths), assigned to the time that ended there (D14). */
  counted(at: number, carry: Carry, category: Category, stop: Stop | null, count: Count): void
  /** A sample arrived and opened an interval. */
  sampled(at: number, carry: Carry, category: Category, stop: Stop | null): void
  /** [from, to) is of a gap that was repaired: never across a minute boundary. It may hold less time, in no known order (D71). */
  recovered(from: number, to: number, carry: Carry, recovery: Recovery): void
  /** The first observed moment of a stop (D18); the time that it lasts is emitted next. */
  stopped?(at: number, carry: Carry, category: Category, stop: Stop): void
  /** A minute with any event or time is over. */
  minuteEnd?(end: number): void
}

export type Count = {
  readonly packs: bigint
  readonly rejects: bigint
  /** More than the machine can make in that time (D14): counted all the same. */
  readonly flagged: boolean
}

/**
 * Follows one machine through time: each sample opens an interval that lasts until the next one, and at most for the
 * hold limit (D11). The same steps make the ledger, the ragged edges of a window and the live card (D6).
 */
export class MachineFold {
  readonly carry: Carry
  /** Time has been followed up to here. */
  painted: number
  /** What the records say about the gaps that ended here, by their ends; null: they stay gaps. No matter which repairs are known. */
  readonly found = new Map<number, Repair | null>()
  readonly #rule: LedgerRule
  readonly #alarms: readonly LedgerAlarm[]
  readonly #sink: FoldSink
  /** What holds at the time that was followed up to, since when and until when. */
  #values: RuleValues
  #valuesSince: number
  #valuesUntil: number
  #kind: StateCategory
  #countingWindow: number
  #holdEnd: number
  #boundary: number
  /** Of the gap that begins at the newest sample, where its repair is known. */
  #recovery: Recovery | null = null
  #touched = false
  /** A sample whose interval has not begun to last: whether it opens a stop is known when it does. */
  #pending = false

  /** `alarms` in order, beginning with those of the carry. */
  constructor(
    rule: LedgerRule,
    carry: Carry,
    from: number,
    alarms: readonly LedgerAlarm[],
    sink: FoldSink,
  ) {
    this.#rule = rule
    this.#values = ruleAt(rule, from)
    this.#valuesSince = from
    this.#valuesUntil = ruleEnd(rule, from)
    this.#countingWindow = countingWindowMs(this.#values, carry.product)
    this.carry = cloneCarry(carry)
    this.painted = from
    this.#alarms = alarms
    this.#sink = sink
    this.#kind = categoryRule(this.#values, carry.state)
    this.#boundary = minuteOf(from) + minuteMs
    this.#holdEnd = this.#hold()
    if (carry.gap !== null) this.#find(carry.gap)
  }

  /** The machine is OFFLINE from here on, unless it sends again; −∞ before its first sample. */
  get holdEnd(): number {
    return this.#holdEnd
  }

  /** From here on each minute is a step: the newest sample is held, or the gap after it is repaired. */
  get goesByMinutes(): boolean {
    return this.painted < this.#holdEnd || this.#recovery !== null
  }

  /** Lets time pass up to `to`, without new records of the machine. */
  advance(to: number): void {
    while (this.painted < to) {
      const from = this.painted
      let end: number
      if (from < this.#holdEnd) {
        end = Math.min(to, this.#holdEnd, this.#boundary)
        if (this.#kind === 'runWhileCounting') {
          const runEnd = this.#runEnd()
          if (from < runEnd) end = Math.min(end, runEnd)
        }
        this.#spend(from, end, this.#categoryAt(from))
      } else {
        end = this.#touched || this.#recovery ? Math.min(to, this.#boundary) : to
        if (this.#recovery && this.#pending) this.#emitSample()
        this.#spendOffline(from)
        if (this.#recovery) this.#recover(from, end, this.#recovery)
      }
      this.painted = end
      if (end >= this.#boundary) this.#endMinute(end)
    }
  }

  /** The machine's next sample, or its death. */
  apply(sample: LedgerSample): void {
    this.advance(sample.at)
    if (this.#pending) this.#emitSample()
    const { carry } = this
    if (sample.death) {
      if (carry.at !== null && carry.deadAt === null) {
        carry.deadAt = sample.at
        this.#holdEnd = this.#hold()
      }
      return
    }
    const endsGap = carry.at !== null && sample.at > holdEnd(carry, this.#rule)
    followTimes(carry, sample, endsGap)
    this.#count(sample, endsGap)
    if (carry.gap !== null) this.#find(carry.gap)
    fill(carry, sample)
    carry.at = sample.at
    carry.deadAt = null
    this.#judge()
    this.#holdEnd = this.#hold()
    this.#touched = true
    this.#pending = true
  }

  /** Completes the carry as of the instant up to which time was followed. */
  settle(): Carry {
    const { carry, painted } = this
    const alarms = this.#alarms
    if (carry.stop !== null) carry.stop.cause = firstOut(carry.stop, alarms, painted)
    carry.alarms =
      alarms.length === 0
        ? alarms
        : alarms.slice(alarmIndex(alarms, painted - causeLeadMs), alarmIndex(alarms, painted))
    return carry
  }

  /** A gap that is repaired begins at the sample before it. */
  #hold(): number {
    const { carry } = this
    this.#recovery = this.#recoveryFrom(carry.at)
    return this.#recovery && carry.at !== null ? carry.at : holdEnd(carry, this.#rule)
  }

  #recoveryFrom(at: number | null): Recovery | null {
    const repair = at === null ? undefined : this.#rule.repairs?.get(at)
    return repair ? new Recovery(repair, this.#rule) : null
  }

  #find(gap: OpenGap): void {
    this.found.set(gap.to, repairOf(gap))
  }

  #recover(from: number, to: number, recovery: Recovery): void {
    const { times, packs, rejects } = recovery.between(from, to)
    if (times.length === 0 && packs === 0n && rejects === 0n) return
    this.#touched = true
    this.#sink.recovered(from, to, this.carry, recovery)
  }

  #runEnd(): number {
    const { movedAt } = this.carry
    return movedAt === null ? Number.NEGATIVE_INFINITY : movedAt + this.#countingWindow
  }

  #categoryAt(at: number): Category {
    if (at < this.#valuesSince) return categoryUnder(ruleAt(this.#rule, at), this.carry, at)
    if (this.#kind !== 'runWhileCounting') return this.#kind
    return at < this.#runEnd() ? 'run' : 'alarm'
  }

  /** What the state and the product of the carry mean by what holds. */
  #judge(): void {
    this.#kind = categoryRule(this.#values, this.carry.state)
    this.#countingWindow = countingWindowMs(this.#values, this.carry.product)
  }

  #spend(from: number, to: number, category: Category): void {
    const { carry } = this
    if (carry.shown !== carry.state) {
      carry.shown = carry.state
      carry.shownSince = from
    }
    if (category === 'run') {
      if (carry.stop !== null) {
        carry.stop.cause = firstOut(carry.stop, this.#alarms, from)
        carry.stop = null
      }
    } else {
      carry.stop ??= { since: from, cause: null, firstState: null }
      if (carry.stop.firstState === null) {
        carry.stop.firstState = carry.state
        this.#sink.stopped?.(from, carry, category, carry.stop)
      }
    }
    this.#touched = true
    if (this.#pending) this.#emitSample()
    this.#sink.time(from, to, carry, category, carry.stop)
  }

  #emitSample(): void {
    const { carry } = this
    this.#pending = false
    if (carry.at === null) return
    const category = this.#categoryAt(carry.at)
    this.#sink.sampled(carry.at, carry, category, category === 'run' ? null : carry.stop)
  }

  #spendOffline(from: number): void {
    const { carry } = this
    if (carry.at === null) return
    if (carry.shown !== null) {
      carry.shown = null
      carry.shownSince = from
    }
    carry.stop ??= { since: from, cause: null, firstState: null }
  }

  #endMinute(end: number): void {
    if (this.#touched) this.#sink.minuteEnd?.(end)
    this.#touched = false
    this.#boundary = minuteOf(end) + minuteMs
    if (end < this.#valuesUntil) return
    // Settings begin at whole minutes (D98).
    this.#values = ruleAt(this.#rule, end)
    this.#valuesSince = end
    this.#valuesUntil = ruleEnd(this.#rule, end)
    this.#judge()
  }

  /** D14: the counters' steps, assigned to the time that this sample ends. */
  #count(sample: LedgerSample, endsGap: boolean): void {
    const { at, packCounter, rejectCounter } = sample
    const ended = this.#endedBy(at)
    if (endsGap) this.#rememberGap()
    const packs = this.#readPacks(packCounter, sample)
    const rejects = this.#readRejects(rejectCounter, sample)
    if (sameGap(packs.gap, rejects.gap)) {
      this.#emitCount(at, ended, packs.gap, { ...packs, rejects: rejects.counted })
    } else {
      this.#emitCount(at, ended, packs.gap, { ...packs, rejects: 0n })
      this.#emitCount(at, ended, rejects.gap, { ...nothingCounted, rejects: rejects.counted })
    }
  }

  /** D63: what the next reading of each counter adds was made before or in this gap. */
  #rememberGap(): void {
    const { carry } = this
    const { state, product, tool } = carry
    if (carry.packs.newest !== null) carry.packsGap ??= { state, product, tool }
    if (carry.rejects.newest !== null) carry.rejectsGap ??= { state, product, tool }
  }

  #readPacks(reading: number | null | undefined, sample: LedgerSample) {
    const { carry } = this
    if (reading == null) return nothingCounted
    const { counted, order } = takeReading(carry.packs, nanoPacks(reading), sample)
    const flagged = this.#isImplausible(counted, sample.at)
    const read = { counted, flagged, gap: carry.packsGap }
    if (carry.gap?.packs === 'awaited') {
      carry.gap = { ...carry.gap, packs: flagged ? null : counted }
      if (this.#recoveryFrom(carry.gap.from)?.hasPacks) read.counted = 0n
    }
    carry.packs = order
    carry.packsAt = sample.at
    carry.packsGap = null
    carry.batchPacks += counted
    if (counted > 0n) carry.movedAt = sample.at
    return read
  }

  #readRejects(reading: number | null | undefined, sample: LedgerSample) {
    const { carry } = this
    if (reading == null) return nothingCounted
    const { counted, order } = takeReading(carry.rejects, nanoPacks(reading), sample)
    const read = { counted, gap: carry.rejectsGap }
    if (carry.gap?.rejects === 'awaited') {
      carry.gap = { ...carry.gap, rejects: counted }
      if (this.#recoveryFrom(carry.gap.from)?.hasRejects) read.counted = 0n
    }
    carry.rejects = order
    carry.rejectsGap = null
    return read
  }

  /** After a gap: for the product and tool before it, without a stop, offline (D63). */
  #emitCount(
    at: number,
    ended: Category,
    gap: Gap | null,
    { counted, rejects, flagged }: { counted: bigint; rejects: bigint; flagged: boolean },
  ): void {
    if (counted === 0n && rejects === 0n) return
    const { carry } = this
    const count = { packs: counted, rejects, flagged }
    this.#touched = true
    if (gap !== null) this.#sink.counted(at, { ...carry, ...gap }, 'offline', null, count)
    else this.#sink.counted(at, carry, ended, ended === 'run' ? null : carry.stop, count)
  }

  /** The category of the last moment before `at`; of the interval itself when it lasted no time at all. */
  #endedBy(at: number): Category {
    if (at > this.#holdEnd) return 'offline'
    const began = this.carry.at
    return this.#categoryAt(began !== null && at > began ? at - 1 : at)
  }

  #isImplausible(packs: bigint, at: number): boolean {
    const { designPpm } = this.#values
    const { packsAt } = this.carry
    if (designPpm === null || packsAt === null) return false
    return Number(packs) / 1e9 > (1.5 * designPpm * (at - packsAt)) / 60_000 + 2
  }
}

const nothingCounted = { counted: 0n, flagged: false, gap: null } as const

function sameGap(a: Gap | null, b: Gap | null): boolean {
  return (
    a === b ||
    (a !== null &&
      b !== null &&
      a.state === b.state &&
      a.product === b.product &&
      a.tool === b.tool)
  )
}

/** The category of an instant in the interval of the newest sample, by what holds then. */
export function categoryUnder(values: RuleValues, carry: Carry, at: number): Category {
  const { state, product, movedAt } = carry
  const kind = categoryRule(values, state)
  if (kind !== 'runWhileCounting') return kind
  return movedAt !== null && at < movedAt + countingWindowMs(values, product) ? 'run' : 'alarm'
}

/** When the newest sample stops being valid: at the hold limit that was in force when it came, or at a death (D11, D98). */
export function holdEnd({ at, deadAt }: Carry, rule: LedgerRule): number {
  if (at === null) return Number.NEGATIVE_INFINITY
  const { holdMs } = ruleAt(rule, at)
  return deadAt === null ? at + holdMs : Math.min(deadAt, at + holdMs)
}

/** Takes over the fields of the sample; the rest keeps its last known value (D5). */
function fill(carry: Carry, sample: LedgerSample): void {
  const { product, tool, user } = sample
  if (
    (product != null && product !== carry.product) ||
    (tool != null && tool !== carry.tool) ||
    (user != null && user !== carry.user)
  ) {
    carry.batchPacks = 0n
    if (product != null) carry.product = product
    if (tool != null) carry.tool = tool
    if (user != null) carry.user = user
  }
  if (sample.state != null) carry.state = sample.state
  if (sample.unitMode != null) carry.mode = otherUnitMode(sample.unitMode)
  if (sample.speedPpm != null) carry.speed = Math.round(sample.speedPpm * 1e6)
  if (sample.batchCounter != null) carry.batchCounter = nanoPacks(sample.batchCounter)
}
