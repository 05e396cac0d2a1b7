import { timingSafeEqual } from 'node:crypto'
import { kioskTokenPrefix } from '@packboard/contract'
import type { Kiosk, ProgramKey } from '@packboard/management'
import { addressBlock } from '@packboard/management/addressBlock'
import { AppError, programKeyPrefix } from '@packboard/model'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { isLoopback } from '../http/connections.ts'
import { limits } from '../http/limits.ts'
import { type SharedLimit, tokenBuckets } from '../http/tokenBucket.ts'
import { type Actor, type Viewer, viewerKey } from './actor.ts'
import type { RoutePolicy } from './declare.ts'
import { may } from './policies.ts'
import type { SessionCache } from './sessionCache.ts'

/** A machine's own credential, and the machines it is bound to. */
type DeviceLike = { readonly deviceId: number; readonly clientId: number }

type GuardDeps<Device extends DeviceLike> = {
  readonly sessions: SessionCache
  /** The televisions behind wall links. */
  readonly kiosks: SessionCache<Kiosk>
  /** The programs behind keys. */
  readonly programs: SessionCache<ProgramKey>
  /** Notes a call that a key made. */
  readonly noteCall: (key: ProgramKey, address: string) => void
  /** Null when name and token do not match. */
  readonly device: (userName: string, token: string, address: string) => Promise<Device | null>
  /** Refused calls (401) of an address, counted by all servers together. */
  readonly refusals: SharedLimit
  readonly metricsToken: string | undefined
  readonly now: () => number
}

/** Knows the caller of a request that passed the guard. */
export type Guard<Device extends DeviceLike> = {
  actor(request: FastifyRequest): Actor
  /** The person, or the television of a wall link or the program where the policy of the route allows one. */
  viewer(request: FastifyRequest): Viewer
  /** The person or the program. */
  reader(request: FastifyRequest): Actor | ProgramKey
  actorId(request: FastifyRequest): number | undefined
  device(request: FastifyRequest): Device
  /** Whose turns a body takes: the device, the person or, before anyone signed in, the address. */
  bodySender(request: FastifyRequest): { readonly key: string; readonly client: string | undefined }
}

/** The only header that carries the credential of a person, a link or a device; cookies and addresses are never read (D40, T29). */
export const tokenHeader = 'x-access-token'

/**
 * Runs before every route and accepts the callers that its policy names. Must be registered before the first route; a
 * route without a policy stops the server.
 */
export function registerGuard<Device extends DeviceLike>(
  app: FastifyInstance,
  deps: GuardDeps<Device>,
): Guard<Device> {
  const actors = new WeakMap<FastifyRequest, Actor>()
  const kiosks = new WeakMap<FastifyRequest, Kiosk>()
  const devices = new WeakMap<FastifyRequest, Device>()
  const programs = new WeakMap<FastifyRequest, ProgramKey>()
  // In memory: a statement for each call would cost more than a second server's burst.
  const reads = tokenBuckets(limits.reads, deps.now)
  const callsOfKeys = tokenBuckets(limits.programCalls, deps.now)

  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  // Not at each route: those of a plugin get their policy from where the plugin is registered, after this hook.
  app.addHook('onReady', async () => {
    for (const { method, url, config } of routes) {
      if (!config?.policy) {
        throw new Error(
          `Nobody has decided who may use ${method} ${url}: give its route a policy (server/src/access/declare.ts).`,
        )
      }
    }
  })

  app.addHook('onRequest', async (request) => {
    if (request.is404) return
    const { policy } = request.routeOptions.config
    if (!policy) throw new AppError('page.notFound')
    // The routes of other processes check its secret themselves.
    if (policy.caller === 'everybody' || policy.caller === 'peer') return
    if (policy.caller === 'loopback') return admitProbe(request, deps.metricsToken)

    const address = addressBlock(request.ip)
    const token = credential(request)
    const key = programToken(request)
    if (policy.caller === 'device' && key === undefined) {
      // Before the address has to wait for its refused calls: wrong tokens never delay a right one (D81).
      const [, userName = '', secret = ''] = /^([^:]{1,254}):(.{1,256})$/s.exec(token) ?? []
      const device = userName === '' ? null : await deps.device(userName, secret, request.ip)
      if (!device) return refuse(address, 'device.unknown')
      devices.set(request, device)
      return
    }
    const wait = deps.refusals.wait(address)
    if (wait > 0) throw new AppError('request.tooMany', { retryAfter: wait })
    if (key !== undefined) return admitProgram(request, key, policy)
    if (policy.caller === 'device') return refuse(address, 'device.unknown')
    const link = policy.board || policy.operator ? kioskToken(token) : undefined
    if (link !== undefined || policy.caller === 'kiosk') {
      const kiosk = link === undefined ? undefined : await deps.kiosks.actorOf(link)
      if (!kiosk || !admits(policy, kiosk)) return refuse(address)
      takeRead(kiosk)
      kiosks.set(request, kiosk)
      return
    }
    const actor = await deps.sessions.actorOf(token)
    if (!actor) return refuse(address)
    if (!may(actor)[policy.caller]) throw new AppError('request.notAllowed')
    takeRead(actor)
    if (policy.confirmed && !(await isConfirmed(actor, token))) throw new AppError('factor.confirm')
    actors.set(request, actor)
  })

  async function admitProgram(request: FastifyRequest, key: string, policy: RoutePolicy) {
    const program = await deps.programs.actorOf(key)
    if (!program) return refuse(addressBlock(request.ip))
    const pause = callsOfKeys.take(viewerKey(program))
    if (pause > 0) throw new AppError('request.tooMany', { retryAfter: pause })
    deps.noteCall(program, request.ip)
    if (!isOfGroup(policy, program)) throw new AppError('key.group')
    programs.set(request, program)
  }

  async function isConfirmed(actor: Actor, token: string) {
    if (wasConfirmed(actor, deps.now())) return true
    // It may have been confirmed at another server a moment ago.
    deps.sessions.forget(token)
    const present = await deps.sessions.actorOf(token)
    return present !== undefined && wasConfirmed(present, deps.now())
  }

  function takeRead(viewer: Viewer) {
    const pause = reads.take(viewerKey(viewer))
    if (pause > 0) throw new AppError('request.tooMany', { retryAfter: pause })
  }

  async function refuse(
    address: string,
    code: 'session.required' | 'device.unknown' = 'session.required',
  ): Promise<never> {
    const wait = await deps.refusals.take(address)
    if (wait > 0) throw new AppError('request.tooMany', { retryAfter: wait })
    throw new AppError(code)
  }

  return {
    actor(request) {
      // A public route that requires a person fails closed.
      return demanded(actors.get(request))
    },
    viewer(request) {
      return demanded(actors.get(request) ?? kiosks.get(request) ?? programs.get(request))
    },
    reader: (request) => demanded(actors.get(request) ?? programs.get(request)),
    actorId: (request) => actors.get(request)?.userId,
    device(request) {
      const device = devices.get(request)
      if (!device) throw new AppError('device.unknown')
      return device
    },
    bodySender(request) {
      const viewer = actors.get(request) ?? kiosks.get(request) ?? programs.get(request)
      return senderOf(request, devices.get(request), viewer)
    },
  }
}

