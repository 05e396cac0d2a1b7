import type { OpenStop } from './fold/foldStretch.ts'
import type { StoredMinute } from './fold/ledgerMinute.ts'
import { dayMs, minuteFrom, minuteMs } from './fold/minute.ts'
import { lastTouched, type Recomputed, startOf } from './fold/recompute.ts'
import { noChanges, type RepairChanges } from './fold/repairList.ts'
import type { LedgerMachine } from './ledgerMachine.ts'

/** A stretch of one machine that waits to be computed. */
export type LedgerTask = {
  readonly machine: LedgerMachine
  readonly from: number
  readonly until: number
  /** The newest row before `from`, once it is known; undefined: to be looked up. */
  readonly before: StoredMinute | null | undefined
  /** What the task has learned of the names of stops, from records after their beginning; the newest first. */
  readonly ahead: readonly OpenStop[]
  /** What it has learned of gaps. It counts once all of their rows are written. */
  readonly repairs: RepairChanges
  /** How far to read in one step: short first, because most late records change little. */
  readonly reach: number
  /** It goes on: a stretch of it was computed and was not its last. */
  readonly begun: boolean
}

const firstReach = 5 * minuteMs
/** Between two tasks: reading so many records costs less than a task of its own. */
const fewRecords = 30
/** A task that begins this soon after the end of one that goes on is computed with it: reading these hours costs less than rounds. */
const soonMs = 6 * 60 * minuteMs
/** A day of a machine at a time, so that memory stays bounded; more only where there is little to read. */
const muchToRead = 20_000

export function ledgerTask(machine: LedgerMachine, from: number, until: number): LedgerTask {
  return {
    machine,
    from,
    until,
    before: undefined,
    ahead: [],
    repairs: noChanges,
    reach: firstReach,
    begun: false,
  }
}

/**
 * The same tasks, in order of their beginnings, those of a machine joined between which there is little to read, or of which the later
 * one would wait for the earlier one. Of records that come ten minutes apart, and of a day in random order, a round would be left for each.
 */
export function joinedTasks(tasks: readonly LedgerTask[]): LedgerTask[] {
  const joined: LedgerTask[] = []
  /** Where in the list the last task of each machine is. */
  const places = new Map<number, number>()
  for (const task of tasks) {
    const { machineId } = task.machine
    const place = places.get(machineId)
    const before = place === undefined ? undefined : joined[place]
    if (place !== undefined && before !== undefined && isJoined(before, task)) {
      joined[place] = { ...before, until: Math.max(before.until, task.until) }
      continue
    }
    places.set(machineId, joined.length)
    joined.push(task)
  }
  return joined
}

function isJoined(before: LedgerTask, task: LedgerTask): boolean {
  const { frozen, firstRow, lastRow, density } = task.machine
  // What has learned something counts only when its own rows are complete; minutes between two tasks may be frozen (D69).
  if (task.begun || frozen.length > 0) return false
  // After the newest row, and before the first one, all is to be computed, up to a silence, and a silence is one step.
  if (before.until >= lastRow || task.from <= firstRow) return true
  const between = task.from - before.until
  if (between > soonMs) return false
  if (between * density <= fewRecords) return true
  return before.begun && task.until - before.from <= dayMs
}

/** The next stretch of a task ends here at the latest, but for one that begins after a silence. */
export function farthestEnd(task: LedgerTask): number {
  return minuteFrom(Math.min(task.until, task.from + Math.max(dayMs, task.reach)) + task.reach)
}

/** The end of the next stretch of a task; null when nothing is known of the machine after it. */
export function endOf(task: LedgerTask, before: StoredMinute | null): number | null {
  const start = startOf({ before, from: task.from })
  const end = Math.max(farthestEnd(task), start + minuteMs)
  const frozen = nextFrozen(task)
  if (frozen !== undefined && frozen <= end) return frozen
  return task.machine.newest < end ? null : end
}

/** Where frozen minutes begin after the beginning of a task. */
function nextFrozen({ machine, from }: LedgerTask): number | undefined {
  return machine.frozen.find((other) => other.from > from)?.from
}

/** What is left of a task after a stretch with so many records was computed. */
export function followUp(
  task: LedgerTask,
  { next, ...learned }: Recomputed,
  recordsRead: number,
): LedgerTask | null {
  if (next.kind === 'done') return null
  const repairs = new Map([...task.repairs, ...learned.repairs])
  if (next.kind === 'goOn' && next.before.minute + minuteMs === nextFrozen(task)) return null
  const reach = recordsRead < muchToRead ? task.reach * 4 : task.reach
  const rest = { ...task, repairs, reach, begun: true }
  if (next.kind === 'goBack') {
    // Rows before `start` are this task's own and prove nothing: it may end only at a row that it has not written.
    const until = lastTouched(Math.max(task.until, next.start), repairs)
    const others = task.ahead.filter(({ since }) => since !== next.ahead?.since)
    const ahead = next.ahead ? [next.ahead, ...others] : task.ahead
    return { ...rest, from: next.from, until, before: undefined, ahead }
  }
  return { ...rest, from: next.before.minute + minuteMs, before: next.before }
}
