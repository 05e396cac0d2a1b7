import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import * as limits from './limits.ts'

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
    if (address.connections >= limits.connectionsPerAddress) return undefined
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
    const isFull = oldest !== undefined && unsigned.size >= limits.unsignedPerAddress
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
  if (address.refusalsHeld >= limits.refusalsHeldPerAddress) return
  address.refusalsHeld += 1
  await setTimeout(limits.signInDelayMs, undefined, { ref: false })
  address.refusalsHeld -= 1
}
