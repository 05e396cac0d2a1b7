import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { structureLimits } from '@packboard/model'

/** Largest MQTT packet. A message of 1,000 samples is about 150 kB. */
export const packetBytes = structureLimits.message.bytes
/** Topic levels; ours have at most about ten. */
export const topicLevels = 20
/** A connection that has not signed in by then is closed. */
export const connectTimeoutMs = 10_000
/** A connection that does not read its acknowledgements for this long is closed. */
export const drainTimeoutMs = 30_000
/** A connection without a packet for this long is closed, whatever keep-alive it requested. */
export const idleLimitMs = 20 * 60_000
/** Connections in all, and from one address (a factory behind one router is one address). */
export const connections = 20_000
export const connectionsPerAddress = 2_000
/** Connections of one address that have not signed in yet; the oldest gives way to another (D81). */
export const unsignedPerAddress = 200
/** A wrong name or token is answered after this time, so that guessing is slow; of so many of one address at a time. */
export const signInDelayMs = 1_000
export const refusalsHeldPerAddress = 50
/** The bytes of one connection that may wait to be durable: until then it is not read any further. */
export const readAheadBytes = 262_144
/** How often machines that report by exception are looked after; below a third of the shortest hold limit, 1 s. */
export const stillAliveTickMs = 250
/** QoS 2 messages of one connection whose second half has not come. */
export const unreleasedMessages = 1_000
/**
 * Connections of one device. The one that was silent longest gives way to another: so many times a minute, as after a cut of the line;
 * then more clients than that use one token, and the newest is refused, else none of them would get anything through.
 */
export const deviceConnections = 8
export const crowdedPerMinute = 8
/** Subscriptions of one connection. */
export const deviceSubscriptions = 32
/** Longest client id. */
export const clientIdCharacters = 128
/** A message beyond what its device may send waits so long at most; then the connection ends without PUBACK. */
export const refusalHoldMs = 20_000

/** The connections of one address. */
export type Address = {
  readonly text: string
  connections: number
  /** Those that have not signed in, the oldest first. */
  readonly unsigned: Set<Socket>
  /** Wrong sign-ins that wait for their answer. */
  refusalsHeld: number
}

/** How many connections each address holds, and how many of them have not signed in. */
export function createAddresses() {
  const addresses = new Map<string, Address>()

  /** Counts a connection until it closes; undefined when its address has too many. */
  function enter(socket: Socket): Address | undefined {
    const text = socket.remoteAddress ?? ''
    const address: Address = addresses.get(text) ?? {
      text,
      connections: 0,
      unsigned: new Set(),
      refusalsHeld: 0,
    }
    if (address.connections >= connectionsPerAddress) return undefined
    address.connections += 1
    addresses.set(text, address)
    socket.once('close', () => {
      address.connections -= 1
      address.unsigned.delete(socket)
      if (address.connections === 0) addresses.delete(text)
    })
    return address
  }

  /**
   * A device signs in at once: connections that wait are not its own, and must not take its place. Returns whether the
   * oldest of them gave way.
   */
  function awaitSignIn({ unsigned }: Address, socket: Socket): boolean {
    const [oldest] = unsigned
    const isFull = oldest !== undefined && unsigned.size >= unsignedPerAddress
    if (isFull) {
      unsigned.delete(oldest)
      oldest.destroy()
    }
    unsigned.add(socket)
    return isFull
  }

  return { enter, awaitSignIn }
}

/** A wrong sign-in is answered late; a flood of them is answered at once, for a late answer holds a connection. */
export async function holdRefusal(address: Address): Promise<void> {
  if (address.refusalsHeld >= refusalsHeldPerAddress) return
  address.refusalsHeld += 1
  await setTimeout(signInDelayMs, undefined, { ref: false })
  address.refusalsHeld -= 1
}
