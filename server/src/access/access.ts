import type { Device } from '@packboard/ingest'
import {
  type ClientMachine,
  clientById,
  findKiosk,
  findProgramKey,
  findSession,
  type Kiosk,
  machinesOfClient,
  type ProgramKey,
  recordEvent,
  recordStaffRead,
} from '@packboard/management'
import { AppError, type ClientScope, type PanelScope, type ProgramGroup } from '@packboard/model'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../deps.ts'
import { limits } from '../http/limits.ts'
import { sharedLimit } from '../http/tokenBucket.ts'
import type { Actor, Viewer } from './actor.ts'
import { clientScope } from './clientScope.ts'
import { credential, type Guard, kioskToken, programToken, registerGuard } from './guard.ts'
import { type MailToMakers, refuseKeysInAddresses } from './keyInAddress.ts'
import { panelScope } from './panelScope.ts'
import { may } from './policies.ts'
import { programCalls } from './programCalls.ts'
import { type SessionCache, sessionCache } from './sessionCache.ts'

/** Everything that a route may query about its caller, and its only access to a client's data. */
export type Access = Guard<Device> & {
  /** The scope of one client for this person or television, or 404 as if the client did not exist. */
  scope(viewer: Viewer, clientId: number): Promise<ClientScope>
  /** Where a route is of several groups: a program needs the one of what it asks for, else 403. */
  demandGroup(viewer: Viewer, group: ProgramGroup): void
  /** Which rows of the management panel this person may see. */
  panel(actor: Actor): PanelScope
  /**
   * The machines of a granted scope: the only place where serial numbers become machine ids. Each in the line in which it stands, or stood
   * at an instant.
   */
  machines(scope: ClientScope, at?: Date): Promise<readonly ClientMachine[]>
  /** Used by an open stream: would this request still be accepted, for the same viewer and the same client? */
  stillHolds(request: FastifyRequest, scope: ClientScope): Promise<boolean>
  /** Ends a session in this server's memory; the table itself is management's. */
  forget(request: FastifyRequest): void
}

/** Registers the guard and returns the functions that the routes use. */
export function openAccess(
  app: FastifyInstance,
  { management, directory, config, log, now, mail }: Deps & { readonly mail: MailToMakers },
): Access {
  const sessions: SessionCache = sessionCache((token) => findSession(management, token), now)
  const kiosks: SessionCache<Kiosk> = sessionCache((token) => findKiosk(management, token), now)
  const programs: SessionCache<ProgramKey> = sessionCache(
    (token) => findProgramKey(management, token),
    now,
  )
  const calls = programCalls({ management, log, now })
  app.addHook('onClose', () => calls.stop())
  const refusals = sharedLimit({ management, now }, { name: 'refused call', ...limits.refusals })
  refuseKeysInAddresses(app, { management, mail, programs, refusals })
  const guard = registerGuard<Device>(app, {
    sessions,
    kiosks,
    programs,
    noteCall: calls.note,
    device: directory.device,
    refusals,
    metricsToken: config.metricsToken,
    now,
  })
  const rules = {
    distributorSees: config.distributorSees,
    async findClient(clientId: number) {
      const client = await clientById(management, clientId)
      return client && !client.deleted ? client : undefined
    },
  }

  /**
   * The client's administrator can see which staff looked at its data (D42). Failing to write the access log must not
   * block the read.
   */
  async function writeDownRead({ userId, username }: Actor, clientId: number) {
    const read = { actorId: userId, actorName: username, clientId }
    await recordStaffRead(management, read).catch((error: unknown) => {
      log.warn(
        { err: error, ...read },
        'The access log entry of a staff member could not be written',
      )
    })
  }

  /** That a program of the provider or of a distributor read a client's data: once an hour, as for people. */
  const readLately = new LRUCache<string, number>({ max: 10_000 })
  async function writeDownCall({ programKeyId: id, name }: ProgramKey, clientId: number) {
    const hour = Math.floor(now() / hourMs)
    const pair = `${id} ${clientId}`
    if (readLately.get(pair) === hour) return
    readLately.set(pair, hour)
    const by = { userId: null, username: name }
    const record = { id, clientId }
    await recordEvent(management, by, 'read', 'programKey', record).catch((error: unknown) => {
      log.warn({ err: error, ...record }, 'The access log entry of a program could not be written')
    })
  }

  /** The present holder of a credential, if it is still the same one. */
  async function viewerNow(before: Viewer, request: FastifyRequest): Promise<Viewer | undefined> {
    const held = credential(request)
    if ('kioskId' in before) {
      const kiosk = await kiosks.actorOf(kioskToken(held) ?? '')
      return kiosk && sameKiosk(kiosk, before) ? kiosk : undefined
    }
    if ('programKeyId' in before) return programs.actorOf(programToken(request) ?? '')
    const actor = await sessions.actorOf(held)
    return actor?.userId === before.userId && may(actor).readDashboards ? actor : undefined
  }

  return {
    ...guard,
    async scope(viewer, clientId) {
      const scope = await clientScope(rules, viewer, clientId)
      if ('role' in viewer && may(viewer).chooseClient) await writeDownRead(viewer, clientId)
      if ('programKeyId' in viewer && viewer.clientId === null)
        await writeDownCall(viewer, clientId)
      return scope
    },
    demandGroup(viewer, group) {
      if ('programKeyId' in viewer && !viewer.groups.includes(group))
        throw new AppError('key.group')
    },
    panel: panelScope,
    async machines(scope, at) {
      const machines = await machinesOfClient(management, scope, at)
      const { machineIds } = scope
      return machineIds ? machines.filter(({ id }) => machineIds.includes(id)) : machines
    },
    async stillHolds(request, scope) {
      const viewer = await viewerNow(guard.viewer(request), request)
      if (!viewer) return false
      try {
        await clientScope(rules, viewer, scope.clientId)
        return true
      } catch (error) {
        if (isNotFound(error)) return false
        throw error
      }
    },
    forget: (request) => sessions.forget(credential(request)),
  }
}

const hourMs = 3_600_000

/** A stream of a tablet ends with the name that was chosen, and with a change of the machines of its link. */
const sameKiosk = (one: Kiosk, other: Kiosk) =>
  one.kioskId === other.kioskId &&
  one.person?.nameId === other.person?.nameId &&
  String(one.machineIds) === String(other.machineIds)

const isNotFound = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'client.notFound'
