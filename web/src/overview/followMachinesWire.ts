import { liveMachines, machineNow } from '@packboard/contract'
import type { LiveMoment } from '@packboard/model'
import { followStream } from '../api/stream.ts'
import { momentFromWire } from './overviewWire.ts'

export type MachineEvents = {
  /** The present of a machine. */
  moment(moment: LiveMoment): void
  /** Data older than now changed: totals must be read again. */
  older(): void
  /** The connection is open and the server sends: changes would have been sent. */
  alive(): void
}

/**
 * The push of one client's machines (D29), until `signal` aborts; the 30 s refresh repairs what a broken line lost. Who
 * follows a single machine receives nothing of the others.
 */
export function followMachines(
  clientId: number,
  serialNos: readonly string[],
  events: MachineEvents,
  signal: AbortSignal,
) {
  const path = liveMachines.path.replace(':clientId', String(clientId))
  const [first, ...others] = serialNos
  const single = first !== undefined && others.length === 0
  return followStream(
    single ? `${path}?${new URLSearchParams({ machineId: first })}` : path,
    {
      hear: ({ kind, data }) => {
        if (kind === 'older') events.older()
        if (kind !== 'machine') return
        const now = machineNow.safeParse(JSON.parse(data))
        if (now.success) events.moment(momentFromWire(now.data))
      },
      alive: events.alive,
    },
    signal,
  )
}
