import type { TelemetryRoom } from '../room.ts'
import type { LedgerMachine } from './ledgerMachine.ts'
import { endOf, followUp, type LedgerTask } from './ledgerTask.ts'
import type { MachineStretch } from './machinePlace.ts'
import { minuteMs } from './minute.ts'
import { minutesBefore, minutesWithin } from './readMinutes.ts'
import { readAlarms, readSamples } from './readRecords.ts'
import { type Recomputed, recompute, startOf } from './recompute.ts'
import type { StoredMinute } from './storedMinute.ts'

/** One machine's part of a round. */
export type RoundPart = { readonly task: LedgerTask; readonly machine: LedgerMachine }

export type RoundResult = RoundPart & {
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
    const fits = round.length === 0 || (together <= machineTimeMs && !machines.has(task.machineId))
    if (fits && left === 0) {
      round.push(task)
      machines.add(task.machineId)
    } else tasks[left++] = task
  }
  tasks.length = left
  return round
}

/** Computes a round: few questions to the engine for all machines together, none for rows that are remembered. */
export async function computeRound(
  room: TelemetryRoom,
  parts: readonly RoundPart[],
  revision: bigint,
): Promise<RoundResult[]> {
  const around = await aroundTasks(room, parts)
  const stretches = parts.map(({ task, machine }): MachineStretch => {
    const before = around.get(machine.machineId)?.before ?? null
    const { clientId, machineId } = machine
    return {
      clientId,
      machineId,
      from: startOf({ before, from: task.from }),
      to: endOf(task, before, machine.newest),
    }
  })
  const unknown = stretches.flatMap((stretch, i): MachineStretch[] => {
    const { firstRow } = parts[i]!.machine
    const { machineId, from, to } = stretch
    if (around.get(machineId)?.after !== undefined) return []
    if ((to ?? Number.POSITIVE_INFINITY) <= firstRow) return []
    return [{ ...stretch, from: Math.max(from, firstRow) }]
  })
  const [samplesOf, alarmsOf, within] = await Promise.all([
    readSamples(room, stretches, revision),
    readAlarms(room, stretches, revision),
    minutesWithin(room, unknown),
  ])
  return parts.map(({ task, machine }, i): RoundResult => {
    const { machineId } = machine
    const { from, to } = stretches[i]!
    const samples = samplesOf.get(machineId)!
    const { before, after } = around.get(machineId)!
    const known = after ?? within.get(machineId) ?? []
    const result = recompute({
      rule: machine.rule,
      before,
      from: task.from,
      to,
      until: task.until,
      samples,
      alarms: alarmsOf.get(machineId)!,
      stored: known.filter(({ minute }) => minute >= from && (to === null || minute < to)),
      ahead: task.ahead,
    })
    return { task, machine, from, result, left: followUp(task, result, samples.length) }
  })
}

type Around = { readonly before: StoredMinute | null; readonly after: StoredMinute[] | undefined }

/** The row before each task, and the rows from there on where they are remembered. */
async function aroundTasks(
  room: TelemetryRoom,
  parts: readonly RoundPart[],
): Promise<Map<number, Around>> {
  const around = new Map<number, Around>()
  const forgotten: RoundPart[] = []
  for (const part of parts) {
    const { task, machine } = part
    const known = machine.tail.around(task.from)
    if (task.before !== undefined) {
      around.set(machine.machineId, { before: task.before, after: known?.after })
    } else if (known !== undefined) around.set(machine.machineId, known)
    else if (task.from <= machine.firstRow) {
      around.set(machine.machineId, { before: null, after: undefined })
    } else forgotten.push(part)
  }
  if (forgotten.length === 0) return around
  const found = await minutesBefore(
    room,
    forgotten.map(({ task, machine: { clientId, machineId } }) => ({
      clientId,
      machineId,
      before: task.from,
    })),
  )
  for (const { machine } of forgotten) {
    const before = found.get(machine.machineId) ?? null
    around.set(machine.machineId, { before, after: undefined })
  }
  return around
}
