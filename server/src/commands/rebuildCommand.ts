import {
  cellOfClient,
  type Management,
  machineBySerial,
  serialsOfMachines,
} from '@packboard/management'
import type { RebuildWindow, Rebuilt, Telemetry } from '@packboard/telemetry/store'
import { BackupFault } from '../backup/backupFault.ts'

type RebuildCall = {
  /** Days of UTC, both of them computed; without one from the oldest record, or to the newest. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly machine?: string | undefined
}

const dayMs = 86_400_000
/** What runs of each store, in words. */
const running = new WeakMap<Telemetry, string>()

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
  running.set(telemetry, wordsOf({ from, to, machine }))
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

/** A rebuild that was begun and is not over. */
type OpenRebuild = {
  /** What goes on with it. */
  readonly command: string
  readonly runs: boolean
}

export async function openRebuilds({
  management,
  telemetry,
}: {
  readonly management: Management
  readonly telemetry: Telemetry
}): Promise<OpenRebuild[]> {
  const windows = await telemetry.unfinishedRebuilds()
  const ids = windows.flatMap(({ machineIds = [] }) => machineIds)
  const serials = await serialsOfMachines(management, ids)
  return windows.flatMap((window) => {
    const call = callOf(window, serials)
    if (call === null) return []
    const command = wordsOf(call)
    return [{ command, runs: running.get(telemetry) === command }]
  })
}

/** The call that computes a window; null: its machine is gone. */
function callOf(
  { from, to, machineIds }: RebuildWindow,
  serials: ReadonlyMap<number, string>,
): RebuildCall | null {
  const machine = machineIds && serials.get(machineIds[0] ?? 0)
  if (machineIds !== undefined && machine === undefined) return null
  return {
    from: from && dayOf(from.getTime()),
    to: to && dayOf(to.getTime() - dayMs),
    machine,
  }
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

const wordsOf = ({ from, to, machine }: RebuildCall): string =>
  [
    'packboard rebuild',
    ...(from === undefined ? [] : [`--from ${from}`]),
    ...(to === undefined ? [] : [`--to ${to}`]),
    ...(machine === undefined ? [] : [`--machine ${machine}`]),
  ].join(' ')

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
