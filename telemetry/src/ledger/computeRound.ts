import type { TelemetryContext } from '../context.ts'
import { inSlices } from '../slices.ts'
import type { StoredMinute } from './fold/ledgerMinute.ts'
import type { LedgerSample } from './fold/ledgerRecords.ts'
import { longestHold } from './fold/ledgerRule.ts'
import { minuteMs, minuteOf } from './fold/minute.ts'
import { type Recomputed, recompute, startOf } from './fold/recompute.ts'
import type { RepairList } from './fold/repairList.ts'
import { endOf, farthestEnd, followUp, joinedTasks, type LedgerTask } from './ledgerTask.ts'
import {
  alarmsOfStretches,
  minutesOfStretches,
  rowsBefore,
  samplesOfStretches,
} from './store/readStretches.ts'
import type { RoundStretch } from './store/roundStretch.ts'

/** What a task of a round came to, and what is left of it. */
export type RoundResult = {
  readonly task: LedgerTask
  readonly from: number
  readonly result: Recomputed
  readonly left: LedgerTask | null
}

/**
 * How many records are expected to be computed together, in how many tasks, and to how many rows: bounds the memory of a round, and
 * what other clients wait for. A record that is held for a day makes 1,440 rows; ten days of a machine at a record a second are a round
 * by either bound.
 */
const recordsOfRound = 864_000
const tasksOfRound = 2_000
const rowsOfRound = 15_000
/** More rows of a task are computed in the next round. */
const rowsOfTask = 2_500

/**
 * Takes the tasks of the next round out of a list, not too much together: the oldest of each client, then the second of each. Of one
 * machine several, as long as the one before cannot reach the next.
 */
export function takeRound(tasks: LedgerTask[]): LedgerTask[] {
  tasks.sort((a, b) => a.from - b.from)
  const round: LedgerTask[] = []
  /** Where the last task of each machine may end; ∞: one of its tasks is left. */
  const reached = new Map<number, number>()
  let together = 0
  let rows = 0
  let left = 0
  for (const task of byTurns(joinedTasks(tasks))) {
    const { machineId, density } = task.machine
    const end = farthestEnd(task)
    const records = (end - task.from) * density
    const expected = expectedRows(task, end - task.from)
    const fits =
      round.length === 0 ||
      (round.length < tasksOfRound &&
        together + records <= recordsOfRound &&
        rows + expected <= rowsOfRound &&
        task.from > (reached.get(machineId) ?? Number.NEGATIVE_INFINITY))
    if (fits) {
      round.push(task)
      together += records
      rows += expected
      reached.set(machineId, end)
    } else {
      reached.set(machineId, Number.POSITIVE_INFINITY)
      tasks[left++] = task
    }
  }
  tasks.length = left
  return round
}

/** The tasks of clients in turn; those of one stay in their order. */
function byTurns(tasks: readonly LedgerTask[]): LedgerTask[] {
  const taken = new Map<number, number>()
  const placed = tasks.map((task) => {
    const { clientId } = task.machine
    const turn = taken.get(clientId) ?? 0
    taken.set(clientId, turn + 1)
    return { task, turn }
  })
  if (taken.size < 2) return [...tasks]
  return placed.sort((a, b) => a.turn - b.turn).map(({ task }) => task)
}

/** A record makes the rows of its minute, of the next and of the time for which it is held. */
function expectedRows({ machine: { density, rule } }: LedgerTask, ms: number): number {
  const rows = (ms * density + 1) * (longestHold(rule) / minuteMs + 2)
  return Math.min(rowsOfTask, rows, ms / minuteMs)
}

/** Samples that are looked at before it can rest: some tenths of a millisecond. */
const samplesAtOnce = 1_000

/** Where a stretch that has more rows than are computed at once is to end; undefined: it is to end where it does. */
function* endOfRows(
  { from, to, last }: RoundStretch,
  samples: Iterable<LedgerSample>,
  holdMs: number,
): Generator<void, number | undefined> {
  const mostMs = rowsOfTask * minuteMs
  if ((to ?? last + holdMs) - from <= mostMs) return undefined
  let at = from
  let paintedMs = 0
  let looked = 0
  for (const sample of samples) {
    looked += 1
    if (looked % samplesAtOnce === 0) yield
    paintedMs += Math.min(sample.at - at, holdMs + minuteMs)
    at = sample.at
    if (paintedMs > mostMs) return minuteOf(at)
  }
  return undefined
}

function* samplesBefore(samples: Iterable<LedgerSample>, end: number): Generator<LedgerSample> {
  for (const sample of samples) {
    if (sample.at >= end) return
    yield sample
  }
}

/** What a round came to: the results that count, and the tasks that are to be computed again. */
type Round = { readonly results: RoundResult[]; readonly again: LedgerTask[] }

/** Computes a round: few questions to the engine for all machines together, none for rows that are cached. */
export async function computeRound(
  context: TelemetryContext,
  tasks: readonly LedgerTask[],
  revision: bigint,
): Promise<Round> {
  const around = await aroundTasks(context, tasks)
  const parts = tasks.map((task, index): Part => {
    const { clientId, machineId, newest, lastRow } = task.machine
    const { before, after } = around[index] ?? { before: null, after: undefined }
    const from = startOf({ before, from: task.from })
    const last = Math.max(newest, lastRow + minuteMs)
    const stretch = { clientId, machineId, from, to: endOf(task, before), last }
    return { task, before, after, stretch }
  })
  const stretches = parts.map(({ stretch }) => stretch)
  const [samplesOf, alarmsOf, rowsOf] = await Promise.all([
    samplesOfStretches(context, stretches, revision),
    alarmsOfStretches(context, stretches, revision),
    rowsWithin(context, parts),
  ])
  return inSlices('ledger', foldParts(parts, { samplesOf, alarmsOf, rowsOf }))
}