function demanded<Caller>(caller: Caller | undefined): Caller {
  if (caller === undefined) throw new AppError('session.required')
  return caller
}

function senderOf(
  { ip }: FastifyRequest,
  device: DeviceLike | undefined,
  viewer: Viewer | undefined,
): ReturnType<Guard<DeviceLike>['bodySender']> {
  const ofClient = (id: number | null) => (id === null ? undefined : `client ${id}`)
  if (device) return { key: `device ${device.deviceId}`, client: ofClient(device.clientId) }
  if (viewer) return { key: viewerKey(viewer), client: ofClient(viewer.clientId) }
  return { key: `address ${addressBlock(ip)}`, client: undefined }
}

/** Within the last ten minutes; the clock of the server that wrote it may be a little ahead. */
const wasConfirmed = ({ confirmedAt }: Actor, now: number) =>
  Math.abs(now - (confirmedAt?.getTime() ?? Number.NEGATIVE_INFINITY)) < limits.confirmedMs

/** Is this route open to a link of this kind, and is the name known that it needs? */
function admits(policy: RoutePolicy, kiosk: Kiosk): boolean {
  if (kiosk.kind === 'board') return policy.board === true
  return (
    policy.operator === 'unnamed' || (policy.operator === 'named' && kiosk.person !== undefined)
  )
}

/** Does the key read what this route is of? */
function isOfGroup({ group }: RoutePolicy, { groups }: ProgramKey): boolean {
  const wanted: readonly string[] = group === undefined ? [] : [group].flat()
  return groups.some((each) => wanted.includes(each))
}

/** The key of a program, which travels in one header alone; undefined where there is none, or another credential. */
export function programToken({ headers }: FastifyRequest): string | undefined {
  if (headers[tokenHeader] !== undefined) return undefined
  const [, token] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
  return token?.startsWith(programKeyPrefix) ? token : undefined
}

/** The token that a request carries, or an empty text. */
export function credential(request: FastifyRequest): string {
  const header = request.headers[tokenHeader]
  return typeof header === 'string' ? header : ''
}

/** The token of a wall link in a credential, or undefined when it is of another kind. */
export function kioskToken(credential: string): string | undefined {
  return credential.startsWith(kioskTokenPrefix)
    ? credential.slice(kioskTokenPrefix.length)
    : undefined
}

/** Metrics of the server: for loopback, or for the holder of the token when one is set. */
function admitProbe(request: FastifyRequest, token: string | undefined) {
  if (token !== undefined) {
    const given = Buffer.from(request.headers.authorization ?? '')
    const wanted = Buffer.from(`Bearer ${token}`)
    if (given.length === wanted.length && timingSafeEqual(given, wanted)) return
    throw new AppError('page.notFound')
  }
  // Through a proxy on this machine every caller looks like loopback.
  const forwarded = request.headers['x-forwarded-for'] ?? request.headers.forwarded
  if (forwarded !== undefined || !isLoopback(request.socket.remoteAddress ?? '')) {
    throw new AppError('page.notFound')
  }
}
