import type { TelemetryContext } from '../context.ts'
import { minuteMs } from './fold/minute.ts'
import { type Recomputed, recompute, startOf } from './fold/recompute.ts'
import type { StoredMinute } from './fold/storedMinute.ts'
import { endOf, followUp, type LedgerTask } from './ledgerTask.ts'
import { entryOf } from './store/entryOf.ts'
import type { MachineStretch } from './store/machinePlace.ts'
import { minutesBefore, minutesWithin } from './store/readMinutes.ts'
import { readAlarms, readSamples } from './store/readRecords.ts'

/** What a task of a round came to, and what is left of it. */
export type RoundResult = {
  readonly task: LedgerTask
  readonly from: number
  readonly result: Recomputed
  readonly left: LedgerTask | null
}

/** How much time of machines is computed together: bounds the memory of a round. */
const machineTimeMs = 10 * 24 * 60 * minuteMs

/** Takes the tasks of the next round out of a list: oldest first, one for each machine, not too much together. */
export function takeRound(tasks: LedgerTask[]): LedgerTask[] {
  tasks.sort((a, b) => a.from - b.from)
  const round: LedgerTask[] = []
  const machines = new Set<number>()
  let until = Number.NEGATIVE_INFINITY
  let left = 0
  for (const task of tasks) {
    const first = round[0] ?? task
    until = Math.max(until, Math.min(task.until, task.from + 24 * 60 * minuteMs) + task.reach)
    const together = (until - first.from) * (round.length + 1)
    const fits =
      round.length === 0 || (together <= machineTimeMs && !machines.has(task.machine.machineId))
    if (fits && left === 0) {
      round.push(task)
      machines.add(task.machine.machineId)
    } else tasks[left++] = task
  }
  tasks.length = left
  return round
}

/** Computes a round: few questions to the engine for all machines together, none for rows that are remembered. */
export async function computeRound(
  context: TelemetryContext,
  tasks: readonly LedgerTask[],
  revision: bigint,
): Promise<RoundResult[]> {
  const around = await aroundTasks(context, tasks)
  const parts = tasks.map((task): Part => {
    const { clientId, machineId } = task.machine
    const { before, after } = entryOf(around, machineId)
    const from = startOf({ before, from: task.from })
    return {
      task,
      before,
      after,
      stretch: { clientId, machineId, from, to: endOf(task, before) },
    }
  })
  const stretches = parts.map(({ stretch }) => stretch)
  const unknown = parts.flatMap(({ task, after, stretch }): MachineStretch[] => {
    const { firstRow } = task.machine
    if (after !== undefined) return []
    if ((stretch.to ?? Number.POSITIVE_INFINITY) <= firstRow) return []
    return [{ ...stretch, from: Math.max(stretch.from, firstRow) }]
  })
  const [samplesOf, alarmsOf, within] = await Promise.all([
    readSamples(context, stretches, revision),
    readAlarms(context, stretches, revision),
    minutesWithin(context, unknown),
  ])
  return parts.map(({ task, before, after, stretch }): RoundResult => {
    const { machineId, from, to } = stretch
    const samples = entryOf(samplesOf, machineId)
    const known = after ?? within.get(machineId) ?? []
    const anew = (row: StoredMinute | null) =>
      recompute({
        rule: task.machine.rule,
        before: row,
        from: task.from,
        to,
        until: task.until,
        samples,
        alarms: entryOf(alarmsOf, machineId),
        stored: known.filter(({ minute }) => minute >= from && (to === null || minute < to)),
        ahead: task.ahead,
      })
    const first = anew(before)
    // A stop that began in held minutes keeps its name there (D69); from here on it has the new one.
    const renames = first.next.kind === 'goBack' && before !== null && isHeld(task, first.next.from)
    const computed =
      renames && first.next.kind === 'goBack'
        ? anew({ ...before, openLabel: first.next.ahead.label })
        : first
    const result = withoutHeld(task, computed)
    return { task, from, result, left: followUp(task, result, samples.length) }
  })
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
type Part = Around & { readonly task: LedgerTask; readonly stretch: MachineStretch }

type Around = { readonly before: StoredMinute | null; readonly after: StoredMinute[] | undefined }

/** The row before each task, and the rows from there on where they are remembered. */
async function aroundTasks(
  context: TelemetryContext,
  tasks: readonly LedgerTask[],
): Promise<Map<number, Around>> {
  const around = new Map<number, Around>()
  const forgotten: LedgerTask[] = []
  for (const task of tasks) {
    const { machine } = task
    const known = machine.tail.around(task.from)
    if (task.before !== undefined) {
      around.set(machine.machineId, { before: task.before, after: known?.after })
    } else if (known !== undefined) around.set(machine.machineId, known)
    else if (task.from <= machine.firstRow) {
      around.set(machine.machineId, { before: null, after: undefined })
    } else forgotten.push(task)
  }
  if (forgotten.length === 0) return around
  const found = await minutesBefore(
    context,
    forgotten.map(({ from, machine: { clientId, machineId } }) => ({
      clientId,
      machineId,
      before: from,
    })),
  )
  for (const { machine } of forgotten) {
    const before = found.get(machine.machineId) ?? null
    around.set(machine.machineId, { before, after: undefined })
  }
  return around
}
