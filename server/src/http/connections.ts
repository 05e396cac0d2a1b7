import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { addressBlock } from '@packboard/management'
import { limits } from './limits.ts'

/** Bounds how many connections one address may hold, so that one client cannot take them all (T67). */
export function boundConnections(
  server: Server,
  {
    perAddress = limits.connectionsPerAddress,
    exempt = isLoopback,
  }: { perAddress?: number; exempt?: (key: string) => boolean } = {},
) {
  const open = new Map<string, number>()
  server.maxConnections = limits.connections
  server.on('connection', (socket: Socket) => {
    const key = addressBlock(socket.remoteAddress ?? '')
    const count = (open.get(key) ?? 0) + 1
    if (count > perAddress && !exempt(key)) {
      socket.destroy()
      return
    }
    open.set(key, count)
    socket.once('close', () => {
      const left = (open.get(key) ?? 1) - 1
      if (left > 0) open.set(key, left)
      else open.delete(key)
    })
  })
}

/** This machine itself: the reverse proxy on it (which limits its own clients), the virtual plant, a probe. */
export function isLoopback(ip: string): boolean {
  return (
    /^127\.\d+\.\d+\.\d+$/.test(ip) ||
    ip === '::1' ||
    /^::ffff:127\./.test(ip) ||
    ip === '0:0:0:0::/64'
  )
}
