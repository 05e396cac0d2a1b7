import type { ClientScope } from '@packboard/model'
import type { Telemetry } from '../store.ts'
import { foldsAsOf, type QuestionAsOf } from './foldAsOf.ts'
import type { MachineSpan } from './runsIn.ts'

/** The times in which machines ran, as they were when only what had been received until then was known; in any order. */
export async function runsAsOf(
  telemetry: Telemetry,
  scope: ClientScope,
  question: QuestionAsOf,
): Promise<MachineSpan[]> {
  const runs: MachineSpan[] = []
  await foldsAsOf(telemetry, scope, question, (machineId, fold) => {
    for (const { category, ms, recovered, from, to } of fold.events(null)) {
      // When the machine ran in a gap is not known.
      if (category === 'run' && ms > 0 && recovered === null) runs.push({ machineId, from, to })
    }
  })
  return runs
}
