import { type Management, machineIdBySerial } from '@packboard/management'
import type { Rebuilt, Telemetry } from '@packboard/telemetry/store'
import { BackupFault } from './backupFault.ts'

export type RebuildCall = {
  /** Days of UTC, both of them computed; without one from the oldest record, or to the newest. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly machine?: string | undefined
}

const dayMs = 86_400_000
const running = new WeakSet<Telemetry>()

/** `packboard rebuild`: minutes and hours from the records again. One at a time: a second one would compute the same. */
export async function rebuildCommand(
  stores: { readonly management: Management; readonly telemetry: Telemetry },
  { from, to, machine }: RebuildCall,
  onProgress: (step: object) => void,
  signal: AbortSignal,
): Promise<Rebuilt> {
  const { management, telemetry } = stores
  const machineId = machine === undefined ? undefined : await machineIdBySerial(management, machine)
  if (machine !== undefined && machineId === undefined) {
    throw new BackupFault(`There is no machine ${machine}.`)
  }
  if (running.has(telemetry)) throw new BackupFault('A rebuild is running already.')
  running.add(telemetry)
  try {
    const window = {
      ...(from !== undefined && { from: new Date(from) }),
      ...(to !== undefined && { to: new Date(Date.parse(to) + dayMs) }),
      ...(machineId !== undefined && { machineIds: [machineId] }),
    }
    return await telemetry.rebuildMinutes(window, { signal, onProgress })
  } finally {
    running.delete(telemetry)
  }
}
