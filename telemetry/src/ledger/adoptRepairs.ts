import type { TelemetryContext } from '../context.ts'
import type { RoundResult } from './computeRound.ts'
import type { LedgerMachine } from './ledgerMachine.ts'
import { writeGapRepairs } from './store/gapRepairs.ts'

/** What tasks have learned of gaps counts once all of their rows are written. Returns the machines that it changed. */
export async function adoptRepairs(
  context: TelemetryContext,
  version: bigint,
  results: readonly RoundResult[],
): Promise<LedgerMachine[]> {
  const learned = results.flatMap(({ task, result, left }) => {
    const changes = new Map([...task.repairs, ...result.repairs])
    return left === null && changes.size > 0 ? [{ machine: task.machine, changes }] : []
  })
  await writeGapRepairs(
    context,
    version,
    learned.map(({ machine: { clientId, machineId }, changes }) => {
      return { clientId, machineId, changes }
    }),
  )
  for (const { machine, changes } of learned) machine.repairs = machine.repairs.with(changes)
  return learned.map(({ machine }) => machine)
}
