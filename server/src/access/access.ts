import type { Device } from '@packboard/ingest'
import {
  type ClientMachine,
  clientById,
  findKiosk,
  findSession,
  type Kiosk,
  machinesOfClient,
  recordStaffRead,
} from '@packboard/management'
import type { ClientScope, PanelScope } from '@packboard/model'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { limits } from '../http/limits.ts'
import { sharedLimit } from '../http/tokenBucket.ts'
import type { Actor, Viewer } from './actor.ts'
import { clientScope } from './clientScope.ts'
import { credential, type Guard, kioskToken, registerGuard } from './guard.ts'
import { panelScope } from './panelScope.ts'
import { may } from './policies.ts'
import { type SessionCache, sessionCache } from './sessionCache.ts'

/** Everything that a route may query about its caller, and its only access to a client's data. */
export type Access = Guard<Device> & {
  /** The scope of one client for this person or television, or 404 as if the client did not exist. */
  scope(viewer: Viewer, clientId: number): Promise<ClientScope>
  /** Which rows of the management panel this person may see. */
  panel(actor: Actor): PanelScope
  /** The machines of a granted scope: the only place where serial numbers become machine ids. */
  machines(scope: ClientScope): Promise<readonly ClientMachine[]>
  /** Used by an open stream: would this request still be accepted, for the same viewer and the same client? */
  stillHolds(request: FastifyRequest, scope: ClientScope): Promise<boolean>
  /** Ends a session in this server's memory; the table itself is management's. */
  forget(request: FastifyRequest): void
}

/** Registers the guard and returns the functions that the routes use. */
export function openAccess(
  app: FastifyInstance,
  { management, directory, config, log, now }: Deps,
): Access {
  const sessions: SessionCache = sessionCache((token) => findSession(management, token), now)
  const kiosks: SessionCache<Kiosk> = sessionCache((token) => findKiosk(management, token), now)
  const guard = registerGuard<Device>(app, {
    sessions,
    kiosks,
    device: directory.device,
    refusals: sharedLimit({ management, now }, { name: 'refused call', ...limits.refusals }),
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

  /** The present holder of a credential, if it is still the same one. */
  async function viewerNow(before: Viewer, held: string): Promise<Viewer | undefined> {
    if ('kioskId' in before) {
      const kiosk = await kiosks.actorOf(kioskToken(held) ?? '')
      return kiosk && sameKiosk(kiosk, before) ? kiosk : undefined
    }
    const actor = await sessions.actorOf(held)
    return actor?.userId === before.userId && may(actor).readDashboards ? actor : undefined
  }

  return {
    ...guard,
    async scope(viewer, clientId) {
      const scope = await clientScope(rules, viewer, clientId)
      if ('role' in viewer && may(viewer).chooseClient) await writeDownRead(viewer, clientId)
      return scope
    },
    panel: panelScope,
    async machines(scope) {
      const machines = await machinesOfClient(management, scope)
      const { machineIds } = scope
      return machineIds ? machines.filter(({ id }) => machineIds.includes(id)) : machines
    },
    async stillHolds(request, scope) {
      const viewer = await viewerNow(guard.viewer(request), credential(request))
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

/** A stream of a tablet ends with the name that was chosen, and with a change of the machines of its link. */
const sameKiosk = (one: Kiosk, other: Kiosk) =>
  one.kioskId === other.kioskId &&
  one.person?.nameId === other.person?.nameId &&
  String(one.machineIds) === String(other.machineIds)

const isNotFound = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'client.notFound'