/** What the store has in the stretch of each part. */
type Stored = {
  readonly samplesOf: Awaited<ReturnType<typeof samplesOfStretches>>
  readonly alarmsOf: Awaited<ReturnType<typeof alarmsOfStretches>>
  readonly rowsOf: readonly StoredMinute[][]
}

/** Records are taken in meanwhile. */
function* foldParts(
  parts: readonly Part[],
  { samplesOf, alarmsOf, rowsOf }: Stored,
): Generator<void, Round> {
  const results: RoundResult[] = []
  const again: LedgerTask[] = []
  /** Machines of which a task has not come to its end: what it changes may be before the next one. */
  const open = new Set<number>()
  for (const [index, { task, before, stretch }] of parts.entries()) {
    const { machineId, from } = stretch
    if (open.has(machineId)) {
      again.push(task)
      continue
    }
    yield
    const { samples: read, count } = samplesOf[index] ?? { samples: [], count: 0 }
    const cut = yield* endOfRows(stretch, read, longestHold(task.machine.rule))
    const samples = cut === undefined ? read : { [Symbol.iterator]: () => samplesBefore(read, cut) }
    const to = cut ?? stretch.to
    const isInside = (at: number) => to === null || at < to
    const known = rowsOf[index] ?? []
    const anew = (row: StoredMinute | null, repairs: RepairList) =>
      recompute({
        rule: task.machine.rule,
        repairs,
        before: row,
        from: task.from,
        to,
        until: task.until,
        samples,
        alarms: (alarmsOf[index] ?? []).filter(({ raisedAt }) => isInside(raisedAt)),
        stored: known.filter(({ minute }) => minute >= from && isInside(minute)),
        ahead: task.ahead,
      })
    const repairs = task.machine.repairs.with(task.repairs)
    const first = yield* anew(before, repairs)
    // A stop or a gap that began in frozen minutes stays there as it is (D69); from here on it has the new name, or repair.
    const stays = first.next.kind === 'goBack' && before !== null && isFrozen(task, first.next.from)
    const computed =
      stays && first.next.kind === 'goBack'
        ? {
            ...(yield* anew(
              { ...before, openLabel: first.next.ahead?.label ?? before.openLabel },
              repairs.with(first.repairs),
            )),
            repairs: first.repairs,
          }
        : first
    const result = withoutFrozen(task, computed)
    const goesOn = followUp(task, result, Math.max(count, known.length))
    const left = goesOn && cut !== undefined ? { ...goesOn, reach: cut - from } : goesOn
    task.machine.density = densityOf(stretch, count)
    if (left !== null) open.add(machineId)
    results.push({ task, from, result, left })
  }
  return { results, again }
}

/** At least one in ten minutes: a machine that was silent may send again. */
const leastDensity = 1 / 600_000

function densityOf({ from, to, last }: RoundStretch, records: number): number {
  return Math.max(leastDensity, records / Math.max(minuteMs, (to ?? last) - from))
}

/** The rows that the ledger has in each stretch; of those that are cached, and where there can be none, nothing is read. */
async function rowsWithin(
  context: TelemetryContext,
  parts: readonly Part[],
): Promise<StoredMinute[][]> {
  const found = parts.map(({ after }) => after ?? [])
  const unknown = parts.flatMap(({ task, after, stretch }, index) => {
    const { firstRow } = task.machine
    if (after !== undefined) return []
    if ((stretch.to ?? Number.POSITIVE_INFINITY) <= firstRow) return []
    return [{ ...stretch, from: Math.max(stretch.from, firstRow), index }]
  })
  const rows = await minutesOfStretches(context, unknown)
  unknown.forEach(({ index }, place) => {
    found[index] = rows[place] ?? []
  })
  return found
}

const isFrozen = ({ machine }: LedgerTask, minute: number) =>
  machine.frozen.some(({ from, until }) => minute >= from && minute <= until)

/** Rows of frozen minutes are neither written nor cleared. */
function withoutFrozen(task: LedgerTask, result: Recomputed): Recomputed {
  if (task.machine.frozen.length === 0) return result
  return {
    ...result,
    write: result.write.filter(({ minute }) => !isFrozen(task, minute)),
    clear: result.clear.filter((minute) => !isFrozen(task, minute)),
  }
}

/** A task with what is known around it, and the stretch that it needs from the store. */
type Part = Around & { readonly task: LedgerTask; readonly stretch: RoundStretch }

type Around = { readonly before: StoredMinute | null; readonly after: StoredMinute[] | undefined }

/** The row before each task, and the rows from there on where they are cached. */
async function aroundTasks(
  context: TelemetryContext,
  tasks: readonly LedgerTask[],
): Promise<Around[]> {
  const around = tasks.map((task): Around | undefined => {
    const { machine } = task
    const known = machine.tail.around(task.from)
    if (task.before !== undefined) return { before: task.before, after: known?.after }
    if (known !== undefined) return known
    return task.from <= machine.firstRow ? { before: null, after: undefined } : undefined
  })
  const forgotten = tasks.flatMap(({ from, machine: { clientId, machineId } }, index) =>
    around[index] ? [] : [{ clientId, machineId, before: from, index }],
  )
  const rows = await rowsBefore(context, forgotten)
  const found = new Map(forgotten.map(({ index }, place) => [index, rows[place] ?? null]))
  return around.map(
    (known, index) => known ?? { before: found.get(index) ?? null, after: undefined },
  )
}
