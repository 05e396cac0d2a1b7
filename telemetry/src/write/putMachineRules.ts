import type { MachineRule } from '../records.ts'
import type { Telemetry } from '../store.ts'

/** Stores how machines are to be counted. Each change is a new version; what did not change is not written again. */
export function putMachineRules(
  telemetry: Telemetry,
  rules: readonly MachineRule[],
): Promise<void> {
  return telemetry.commits.putRules(rules)
}
