import { atOnce } from '../../slices.ts'
import type { Carry } from './carry.ts'
import type { LedgerMinute } from './ledgerMinute.ts'
import { type LedgerAlarm, type LedgerSample, orderedAlarms } from './ledgerRecords.ts'
import type { LedgerRule } from './ledgerRule.ts'
import { MachineFold } from './machineFold.ts'
import { minuteFrom, minuteMs, minuteOf } from './minute.ts'
import { MinuteSink } from './minuteSink.ts'
import type { RepairChanges } from './repairList.ts'
import { firstOut, labelOf, type Stop, type StopLabel } from './stops.ts'

type Stretch = {
  readonly rule: LedgerRule
  /** The carry at `from`, which is a minute boundary. */
  readonly carry: Carry
  readonly from: number
  /** A minute boundary; null means that there is nothing after the last of these records. */
  readonly to: number | null
  /** Effective samples of [from, to): in order, each identity once. */
  readonly samples: Iterable<LedgerSample>
  /** Alarms raised in [from, to), in any order. */
  readonly alarms: readonly LedgerAlarm[]
  /** What is already known, from records after `to`, of stops that may be open at `to`. */
  readonly ahead?: readonly OpenStop[]
}

type FoldedStretch = {
  readonly minutes: LedgerMinute[]
  /** The carry at `end`. */
  readonly carry: Carry
  readonly end: number
  /** The stop that was open at `from`, with its name after all that is known now; earlier rows must carry it too. */
  readonly entered: OpenStop | null
  /** The stop that is open at `end`, as it is named in these rows. */
  readonly left: OpenStop | null
  /** What these records say of gaps, whatever the rule says is known of them (`Repairs`). */
  readonly found: RepairChanges
  /** The end of a gap that is still being read at `to`: what was found of it is not all. */
  readonly unread: number | null
}

export type OpenStop = { readonly since: number; readonly label: StopLabel }

/** Samples that are folded before it can rest: some tenths of a millisecond. */
const samplesAtOnce = 100
/** Time that is followed before it can rest: a sample that is held for a day makes 1,440 rows. */
const followedAtOnceMs = 60 * minuteMs

/** The ledger of one machine over one stretch of time: a pure function of its records (D8). */
export const foldStretch = (stretch: Stretch): FoldedStretch => atOnce(foldSteps(stretch))

/** The same for `inSlices`: a day of one machine may have 100,000 samples, and one sample may be held for a day. */
export function* foldSteps({
  rule,
  carry,
  from,
  to,
  samples,
  alarms: raised,
  ahead = [],
}: Stretch): Generator<void, FoldedStretch> {
  const alarms = orderedAlarms(carry.alarms.length === 0 ? raised : [...carry.alarms, ...raised])
  const sink = new MinuteSink(() => fold.settle())
  const fold = new MachineFold(rule, carry, from, alarms, sink)
  const entered = fold.carry.stop
  let folded = 0
  for (const sample of samples) {
    yield* followTime(fold, sample.at)
    fold.apply(sample)
    folded += 1
    if (folded % samplesAtOnce === 0) yield
  }
  const end = to ?? minuteFrom(Math.max(fold.painted + 1, fold.holdEnd))
  yield* followTime(fold, end)
  fold.advance(end)
  const open = fold.settle().stop
  const openLabel = open && labelAhead(open, alarms, to, ahead)
  const nameOf = (stop: Stop) =>
    stop === open && openLabel !== null ? openLabel : labelOf(stop.cause, stop.firstState)
  return {
    minutes: yield* sink.rows(nameOf),
    carry: fold.carry,
    end,
    entered: entered && { since: entered.since, label: nameOf(entered) },
    left: open && { since: open.since, label: nameOf(open) },
    found: fold.found,
    unread: to === null ? null : (fold.carry.gap?.to ?? null),
  }
}

/** Lets time pass, an hour at a time, until the rest of it is short. What is folded is the same: minutes are steps anyway. */
function* followTime(fold: MachineFold, to: number): Generator<void, void> {
  while (to - fold.painted > followedAtOnceMs && fold.goesByMinutes) {
    fold.advance(minuteOf(fold.painted) + followedAtOnceMs)
    yield
  }
}

/** The name of a stop that continues after the stretch: after its own alarm or state, unless an alarm beyond names it. */
function labelAhead(
  stop: Stop,
  alarms: readonly LedgerAlarm[],
  to: number | null,
  ahead: readonly OpenStop[],
): StopLabel {
  const own = labelOf(firstOut(stop, alarms, to ?? Number.POSITIVE_INFINITY), stop.firstState)
  if (own.byAlarm || to === null) return own
  const known = ahead.find(({ since }) => since === stop.since)
  if (known === undefined) return own
  return known.label.byAlarm || stop.firstState === null ? known.label : own
}
