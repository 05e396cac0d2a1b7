import type { TelemetryContext } from '../context.ts'
import { inSlices } from '../slices.ts'
import { minuteMs } from './fold/minute.ts'
import { type Recomputed, recompute, startOf } from './fold/recompute.ts'
import type { RepairList } from './fold/repairList.ts'
import type { StoredMinute } from './fold/storedMinute.ts'
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

/** How many records are expected to be computed together, and in how many tasks: bounds the memory of a round. */
const recordsOfRound = 864_000
const tasksOfRound = 2_000

/**
 * Takes the tasks of the next round out of a list, oldest first, not too much together. Of one machine several, as long as the one
 * before cannot reach the next.
 */
export function takeRound(tasks: LedgerTask[]): LedgerTask[] {
  tasks.sort((a, b) => a.from - b.from)
  const round: LedgerTask[] = []
  /** Where the last task of each machine may end; ∞: one of its tasks is left. */
  const reached = new Map<number, number>()
  let together = 0
  let left = 0
  for (const task of joinedTasks(tasks)) {
    const { machineId, density } = task.machine
    const end = farthestEnd(task)
    const records = (end - task.from) * density
    const fits =
      round.length === 0 ||
      (round.length < tasksOfRound &&
        together + records <= recordsOfRound &&
        task.from > (reached.get(machineId) ?? Number.NEGATIVE_INFINITY))
    if (fits) {
      round.push(task)
      together += records
      reached.set(machineId, end)
    } else {
      reached.set(machineId, Number.POSITIVE_INFINITY)
      tasks[left++] = task
    }
  }
  tasks.length = left
  return round
}

/** What a round came to: the results that count, and the tasks that are to be computed again. */
type Round = { readonly results: RoundResult[]; readonly again: LedgerTask[] }

/** Computes a round: few questions to the engine for all machines together, none for rows that are remembered. */
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
    const { machineId, from, to } = stretch
    if (open.has(machineId)) {
      again.push(task)
      continue
    }
    yield
    const { samples, count } = samplesOf[index] ?? { samples: [], count: 0 }
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
        alarms: alarmsOf[index] ?? [],
        stored: known.filter(({ minute }) => minute >= from && (to === null || minute < to)),
        ahead: task.ahead,
      })
    const repairs = task.machine.repairs.with(task.repairs)
    const first = yield* anew(before, repairs)
    // A stop or a gap that began in held minutes stays there as it is (D69); from here on it has the new name, or repair.
    const stays = first.next.kind === 'goBack' && before !== null && isHeld(task, first.next.from)
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
    const result = withoutHeld(task, computed)
    const left = followUp(task, result, count)
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

/** The rows that the ledger has in each stretch; of those that are remembered, and where there can be none, nothing is read. */
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

const isHeld = ({ machine }: LedgerTask, minute: number) =>
  machine.held.some(({ from, until }) => minute >= from && minute <= until)

/** Rows of held minutes are neither written nor cleared. */
function withoutHeld(task: LedgerTask, result: Recomputed): Recomputed {
  if (task.machine.held.length === 0) return result
  return {
    ...result,
    write: result.write.filter(({ minute }) => !isHeld(task, minute)),
    clear: result.clear.filter((minute) => !isHeld(task, minute)),
  }
}

/** A task with what is known around it, and the stretch that it needs from the store. */
type Part = Around & { readonly task: LedgerTask; readonly stretch: RoundStretch }

type Around = { readonly before: StoredMinute | null; readonly after: StoredMinute[] | undefined }

/** The row before each task, and the rows from there on where they are remembered. */
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
