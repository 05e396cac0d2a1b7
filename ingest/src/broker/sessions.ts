import { defaultHoldMs } from '@packboard/model'

/** A session that lasted this long belongs to a machine, not to a tool that publishes once and disconnects. */
export const ownsAfterMs = 10_000

/** One connection of a device, and the machines that it has sent records of. */
export type Session = {
  readonly deviceId: number
  readonly clientId: string
  /** Start of the session, across every takeover by the same device. */
  startedAt: number
  readonly hasWill: boolean
  /** Machine → when this session last sent a record of it. */
  readonly machines: Map<number, number>
  /** We ended it (shut down, store away, token revoked): so its end does not mean that the machine is offline. */
  endedByUs: boolean
}

/** Which session owns a machine, so that its end is the machine's end (D11; decision letter 0005). */
export function createSessions() {
  const living = new Set<Session>()
  const seen: ReadonlySet<Session> = living

  return {
    living: seen,

    start(session: Session) {
      for (const former of living) {
        if (former.deviceId !== session.deviceId || former.clientId !== session.clientId) continue
        // The same device reconnects before its old connection was found dead: the session continues.
        living.delete(former)
        session.startedAt = Math.min(session.startedAt, former.startedAt)
        for (const [machineId, at] of former.machines) session.machines.set(machineId, at)
      }
      living.add(session)
    },

    /** Machines that are OFFLINE because this session ended. */
    end(session: Session, at: number): number[] {
      const tookOver = !living.delete(session)
      if (tookOver || session.endedByUs) return []
      if (!session.hasWill && at - session.startedAt < ownsAfterMs) return []
      return [...session.machines.keys()].filter(
        (machineId) => ![...living].some((other) => publishesFor(other, machineId, at)),
      )
    },
  }
}

function publishesFor(session: Session, machineId: number, at: number): boolean {
  const spoke = session.machines.get(machineId)
  return spoke !== undefined && at - spoke <= defaultHoldMs
}
