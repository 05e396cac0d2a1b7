import {
  addKioskLink as addCall,
  chooseOperator,
  kioskWall,
  kioskLinks as listCall,
  operatorLink,
  revokeKioskLink as revokeCall,
  updateKioskLink as updateCall,
  type WallAnswer,
  wall,
} from '@packboard/contract'
import {
  addKioskLink,
  chooseKioskName,
  clientById,
  type Kiosk,
  kioskLinks,
  kioskLooks,
  kioskNames,
  openAlertsOf,
  revokeKioskLink,
  shiftsOfClient,
  updateKioskLink,
} from '@packboard/management'
import { AppError, overviewStart, type ShiftPlan, shiftDayStart } from '@packboard/model'
import type { FastifyRequest } from 'fastify'
import type { Access } from '../access/access.ts'
import { type Viewer, viewerKey } from '../access/actor.ts'
import { onBoards, readBy, routesOf } from '../access/declare.ts'
import type { QueryGate } from '../access/queryGate.ts'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import { metricDimensions, metricsOf } from '../figures/metricsOf.ts'
import { readBasis } from '../figures/readBasis.ts'
import { targetBook } from '../figures/targetBook.ts'
import type { App } from '../http/createApp.ts'
import { keyedSemaphore } from '../http/keyedSemaphore.ts'
import { limits } from '../http/limits.ts'
import { sharedLimit } from '../http/tokenBucket.ts'

/** A link outlives who made it: without another wish it ends. */
const yearMs = 365 * 86_400_000

/**
 * Links that show a client's wall, or the page of its operators, without a sign-in. A route's policy decides who may call it, the scope decides on
 * which links.
 */
export function kioskLinkRoutes(app: App, { management, now }: Deps, access: Access) {
  const route = routesOf(app, 'Wall')

  const afterYear = () => new Date(now() + yearMs)

  route(listCall, 'manageKioskLinks', async (request) => {
    const scope = access.panel(access.actor(request))
    const links = await kioskLinks(management, scope)
    return {
      links: links.map((link) => ({
        ...link,
        machines: link.allMachines ? [] : [...link.machines],
        names: [...link.names],
      })),
    }
  })

  route(addCall, { caller: 'manageKioskLinks', answersToken: true }, async (request) => {
    const actor = access.actor(request)
    const { expiresAt = afterYear(), pin, ...form } = request.body
    const link = { ...form, pin, expiresAt }
    const { id, token } = await addKioskLink(management, actor, access.panel(actor), link)
    const page = form.kind === 'board' ? '/wall' : '/operator'
    // Behind the #: so neither this server nor a proxy ever logs it.
    return { message: 'Success!', id, address: `${page}#${token}` }
  })

  route(updateCall, 'manageKioskLinks', async (request) => {
    const actor = access.actor(request)
    const { pin, ...form } = request.body
    const changed = { ...form, pin }
    await updateKioskLink(management, actor, access.panel(actor), request.params.id, changed)
    return { message: 'Success!' }
  })

  route(revokeCall, 'manageKioskLinks', async (request) => {
    const actor = access.actor(request)
    await revokeKioskLink(management, actor, access.panel(actor), request.params.id)
    return { message: 'Success!' }
  })
}

