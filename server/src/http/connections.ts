import type { Server } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'
import { addressBlock } from '@packboard/management/addressBlock'
import { AppError } from '@packboard/model'
import type { FastifyInstance } from 'fastify'
import { limits } from './limits.ts'

/**
 * Bounds how many connections one address may hold, so that one client cannot take them all (T67). A proxy in front is
 * `exempt`: its connections are those of its clients, each of which `boundProxied` counts.
 */
export function boundConnections(
  server: Server,
  {
    perAddress = limits.connectionsPerAddress,
    exempt = isLoopback,
  }: { perAddress?: number; exempt?: (ip: string) => boolean } = {},
) {
  const open = new Map<string, number>()
  server.maxConnections = limits.connections
  server.on('connection', (socket: Socket) => {
    const ip = socket.remoteAddress ?? ''
    const key = addressBlock(ip)
    const count = (open.get(key) ?? 0) + 1
    if (count > perAddress && !exempt(ip)) {
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

/**
 * The same bound for the clients of a proxy, of which the server sees no connections, only the requests that are under
 * way: an open live stream is one.
 */
export function boundProxied(
  app: FastifyInstance,
  perAddress: number = limits.connectionsPerAddress,
): void {
  const open = new Map<string, number>()
  app.addHook('onRequest', async ({ ip, raw }, reply) => {
    if (ip === raw.socket.remoteAddress) return
    const key = addressBlock(ip)
    const count = (open.get(key) ?? 0) + 1
    if (count > perAddress) throw new AppError('request.tooMany', { retryAfter: 2 })
    open.set(key, count)
    reply.raw.once('close', () => {
      const left = (open.get(key) ?? 1) - 1
      if (left > 0) open.set(key, left)
      else open.delete(key)
    })
  })
}

/** This machine itself: the reverse proxy on it (which limits its own clients), the virtual plant, a probe. */
export function isLoopback(ip: string): boolean {
  return /^127\.\d+\.\d+\.\d+$/.test(ip) || ip === '::1' || /^::ffff:127\./.test(ip)
}

export const isLoopbackHost = (host: string) => host === 'localhost' || isLoopback(host)

/** This machine itself, and the proxies that TRUST_PROXY names: addresses and networks such as 10.1.0.0/16. */
export function isProxy(proxies: false | readonly string[]): (ip: string) => boolean {
  const named = new BlockList()
  for (const proxy of proxies || []) {
    const [address = '', bits] = proxy.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) named.addAddress(address, family)
    else named.addSubnet(address, Number(bits), family)
  }
  return (ip) => isLoopback(ip) || named.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')
}

/**
 * Whether a request target is a path of this server: exactly one slash, and no backslash or control character in the path, all of
 * which URL parsers read as the beginning of a host or skip. `http://host/path`, `//host`, `/\host`, `*` and `host:443` are none.
 */
export function isPathTarget(target: string): boolean {
  return /^\/(?![/\\])[^\\?\p{Cc}]*(?:\?|$)/u.test(target)
}

/** Before any other hook that may refuse or answer: the router obeys the path of `http://host/path` and URL parsers obey its host. */
export function refuseOtherTargets(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (isPathTarget(raw.url ?? '')) return
    reply.header('cache-control', 'no-store')
    throw new AppError('request.invalid')
  })
}
