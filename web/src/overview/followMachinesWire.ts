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

/** The push of one client's machines (D29), until `signal` aborts; the 30 s refresh repairs what a broken line lost. */
export function followMachines(clientId: number, events: MachineEvents, signal: AbortSignal) {
  return followStream(
    liveMachines.path.replace(':clientId', String(clientId)),
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