/** A tablet at a machine without an account (D74): which names its link offers, and the choice of one. */
export function operatorLinkRoutes(app: App, { management, now }: Deps, access: Access) {
  const route = routesOf(app, 'Stop book')

  const wrongPins = sharedLimit({ management, now }, { name: 'wrong PIN', ...limits.wrongPins })
  // One after the other: tries at the same moment are counted like any others.
  const tries = keyedSemaphore({ waitMs: 5_000, full: () => new AppError('request.tooMany') })

  function tablet(request: FastifyRequest): Kiosk {
    const viewer = access.viewer(request)
    // The guard accepts only tablets here.
    if (!('kioskId' in viewer)) throw new AppError('request.notAllowed')
    return viewer
  }

  function pinWait(seconds: number) {
    const nextAt = new Date(now() + seconds * 1_000).toISOString()
    return new AppError('kioskLink.pinWait', {
      retryAfter: seconds,
      fields: [{ field: 'nextAt', message: nextAt }],
    })
  }

  route(operatorLink, { caller: 'kiosk', operator: 'unnamed' }, async (request) => {
    const { kioskId, clientId, person } = tablet(request)
    const found = await kioskNames(management, { kioskId })
    if (!found) throw new AppError('session.required')
    return {
      ...found,
      linkId: kioskId,
      clientId,
      names: [...found.names],
      person: person ? { id: person.nameId, name: person.name } : null,
    }
  })

  route(chooseOperator, { caller: 'kiosk', operator: 'unnamed', answersToken: true }, (request) => {
    const kiosk = tablet(request)
    // Wrong PINs of others do not keep a tablet waiting on which the right one was entered.
    const key = [viewerKey(kiosk), kiosk.passHash].filter((part) => part !== undefined).join(' ')
    return tries.pass([{ key, atOnce: 1 }], async () => {
      const wait = wrongPins.wait(key)
      if (wait > 0) throw pinWait(wait)
      try {
        return await chooseKioskName(management, kiosk, request.body)
      } catch (error) {
        if (error instanceof AppError && error.code === 'kioskLink.wrongPin') {
          await wrongPins.take(key)
        }
        throw error
      }
    })
  })
}

/** The totals of a wall begin here, in the client's zone, when it has no shifts. */
const startTime = '06:00'
const dayMs = 24 * 3_600_000

/** With the first shift of the day; a weekend without shifts must not make a day of three days. */
function totalsBegin({ starts, zone }: ShiftPlan, now: Date): Date {
  const begun = shiftDayStart(starts, zone, now)
  // A day on which the clocks go back has 25 hours.
  const fits = begun && now.getTime() - begun.getTime() <= dayMs + 3_600_000
  return fits ? begun : overviewStart(startTime, zone, now)
}

/** Head and foot of the wall of one client, for a person and for a television with a link. */
export function wallRoutes(app: App, deps: Deps & PlanDeps, access: Access, gate: QueryGate) {
  const route = routesOf(app, 'Wall')

  const { management } = deps

  async function wallOf(
    viewer: Viewer,
    clientId: number,
    figures: 'yes' | 'no',
  ): Promise<WallAnswer> {
    const scope = await access.scope(viewer, clientId)
    const client = await clientById(management, scope.clientId)
    const times = await shiftsOfClient(management, scope)
    if (!client || !times) throw new AppError('client.notFound')
    const now = new Date(deps.now())
    const from = totalsBegin(times, now)
    const openAlerts = await openAlertsOf(management, scope)
    const { name: clientName, zone } = client
    const head = { clientId: scope.clientId, clientName, zone, from, openAlerts }
    const machines = figures === 'yes' ? await access.machines(scope) : []
    if (machines.length === 0 || from >= now) return { ...head, oeee: null }
    const oeee = await gate.askLive(viewer, scope, async () => {
      const window = { scope, machines, period: { from, to: now }, filter: {}, nothing: false }
      const basis = await readBasis(deps, window, metricDimensions)
      const { contexts } = basis
      return metricsOf(basis, await targetBook(deps, scope, { contexts, from, before: now })).oee
        .oee
    })
    return { ...head, oeee }
  }

  route(wall, readBy('figures'), (request) =>
    wallOf(access.viewer(request), request.params.clientId, request.query.figures),
  )

  route(kioskWall, { caller: 'kiosk', ...onBoards }, async (request) => {
    const viewer = access.viewer(request)
    // The guard accepts only televisions here.
    if (!('kioskId' in viewer)) throw new AppError('request.notAllowed')
    const looks = await kioskLooks(management, viewer)
    return { ...(await wallOf(viewer, viewer.clientId, request.query.figures)), ...looks }
  })
}
