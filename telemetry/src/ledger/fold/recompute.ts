import { type Carry, decodeCarry, emptyCarry, encodeCarry } from './carry.ts'
import { foldSteps, type OpenStop } from './foldStretch.ts'
import type { LedgerMinute, StoredMinute } from './ledgerMinute.ts'
import type { LedgerAlarm, LedgerSample } from './ledgerRecords.ts'
import type { LedgerRule } from './ledgerRule.ts'
import { minuteMs, minuteOf } from './minute.ts'
import type { RepairChanges, RepairList } from './repairList.ts'
import { type StopLabel, sameLabel } from './stops.ts'

/** One stretch of one machine to be recomputed, with all that is needed for it. */
type Recompute = {
  readonly rule: LedgerRule
  /** What is known of its gaps. */
  readonly repairs: RepairList
  /** The newest row before the stretch; null when there is none. The records begin where it ends. */
  readonly before: StoredMinute | null
  /** Where the stretch begins when no row is before it. */
  readonly from: number
  /** A minute boundary; null means that nothing is known after it. */
  readonly to: number | null
  /** The last minute that new records touch. */
  readonly until: number
  readonly samples: Iterable<LedgerSample>
  readonly alarms: readonly LedgerAlarm[]
  /** The rows that the ledger has in the stretch, in order. */
  readonly stored: readonly StoredMinute[]
  /** What is known already of stops that may be open at `to`. */
  readonly ahead: readonly OpenStop[]
}

export type Recomputed = {
  readonly write: LedgerMinute[]
  /** Minutes whose row is no longer right and has no replacement. */
  readonly clear: number[]
  /** The rows from the start of the stretch to here are those that are written; null: to the end of all that is known. */
  readonly end: number | null
  /** Gaps of which the records of the stretch say something else than was known; the rows are as they say. */
  readonly repairs: RepairChanges
  readonly next:
    | { readonly kind: 'done' }
    /** The rest is not yet known to be right. */
    | { readonly kind: 'goOn'; readonly before: StoredMinute }
    /** A stop got another name, or a gap another repair: its earlier rows must be written again, from its beginning. */
    | {
        readonly kind: 'goBack'
        readonly from: number
        /** Where the stretch began that found the name. */
        readonly start: number
        /** The stop with its name; null: it has the one that it had. */
        readonly ahead: OpenStop | null
      }
}

/**
 * Computes one stretch anew and returns what to write. It ends early where it meets a row with the same carry (and the
 * same name of the open stop): from there on, the rows are what this computation would write (D8). For `inSlices`.
 */
export function* recompute(task: Recompute): Generator<void, Recomputed> {
  const { rule, before, to, until, samples, alarms, stored } = task
  const from = startOf(task)
  const carry = before === null ? emptyCarry() : decodeCarry(before.carry)
  const known = [...task.ahead, ...namedBefore(carry, before)]
  const fold = (list: RepairList) =>
    foldSteps({ rule: ruleWith(rule, list), carry, from, to, samples, alarms, ahead: known })
  const first = yield* fold(task.repairs)
  const repairs = task.repairs.changes(first.found, from, to, first.unread)
  const folded = repairs.size === 0 ? first : yield* fold(task.repairs.with(repairs))
  const { entered, minutes } = folded
  const renamed = entered && !sameLabel(entered.label, before?.openLabel ?? entered.label)
  const changed = task.repairs.firstChanged(repairs)
  if (renamed || changed < from) {
    const begin = minuteOf(Math.min(renamed ? entered.since : changed, changed))
    return {
      write: [],
      clear: [],
      end: from,
      repairs,
      next: { kind: 'goBack', from: begin, start: from, ahead: renamed ? entered : null },
    }
  }
  yield
  const meeting = meetingMinute(minutes, stored, lastTouched(until, repairs))
  if (meeting !== null) {
    const write = minutes.filter(({ minute }) => minute <= meeting)
    const clear = missing(write, stored).filter((minute) => minute < meeting)
    return { write, clear, end: meeting + minuteMs, repairs, next: { kind: 'done' } }
  }
  yield
  const clear = missing(minutes, stored)
  if (to === null) return { write: minutes, clear, end: null, repairs, next: { kind: 'done' } }
  return {
    write: minutes,
    clear,
    end: to,
    repairs,
    next: {
      kind: 'goOn',
      before: {
        minute: to - minuteMs,
        carry: encodeCarry(folded.carry),
        openLabel: folded.left?.label ?? null,
      },
    },
  }
}

/** A gap with another repair is written to its end: its rows have the carry that they had, and other time. */
export function lastTouched(until: number, repairs: RepairChanges): number {
  return Math.max(until, ...[...repairs.keys()].map(minuteOf))
}

/** The rule of a machine with what is known of its gaps. */
export function ruleWith(rule: LedgerRule, { size, byStart }: RepairList): LedgerRule {
  return size === 0 ? rule : { ...rule, repairs: byStart }
}

/** Where the records of a recompute begin. */
export function startOf({ before, from }: Pick<Recompute, 'before' | 'from'>): number {
  // Without a row, one minute earlier: an alarm may come up to 5 s before the stop that it causes (D18).
  return before === null ? from - minuteMs : before.minute + minuteMs
}

/** The name that the row before gives its open stop: it may rest on records that the stretch does not contain. */
function namedBefore({ stop }: Carry, before: StoredMinute | null): OpenStop[] {
  return stop === null || !before?.openLabel ? [] : [{ since: stop.since, label: before.openLabel }]
}

function meetingMinute(
  minutes: readonly LedgerMinute[],
  stored: readonly StoredMinute[],
  until: number,
): number | null {
  const known = new Map(stored.map((row) => [row.minute, row]))
  for (const { minute, carry, openLabel } of minutes) {
    if (minute < until) continue
    const row = known.get(minute)
    if (row !== undefined && row.carry === carry && sameOpen(row.openLabel, openLabel))
      return minute
  }
  return null
}

function sameOpen(a: StopLabel | null, b: StopLabel | null): boolean {
  return a === null || b === null ? a === b : sameLabel(a, b)
}

function missing(minutes: readonly LedgerMinute[], stored: readonly StoredMinute[]): number[] {
  if (stored.length === 0) return []
  const written = new Set(minutes.map(({ minute }) => minute))
  return stored.map(({ minute }) => minute).filter((minute) => !written.has(minute))
}
