/**
 * Resolves serial numbers inside the scope only: one of another client, a deleted one and one that never existed are
 * treated alike: dropped and counted for the log (T5).
 */
export function pickMachines<Machine extends { readonly serialNo: string }>(
  inScope: readonly Machine[],
  serialNos: readonly string[],
): { picked: Machine[]; dropped: string[] } {
  const bySerial = new Map(inScope.map((machine) => [machine.serialNo, machine]))
  const requested = new Set(serialNos)
  return {
    picked: [...requested].flatMap((serialNo) => bySerial.get(serialNo) ?? []),
    dropped: [...requested].filter((serialNo) => !bySerial.has(serialNo)),
  }
}
