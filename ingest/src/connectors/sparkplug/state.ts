import { stateTopic } from './topic.ts'

type StatePacket = {
  readonly cmd: 'publish'
  readonly topic: string
  readonly payload: Buffer
  readonly qos: 1
  readonly retain: true
  readonly dup: false
}

/** This host is online. The time is that of its connection, as its will has it (Sparkplug 3.0, 6.4). */
export const stateBirth = (hostId: string, timestamp: number) =>
  statePacket(hostId, { online: true, timestamp })

export const stateDeath = (hostId: string, timestamp: number) =>
  statePacket(hostId, { online: false, timestamp })

function statePacket(hostId: string, state: { online: boolean; timestamp: number }): StatePacket {
  return {
    cmd: 'publish',
    topic: stateTopic(hostId),
    payload: Buffer.from(JSON.stringify(state)),
    qos: 1,
    retain: true,
    dup: false,
  }
}

/** Whether a host is online, as its message says; undefined for what is no such message. */
export function isOnline(payload: Buffer): boolean | undefined {
  try {
    const state: unknown = JSON.parse(payload.toString('utf8'))
    if (typeof state !== 'object' || state === null || !('online' in state)) return undefined
    return typeof state.online === 'boolean' ? state.online : undefined
  } catch {
    return undefined
  }
}
