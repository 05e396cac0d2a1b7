import { cellOfClient, type Management, machineBySerial } from '@packboard/management'
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
  stores: {
    readonly management: Management
    readonly telemetry: Telemetry
    /** Of several processes: the cell whose records this one holds. */
    readonly cell?: { readonly id: number }
  },
  { from, to, machine }: RebuildCall,
  onProgress: (step: object) => void,
  signal: AbortSignal,
): Promise<Rebuilt> {
  const { telemetry } = stores
  const machineId = machine === undefined ? undefined : await machineHere(stores, machine)
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

async function machineHere(
  {
    management,
    cell,
  }: { readonly management: Management; readonly cell?: { readonly id: number } },
  serialNo: string,
): Promise<number> {
  const machine = await machineBySerial(management, serialNo)
  if (machine === undefined) throw new BackupFault(`There is no machine ${serialNo}.`)
  const held = cell && (await cellOfClient(management, machine.clientId))
  if (held !== cell?.id) {
    throw new BackupFault(
      `The records of ${serialNo} are in cell ${held}, this process holds ${cell?.id}.`,
    )
  }
  return machine.id
}
